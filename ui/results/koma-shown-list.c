/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-list.h"

#include "koma-search-text.h"
#include "koma-shown-job.h"
#include "koma-shown-keys.h"
#include "worker/koma-thread.h"

/* A turn of the main loop takes no more than some frames' share, and the next comes a frame later. */
#define TURN_US     4000
#define INTERVAL_MS 16

/* Rather than to place so many one by one, all are arranged anew. */
#define MAX_CHANGED 8000

/* Views create widgets for the first rows, some 200, which takes time: as in koma-arrivals.c. */
#define N_FIRST             24
#define N_ROWS_WITH_WIDGETS 208
#define N_A_TURN            4

/**
 * KomaShownList:
 *
 * A query is answered on another thread, from the entries of all items, and the answer replaces the
 * rows at once: the first that a window can show, then some more in each frame. An item that changes
 * or is new later is taken out and put where it belongs, for some milliseconds in each frame.
 *
 * While a thread reads the entries, the main thread changes none of them: it only notes which items
 * have changed or are gone.
 *
 * The query that shows all as they came needs no keys; its rows come and go with the items.
 *
 * Emits "arranged" when what is shown or counted may have changed.
 *
 * Thread: main
 */
struct _KomaShownList
{
  GObject parent_instance;

  GListModel      *items;
  KomaPreferences *preferences;
  KomaResultQuery *query;   /* that is wanted */
  KomaResultQuery *applied; /* that @shown answers */
  char           **words;   /* of @applied */
  KomaShownKeys   *keys;

  GPtrArray *entries;   /* KomaShownEntry, one for each item; owned */
  GPtrArray *shown;     /* KomaShownEntry, borrowed from @entries or @gone */
  guint      n_exposed; /* of @shown, that are in the list model so far */
  GPtrArray *changed;   /* KomaShownEntry, owned: to be placed anew */
  GPtrArray *gone;      /* KomaShownEntry, owned: their items were removed */

  gboolean      is_numbered; /* the entries know their index */
  gboolean      is_stale;    /* @query was not asked yet, or of other entries */
  GCancellable *job;         /* (nullable) of the thread that reads the entries */
  guint         turn;
};

static guint arranged_signal;

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (KomaShownList,
                               koma_shown_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void schedule (KomaShownList *self, guint delay_ms);

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

static void
emit_changed (KomaShownList *self,
              guint          position,
              guint          n_removed,
              guint          n_added)
{
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

static void
expose (KomaShownList *self,
        guint          n_exposed)
{
  guint before = self->n_exposed;

  self->n_exposed = n_exposed;
  emit_changed (self, before, 0, n_exposed - before);
}

/* ---- Entries ---- */

static void
note_changed (KomaShownList  *self,
              KomaShownEntry *entry)
{
  if (entry->is_changed)
    return;
  entry->is_changed = TRUE;
  g_ptr_array_add (self->changed, koma_shown_entry_ref (entry));
  schedule (self, 0);
}

/* Where all are shown as they came, a result changes nothing. */
static void
item_changed_cb (KomaResultItem *item,
                 gpointer        user_data)
{
  KomaShownEntry *entry = user_data;
  KomaShownList  *self = entry->list;

  if (self->job != NULL || entry->result != NULL || !koma_result_query_is_plain (self->applied))
    note_changed (self, entry);
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

/* What the item says now; not while a thread reads the entry. */
static void
look (KomaShownList  *self,
      KomaShownEntry *entry,
      gboolean        is_needed)
{
  KomaResult *result = is_needed ? koma_result_item_get_result (entry->item) : NULL;

  if (entry->result != result) {
    g_clear_pointer (&entry->result, koma_result_unref);
    entry->result = result != NULL ? koma_result_ref (result) : NULL;
    entry->class = NULL;
  }
  entry->state = koma_result_item_get_state (entry->item);
  entry->is_sure =
    result != NULL &&
    koma_result_is_sure (result, koma_preferences_get_not_sure_below (self->preferences,
                                                                      &result->info->values));
}

static void
number_entries (KomaShownList *self)
{
  for (guint i = 0; !self->is_numbered && i < self->entries->len; i++)
    ((KomaShownEntry *) g_ptr_array_index (self->entries, i))->index = i;
  self->is_numbered = TRUE;
}

/* ---- What is shown ---- */

static void
set_shown (KomaShownList  *self,
           KomaShownEntry *entry,
           gboolean        is_shown)
{
  if (entry->group != NULL)
    entry->group->n_shown--;
  entry->is_shown = is_shown;
  entry->group =
    is_shown ? koma_shown_keys_get_group (self->keys, entry, self->applied->group) : NULL;
  if (entry->group != NULL)
    entry->group->n_shown++;
}

/* Returns: the first row that differs from the new order */
static guint
find_difference (KomaShownList *self,
                 GPtrArray     *order)
{
  guint end = MIN (self->n_exposed, order->len);

  for (guint i = 0; i < end; i++)
    if (g_ptr_array_index (self->shown, i) != g_ptr_array_index (order, i))
      return i;
  return end;
}

/* Shows @order (borrowed entries; transfer full), the first rows at once. */
static void
show (KomaShownList *self,
      GPtrArray     *order)
{
  guint same = find_difference (self, order);
  guint before = self->n_exposed;

  for (guint i = 0; i < self->shown->len; i++)
    set_shown (self, g_ptr_array_index (self->shown, i), FALSE);
  g_ptr_array_unref (self->shown);
  self->shown = order;
  for (guint i = 0; i < order->len; i++)
    set_shown (self, g_ptr_array_index (order, i), TRUE);

  if (same < before)
    self->n_exposed = MIN (order->len, same + N_FIRST);
  emit_changed (self, same, before - same, self->n_exposed - same);
}

static void
expose_more (KomaShownList *self)
{
  if (self->n_exposed == self->shown->len)
    return;
  expose (self, self->n_exposed < N_ROWS_WITH_WIDGETS
                  ? MIN (self->n_exposed + N_A_TURN, self->shown->len)
                  : self->shown->len);
}

static void
insert_shown (KomaShownList *self,
              guint          position,
              gpointer       entry)
{
  gboolean is_exposed = position < self->n_exposed || self->n_exposed == self->shown->len;

  g_ptr_array_insert (self->shown, position, entry);
  set_shown (self, entry, TRUE);
  if (!is_exposed)
    return;
  self->n_exposed++;
  emit_changed (self, position, 0, 1);
}

static void
remove_shown (KomaShownList  *self,
              KomaShownEntry *entry)
{
  guint position = 0;

  if (!entry->is_shown || !g_ptr_array_find (self->shown, entry, &position))
    return;
  set_shown (self, entry, FALSE);
  g_ptr_array_remove_index (self->shown, position);
  if (position >= self->n_exposed)
    return;
  self->n_exposed--;
  emit_changed (self, position, 1, 0);
}

/* Of several that are gone, one change tells: from the first to the last. */
static void
remove_gone (KomaShownList *self)
{
  guint n_kept = 0, n_exposed = 0, first = G_MAXUINT, end = 0, n_after = 0;

  for (guint i = 0; self->gone->len > 0 && i < self->shown->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (self->shown, i);

    if (entry->is_gone) {
      set_shown (self, entry, FALSE);
      first = MIN (first, i);
      end = i + 1;
      n_after = n_kept;
      continue;
    }
    n_exposed += i < self->n_exposed;
    g_ptr_array_index (self->shown, n_kept++) = entry;
  }
  if (first < G_MAXUINT) {
    guint before = self->n_exposed;

    g_ptr_array_set_size (self->shown, n_kept);
    self->n_exposed = n_exposed;
    if (first < before)
      emit_changed (self, first, MIN (end, before) - first, MIN (n_after, n_exposed) - first);
  }
  g_ptr_array_set_size (self->gone, 0);
  if (self->entries->len == 0)
    koma_shown_keys_clear (self->keys);
}

static guint
find_place (KomaShownList        *self,
            const KomaShownEntry *entry)
{
  guint low = 0, high = self->shown->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (koma_shown_keys_compare (self->keys, g_ptr_array_index (self->shown, middle), entry,
                                 self->applied) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Whether @entry, at its row, is in order with its neighbours. */
static gboolean
is_in_place (KomaShownList        *self,
             const KomaShownEntry *entry,
             guint                 position)
{
  return (position == 0 ||
          koma_shown_keys_compare (self->keys, g_ptr_array_index (self->shown, position - 1), entry,
                                   self->applied) < 0) &&
         (position + 1 == self->shown->len ||
          koma_shown_keys_compare (self->keys, entry, g_ptr_array_index (self->shown, position + 1),
                                   self->applied) < 0);
}

static void
place (KomaShownList  *self,
       KomaShownEntry *entry)
{
  guint    position = 0;
  gboolean is_matching = FALSE;

  look (self, entry, TRUE);
  koma_shown_keys_prepare (self->keys, entry, self->applied);
  is_matching = koma_shown_keys_matches (self->keys, entry, self->applied, self->words,
                                         koma_preferences_get_results (self->preferences));
  if (is_matching && entry->is_shown && g_ptr_array_find (self->shown, entry, &position) &&
      is_in_place (self, entry, position)) {
    set_shown (self, entry, TRUE);
    return;
  }
  remove_shown (self, entry);
  if (is_matching)
    insert_shown (self, find_place (self, entry), entry);
}

static void
place_changed (KomaShownList *self)
{
  const gint64 end = g_get_monotonic_time () + TURN_US;
  guint        n = 0;

  number_entries (self);
  for (; n < self->changed->len && (n % 8 != 0 || g_get_monotonic_time () < end); n++) {
    KomaShownEntry *entry = g_ptr_array_index (self->changed, n);

    entry->is_changed = FALSE;
    if (entry->is_gone)
      continue;
    if (koma_result_query_is_plain (self->applied))
      look (self, entry, FALSE);
    else
      place (self, entry);
  }
  if (n > 0)
    g_ptr_array_remove_range (self->changed, 0, n);
}

/* ---- Arranging all ---- */

static void
apply_query (KomaShownList *self)
{
  koma_result_query_free (self->applied);
  g_strfreev (self->words);
  self->applied = koma_result_query_copy (self->query);
  self->words = koma_search_text_split (self->applied->text);
}

static void
forget_changed (KomaShownList *self)
{
  for (guint i = 0; i < self->changed->len; i++)
    ((KomaShownEntry *) g_ptr_array_index (self->changed, i))->is_changed = FALSE;
  g_ptr_array_set_size (self->changed, 0);
}

static void
drop_gone (GPtrArray *order)
{
  guint n_kept = 0;

  for (guint i = 0; i < order->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (order, i);

    if (!entry->is_gone)
      g_ptr_array_index (order, n_kept++) = entry;
  }
  g_ptr_array_set_size (order, n_kept);
}

static void
arranged_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  KomaShownList *self = KOMA_SHOWN_LIST (source);
  g_autoptr (GPtrArray) order = koma_shown_job_finish (result, NULL);

  g_clear_object (&self->job);
  if (order == NULL || self->is_stale) { /* another question was asked meanwhile */
    schedule (self, 0);
    return;
  }
  apply_query (self);
  drop_gone (order);
  show (self, g_steal_pointer (&order));
  schedule (self, 0);
  g_signal_emit (self, arranged_signal, 0);
}

static void
arrange (KomaShownList *self)
{
  number_entries (self);
  forget_changed (self);
  for (guint i = 0; i < self->entries->len; i++)
    look (self, g_ptr_array_index (self->entries, i), TRUE);
  self->is_stale = FALSE;
  self->job = g_cancellable_new ();
  koma_shown_job_start (self, self->keys, self->entries, self->query,
                        koma_preferences_get_results (self->preferences), self->job, arranged_cb);
}

/* All as they came: no thread is needed. */
static void
arrange_plain (KomaShownList *self)
{
  GPtrArray *order = g_ptr_array_sized_new (self->entries->len);

  for (guint i = 0; i < self->entries->len; i++) {
    g_ptr_array_add (order, g_ptr_array_index (self->entries, i));
    note_changed (self, g_ptr_array_index (self->entries, i)); /* results are not needed now */
  }
  self->is_stale = FALSE;
  apply_query (self);
  show (self, order);
}

static void
dates_read_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  KomaShownList *self = KOMA_SHOWN_LIST (source);

  g_autoptr (GPtrArray) ignored G_GNUC_UNUSED = koma_shown_job_finish (result, NULL);

  g_clear_object (&self->job);
  schedule (self, 0);
}

/* Files are read by a thread: those of new pictures first, then all can be placed. */
static gboolean
read_dates (KomaShownList *self)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new ();

  if (self->applied->sort != KOMA_SORT_DATE)
    return FALSE;
  for (guint i = 0; i < self->changed->len; i++)
    if (((KomaShownEntry *) g_ptr_array_index (self->changed, i))->date == 0)
      g_ptr_array_add (unknown, g_ptr_array_index (self->changed, i));
  if (unknown->len == 0)
    return FALSE;
  self->job = g_cancellable_new ();
  koma_shown_job_start (self, self->keys, unknown, self->applied, 0, self->job, dates_read_cb);
  return TRUE;
}

/* ---- Turns ---- */

static void
work (KomaShownList *self)
{
  remove_gone (self);
  if (self->is_stale && koma_result_query_is_plain (self->query))
    arrange_plain (self);
  else if (self->is_stale || (self->changed->len > MAX_CHANGED &&
                              !koma_result_query_is_plain (self->applied)))
    arrange (self);
  else if (!read_dates (self))
    place_changed (self);
}

static gboolean
turn_cb (gpointer user_data)
{
  KomaShownList *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  self->turn = 0;
  if (self->job == NULL)
    work (self);
  expose_more (self);
  if (self->n_exposed < self->shown->len ||
      (self->job == NULL && (self->changed->len > 0 || self->is_stale)))
    schedule (self, INTERVAL_MS);
  g_signal_emit (self, arranged_signal, 0);
  return G_SOURCE_REMOVE;
}

static void
schedule (KomaShownList *self,
          guint          delay_ms)
{
  if (self->turn == 0)
    self->turn = delay_ms > 0
                   ? g_timeout_add (delay_ms, turn_cb, self)
                   : g_idle_add_full (G_PRIORITY_DEFAULT, turn_cb, self, NULL);
}

/* ---- Items ---- */

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
    set_shown (self, g_ptr_array_index (self->shown, position + i), FALSE);
  if (n_removed > 0)
    g_ptr_array_remove_range (self->shown, position, n_removed);
  for (guint i = 0; i < n_added; i++) {
    g_ptr_array_insert (self->shown, position + i, g_ptr_array_index (self->entries, position + i));
    set_shown (self, g_ptr_array_index (self->entries, position + i), TRUE);
  }
  self->n_exposed = before - n_removed_rows + n_added_rows;
  emit_changed (self, position, n_removed_rows, n_added_rows);
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
  self->is_numbered = FALSE;
  for (guint i = 0; i < n_added; i++) {
    KomaShownEntry *entry = add_entry (self, position + i);

    if (!is_plain || self->job != NULL || self->is_stale)
      note_changed (self, entry);
  }
  if (is_plain)
    change_plainly (self, position, n_removed, n_added);
  schedule (self, 0);
}

/* ---- Object ---- */

static void
koma_shown_list_finalize (GObject *object)
{
  KomaShownList *self = KOMA_SHOWN_LIST (object);

  g_clear_handle_id (&self->turn, g_source_remove);
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

  arranged_signal = g_signal_new ("arranged", KOMA_TYPE_SHOWN_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
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
  schedule (self, 0);
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
  schedule (self, 0);
}

const KomaResultQuery *
koma_shown_list_get_query (KomaShownList *self)
{
  return self->query;
}

gboolean
koma_shown_list_is_busy (KomaShownList *self)
{
  return self->is_stale || self->job != NULL || self->gone->len > 0 || self->changed->len > 0;
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

void
koma_shown_list_complete (KomaShownList *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->job == NULL)
    remove_gone (self);
  expose (self, self->shown->len);
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
 * koma_shown_list_count_classes:
 * @self: a list
 *
 * Returns: (transfer full) (element-type utf8 guint): the number of pictures by the name of their
 *   best class
 */
GHashTable *
koma_shown_list_count_classes (KomaShownList *self)
{
  GHashTable *counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < self->entries->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (self->entries, i);
    KomaResult     *result = koma_result_item_get_result (entry->item);
    gpointer        name = NULL, n = NULL;

    if (result == NULL || result->n_classes == 0)
      continue;
    if (!g_hash_table_lookup_extended (counts, result->classes[0].name, &name, &n))
      name = g_strdup (result->classes[0].name);
    else
      g_hash_table_steal (counts, name);
    g_hash_table_insert (counts, name, GUINT_TO_POINTER (GPOINTER_TO_UINT (n) + 1));
  }
  return counts;
}
