/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-diagram.h"

#include <glib/gi18n-lib.h>

#include "koma-board-piece.h"
#include "koma-board-words.h"
#include "ui/koma-tooltip.h"
#include "worker/koma-thread.h"

#define N_COLUMNS 5 /* of the pieces to choose from */
#define RATIO     0.93f
#define WIDTH     310 /* pixels, at least */

/**
 * KomaBoardDiagram:
 *
 * A frame of the ratio of a board, with a button for each square. One popover moves from square to
 * square.
 */
struct _KomaBoardDiagram
{
  AdwBin parent_instance;

  GtkWidget *grid;                           /* (borrowed) */
  GtkWidget *squares[KOMA_POSITION_SQUARES]; /* (borrowed) buttons */
  GtkWidget *popover;                        /* (owned by the button it is at) or NULL */
  guint      square;                         /* that it is for */
};

enum {
  SIGNAL_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaBoardDiagram, koma_board_diagram, ADW_TYPE_BIN)

static void
set_name (GtkWidget  *widget,
          const char *name)
{
  koma_tooltip_set_text (widget, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static guint
pack (KomaPiece piece)
{
  return piece.kind << 1 | piece.side;
}

static void
piece_clicked_cb (KomaBoardDiagram *self,
                  GtkWidget        *button)
{
  const guint packed = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "piece"));
  const guint square = self->square;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_widget_grab_focus (self->squares[square]);
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0, square, packed >> 1, packed & 1);
}

static void
add_choice (KomaBoardDiagram *self,
            GtkWidget        *grid,
            KomaPiece         piece,
            guint             place)
{
  g_autofree char *name = koma_board_words_describe_piece (piece);
  GtkWidget       *button = gtk_button_new ();
  GtkWidget       *child = koma_board_piece_new ();

  koma_board_piece_set (KOMA_BOARD_PIECE (child), piece, FALSE);
  gtk_widget_set_size_request (child, 26, 26);
  gtk_button_set_child (GTK_BUTTON (button), child);
  gtk_widget_add_css_class (button, "flat");
  set_name (button, name);
  g_object_set_data (G_OBJECT (button), "piece", GUINT_TO_POINTER (pack (piece)));
  g_signal_connect_object (button, "clicked", G_CALLBACK (piece_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_grid_attach (GTK_GRID (grid), button, (int) (place % N_COLUMNS), (int) (place / N_COLUMNS),
                   1, 1);
}

/* The empty square first, then all of Black's pieces, then all of White's. */
static GtkWidget *
create_choices (KomaBoardDiagram *self)
{
  GtkWidget *grid = gtk_grid_new ();

  add_choice (self, grid, (KomaPiece){ 0 }, 0);
  for (guint kind = KOMA_PIECE_PAWN; kind < KOMA_N_PIECES; kind++) {
    add_choice (self, grid, (KomaPiece){ kind, KOMA_SIDE_BLACK }, kind);
    add_choice (self, grid, (KomaPiece){ kind, KOMA_SIDE_WHITE }, kind + KOMA_N_PIECES);
  }
  return grid;
}

static void
remove_popover (KomaBoardDiagram *self)
{
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

static void
square_clicked_cb (KomaBoardDiagram *self,
                   GtkWidget        *button)
{
  remove_popover (self);
  self->square = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "square"));
  self->popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (self->popover), create_choices (self));
  gtk_widget_set_parent (self->popover, button);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Piece on this square"), -1);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
add_square (KomaBoardDiagram *self,
            guint             square)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), koma_board_piece_new ());
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "square", GUINT_TO_POINTER (square));
  g_signal_connect_object (button, "clicked", G_CALLBACK (square_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_grid_attach (GTK_GRID (self->grid), button, (int) (square % KOMA_POSITION_SIDE),
                   (int) (square / KOMA_POSITION_SIDE), 1, 1);
  self->squares[square] = button;
}

/* Tab enters at the square that was changed last, and leaves from any; the arrow keys go from one
 * to the next. */
static gboolean
koma_board_diagram_focus (GtkWidget       *widget,
                          GtkDirectionType direction)
{
  KomaBoardDiagram *self = KOMA_BOARD_DIAGRAM (widget);
  const gboolean    is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;
  const gboolean    is_open = self->popover != NULL && gtk_widget_get_visible (self->popover);

  if (!is_tab || is_open)
    return GTK_WIDGET_CLASS (koma_board_diagram_parent_class)->focus (widget, direction);
  if ((gtk_widget_get_state_flags (self->grid) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0)
    return FALSE;
  return gtk_widget_grab_focus (self->squares[self->square]);
}

static void
koma_board_diagram_dispose (GObject *object)
{
  remove_popover (KOMA_BOARD_DIAGRAM (object));

  G_OBJECT_CLASS (koma_board_diagram_parent_class)->dispose (object);
}

static void
koma_board_diagram_class_init (KomaBoardDiagramClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_board_diagram_dispose;
  GTK_WIDGET_CLASS (klass)->focus = koma_board_diagram_focus;
  signals[SIGNAL_CHOSEN] =
    g_signal_new ("chosen", KOMA_TYPE_BOARD_DIAGRAM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "boarddiagram");
}

static void
koma_board_diagram_init (KomaBoardDiagram *self)
{
  GtkWidget *frame = gtk_aspect_frame_new (0.5, 0.0, RATIO, FALSE);

  self->grid = gtk_grid_new ();
  /* A position is the same in each language. */
  gtk_widget_set_direction (self->grid, GTK_TEXT_DIR_LTR);
  gtk_grid_set_row_homogeneous (GTK_GRID (self->grid), TRUE);
  gtk_grid_set_column_homogeneous (GTK_GRID (self->grid), TRUE);
  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++)
    add_square (self, i);
  gtk_widget_set_size_request (frame, WIDTH, (int) (WIDTH / RATIO));
  gtk_aspect_frame_set_child (GTK_ASPECT_FRAME (frame), self->grid);
  adw_bin_set_child (ADW_BIN (self), frame);
}

void
koma_board_diagram_show (KomaBoardDiagram   *self,
                         const KomaPosition *position,
                         const gboolean     *is_doubtful)
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < KOMA_POSITION_SQUARES; i++) {
    GtkWidget       *button = self->squares[i];
    g_autofree char *name =
      koma_board_words_describe_square (i, position->squares[i], is_doubtful[i]);

    koma_board_piece_set (KOMA_BOARD_PIECE (gtk_button_get_child (GTK_BUTTON (button))),
                          position->squares[i], is_doubtful[i]);
    set_name (button, name);
    if (is_doubtful[i])
      gtk_widget_add_css_class (button, "doubtful");
    else
      gtk_widget_remove_css_class (button, "doubtful");
  }
}
