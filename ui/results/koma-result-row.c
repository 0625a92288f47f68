/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-result-row-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "koma-correction-words.h"
#include "ui/koma-text-scale.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* Words below a tile are as wide as it: it grows with large text, so far. */
#define MAX_TILE_SCALE 1.5

/**
 * KomaResultRow:
 *
 * Shows one picture of the list: its thumbnail; score bars, the best class first and bold, or the
 * reason why there are none; and small below them the name of the file. What a person says that it
 * shows stands in the place of the best class, which comes after it. Where a group begins, its
 * header is above. A tile has a large thumbnail above a single bar, and its text is as wide. The
 * preferences set the number of bars. The height is the same in every state, so that nothing moves
 * when a result arrives, unless the name of a class needs more than one line.
 */
G_DEFINE_FINAL_TYPE (KomaResultRow, koma_result_row, GTK_TYPE_WIDGET)

static void
disconnect_item (KomaResultRow *self)
{
  if (self->item == NULL)
    return;
  g_clear_signal_handler (&self->state_handler, self->item);
  g_clear_signal_handler (&self->names_handler, koma_result_item_get_names (self->item));
}

static void
koma_result_row_dispose (GObject *object)
{
  KomaResultRow *self = KOMA_RESULT_ROW (object);
  GtkWidget     *child = NULL;

  disconnect_item (self);
  g_clear_object (&self->item);
  g_clear_object (&self->preferences);
  g_clear_pointer (&self->group, g_free);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (koma_result_row_parent_class)->dispose (object);
}

static void
koma_result_row_init (KomaResultRow *self)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  self->thumbnail = g_object_new (KOMA_TYPE_THUMBNAIL_VIEW, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->thumbnail), GTK_WIDGET (self));
  self->name = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "xalign", 0.0f,
                             NULL);
  gtk_widget_set_css_classes (GTK_WIDGET (self->name),
                              (const char *[]){ "name", "caption", "dim-label", NULL });
  gtk_widget_set_parent (GTK_WIDGET (self->name), GTK_WIDGET (self));
}

static GtkLabel *
add_label (KomaResultRow *self,
           const char    *classes)
{
  g_auto (GStrv) names = g_strsplit (classes, " ", -1);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "ellipsize", PANGO_ELLIPSIZE_END, "xalign", 0.0f,
                                   "css-classes", names, NULL);

  gtk_widget_set_parent (label, GTK_WIDGET (self));
  return GTK_LABEL (label);
}

/* Few rows ever have some of the labels: those are made when they are needed. */
static void
show_label (KomaResultRow *self,
            GtkLabel     **label,
            const char    *classes, /* of the style sheet, with spaces between */
            const char    *text)       /* (nullable) */
{
  if (*label == NULL && text == NULL)
    return;
  if (*label == NULL)
    *label = add_label (self, classes);
  gtk_label_set_label (*label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (*label), text != NULL);
}

static void
set_n_bars (KomaResultRow *self,
            guint          n_bars)
{
  while (self->n_bars > n_bars)
    gtk_widget_unparent (GTK_WIDGET (self->bar[--self->n_bars]));
  while (self->n_bars < n_bars) {
    GtkWidget *bar = koma_score_bar_new ();

    koma_score_bar_wrap (KOMA_SCORE_BAR (bar));
    if (self->is_tile)
      koma_score_bar_stack (KOMA_SCORE_BAR (bar));
    if (self->n_bars == 0)
      gtk_widget_add_css_class (bar, "first");
    gtk_widget_set_parent (bar, GTK_WIDGET (self));
    self->bar[self->n_bars++] = KOMA_SCORE_BAR (bar);
  }
}

/* What a person says leads, unless it is what the model answers. */
static void
show_correction (KomaResultRow *self,
                 guint         *ret_first) /* the bar of the best class */
{
  KomaCorrection *correction = koma_result_row_get_correction (self);
  KomaResult     *result = koma_result_item_get_result (self->item);

  *ret_first = 0;
  koma_score_bar_set_mark (
    self->bar[0],
    correction != NULL ? koma_correction_words_get_icon (correction, result) : NULL,
    correction != NULL ? koma_correction_words_get_mark (correction, result) : NULL);
  if (correction == NULL || koma_correction_confirms (correction, result))
    return;
  koma_score_bar_set_word (self->bar[0], koma_correction_get_name (correction, result));
  koma_score_bar_set_shown (self->bar[0], TRUE);
  *ret_first = 1;
}

static void
show_scores (KomaResultRow *self,
             KomaResult    *result) /* (nullable) */
{
  guint first = 0;

  set_n_bars (self, self->is_tile ? 1 : koma_preferences_get_results (self->preferences));
  show_correction (self, &first);
  for (guint i = first; i < self->n_bars; i++) {
    const guint    rank = i - first;
    const gboolean is_shown = result != NULL && rank < result->n_classes;

    if (is_shown) {
      const KomaResultClass class = koma_result_get_class (result, rank);
      g_autofree char *name =
        koma_words_for_class (class.name, rank > 0 || !koma_result_row_is_not_sure (self));

      koma_score_bar_set_score (self->bar[i], name, class.score);
    }
    koma_score_bar_set_shown (self->bar[i], is_shown);
  }
}

static void
set_class (KomaResultRow *self,
           const char    *name,
           gboolean       is_set)
{
  if (is_set)
    gtk_widget_add_css_class (GTK_WIDGET (self), name);
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), name);
}

/* A text that is set beforehand would cost a question to the X server for each row that changes. */
static gboolean
koma_result_row_query_tooltip (GtkWidget  *widget,
                               int         x,
                               int         y,
                               gboolean    is_of_keyboard,
                               GtkTooltip *tooltip)
{
  KomaResultRow   *self = KOMA_RESULT_ROW (widget);
  g_autofree char *details = self->item != NULL ? koma_result_row_describe_details (self) : NULL;

  gtk_tooltip_set_text (tooltip, details);
  return details != NULL;
}

static void
koma_result_row_class_init (KomaResultRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_result_row_dispose;
  widget_class->get_request_mode = koma_result_row_get_request_mode;
  widget_class->measure = koma_result_row_measure;
  widget_class->size_allocate = koma_result_row_size_allocate;
  widget_class->query_tooltip = koma_result_row_query_tooltip;

  gtk_widget_class_set_css_name (widget_class, "resultrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
show_status (KomaResultRow *self)
{
  gboolean         is_failed = koma_result_item_get_state (self->item) == KOMA_ITEM_FAILED;
  const char      *status = koma_result_row_get_status (self);
  g_autofree char *details = koma_result_row_describe_details (self);

  show_label (self, &self->status, "dim-label", status);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  details, -1);
  koma_thumbnail_view_set_broken (self->thumbnail, is_failed);
  set_class (self, "failed", is_failed);
}

/* The list's own widget around the row gets the name, too: it has the focus, so screen readers read
 * it. */
static void
update_accessible_name (KomaResultRow *self)
{
  g_autofree char *name = koma_result_row_describe (self);
  GtkWidget       *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

/* To be seen where it is not the model in use. The list's own widget around the row describes it to
 * screen readers; of the row its tooltip does. */
static void
show_model (KomaResultRow *self)
{
  g_autofree char *words = koma_result_row_describe_model (self);
  GtkWidget       *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  show_label (self, &self->model, "dim-label caption",
              koma_result_item_is_earlier (self->item) ? words : NULL);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    words != NULL ? words : "", -1);
}

/* The folders, where there are any, are dimmed. */
static void
show_name (KomaResultRow *self)
{
  g_autofree char *name = koma_result_row_describe_name (self);
  const char      *slash = strrchr (name, G_DIR_SEPARATOR);
  g_autoptr (PangoAttrList) attributes = NULL;
  PangoAttribute *dim = NULL;

  if (g_str_equal (gtk_label_get_label (self->name), name))
    return;
  attributes = pango_attr_list_new ();
  dim = pango_attr_foreground_alpha_new (G_MAXUINT16 * 55 / 100);
  dim->end_index = slash != NULL ? slash + 1 - name : 0;
  pango_attr_list_insert (attributes, dim);
  gtk_label_set_label (self->name, name);
  gtk_label_set_attributes (self->name, attributes);
}

static void
update_state (KomaResultRow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_thumbnail_view_set_jpeg (self->thumbnail, koma_result_item_ensure_thumbnail (self->item));
  show_scores (self, koma_result_item_get_result (self->item));
  set_class (self, "not-sure", koma_result_row_is_not_sure (self));
  show_name (self);
  show_model (self);
  show_status (self);
  update_accessible_name (self);
}

/* What comes while one looks fades in; the style sheet says how. */
static void
state_changed_cb (KomaResultRow *self)
{
  set_class (self, "arrived", koma_result_item_get_state (self->item) == KOMA_ITEM_DONE);
  update_state (self);
}

static void
names_changed_cb (KomaResultRow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  show_name (self);
  update_accessible_name (self);
}

static void
preferences_changed_cb (KomaResultRow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->item != NULL)
    update_state (self);
}

static void
make_tile (KomaResultRow *self)
{
  self->is_tile = TRUE;
  gtk_widget_add_css_class (GTK_WIDGET (self), "tile");
  koma_thumbnail_view_set_side (
    self->thumbnail,
    (int) (KOMA_TILE_SIDE * MIN (koma_text_scale (GTK_WIDGET (self)), MAX_TILE_SCALE)));
}

GtkWidget *
koma_result_row_new (KomaThumbnailCache *cache,
                     KomaPreferences    *preferences,
                     gboolean            is_tile)
{
  KomaResultRow *self = g_object_new (KOMA_TYPE_RESULT_ROW, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_thumbnail_view_set_cache (self->thumbnail, cache);
  if (is_tile)
    make_tile (self);
  self->preferences = g_object_ref (preferences);
  g_signal_connect_object (preferences, "notify::results", G_CALLBACK (preferences_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::not-sure-below",
                           G_CALLBACK (preferences_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::technical-details",
                           G_CALLBACK (preferences_changed_cb), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/**
 * koma_result_row_set_header:
 * @self: a row
 * @title: (nullable): of the group that begins with it
 * @n_pictures: in that group
 * @is_grouped: tiles beside one with a header have room for one
 */
void
koma_result_row_set_header (KomaResultRow *self,
                            const char    *title,
                            guint          n_pictures,
                            gboolean       is_grouped)
{
  g_autofree char *group = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (title != NULL)
    /* Translators: a class or a folder, and how many pictures it has */
    group = g_strdup_printf (ngettext ("%s – %'u picture", "%s – %'u pictures", n_pictures), title,
                             n_pictures);
  show_label (self, &self->header, "header heading",
              group == NULL && is_grouped && self->is_tile ? "" : group);
  if (g_strcmp0 (group, self->group) == 0)
    return;
  g_free (self->group);
  self->group = g_steal_pointer (&group);
  if (self->item != NULL)
    update_accessible_name (self);
}

/**
 * koma_result_row_set_item:
 * @self: a row
 * @item: (nullable): the item to show from now on
 */
void
koma_result_row_set_item (KomaResultRow  *self,
                          KomaResultItem *item)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->item == item)
    return;

  disconnect_item (self);
  g_set_object (&self->item, item);
  if (item == NULL) {
    koma_thumbnail_view_set_jpeg (self->thumbnail, NULL);
    return;
  }

  set_class (self, "arrived", FALSE);
  show_name (self);
  if (koma_result_item_get_names (item) != NULL)
    self->names_handler = g_signal_connect_object (koma_result_item_get_names (item), "changed",
                                                   G_CALLBACK (names_changed_cb), self,
                                                   G_CONNECT_SWAPPED);
  self->state_handler = g_signal_connect_object (item, "notify::state",
                                                 G_CALLBACK (state_changed_cb), self,
                                                 G_CONNECT_SWAPPED);
  update_state (self);
}

/**
 * koma_result_row_sharpen:
 * @self: a row that is seen
 *
 * A tile is larger than the thumbnails that are kept of all pictures: it gets one of its size.
 */
void
koma_result_row_sharpen (KomaResultRow *self)
{
  const KomaRequest how = { 0 };
  g_autoptr (KomaRequest) request = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->item == NULL || !koma_thumbnail_view_is_soft (self->thumbnail, self->is_tile))
    return;
  request = koma_result_item_create_request (self->item, &how);
  koma_thumbnail_view_sharpen (self->thumbnail, request);
}

KomaThumbnailView *
koma_result_row_get_thumbnail (KomaResultRow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return self->thumbnail;
}
