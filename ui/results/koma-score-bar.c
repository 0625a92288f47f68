/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-bar-private.h"

#include "ui/compat/koma-colour.h"
#include "ui/koma-spoken.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define TROUGH 0.1f /* of the opacity of the text */

/**
 * KomaScoreBar:
 *
 *     Egyptian cat   ██████████████░░░░   80%
 *
 * Draws its texts and the trough itself. The list keeps some 200 rows with three of these each, and
 * replaces them within a frame or two: what counts is the number of widgets, since GTK takes ten
 * microseconds to destroy one. The fill is a widget, because its colour comes from the style sheet.
 */
G_DEFINE_FINAL_TYPE (KomaScoreBar, koma_score_bar, GTK_TYPE_WIDGET)

/* ---- Drawing ---- */

static void
snapshot_layout (GtkSnapshot        *snapshot,
                 PangoLayout        *layout,
                 const GdkRectangle *place,
                 const GdkRGBA      *colour)
{
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (place->x, place->y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_trough (GtkSnapshot        *snapshot,
                 const GdkRectangle *area,
                 GdkRGBA             colour)
{
  GskRoundedRect outline;

  if (area->width <= 0)
    return;
  colour.alpha *= TROUGH;
  gsk_rounded_rect_init_from_rect (
    &outline, &GRAPHENE_RECT_INIT (area->x, area->y, area->width, area->height),
    KOMA_SCORE_BAR_HEIGHT / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &colour, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
koma_score_bar_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  KomaScoreBar            *self = KOMA_SCORE_BAR (widget);
  const KomaScoreBarPlaces places = koma_score_bar_get_places (self);
  GdkRGBA                  colour;

  koma_colour_get (widget, &colour);
  snapshot_layout (snapshot, self->label, &places.label, &colour);
  if (self->mark != NULL && gtk_widget_get_visible (self->mark))
    gtk_widget_snapshot_child (widget, self->mark, snapshot);
  if (self->is_word)
    return;
  snapshot_trough (snapshot, &places.trough, colour);
  snapshot_layout (snapshot, self->percent, &places.percent, &colour);
  gtk_widget_snapshot_child (widget, self->fill, snapshot);
}

/* ---- Object ---- */

static void
align_label (KomaScoreBar *self)
{
  const gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  pango_layout_set_alignment (self->label, is_rtl ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
}

static void
koma_score_bar_direction_changed (GtkWidget       *widget,
                                  GtkTextDirection previous)
{
  align_label (KOMA_SCORE_BAR (widget));
  GTK_WIDGET_CLASS (koma_score_bar_parent_class)->direction_changed (widget, previous);
}

static void
koma_score_bar_dispose (GObject *object)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (object);

  g_clear_pointer (&self->fill, gtk_widget_unparent);
  g_clear_pointer (&self->mark, gtk_widget_unparent);
  g_clear_object (&self->label);
  g_clear_object (&self->percent);

  G_OBJECT_CLASS (koma_score_bar_parent_class)->dispose (object);
}

static void
koma_score_bar_class_init (KomaScoreBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_score_bar_dispose;
  widget_class->get_request_mode = koma_score_bar_get_request_mode;
  widget_class->measure = koma_score_bar_measure;
  widget_class->size_allocate = koma_score_bar_size_allocate;
  widget_class->snapshot = koma_score_bar_snapshot;
  widget_class->direction_changed = koma_score_bar_direction_changed;

  gtk_widget_class_set_css_name (widget_class, "scorebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_METER);
}

static void
koma_score_bar_init (KomaScoreBar *self)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  self->label = gtk_widget_create_pango_layout (GTK_WIDGET (self), "");
  pango_layout_set_wrap (self->label, PANGO_WRAP_WORD_CHAR);
  /* Classes often differ in their last word: “pawn, pointing up”. */
  pango_layout_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  self->percent = gtk_widget_create_pango_layout (GTK_WIDGET (self), "");
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->percent, attributes);
  self->fill = g_object_new (GTK_TYPE_DRAWING_AREA, "css-name", "fill", "accessible-role",
                             GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_widget_set_parent (self->fill, GTK_WIDGET (self));
  align_label (self);
}

/**
 * koma_score_bar_wrap:
 * @self: a bar
 *
 * Shows the whole name from now on, in as many lines as it takes. Otherwise
 * the height is always the same, and a name that is too long is shortened.
 */
void
koma_score_bar_wrap (KomaScoreBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  pango_layout_set_ellipsize (self->label, PANGO_ELLIPSIZE_NONE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * koma_score_bar_stack:
 * @self: a bar
 *
 * Puts the name above the bar from now on, where there is little width, as in a tile.
 */
void
koma_score_bar_stack (KomaScoreBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_stacked = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

GtkWidget *
koma_score_bar_new (void)
{
  return g_object_new (KOMA_TYPE_SCORE_BAR, NULL);
}

void
koma_score_bar_set_score (KomaScoreBar *self,
                          const char   *label,
                          double        score)
{
  g_autofree char *percent = koma_words_for_score (score);
  g_autofree char *spoken = koma_spoken_class (label, score);

  KOMA_ASSERT_MAIN_THREAD ();

  self->is_word = FALSE;
  self->score = CLAMP (score, 0.0, 1.0);
  pango_layout_set_text (self->label, label, -1);
  koma_score_bar_set_percent (self, score);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->score,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, percent,
                                  -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * koma_score_bar_set_word:
 * @self: a bar
 * @word: what a person says
 *
 * Shows it in the place of a class, in full width, until there is a score again.
 */
void
koma_score_bar_set_word (KomaScoreBar *self,
                         const char   *word)
{
  g_autofree char *spoken = koma_spoken_name (word);

  KOMA_ASSERT_MAIN_THREAD ();

  self->is_word = TRUE;
  self->score = 1.0;
  pango_layout_set_text (self->label, word, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, spoken,
                                  -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * koma_score_bar_set_mark:
 * @self: a bar
 * @icon_name: (nullable): what stands before the name; %NULL: nothing
 * @words: (nullable): the same for those who do not see it
 */
void
koma_score_bar_set_mark (KomaScoreBar *self,
                         const char   *icon_name,
                         const char   *words)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->mark == NULL && icon_name == NULL)
    return;
  if (self->mark == NULL) {
    self->mark = gtk_image_new ();
    gtk_widget_set_parent (self->mark, GTK_WIDGET (self));
  }
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon_name);
  gtk_widget_set_visible (self->mark, icon_name != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words != NULL ? words : "", -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
koma_score_bar_set_shown (KomaScoreBar *self,
                          gboolean      is_shown)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_opacity (GTK_WIDGET (self), is_shown ? 1.0 : 0.0);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_HIDDEN, !is_shown, -1);
}
