/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-list-private.h"

#include "koma-item-store.h"

#include "worker/koma-thread.h"

/**
 * KomaShownList:
 *
 * A query is answered on another thread, from the entries of all items. The rows that the answer
 * replaces go, some in a turn of the main loop; then the first that a window can show come at once,
 * and some more in each frame. An item that
 * changes or is new later is put where it belongs, for some milliseconds in each frame.
 *
 * While a thread reads the entries, the main thread changes none of them: it only notes which items
 * have changed or are gone.
 *
 * The query that shows all as they came needs no keys; its rows come and go with the items.
 *
 * Emits "arranging" before the answer to another query replaces the rows, and "arranged" when what
 * is shown or counted may have changed.
 *
 * Thread: main
 */
static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KomaShownList,
                               koma_shown_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

/* ---- The list model ---- */

static GType
get_item_type (GListModel *list)
{
  return KOMA_TYPE_RESULT_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return KOMA_SHOWN_LIST (list)->n_exposed;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  KomaShownList  *self = KOMA_SHOWN_LIST (list);
  KomaShownEntry *entry = position < self->n_exposed ? g_ptr_array_index (self->shown, position)
                                                     : NULL;

  return entry != NULL ? g_object_ref (entry->item) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* ---- Items ---- */

/* Where all are shown as they came, a result changes nothing. */
static void
item_changed_cb (KomaResultItem *item,
                 gpointer        user_data)
{
  KomaShownEntry *entry = user_data;
  KomaShownList  *self = entry->list;

  if (self->job != NULL || self->is_looking || entry->result != NULL ||
      !koma_result_query_is_plain (self->applied))
    koma_shown_list_note_changed (self, entry);
}

static KomaShownEntry *
add_entry (KomaShownList *self,
           guint          position)
{
  g_autoptr (KomaResultItem) item = g_list_model_get_item (self->items, position);
  KomaShownEntry *entry = koma_shown_entry_new (item, self);

  koma_result_item_set_watch (item, item_changed_cb, entry);
  g_ptr_array_insert (self->entries, position, entry);
  return entry;
}

/* Takes over the reference of the list of all. */
static void
take_gone (KomaShownList  *self,
           KomaShownEntry *entry)
{
  koma_result_item_set_watch (entry->item, NULL, NULL);
  entry->is_gone = TRUE;
  g_ptr_array_add (self->gone, entry);
}

/* All are shown as they came. */
static void
change_plainly (KomaShownList *self,
                guint          position,
                guint          n_removed,
                guint          n_added)
{
  guint    before = self->n_exposed;
  gboolean is_whole = before == self->shown->len;
  guint    n_removed_rows = position < before ? MIN (n_removed, before - position) : 0;
  guint    n_added_rows = position < before || is_whole ? n_added : 0;

  for (guint i = 0; i < n_removed; i++)
    koma_shown_list_set_shown (self, g_ptr_array_index (self->shown, position + i), FALSE);
  if (n_removed > 0)
    g_ptr_array_remove_range (self->shown, position, n_removed);
  for (guint i = 0; i < n_added; i++) {
    g_ptr_array_insert (self->shown, position + i, g_ptr_array_index (self->entries, position + i));
    koma_shown_list_set_shown (self, g_ptr_array_index (self->entries, position + i), TRUE);
  }
  self->n_exposed = before - n_removed_rows + n_added_rows;
  koma_shown_list_emit_changed (self, position, n_removed_rows, n_added_rows);
}

static void
items_changed_cb (KomaShownList *self,
                  guint          position,
                  guint          n_removed,
                  guint          n_added)
{
  const gboolean is_plain = koma_result_query_is_plain (self->applied);

  for (guint i = 0; i < n_removed; i++)
    take_gone (self, g_ptr_array_index (self->entries, position + i));
  if (n_removed > 0)
    g_ptr_array_remove_range (self->entries, position, n_removed);
  self->n_numbered = MIN (self->n_numbered, position);
  if (position < self->n_looked)
    self->n_looked += n_added - MIN (n_removed, self->n_looked - position);
  for (guint i = 0; i < n_added; i++) {
    KomaShownEntry *entry = add_entry (self, position + i);

    if (!is_plain || self->job != NULL || self->is_looking || self->is_stale)
      koma_shown_list_note_changed (self, entry);
  }
  if (is_plain)
    change_plainly (self, position, n_removed, n_added);
  koma_shown_list_schedule (self, 0);
}

/* ---- Object ---- */

static void
koma_shown_list_finalize (GObject *object)
{
  KomaShownList *self = KOMA_SHOWN_LIST (object);

  g_clear_handle_id (&self->turn, g_source_remove);
  g_clear_pointer (&self->answer, g_ptr_array_unref);
  for (guint i = 0; i < self->entries->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (self->entries, i);

    koma_result_item_set_watch (entry->item, NULL, NULL);
    koma_shown_entry_unref (entry);
  }
  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->shown);
  g_ptr_array_unref (self->changed);
  g_ptr_array_unref (self->gone);
  koma_shown_keys_free (self->keys);
  koma_result_query_free (self->query);
  koma_result_query_free (self->applied);
  g_strfreev (self->words);
  g_object_unref (self->items);
  g_object_unref (self->preferences);

  G_OBJECT_CLASS (koma_shown_list_parent_class)->finalize (object);
}

static void
koma_shown_list_class_init (KomaShownListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_shown_list_finalize;

  g_signal_new ("arranging", KOMA_TYPE_SHOWN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("arranged", KOMA_TYPE_SHOWN_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("restarted", KOMA_TYPE_SHOWN_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
koma_shown_list_init (KomaShownList *self)
{
  self->keys = koma_shown_keys_new ();
  self->query = koma_result_query_new ();
  self->applied = koma_result_query_new ();
  self->words = g_new0 (char *, 1);
  self->entries = g_ptr_array_new ();
  self->shown = g_ptr_array_new ();
  self->changed = g_ptr_array_new_with_free_func (koma_shown_entry_unref);
  self->gone = g_ptr_array_new_with_free_func (koma_shown_entry_unref);
}

static void
ask_again (KomaShownList *self)
{
  if (koma_result_query_is_plain (self->query))
    return;
  self->is_stale = TRUE;
  koma_shown_list_schedule (self, 0);
}

KomaShownList *
koma_shown_list_new (GListModel      *items,
                     KomaPreferences *preferences)
{
  KomaShownList *self = g_object_new (KOMA_TYPE_SHOWN_LIST, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->items = g_object_ref (items);
  self->preferences = g_object_ref (preferences);
  g_signal_connect_object (items, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::results", G_CALLBACK (ask_again), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::not-sure-below", G_CALLBACK (ask_again), self,
                           G_CONNECT_SWAPPED);
  items_changed_cb (self, 0, 0, g_list_model_get_n_items (items));
  return self;
}

/**
 * koma_shown_list_set_query:
 * @self: a list
 * @query: which pictures to show, and how
 *
 * The list changes soon, and emits "arranged" then. A query that comes before replaces this one.
 */
void
koma_shown_list_set_query (KomaShownList         *self,
                           const KomaResultQuery *query)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_result_query_is_equal (query, self->query))
    return;
  koma_result_query_free (self->query);
  self->query = koma_result_query_copy (query);
  self->is_stale = TRUE;
  if (self->job != NULL)
    g_cancellable_cancel (self->job);
  koma_shown_list_schedule (self, 0);
}

const KomaResultQuery *
koma_shown_list_get_query (KomaShownList *self)
{
  return self->query;
}

guint
koma_shown_list_get_n_shown (KomaShownList *self)
{
  return self->shown->len;
}

guint
koma_shown_list_get_n_all (KomaShownList *self)
{
  return self->entries->len;
}

/* All are shown, in the order of the items. */
static gboolean
is_as_it_came (KomaShownList *self)
{
  return KOMA_IS_ITEM_STORE (self->items) && koma_result_query_is_plain (self->applied) &&
         self->gone->len == 0 && self->shown->len == g_list_model_get_n_items (self->items);
}

GPtrArray *
koma_shown_list_dup_items (KomaShownList *self)
{
  GPtrArray *items = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (is_as_it_came (self))
    return koma_item_store_share_items (KOMA_ITEM_STORE (self->items));
  items = g_ptr_array_new_full (self->shown->len, g_object_unref);

  for (guint i = 0; i < self->shown->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (self->shown, i);

    if (!entry->is_gone)
      g_ptr_array_add (items, g_object_ref (entry->item));
  }
  return items;
}

void
koma_shown_list_complete (KomaShownList *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_shown_list_clear_rows (self);
  if (self->job == NULL)
    koma_shown_list_remove_gone (self);
  koma_shown_list_expose (self, self->shown->len);
}

/**
 * koma_shown_list_restart:
 * @self: a list
 *
 * Leaves the first rows alone in the list, at once or some turns later, and emits "restarted" then;
 * the others come back over some frames. For a view that is about to create widgets for them.
 */
void
koma_shown_list_restart (KomaShownList *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_signal_emit_by_name (self, "arranging");
  self->is_restarting = !koma_shown_list_leave_first (self);
  if (!self->is_restarting)
    g_signal_emit_by_name (self, "restarted");
  koma_shown_list_schedule (self, 0);
}

/**
 * koma_shown_list_get_header:
 * @self: a list
 * @position: of a row
 * @ret_title: gets the title of the group
 * @ret_n_shown: gets its number of pictures
 *
 * Returns: whether a group begins at this row
 */
gboolean
koma_shown_list_get_header (KomaShownList *self,
                            guint          position,
                            const char   **ret_title,
                            guint         *ret_n_shown)
{
  KomaShownEntry *entry = position < self->n_exposed ? g_ptr_array_index (self->shown, position)
                                                     : NULL;
  KomaShownEntry *before = entry != NULL && position > 0
                             ? g_ptr_array_index (self->shown, position - 1)
                             : NULL;

  if (entry == NULL || entry->group == NULL || (before != NULL && before->group == entry->group))
    return FALSE;
  *ret_title = entry->group->title;
  *ret_n_shown = entry->group->n_shown;
  return TRUE;
}

/**
 * koma_shown_list_get_group:
 * @self: a list
 * @position: of a row
 * @ret_first: gets the first row of its group
 * @ret_n: gets the number of its rows
 *
 * Returns: whether rows are in groups
 */
gboolean
koma_shown_list_get_group (KomaShownList *self,
                           guint          position,
                           guint         *ret_first,
                           guint         *ret_n)
{
  KomaShownEntry *entry = position < self->shown->len ? g_ptr_array_index (self->shown, position)
                                                      : NULL;
  guint           first = position;

  if (entry == NULL || entry->group == NULL)
    return FALSE;
  while (first > 0 &&
         ((KomaShownEntry *) g_ptr_array_index (self->shown, first - 1))->group == entry->group)
    first--;
  *ret_first = first;
  *ret_n = entry->group->n_shown;
  return TRUE;
}

/* (nullable) */
static const char *
get_group_name (KomaResultItem *item,
                KomaGroupBy     group)
{
  KomaResult     *result = koma_result_item_get_result (item);
  KomaCorrection *correction = koma_result_item_get_correction (item);

  if (result == NULL || result->n_classes == 0)
    return NULL;
  if (correction != NULL)
    return group == KOMA_GROUP_KIND ? koma_correction_get_kind (correction, result)
                                    : koma_correction_get_name (correction, result);
  return group == KOMA_GROUP_KIND
           ? koma_result_get_kind (result, NULL)
           : koma_result_get_class (result, 0).name;
}

static void
count (GHashTable *counts,
       const char *found) /* (nullable) */
{
  gpointer name = NULL, n = NULL;

  if (found == NULL)
    return;
  if (!g_hash_table_lookup_extended (counts, found, &name, &n))
    name = g_strdup (found);
  else
    g_hash_table_steal (counts, name);
  g_hash_table_insert (counts, name, GUINT_TO_POINTER (GPOINTER_TO_UINT (n) + 1));
}

/**
 * koma_shown_list_count_on:
 * @self: a list
 * @n: pictures to be counted at most
 * @position: (inout): of the next one, 0 at first
 * @classes: (element-type utf8 guint): gets the number of pictures by the name of their best class,
 *   or of what a person says; without those that have none
 * @kinds: (element-type utf8 guint): the same by kind
 *
 * Pictures that come or go meanwhile may be counted or not.
 *
 * Returns: whether there are more
 */
gboolean
koma_shown_list_count_on (KomaShownList *self,
                          guint          n,
                          guint         *position,
                          GHashTable    *classes,
                          GHashTable    *kinds)
{
  const guint end = MIN (n, self->entries->len - MIN (*position, self->entries->len)) + *position;

  KOMA_ASSERT_MAIN_THREAD ();

  for (; *position < end; (*position)++) {
    KomaShownEntry *entry = g_ptr_array_index (self->entries, *position);

    count (classes, get_group_name (entry->item, KOMA_GROUP_CLASS));
    count (kinds, get_group_name (entry->item, KOMA_GROUP_KIND));
  }
  return *position < self->entries->len;
}

GtkBitset *
koma_shown_list_get_leaving (KomaShownList *self)
{
  return self->leaving;
}
