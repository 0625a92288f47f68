/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-hands.h"

#include <glib/gi18n-lib.h>

#include "koma-board-piece.h"
#include "koma-board-words.h"
#include "worker/koma-thread.h"

struct _KomaBoardHands
{
  AdwBin parent_instance;

  GtkWidget *numbers[2][KOMA_N_HAND]; /* (borrowed) spin buttons; none of kind 0 */
  gboolean   is_showing;
};

enum {
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaBoardHands, koma_board_hands, ADW_TYPE_BIN)

static void
changed_cb (KomaBoardHands *self,
            GtkWidget      *number)
{
  const guint packed = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (number), "kind"));

  if (!self->is_showing)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0, packed & 1, packed >> 1,
                   (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (number)));
}

static GtkWidget *
create_number (KomaBoardHands *self,
               KomaPiece       piece)
{
  g_autofree char *name = koma_board_words_describe_piece (piece);
  /* Translators: a piece of shogi, as in: Black’s Pawn in hand */
  g_autofree char *label = g_strdup_printf (_ ("%s in hand"), name);
  GtkWidget       *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget       *face = koma_board_piece_new ();
  GtkWidget       *number =
    gtk_spin_button_new_with_range (0, koma_piece_kind_get_number (piece.kind), 1);

  koma_board_piece_set (KOMA_BOARD_PIECE (face), piece, FALSE);
  gtk_widget_set_tooltip_text (number, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_object_set_data (G_OBJECT (number), "kind",
                     GUINT_TO_POINTER (piece.kind << 1 | piece.side));
  g_signal_connect_object (number, "value-changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), face);
  gtk_box_append (GTK_BOX (box), number);
  self->numbers[piece.side][piece.kind] = number;
  return box;
}

static GtkWidget *
create_hand (KomaBoardHands *self,
             KomaSide        side)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *flow = gtk_flow_box_new ();
  GtkWidget *heading = gtk_label_new (side == KOMA_SIDE_BLACK ? _ ("Black’s Hand")
                                                              : _ ("White’s Hand"));

  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_widget_add_css_class (heading, "heading");
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), KOMA_N_HAND);
  for (guint kind = KOMA_PIECE_PAWN; kind < KOMA_N_HAND; kind++) {
    gtk_flow_box_append (GTK_FLOW_BOX (flow), create_number (self, (KomaPiece){ kind, side }));
    gtk_widget_set_focusable (gtk_widget_get_last_child (flow), FALSE);
  }
  gtk_box_append (GTK_BOX (box), heading);
  gtk_box_append (GTK_BOX (box), flow);
  return box;
}

static void
koma_board_hands_class_init (KomaBoardHandsClass *klass)
{
  signals[SIGNAL_CHANGED] =
    g_signal_new ("changed", KOMA_TYPE_BOARD_HANDS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 3, G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
}

static void
koma_board_hands_init (KomaBoardHands *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  gtk_box_append (GTK_BOX (box), create_hand (self, KOMA_SIDE_WHITE));
  gtk_box_append (GTK_BOX (box), create_hand (self, KOMA_SIDE_BLACK));
  adw_bin_set_child (ADW_BIN (self), box);
}

void
koma_board_hands_show (KomaBoardHands     *self,
                       const KomaPosition *position)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_showing = TRUE;
  for (guint side = KOMA_SIDE_BLACK; side <= KOMA_SIDE_WHITE; side++)
    for (guint kind = KOMA_PIECE_PAWN; kind < KOMA_N_HAND; kind++)
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->numbers[side][kind]),
                                 position->hands[side][kind]);
  self->is_showing = FALSE;
}
