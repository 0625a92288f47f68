/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Answers queries, and keeps the answer as pictures come, go and change. */

#include "koma-shown-list-private.h"

#include "koma-search-text.h"
#include "koma-shown-job.h"
#include "koma-shown-order.h"
#include "worker/koma-thread.h"

/* A turn of the main loop takes a part of a frame, and the next comes a frame later. */
#define TURN_US     4000
#define INTERVAL_MS 16

/* Rather than to place so many one by one, all are arranged anew. */
#define MAX_CHANGED 8000

/* ---- One by one ---- */

static guint
find_place (KomaShownList        *self,
            const KomaShownEntry *entry)
{
  guint low = 0, high = self->shown->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;

    if (koma_shown_order_compare (self->keys, g_ptr_array_index (self->shown, middle), entry,
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
          koma_shown_order_compare (self->keys, g_ptr_array_index (self->shown, position - 1),
                                    entry, self->applied) < 0) &&
         (position + 1 == self->shown->len ||
          koma_shown_order_compare (self->keys, entry,
                                    g_ptr_array_index (self->shown, position + 1),
                                    self->applied) < 0);
}

static void
place (KomaShownList  *self,
       KomaShownEntry *entry)
{
  const guint n_results = koma_preferences_get_results (self->preferences);
  guint       position = 0;
  gboolean    is_matching = FALSE;

  koma_shown_list_look (self, entry, TRUE);
  self->is_outdated |= self->applied->group == KOMA_GROUP_SIMILAR;
  koma_shown_keys_prepare (self->keys, entry, self->applied, self->words, n_results);
  is_matching =
    koma_shown_keys_matches (self->keys, entry, self->applied, self->words, n_results);
  if (is_matching && entry->is_shown && g_ptr_array_find (self->shown, entry, &position) &&
      is_in_place (self, entry, position)) {
    koma_shown_list_set_shown (self, entry, TRUE);
    return;
  }
  koma_shown_list_remove_row (self, entry);
  if (is_matching)
    koma_shown_list_insert_row (self, find_place (self, entry), entry);
}

static void
place_changed (KomaShownList *self)
{
  const gint64 end = g_get_monotonic_time () + TURN_US;
  guint        n = 0;

  koma_shown_list_number (self);
  /* One alone may take a millisecond, where it gets a row that GTK makes widgets for. */
  for (; n < self->changed->len && (n == 0 || g_get_monotonic_time () < end); n++) {
    KomaShownEntry *entry = g_ptr_array_index (self->changed, n);

    entry->is_changed = FALSE;
    if (entry->is_gone)
      continue;
    if (koma_result_query_is_plain (self->applied))
      koma_shown_list_look (self, entry, FALSE);
    else
      place (self, entry);
  }
  if (n > 0)
    g_ptr_array_remove_range (self->changed, 0, n);
}

/* ---- All ---- */

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
drop_gone (KomaShownList *self)
{
  GPtrArray *order = self->answer;
  guint      n_kept = 0;

  if (self->gone->len == 0)
    return;
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
  g_autoptr (KomaShownList) self = KOMA_SHOWN_LIST (user_data);

  self->answer = koma_shown_job_finish (result, NULL);
  if (self->answer == NULL)
    g_clear_object (&self->job);
  g_clear_handle_id (&self->turn, g_source_remove);
  koma_shown_list_schedule (self, 0);
}

/* As soon as the rows that it replaces have gone, unless another question was asked before. */
static void
show_answer (KomaShownList *self)
{
  const gboolean is_begun = self->n_passed > 0;

  if (!is_begun && !self->is_stale) {
    g_signal_emit_by_name (self, "arranging");
    drop_gone (self);
    if (!koma_shown_list_make_room (self, self->answer))
      return;
    apply_query (self);
  }
  if (is_begun || !self->is_stale) {
    self->is_clearing = !koma_shown_list_leave_rows (self) ||
                        !koma_shown_list_enter_rows (self, self->answer);
    if (self->is_clearing)
      return;
    koma_shown_list_show (self, g_steal_pointer (&self->answer));
  }
  g_clear_pointer (&self->answer, g_ptr_array_unref);
  g_clear_object (&self->job);
}

static void
arrange (KomaShownList *self)
{
  if (!self->is_looking)
    forget_changed (self);
  if (!koma_shown_list_look_on (self))
    return;
  koma_shown_list_number (self);
  self->is_stale = FALSE;
  self->n_passed = 0;
  self->job = g_cancellable_new ();
  koma_shown_job_start (self, self->keys, self->entries, self->query,
                        koma_preferences_get_results (self->preferences), self->job, arranged_cb);
}

/* All as they came: no thread is needed. */
static void
arrange_plain (KomaShownList *self)
{
  self->is_looking = FALSE;
  if (self->n_passed == 0)
    g_signal_emit_by_name (self, "arranging");
  if (!koma_shown_list_make_room (self, self->entries))
    return;
  self->is_clearing = !koma_shown_list_leave_rows (self);
  if (self->is_clearing)
    return;
  self->is_stale = FALSE;
  apply_query (self);
  while (!koma_shown_list_enter_rows (self, self->entries))
    continue;
  koma_shown_list_show (self, g_ptr_array_copy (self->entries, NULL, NULL));
}

static void
dates_read_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (KomaShownList) self = KOMA_SHOWN_LIST (user_data);

  g_autoptr (GPtrArray) ignored G_GNUC_UNUSED = koma_shown_job_finish (result, NULL);

  g_clear_object (&self->job);
  koma_shown_list_schedule (self, 0);
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
  koma_shown_list_remove_gone (self);
  if (self->is_stale && koma_result_query_is_plain (self->query))
    arrange_plain (self);
  else if (self->is_stale || self->is_looking ||
           (self->changed->len > MAX_CHANGED && !koma_result_query_is_plain (self->applied)))
    arrange (self);
  else if (!read_dates (self))
    place_changed (self);
}

static void
restart (KomaShownList *self)
{
  if (!koma_shown_list_leave_first (self))
    return;
  self->is_restarting = FALSE;
  g_signal_emit_by_name (self, "restarted");
}

static void
take_turn (KomaShownList *self)
{
  self->is_clearing = FALSE;
  if (self->is_restarting)
    restart (self);
  else if (self->answer != NULL)
    show_answer (self);
  else if (self->job == NULL)
    work (self);
}

/* Rows that make room for others go at once. */
void
koma_shown_list_clear_rows (KomaShownList *self)
{
  while (self->is_clearing)
    take_turn (self);
}

gboolean
koma_shown_list_is_busy (KomaShownList *self)
{
  return self->is_stale || self->is_looking || self->job != NULL || self->gone->len > 0;
}

gboolean
koma_shown_list_is_settled (KomaShownList *self)
{
  return !koma_shown_list_is_busy (self) && self->changed->len == 0 &&
         self->n_exposed == self->shown->len;
}

static gboolean
is_waiting (KomaShownList *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    if (((KomaShownEntry *) g_ptr_array_index (self->entries, i))->state == KOMA_ITEM_WAITING)
      return TRUE;
  return FALSE;
}

/* Rows would change their places all the time while pictures come. */
static void
group_anew (KomaShownList *self)
{
  if (!self->is_outdated || !koma_shown_list_is_settled (self) || is_waiting (self))
    return;
  self->is_outdated = FALSE;
  self->is_stale = self->applied->group == KOMA_GROUP_SIMILAR;
}

static gboolean
turn_cb (gpointer user_data)
{
  KomaShownList *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  self->turn = 0;
  take_turn (self);
  koma_shown_list_expose_more (self);
  group_anew (self);
  if (self->is_clearing || self->is_looking)
    koma_shown_list_schedule (self, 0);
  else if (self->n_exposed < self->shown->len || self->answer != NULL ||
           (self->job == NULL && !koma_shown_list_is_settled (self)))
    koma_shown_list_schedule (self, INTERVAL_MS);
  if (!self->is_clearing && !self->is_looking)
    g_signal_emit_by_name (self, "arranged");
  return G_SOURCE_REMOVE;
}

void
koma_shown_list_schedule (KomaShownList *self,
                          guint          delay_ms)
{
  if (self->turn == 0)
    self->turn = delay_ms > 0
                   ? g_timeout_add (delay_ms, turn_cb, self)
                   : g_idle_add_full (G_PRIORITY_DEFAULT, turn_cb, self, NULL);
}

void
koma_shown_list_note_changed (KomaShownList  *self,
                              KomaShownEntry *entry)
{
  if (entry->is_changed)
    return;
  entry->is_changed = TRUE;
  g_ptr_array_add (self->changed, koma_shown_entry_ref (entry));
  koma_shown_list_schedule (self, 0);
}
