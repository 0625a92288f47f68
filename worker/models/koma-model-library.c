/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-library.h"

#include "engine/koma-app.h"
#include "koma-model-list.h"
#include "worker/koma-thread.h"

struct _KomaModelLibrary
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaModelChoices *choices;

  /* Main thread only. */
  GPtrArray *items; /* (element-type KomaModelItem) */
};

static GType
get_item_type (GListModel *list)
{
  return KOMA_TYPE_MODEL_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return KOMA_MODEL_LIBRARY (list)->items->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  const GPtrArray *items = KOMA_MODEL_LIBRARY (list)->items;

  return position < items->len ? g_object_ref (items->pdata[position]) : NULL;
}

static void
init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* clang-format off */
G_DEFINE_FINAL_TYPE_WITH_CODE (KomaModelLibrary, koma_model_library, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_list_model))
/* clang-format on */

static void
koma_model_library_finalize (GObject *object)
{
  KomaModelLibrary *self = KOMA_MODEL_LIBRARY (object);

  g_clear_object (&self->choices);
  g_ptr_array_unref (self->items);
  G_OBJECT_CLASS (koma_model_library_parent_class)->finalize (object);
}

static void
koma_model_library_class_init (KomaModelLibraryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_model_library_finalize;
}

static void
koma_model_library_init (KomaModelLibrary *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * koma_model_library_new:
 * @choices: where models lie
 *
 * Thread: main. Returns: (transfer full): a library without models, until it is refreshed
 */
KomaModelLibrary *
koma_model_library_new (KomaModelChoices *choices)
{
  KomaModelLibrary *self = g_object_new (KOMA_TYPE_MODEL_LIBRARY, NULL);

  self->choices = g_object_ref (choices);
  return self;
}

static GTask *
new_task (KomaModelLibrary   *self,
          gpointer            tag,
          GCancellable       *cancellable,
          GAsyncReadyCallback callback,
          gpointer            user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  KOMA_ASSERT_MAIN_THREAD ();
  g_task_set_source_tag (task, tag);
  g_task_set_name (task, "[koma] library");
  return task;
}

static void
refresh_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  KomaModelLibrary *self = source_object;

  g_task_return_pointer (task, koma_model_list_read (self->choices, TRUE),
                         (GDestroyNotify) g_ptr_array_unref);
}

/* Between the thread and the caller: the list changes on the main thread. */
static void
read_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  KomaModelLibrary *self = KOMA_MODEL_LIBRARY (object);
  g_autoptr (GTask) task = user_data;
  GError    *error = NULL;
  GPtrArray *items = g_task_propagate_pointer (G_TASK (result), &error);
  guint      n_before = self->items->len;

  if (items == NULL) {
    g_task_return_error (task, error);
    return;
  }
  g_ptr_array_unref (self->items);
  self->items = items;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, items->len);
  g_task_return_boolean (task, TRUE);
}

/**
 * koma_model_library_refresh_async:
 *
 * Looks for models anew, as koma_model_list_read() does, beside the main loop.
 *
 * Thread: main.
 */
void
koma_model_library_refresh_async (KomaModelLibrary   *self,
                                  GCancellable       *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer            user_data)
{
  GTask *task =
    new_task (self, koma_model_library_refresh_async, cancellable, callback, user_data);
  g_autoptr (GTask) reading = new_task (self, refresh_thread, cancellable, read_cb, task);

  koma_task_run_in_thread (reading, refresh_thread);
}

/**
 * koma_model_library_refresh_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_model_library_refresh_finish (KomaModelLibrary *self,
                                   GAsyncResult     *result,
                                   GError          **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, koma_model_library_refresh_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

typedef struct
{
  char             *address;
  KomaFetchProgress progress; /* (nullable) */
  gpointer          progress_data;

  /* Of the thread. */
  guint64 told_bytes;
} Add;

static void
add_free (gpointer data)
{
  Add *add = data;

  g_free (add->address);
  g_free (add);
}

typedef struct
{
  GTask  *task; /* (owned) keeps what it belongs to */
  guint64 done_bytes;
  guint64 total_bytes;
} Report;

static void
report_free (gpointer data)
{
  Report *report = data;

  g_object_unref (report->task);
  g_free (report);
}

static gboolean
report_cb (gpointer data)
{
  const Report *report = data;
  const Add    *add = g_task_get_task_data (report->task);

  add->progress (report->done_bytes, report->total_bytes, add->progress_data);
  return G_SOURCE_REMOVE;
}

/* A hundred times at most for a file of known size: a bar shows no more. */
static void
downloading_cb (guint64  done_bytes,
                guint64  total_bytes,
                gpointer user_data)
{
  GTask        *task = user_data;
  Add          *add = g_task_get_task_data (task);
  const guint64 step = MAX (total_bytes / 100, 64u << 10);
  Report       *report = NULL;

  if (add->progress == NULL || (done_bytes < add->told_bytes + step && done_bytes < total_bytes))
    return;
  add->told_bytes = done_bytes;
  report = g_new (Report, 1);
  *report = (Report){ g_object_ref (task), done_bytes, total_bytes };
  g_main_context_invoke_full (g_task_get_context (task), G_PRIORITY_DEFAULT, report_cb, report,
                              report_free);
}

static gpointer
add_thread (gpointer data)
{
  g_autoptr (GTask) task = data;
  const Add *add = g_task_get_task_data (task);
  GError    *error = NULL;
  char      *path = koma_fetch_model (add->address, g_task_get_cancellable (task), downloading_cb,
                                      task, &error);

  if (path != NULL)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, error);
  return NULL;
}

/**
 * koma_model_library_add_async:
 * @address: as koma_fetch_model() takes it
 * @progress: (nullable): called in the main context, not after @callback
 *
 * Brings a model into the store, on a thread of its own: GTask's would wait for each other.
 *
 * Thread: main.
 */
void
koma_model_library_add_async (KomaModelLibrary   *self,
                              const char         *address,
                              KomaFetchProgress   progress,
                              gpointer            progress_data,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  GTask *task = new_task (self, koma_model_library_add_async, cancellable, callback, user_data);
  Add   *add = g_new0 (Add, 1);

  add->address = g_strdup (address);
  add->progress = progress;
  add->progress_data = progress_data;
  g_task_set_task_data (task, add, add_free);
  g_thread_unref (g_thread_new ("koma-download", add_thread, task));
}

/**
 * koma_model_library_add_finish:
 *
 * The library is refreshed then.
 *
 * Thread: main. Errors: those of koma_fetch_model().
 *
 * Returns: (transfer full): path of the model's file
 */
char *
koma_model_library_add_finish (KomaModelLibrary *self,
                               GAsyncResult     *result,
                               GError          **error)
{
  char *path = NULL;

  g_return_val_if_fail (g_async_result_is_tagged (result, koma_model_library_add_async), NULL);

  path = g_task_propagate_pointer (G_TASK (result), error);
  if (path != NULL)
    koma_model_library_refresh_async (self, NULL, NULL, NULL);
  return path;
}

static void
remove_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  KomaModelLibrary *self = source_object;
  GError           *error = NULL;

  if (koma_model_list_remove (self->choices, task_data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/**
 * koma_model_library_remove_async:
 * @item: that koma_model_item_is_removable()
 *
 * Removes a stored model with its files; forgets an opened one, whose files stay.
 *
 * Thread: main.
 */
void
koma_model_library_remove_async (KomaModelLibrary   *self,
                                 KomaModelItem      *item,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_autoptr (GTask) task =
    new_task (self, koma_model_library_remove_async, cancellable, callback, user_data);

  g_task_set_task_data (task, g_object_ref (item), g_object_unref);
  koma_task_run_in_thread (task, remove_thread);
}

/**
 * koma_model_library_remove_finish:
 *
 * The library is refreshed then.
 *
 * Thread: main. Errors: those of koma_model_list_remove(); %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_model_library_remove_finish (KomaModelLibrary *self,
                                  GAsyncResult     *result,
                                  GError          **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, koma_model_library_remove_async), FALSE);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return FALSE;
  koma_model_library_refresh_async (self, NULL, NULL, NULL);
  return TRUE;
}
