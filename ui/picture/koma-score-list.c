/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-list.h"

#include "ui/compat/koma-tab-stop.h"
#include "ui/koma-spoken.h"
#include "ui/koma-tooltip.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

struct _KomaScoreList
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkStringFilter *filter;
  GtkWidget       *search;
  GtkToggleButton *by_name;
  GtkListView     *list;

  /* Owned. */
  GListStore         *items;
  GtkSortListModel   *sorted;
  GtkSingleSelection *selection;
};

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
  GtkWidget *name = gtk_label_new (NULL);
  GtkWidget *score = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_add_css_class (score, "numeric");
  gtk_widget_add_css_class (score, "dim-label");
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), score);
  gtk_list_item_set_child (list_item, box);
}

/* More digits than a row of pictures has: here scores below 1 % are compared. */
static char *
describe_score (double score)
{
  if (score < 0.0001)
    return g_strdup_printf ("%.0e", score);
  return koma_words_for_percent (score, 2);
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item)
{
  KomaScoreItem   *item = gtk_list_item_get_item (list_item);
  GtkWidget       *box = gtk_list_item_get_child (list_item);
  GtkWidget       *name = gtk_widget_get_first_child (box);
  g_autofree char *score = describe_score (koma_score_item_get_score (item));
  g_autofree char *spoken = koma_spoken_name (koma_score_item_get_name (item));
  g_autofree char *text = g_strdup_printf ("%s, %s", spoken, score);

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
chosen_cb (KomaScoreList *self)
{
  g_signal_emit (self, signals[SIGNAL_CHOSEN], 0);
}

/* ---- Object ---- */

static void
koma_score_list_dispose (GObject *object)
{
  KomaScoreList *self = KOMA_SCORE_LIST (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  g_clear_object (&self->items);

  G_OBJECT_CLASS (koma_score_list_parent_class)->dispose (object);
}

static void
koma_score_list_class_init (KomaScoreListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_score_list_dispose;

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
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, sort_cb);
}

static void
koma_score_list_init (KomaScoreList *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkFilterListModel *filtered = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->items = g_list_store_new (KOMA_TYPE_SCORE_ITEM);
  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->items)),
                                          GTK_SORTER (gtk_custom_sorter_new (compare_cb, self,
                                                                             NULL)));
  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (self->sorted)),
                                        g_object_ref (GTK_FILTER (self->filter)));
  self->selection = gtk_single_selection_new (G_LIST_MODEL (filtered));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
}

void
koma_score_list_set_result (KomaScoreList *self,
                            KomaResult    *result)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; result != NULL && i < result->n_classes; i++) {
    const KomaResultClass *class = &result->classes[i];

    g_ptr_array_add (items, koma_score_item_new (class->name, class->index, class->score));
  }
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, items->len);
  gtk_single_selection_set_selected (self->selection, 0);
}

KomaScoreItem *
koma_score_list_get_chosen (KomaScoreList *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}
