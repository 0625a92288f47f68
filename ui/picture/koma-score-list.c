/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-list.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-tab-stop.h"
#include "ui/koma-spoken.h"
#include "ui/koma-tooltip.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* Of the classes: what most people want to know. */
#define N_BEST 5
/* Of all, so that some are seen in a low window. */
#define MIN_HEIGHT 156

struct _KomaScoreList
{
  AdwBin parent_instance;

  gboolean is_precise;
  gboolean is_numbered;

  /* Template children (borrowed). */
  GtkStringFilter   *filter;
  GtkWidget         *search;
  GtkToggleButton   *by_name;
  GtkListView       *list;
  GtkWidget         *find;
  GtkScrolledWindow *scroller;
  GtkToggleButton   *all;

  /* Owned. */
  GListStore         *items;
  GtkSortListModel   *sorted;
  GtkSliceListModel  *slice;
  GtkSingleSelection *selection;
};

enum {
  PROP_0,
  PROP_EXPANDED,
  PROP_PRECISE,
  PROP_NUMBERED,
  N_PROPS,
};

#define FLAGS (G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS)

static GParamSpec *props[N_PROPS];

enum {
  SIGNAL_CHOSEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaScoreList, koma_score_list, ADW_TYPE_BIN)

/* ---- Rows ---- */

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *number = gtk_label_new (NULL);
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *score = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (score, "numeric");
  gtk_widget_add_css_class (score, "dim-label");
  gtk_widget_add_css_class (number, "keycap");
  gtk_box_append (GTK_BOX (box), number);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), score);
  gtk_list_item_set_child (list_item, box);
}

/* Precise ones have more digits than a row of pictures has: scores below 1 % are compared. */
static char *
describe_score (KomaScoreList *self,
                double         score)
{
  if (!self->is_precise)
    return koma_words_for_score (score);
  if (score < 0.0001)
    return g_strdup_printf ("%.0e", score);
  return koma_words_for_percent (score, 2);
}

/* (transfer full) What is to be said before the name. */
static char *
show_number (KomaScoreList *self,
             GtkListItem   *list_item)
{
  const guint      number = gtk_list_item_get_position (list_item) + 1;
  GtkWidget       *label = gtk_widget_get_first_child (gtk_list_item_get_child (list_item));
  const gboolean   is_shown = self->is_numbered && number <= N_BEST;
  g_autofree char *text = g_strdup_printf ("%u", number);

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_visible (label, is_shown);
  return is_shown ? g_strdup_printf ("%u, ", number) : g_strdup ("");
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item,
         gpointer            user_data)
{
  KomaScoreItem   *item = gtk_list_item_get_item (list_item);
  GtkWidget       *box = gtk_list_item_get_child (list_item);
  GtkWidget       *name = gtk_widget_get_next_sibling (gtk_widget_get_first_child (box));
  g_autofree char *score = describe_score (user_data, koma_score_item_get_score (item));
  g_autofree char *spoken = koma_spoken_name (koma_score_item_get_name (item));
  g_autofree char *number = show_number (user_data, list_item);
  g_autofree char *text = g_strdup_printf ("%s%s, %s", number, spoken, score);

  gtk_label_set_label (GTK_LABEL (name), koma_score_item_get_name (item));
  koma_tooltip_set_text (name, koma_score_item_get_name (item));
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), score);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* ---- Order and filter ---- */

static int
compare_cb (gconstpointer one,
            gconstpointer other,
            gpointer      user_data)
{
  const KomaScoreList *self = user_data;
  KomaScoreItem       *a = (KomaScoreItem *) one, *b = (KomaScoreItem *) other;
  const double         difference = koma_score_item_get_score (b) - koma_score_item_get_score (a);

  if (gtk_toggle_button_get_active (self->by_name))
    return g_utf8_collate (koma_score_item_get_name (a), koma_score_item_get_name (b));
  return (difference > 0) - (difference < 0);
}

static void
sort_cb (KomaScoreList *self)
{
  gtk_sorter_changed (gtk_sort_list_model_get_sorter (self->sorted), GTK_SORTER_CHANGE_DIFFERENT);
}

static void
search_cb (KomaScoreList *self)
{
  gtk_string_filter_set_search (self->filter,
                                gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
update_slice (KomaScoreList *self)
{
  const guint      n_classes = g_list_model_get_n_items (G_LIST_MODEL (self->items));
  const gboolean   is_expanded = gtk_toggle_button_get_active (self->all);
  g_autofree char *words =
    /* Translators: a button that shows them; before, there are a few of them */
    g_strdup_printf (ngettext ("All %'u Class", "All %'u Classes", n_classes), n_classes);

  gtk_slice_list_model_set_size (self->slice, is_expanded ? G_MAXUINT : N_BEST);
  gtk_button_set_label (GTK_BUTTON (self->all), is_expanded ? _ ("Best Classes") : words);
  gtk_widget_set_visible (GTK_WIDGET (self->all), is_expanded || n_classes > N_BEST);
}

/* What is typed and the order are of all; the best are those by score. */
static void
all_cb (KomaScoreList *self)
{
  const gboolean is_expanded = gtk_toggle_button_get_active (self->all);

  if (!is_expanded) {
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
    gtk_string_filter_set_search (self->filter, "");
    gtk_toggle_button_set_active (self->by_name, FALSE);
  }
  gtk_widget_set_visible (self->find, is_expanded);
  gtk_scrolled_window_set_policy (self->scroller, GTK_POLICY_NEVER,
                                  is_expanded ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER);
  gtk_scrolled_window_set_min_content_height (self->scroller, is_expanded ? MIN_HEIGHT : -1);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroller), is_expanded);
  update_slice (self);
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_EXPANDED]);
}

static void
chosen_cb (KomaScoreList *self)
{
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0);
}

/* ---- Object ---- */

/* A new factory makes all rows anew. */
static void
make_rows (KomaScoreList *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  gtk_list_view_set_factory (self->list, factory);
}

static void
koma_score_list_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  KomaScoreList *self = KOMA_SCORE_LIST (object);

  if (prop_id == PROP_EXPANDED)
    g_value_set_boolean (value, gtk_toggle_button_get_active (self->all));
  else
    g_value_set_boolean (value, prop_id == PROP_PRECISE ? self->is_precise : self->is_numbered);
}

static void
koma_score_list_set_property (GObject      *object,
                              guint         prop_id,
                              const GValue *value,
                              GParamSpec   *pspec)
{
  KomaScoreList *self = KOMA_SCORE_LIST (object);

  if (prop_id == PROP_EXPANDED) {
    gtk_toggle_button_set_active (self->all, g_value_get_boolean (value));
    return;
  }
  if (prop_id == PROP_PRECISE)
    self->is_precise = g_value_get_boolean (value);
  else
    self->is_numbered = g_value_get_boolean (value);
  make_rows (self);
}

static void
koma_score_list_dispose (GObject *object)
{
  KomaScoreList *self = KOMA_SCORE_LIST (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->slice);
  g_clear_object (&self->sorted);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (koma_score_list_parent_class)->dispose (object);
}

static void
koma_score_list_class_init (KomaScoreListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_score_list_dispose;
  G_OBJECT_CLASS (klass)->get_property = koma_score_list_get_property;
  G_OBJECT_CLASS (klass)->set_property = koma_score_list_set_property;

  props[PROP_EXPANDED] = g_param_spec_boolean ("expanded", NULL, NULL, FALSE, FLAGS);
  props[PROP_PRECISE] = g_param_spec_boolean ("precise", NULL, NULL, FALSE, FLAGS);
  props[PROP_NUMBERED] = g_param_spec_boolean ("numbered", NULL, NULL, FALSE, FLAGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, props);

  signals[SIGNAL_CHOSEN] = g_signal_new ("chosen", KOMA_TYPE_SCORE_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (KOMA_TYPE_SCORE_ITEM);
  g_type_ensure (KOMA_TYPE_TAB_STOP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-score-list.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, filter);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, search);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, by_name);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, list);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, find);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, scroller);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreList, all);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, sort_cb);
  gtk_widget_class_bind_template_callback (widget_class, all_cb);
}

static void
koma_score_list_init (KomaScoreList *self)
{
  GtkFilterListModel *filtered = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->items = g_list_store_new (KOMA_TYPE_SCORE_ITEM);
  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->items)),
                                          GTK_SORTER (gtk_custom_sorter_new (compare_cb, self,
                                                                             NULL)));
  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->sorted)),
                                        g_object_ref (GTK_FILTER (self->filter)));
  self->slice = gtk_slice_list_model_new (G_LIST_MODEL (filtered), 0, N_BEST);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->slice)));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  make_rows (self);
}

void
koma_score_list_set_result (KomaScoreList *self,
                            KomaResult    *result)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; result != NULL && i < result->n_classes; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);

    g_ptr_array_add (items, koma_score_item_new (class.name, class.index, class.score));
  }
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, items->len);
  update_slice (self);
  gtk_single_selection_set_selected (self->selection, 0);
}

KomaScoreItem *
koma_score_list_get_chosen (KomaScoreList *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

KomaScoreItem *
koma_score_list_dup_numbered (KomaScoreList *self,
                              guint          number)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return number > 0 && number <= N_BEST
           ? g_list_model_get_item (G_LIST_MODEL (self->slice), number - 1)
           : NULL;
}
