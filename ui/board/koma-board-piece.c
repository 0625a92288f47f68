/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-piece.h"

#include "ui/compat/koma-colour.h"
#include "worker/koma-thread.h"

#define SIDE_MIN  14   /* pixels */
#define FONT_SIZE 0.66 /* of the side */

struct _KomaBoardPiece
{
  GtkWidget parent_instance;

  KomaPiece piece;
  gboolean  is_doubtful;
};

G_DEFINE_FINAL_TYPE (KomaBoardPiece, koma_board_piece, GTK_TYPE_WIDGET)

static void
measure (GtkWidget     *widget,
         GtkOrientation orientation,
         int            for_size,
         int           *minimum,
         int           *natural,
         int           *minimum_baseline,
         int           *natural_baseline)
{
  *minimum = SIDE_MIN;
  *natural = 2 * SIDE_MIN;
}

/* Where no font has kanji, letters as in SFEN. */
static const char *
choose_text (PangoLayout *layout,
             KomaPiece    piece)
{
  static const char *const letters[KOMA_N_PIECES] = { "", "P", "L", "N", "S", "G", "B", "R",
                                                      "K", "+P", "+L", "+N", "+S", "+B", "+R" };

  pango_layout_set_text (layout, koma_piece_get_kanji (piece), -1);
  return pango_layout_get_unknown_glyphs_count (layout) == 0 ? pango_layout_get_text (layout)
                                                             : letters[piece.kind];
}

static PangoLayout *
create_layout (KomaBoardPiece *self,
               int             side)
{
  PangoLayout          *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_absolute_size (font, FONT_SIZE * side * PANGO_SCALE);
  if (self->piece.kind > KOMA_PIECE_KING)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, choose_text (layout, self->piece), -1);
  return layout;
}

/* A question mark in the corner: a mark that does not depend on colours. */
static void
snapshot_mark (KomaBoardPiece *self,
               GtkSnapshot    *snapshot,
               const GdkRGBA  *colour,
               int             side)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "?");
  PangoFontDescription *font = pango_font_description_new ();

  pango_font_description_set_absolute_size (font, 0.36 * side * PANGO_SCALE);
  pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  gtk_snapshot_append_layout (snapshot, layout, colour);
}

static void
snapshot (GtkWidget   *widget,
          GtkSnapshot *snapshot)
{
  KomaBoardPiece *self = KOMA_BOARD_PIECE (widget);
  const int       width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const int       side = MIN (width, height);
  GdkRGBA         colour;

  koma_colour_get (widget, &colour);
  if (self->piece.kind != KOMA_PIECE_NONE) {
    g_autoptr (PangoLayout) layout = create_layout (self, side);
    int text_width = 0, text_height = 0;

    pango_layout_get_pixel_size (layout, &text_width, &text_height);
    gtk_snapshot_save (snapshot);
    gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (width / 2.0f, height / 2.0f));
    if (self->piece.side == KOMA_SIDE_WHITE)
      gtk_snapshot_rotate (snapshot, 180);
    gtk_snapshot_translate (snapshot,
                            &GRAPHENE_POINT_INIT (-text_width / 2.0f, -text_height / 2.0f));
    gtk_snapshot_append_layout (snapshot, layout, &colour);
    gtk_snapshot_restore (snapshot);
  }
  if (self->is_doubtful)
    snapshot_mark (self, snapshot, &colour, side);
}

static void
koma_board_piece_class_init (KomaBoardPieceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = measure;
  widget_class->snapshot = snapshot;
  gtk_widget_class_set_css_name (widget_class, "boardpiece");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
koma_board_piece_init (KomaBoardPiece *self)
{
}

GtkWidget *
koma_board_piece_new (void)
{
  return g_object_new (KOMA_TYPE_BOARD_PIECE, NULL);
}

void
koma_board_piece_set (KomaBoardPiece *self,
                      KomaPiece       piece,
                      gboolean        is_doubtful)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->piece = piece;
  self->is_doubtful = is_doubtful;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
