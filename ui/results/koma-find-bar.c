/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-find-bar.h"

#include <glib/gi18n-lib.h>

#include "koma-class-count.h"
#include "koma-filter-popover.h"
#include "ui/compat/koma-announce.h"
#include "worker/koma-thread.h"
#include "worker/words/koma-worker-words.h"

/* Orders in the preferences, as KomaSort and KomaGroupBy have them. */
static const char *const sorts[] = {
  "added",
  "name",
  "folder",
  "date",
  "class",
  "score",
  "margin",
};
static const char *const groups[] = { "none", "class", "kind", "folder", "similar" };

G_STATIC_ASSERT (G_N_ELEMENTS (sorts) == KOMA_N_SORTS);
G_STATIC_ASSERT (G_N_ELEMENTS (groups) == KOMA_N_GROUPS);

/**
 * KomaFindBar:
 *
 * Makes the query of a #KomaShownList of what is typed, chosen and preferred, and tells how many
 * pictures match. The order is a preference; search and filter end with the window.
 *
 * Emits "leave" when the user is done with typing.
 */
struct _KomaFindBar
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkSearchEntry    *search;
  GtkWidget         *filter_button;
  KomaFilterPopover *filter;
  GtkWidget         *status_row;
  GtkLabel          *status;

  /* Owned. */
  KomaShownList      *list;
  KomaPreferences    *preferences;
  KomaResultQuery    *query;
  GSimpleActionGroup *actions;
  KomaWorker         *worker;   /* (nullable) */
  GCancellable       *encoding; /* (nullable) what is typed becomes a vector */
  char               *said;     /* (nullable) of the status */
  KomaClassCount     *count;    /* (nullable) for the filter */
};

G_DEFINE_FINAL_TYPE (KomaFindBar, koma_find_bar, ADW_TYPE_BIN)

/* ---- The query ---- */

static guint
find_word (const char *const *words,
           guint              n_words,
           const char        *word)
{
  for (guint i = 0; i < n_words; i++)
    if (g_str_equal (words[i], word))
      return i;
  return 0;
}

static void
update_query (KomaFindBar *self)
{
  g_autofree char *sort = NULL;
  g_autofree char *group = NULL;

  g_object_get (self->preferences, "list-sort", &sort, "list-group", &group, "list-descending",
                &self->query->is_descending, NULL);
  self->query->sort = find_word (sorts, G_N_ELEMENTS (sorts), sort);
  self->query->group = find_word (groups, G_N_ELEMENTS (groups), group);
  koma_shown_list_set_query (self->list, self->query);
}

static void
stop_encoding (KomaFindBar *self)
{
  g_cancellable_cancel (self->encoding);
  g_clear_object (&self->encoding);
}

static void
set_like (KomaFindBar       *self,
          KomaFeatureVector *like, /* (transfer full) (nullable) */
          const char        *name)        /* (nullable) */
{
  g_clear_pointer (&self->query->like, koma_feature_vector_unref);
  g_free (self->query->like_name);
  self->query->like = like;
  self->query->like_name = g_strdup (name);
}

static void
take_text (KomaFindBar       *self,
           KomaFeatureVector *like) /* (transfer full) (nullable) */
{
  set_like (self, like, NULL);
  g_free (self->query->text);
  self->query->text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  update_query (self);
}

/* Where there is no vector, names are searched. */
static void
encoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaFindBar) self = KOMA_FIND_BAR (user_data);
  g_autoptr (GError) error = NULL;
  KomaFeatureVector *like =
    koma_worker_encode_words_finish (KOMA_WORKER (source), result, &error);

  if (self->encoding == NULL ||
      g_task_get_cancellable (G_TASK (result)) != self->encoding) {
    koma_feature_vector_unref (like);
    return;
  }
  g_clear_object (&self->encoding);
  take_text (self, like);
}

static void
search_changed_cb (KomaFindBar *self)
{
  const char      *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *stripped = g_strstrip (g_strdup (text));

  stop_encoding (self);
  if (self->worker == NULL || *stripped == '\0') {
    take_text (self, NULL);
    return;
  }
  self->encoding = g_cancellable_new ();
  koma_worker_encode_words_async (self->worker, stripped, self->encoding, encoded_cb,
                                  g_object_ref (self));
}

static void
filter_changed_cb (KomaFindBar *self)
{
  koma_filter_popover_get_query (self->filter, self->query);
  update_query (self);
}

static void
counted_cb (GHashTable *classes,
            GHashTable *kinds,
            gpointer    user_data)
{
  KomaFindBar *self = user_data;

  koma_filter_popover_set_query (self->filter, self->query, classes, kinds);
}

/* The classes are counted when somebody looks. */
static void
filter_shown_cb (KomaFindBar *self)
{
  g_clear_pointer (&self->count, koma_class_count_free);
  self->count = koma_class_count_new (self->list, counted_cb, self);
}

static void
stop_search_cb (KomaFindBar *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  g_signal_emit_by_name (self, "leave");
}

static void
activate_cb (KomaFindBar *self)
{
  g_signal_emit_by_name (self, "leave");
}

/* ---- What is found ---- */

static char *
describe_filter (const KomaResultQuery *query)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;
  g_autofree char *range = NULL;

  if (query->like_name != NULL) {
    /* Translators: the name of a picture */
    g_autofree char *like = g_strdup_printf (_ ("most like %s first"), query->like_name);

    g_strv_builder_add (parts, like);
  } else if (koma_result_query_is_searching (query)) {
    /* Translators: words that are searched */
    g_autofree char *quoted = g_strdup_printf (_ ("“%s”"), query->text);

    g_strv_builder_add (parts, quoted);
  }
  if (query->only != KOMA_ONLY_ALL)
    g_strv_builder_add (parts, koma_filter_popover_get_title (query->only));
  if (query->kind_name != NULL)
    g_strv_builder_add (parts, query->kind_name);
  if (query->class_name != NULL)
    g_strv_builder_add (parts, query->class_name);
  if (koma_result_query_has_range (query)) {
    /* Translators: the lowest and the highest score */
    range = g_strdup_printf (_ ("%.0f–%.0f%%"), query->min_score * 100.0, query->max_score * 100.0);
    g_strv_builder_add (parts, range);
  }
  words = g_strv_builder_end (parts);
  return g_strjoinv (" · ", words);
}

static void
update_status (KomaFindBar *self)
{
  const KomaResultQuery *query = koma_shown_list_get_query (self->list);
  const gboolean         is_limited =
    koma_result_query_is_searching (query) || koma_result_query_is_filtering (query);
  guint            n_all = koma_shown_list_get_n_all (self->list);
  g_autofree char *filter = describe_filter (query);
  /* Translators: how many pictures a search has found, of how many; and what was searched */
  g_autofree char *said = g_strdup_printf (ngettext ("%'u of %'u picture: %s",
                                                     "%'u of %'u pictures: %s",
                                                     n_all),
                                           koma_shown_list_get_n_shown (self->list), n_all, filter);

  gtk_widget_set_visible (self->status_row, is_limited);
  if (koma_result_query_is_filtering (query))
    gtk_widget_add_css_class (self->filter_button, "accent");
  else
    gtk_widget_remove_css_class (self->filter_button, "accent");
  if (koma_shown_list_is_busy (self->list) || g_strcmp0 (said, self->said) == 0)
    return;
  g_free (self->said);
  self->said = g_steal_pointer (&said);
  gtk_label_set_label (self->status, self->said);
  if (is_limited)
    koma_announce (GTK_WIDGET (self), self->said);
}

/* ---- Object ---- */

static void
koma_find_bar_dispose (GObject *object)
{
  KomaFindBar *self = KOMA_FIND_BAR (object);

  stop_encoding (self);
  g_clear_pointer (&self->count, koma_class_count_free);
  g_clear_object (&self->worker);
  g_clear_object (&self->actions);
  g_clear_object (&self->list);
  g_clear_object (&self->preferences);

  G_OBJECT_CLASS (koma_find_bar_parent_class)->dispose (object);
}

static void
koma_find_bar_finalize (GObject *object)
{
  KomaFindBar *self = KOMA_FIND_BAR (object);

  koma_result_query_free (self->query);
  g_free (self->said);

  G_OBJECT_CLASS (koma_find_bar_parent_class)->finalize (object);
}

static void
koma_find_bar_class_init (KomaFindBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_find_bar_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_find_bar_finalize;

  g_signal_new ("leave", KOMA_TYPE_FIND_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                0);
  g_type_ensure (KOMA_TYPE_FILTER_POPOVER);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-find-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaFindBar, search);
  gtk_widget_class_bind_template_child (widget_class, KomaFindBar, filter_button);
  gtk_widget_class_bind_template_child (widget_class, KomaFindBar, filter);
  gtk_widget_class_bind_template_child (widget_class, KomaFindBar, status_row);
  gtk_widget_class_bind_template_child (widget_class, KomaFindBar, status);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_shown_cb);
}

static void
koma_find_bar_init (KomaFindBar *self)
{
  self->query = koma_result_query_new ();
  /* Before there are children: GTK looks for the actions of a widget's parents once. */
  self->actions = g_simple_action_group_new ();
  gtk_widget_insert_action_group (GTK_WIDGET (self), "results", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_action (KomaFindBar *self,
            const char  *name,
            const char  *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, self->preferences, property);

  g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
}

/* The menu of orders, and the button for a grid, change preferences. */
static void
add_actions (KomaFindBar *self)
{
  add_action (self, "sort", "list-sort");
  add_action (self, "descending", "list-descending");
  add_action (self, "group", "list-group");
  add_action (self, "grid", "list-grid");
}

/**
 * koma_find_bar_connect:
 * @self: a bar
 * @list: gets queries
 * @preferences: the order, and whether there is a grid
 */
void
koma_find_bar_connect (KomaFindBar     *self,
                       KomaShownList   *list,
                       KomaPreferences *preferences)
{
  static const char *const changes[] = { "notify::list-sort", "notify::list-descending",
                                         "notify::list-group" };

  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->list, list);
  g_set_object (&self->preferences, preferences);
  add_actions (self);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (preferences, changes[i], G_CALLBACK (update_query), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "arranged", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  update_query (self);
  update_status (self);
}

/**
 * koma_find_bar_set_worker:
 * @self: a bar
 * @worker: (nullable): whose model in use compares pictures with words; %NULL: names are searched
 *
 * What is being searched is searched anew.
 */
void
koma_find_bar_set_worker (KomaFindBar *self,
                          KomaWorker  *worker)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->worker == worker)
    return;
  g_set_object (&self->worker, worker);
  g_object_set (self->search, "placeholder-text",
                worker != NULL ? _ ("What Pictures Show, or a Name") : _ ("Names and Classes"),
                NULL);
  if (koma_result_query_is_searching (self->query))
    search_changed_cb (self);
}

/**
 * koma_find_bar_show_like:
 * @self: a bar
 * @item: with a result that has a vector
 *
 * Arranges all pictures by their likeness to that of @item, which comes first.
 */
void
koma_find_bar_show_like (KomaFindBar    *self,
                         KomaResultItem *item)
{
  KomaResult      *result = koma_result_item_get_result (item);
  g_autofree char *name = koma_result_item_dup_name (item);

  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (result != NULL && result->vector != NULL);

  koma_find_bar_show_all (self);
  set_like (self, koma_feature_vector_ref (result->vector), name);
  update_query (self);
}

void
koma_find_bar_search (KomaFindBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

void
koma_find_bar_show_all (KomaFindBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->query->class_name, g_free);
  g_clear_pointer (&self->query->kind_name, g_free);
  self->query->min_score = 0.0;
  self->query->max_score = 1.0;
  self->query->only = KOMA_ONLY_ALL;
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  search_changed_cb (self);
}
