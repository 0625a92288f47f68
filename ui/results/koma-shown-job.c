/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-job.h"

#include "koma-search-text.h"
#include "koma-shown-order.h"
#include "worker/koma-thread.h"

/* So many entries at a time, then it looks whether it was cancelled. */
#define N_A_TIME 256

typedef struct
{
  KomaShownKeys   *keys;
  GPtrArray       *entries;
  KomaResultQuery *query;
  guint            n_results;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_ptr_array_unref (job->entries);
  koma_result_query_free (job->query);
  g_free (job);
}

static int
compare_cb (gconstpointer a,
            gconstpointer b,
            gpointer      user_data)
{
  const Job *job = user_data;

  return koma_shown_order_compare (job->keys, *(KomaShownEntry *const *) a,
                                   *(KomaShownEntry *const *) b, job->query);
}

static void
arrange (GTask        *task,
         gpointer      source,
         gpointer      task_data,
         GCancellable *cancellable)
{
  Job *job = task_data;
  g_auto (GStrv) words = koma_search_text_split (job->query->text);
  g_autoptr (GPtrArray) order = g_ptr_array_sized_new (job->entries->len);

  for (guint i = 0; i < job->entries->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (job->entries, i);

    if (i % N_A_TIME == 0 && g_task_return_error_if_cancelled (task))
      return;
    koma_shown_keys_prepare (job->keys, entry, job->query, words, job->n_results);
    if (koma_shown_keys_matches (job->keys, entry, job->query, words, job->n_results))
      g_ptr_array_add (order, entry);
  }
  if (job->query->group == KOMA_GROUP_SIMILAR)
    koma_shown_keys_group_similar (job->keys, order, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    g_ptr_array_sort_with_data (order, compare_cb, job);
  g_task_return_pointer (task, g_steal_pointer (&order), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * koma_shown_job_start:
 * @list: (type GObject): owner of @keys and of @entries, which stay until @callback
 * @entries: without a function that frees them
 * @callback: gets a reference to @list as its last argument, to be released there, on the main
 *   thread; the task itself may end on another
 *
 * Thread: main; the work is done on another one
 */
void
koma_shown_job_start (gpointer               list,
                      KomaShownKeys         *keys,
                      GPtrArray             *entries,
                      const KomaResultQuery *query,
                      guint                  n_results,
                      GCancellable          *cancellable,
                      GAsyncReadyCallback    callback)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, g_object_ref (list));
  Job *job = g_new0 (Job, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  job->keys = keys;
  job->entries = g_ptr_array_copy (entries, NULL, NULL);
  job->query = koma_result_query_copy (query);
  job->n_results = n_results;
  g_task_set_source_tag (task, koma_shown_job_start);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, arrange);
}

GPtrArray *
koma_shown_job_finish (GAsyncResult *result,
                       GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
