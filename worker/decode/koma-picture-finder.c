/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A search runs in a thread of GTask's pool and hands over what it finds in
 * batches, through the main context of whoever asked:
 *
 *   thread:  search ─ batch full ─ wait until few are under way ─ send ─ …
 *   context:                                          found (batch) ─ signal
 *
 * The wait is what bounds memory: the thread is never more than a few batches
 * ahead, whatever is in the folders. The task is returned only when every
 * batch has arrived, so that "finished" is always the last thing heard. */

#include "koma-picture-finder.h"

#include "engine/koma-app.h"
#include "koma-folder.h"

#define BATCH_FILES           256
#define MAX_BATCHES_UNDER_WAY 2

/* One search: the task's data, shared by its thread and its batches. */
typedef struct
{
  /* Immutable after construction. */
  GPtrArray             *files; /* (element-type GFile) as asked for */
  KomaPictureFinderFound found;
  gpointer               found_data;
  GMainContext          *context;

  /* The searching thread only. */
  GPtrArray  *batch;   /* (element-type GFile) */
  GArray     *ids;     /* (element-type KomaFileId) of those */
  GHashTable *folders; /* (element-type KomaFolderId) met already */
  guint       n_unreadable;

  /* Guarded by lock. */
  GMutex lock;
  GCond  arrived;
  guint  n_under_way;
} Search;

/* A batch on its way to the caller's context. */
typedef struct
{
  GTask     *task;
  GPtrArray *files;
  GArray    *ids;
} Delivery;

static gboolean search_folder (GTask *task,
                               GFile *folder,
                               guint  depth);

static void
begin_batch (Search *search)
{
  search->batch = g_ptr_array_new_with_free_func (g_object_unref);
  search->ids = g_array_new (FALSE, FALSE, sizeof (KomaFileId));
}

static Search *
search_new (GPtrArray             *files,
            KomaPictureFinderFound found,
            gpointer               found_data)
{
  Search *search = g_new0 (Search, 1);

  search->files = g_ptr_array_copy (files, (GCopyFunc) g_object_ref, NULL);
  g_ptr_array_set_free_func (search->files, g_object_unref);
  search->found = found;
  search->found_data = found_data;
  search->context = g_main_context_ref_thread_default ();
  begin_batch (search);
  search->folders = g_hash_table_new_full (koma_folder_id_hash, koma_folder_id_equal, g_free, NULL);
  g_mutex_init (&search->lock);
  g_cond_init (&search->arrived);
  return search;
}

static void
search_free (gpointer data)
{
  Search *search = data;

  g_ptr_array_unref (search->files);
  g_main_context_unref (search->context);
  g_ptr_array_unref (search->batch);
  g_array_unref (search->ids);
  g_hash_table_unref (search->folders);
  g_mutex_clear (&search->lock);
  g_cond_clear (&search->arrived);
  g_free (search);
}

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;
  Search   *search = g_task_get_task_data (delivery->task);

  g_mutex_lock (&search->lock);
  search->n_under_way--;
  g_cond_signal (&search->arrived);
  g_mutex_unlock (&search->lock);

  g_ptr_array_unref (delivery->files);
  g_array_unref (delivery->ids);
  g_object_unref (delivery->task);
  g_free (delivery);
}

static gboolean
deliver_cb (gpointer data)
{
  Delivery *delivery = data;
  Search   *search = g_task_get_task_data (delivery->task);

  if (!g_cancellable_is_cancelled (g_task_get_cancellable (delivery->task)))
    search->found (delivery->files, (const KomaFileId *) delivery->ids->data, search->found_data);
  return G_SOURCE_REMOVE;
}

/* Not g_main_context_invoke(): while nobody runs the context, that would call
 * back right here, in the wrong thread. */
static void
attach_delivery (GMainContext *context,
                 Delivery     *delivery)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_static_name (source, "[koma] pictures found");
  g_source_set_callback (source, deliver_cb, delivery, delivery_free);
  g_source_attach (source, context);
}

/* Wakes the thread if it waits. It is cancelled already: a thread that has the
 * lock and looks sees that, one that waits is told. */
static void
cancelled_cb (GCancellable *cancellable,
              gpointer      data)
{
  Search *search = data;

  g_mutex_lock (&search->lock);
  g_cond_signal (&search->arrived);
  g_mutex_unlock (&search->lock);
}

/* Waits until at most @n_allowed batches are under way; FALSE if the search is
 * cancelled first. */
static gboolean
wait_for_arrivals (GTask *task,
                   guint  n_allowed)
{
  Search       *search = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  g_mutex_lock (&search->lock);
  while (search->n_under_way > n_allowed && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait (&search->arrived, &search->lock);
  g_mutex_unlock (&search->lock);
  return !g_cancellable_is_cancelled (cancellable);
}

static gboolean
send_batch (GTask *task)
{
  Search   *search = g_task_get_task_data (task);
  Delivery *delivery = NULL;

  if (search->batch->len == 0)
    return TRUE;
  if (!wait_for_arrivals (task, MAX_BATCHES_UNDER_WAY - 1))
    return FALSE;

  delivery = g_new (Delivery, 1);
  delivery->task = g_object_ref (task);
  delivery->files = g_steal_pointer (&search->batch);
  delivery->ids = g_steal_pointer (&search->ids);
  begin_batch (search);
  g_mutex_lock (&search->lock);
  search->n_under_way++;
  g_mutex_unlock (&search->lock);
  attach_delivery (search->context, delivery);
  return TRUE;
}

static gboolean
take_file (GTask            *task,
           GFile            *file,
           const KomaFileId *id)
{
  Search *search = g_task_get_task_data (task);

  g_ptr_array_add (search->batch, g_object_ref (file));
  g_array_append_val (search->ids, *id);
  return search->batch->len < BATCH_FILES || send_batch (task);
}

/* Whether this folder is met for the first time: links make trees into
 * graphs, and graphs have loops. */
static gboolean
enter_folder (Search           *search,
              const KomaFileId *id)
{
  const KomaFolderId folder = { id->device, id->inode };

  /* A remote file system without inode numbers: only the depth is a bound. */
  if (id->inode == 0)
    return TRUE;
  return g_hash_table_add (search->folders, g_memdup2 (&folder, sizeof folder));
}

static gboolean
search_entry (GTask                 *task,
              const KomaFolderEntry *entry,
              guint                  depth)
{
  if (!entry->is_folder)
    return take_file (task, entry->file, &entry->id);
  if (!enter_folder (g_task_get_task_data (task), &entry->id))
    return TRUE;
  return search_folder (task, entry->file, depth + 1);
}

/* FALSE: cancelled. */
static gboolean
search_folder (GTask *task,
               GFile *folder,
               guint  depth)
{
  Search       *search = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr (GPtrArray) entries = NULL;
  gboolean is_whole = FALSE;

  if (depth <= KOMA_MAX_FOLDER_DEPTH)
    entries = koma_folder_list (folder, cancellable, &is_whole);
  search->n_unreadable += !is_whole;
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    if (!search_entry (task, g_ptr_array_index (entries, i), depth))
      return FALSE;
  return !g_cancellable_is_cancelled (cancellable);
}

/* What was named directly is taken whatever it is called: if it is no
 * picture, decoding it says so, with its name. */
static gboolean
search_named (GTask *task,
              GFile *file)
{
  KomaFileId id = { 0 };

  if (!koma_folder_identify (file, g_task_get_cancellable (task), &id))
    return take_file (task, file, &id);
  return !enter_folder (g_task_get_task_data (task), &id) || search_folder (task, file, 0);
}

static void
search_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Search  *search = task_data;
  gboolean is_going_on = TRUE;
  gulong   handler = 0;

  if (cancellable != NULL)
    handler = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), search, NULL);
  for (guint i = 0; i < search->files->len && is_going_on; i++)
    is_going_on = search_named (task, g_ptr_array_index (search->files, i));
  is_going_on = is_going_on && send_batch (task) && wait_for_arrivals (task, 0);
  g_cancellable_disconnect (cancellable, handler);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
}

/**
 * koma_picture_finder_find_async:
 * @files: (element-type GFile): files and folders, in the order wanted
 * @found: called with some hundred files at a time, in order
 * @found_data: for @found; must stay valid until @callback is called
 * @cancellable: (nullable): @found is not called any more once it is cancelled
 * @callback: called when the search has ended and every batch has arrived
 * @user_data: for @callback
 *
 * Turns files and folders into a stream of picture files. What is named in
 * @files is always taken. Folders are searched in depth, sorted by name as
 * people count (2 before 10); hidden entries are left out; links are
 * followed, but no folder is searched twice, so that loops end; only names
 * of picture types are taken.
 *
 * The search waits while @found has not returned for earlier batches: a slow
 * taker does not let the list grow.
 *
 * Thread: one whose default main context runs; @found and @callback are
 * called there.
 */
void
koma_picture_finder_find_async (GPtrArray             *files,
                                KomaPictureFinderFound found,
                                gpointer               found_data,
                                GCancellable          *cancellable,
                                GAsyncReadyCallback    callback,
                                gpointer               user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_picture_finder_find_async);
  g_task_set_name (task, "[koma] find pictures");
  g_task_set_task_data (task, search_new (files, found, found_data), search_free);
  g_task_run_in_thread (task, search_thread);
}

/**
 * koma_picture_finder_find_finish:
 * @result: what the callback got
 * @ret_n_unreadable: (out) (optional): folders that could not be read, or lie
 *   deeper than %KOMA_MAX_FOLDER_DEPTH
 * @error: return location
 *
 * Ends a search.
 *
 * Thread: that of the callback.
 *
 * Returns: whether everything was searched
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_picture_finder_find_finish (GAsyncResult *result,
                                 guint        *ret_n_unreadable,
                                 GError      **error)
{
  GTask  *task = G_TASK (result);
  Search *search = g_task_get_task_data (task);

  g_return_val_if_fail (g_async_result_is_tagged (result, koma_picture_finder_find_async), FALSE);

  if (!g_task_propagate_boolean (task, error))
    return FALSE;
  if (ret_n_unreadable != NULL)
    *ret_n_unreadable = search->n_unreadable;
  return TRUE;
}
