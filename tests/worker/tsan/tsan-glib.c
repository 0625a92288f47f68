/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ThreadSanitizer sees what the compiler instrumented, and the C library's
 * calls; not what GLib does inside. These wrappers (ld's --wrap) tell it which
 * of GLib's functions order the threads, and so what the program may rely on:
 * each says no more than GLib's own documentation promises. Whatever happens
 * without one of them between is reported.
 *
 * TSAN_OPTIONS=ignore_noninstrumented_modules=1 goes with it: GLib's own
 * accesses to its own memory are its own affair. */
#include <gio/gio.h>

#include <pthreadpool.h>
#include <sanitizer/tsan_interface.h>

/* Not in every release's header. */
void __tsan_acquire (void *address);
void __tsan_release (void *address);

#define WRAP(type, name, ...)       \
  type __real_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__); \
  type __wrap_##name (__VA_ARGS__)

/* Locks. */
WRAP (void, g_mutex_init, GMutex *mutex)
{
  __tsan_mutex_create (mutex, 0);
  __real_g_mutex_init (mutex);
}

WRAP (void, g_mutex_clear, GMutex *mutex)
{
  __real_g_mutex_clear (mutex);
  __tsan_mutex_destroy (mutex, 0);
}

WRAP (void, g_mutex_lock, GMutex *mutex)
{
  __tsan_mutex_pre_lock (mutex, 0);
  __real_g_mutex_lock (mutex);
  __tsan_mutex_post_lock (mutex, 0, 0);
}

WRAP (void, g_mutex_unlock, GMutex *mutex)
{
  __tsan_mutex_pre_unlock (mutex, 0);
  __real_g_mutex_unlock (mutex);
  __tsan_mutex_post_unlock (mutex, 0);
}

WRAP (void, g_cond_wait, GCond *cond, GMutex *mutex)
{
  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  __real_g_cond_wait (cond, mutex);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
}

WRAP (gboolean, g_cond_wait_until, GCond *cond, GMutex *mutex, gint64 end_us)
{
  gboolean is_signalled = FALSE;

  __tsan_mutex_pre_unlock (mutex, 0);
  __tsan_mutex_post_unlock (mutex, 0);
  is_signalled = __real_g_cond_wait_until (cond, mutex, end_us);
  __tsan_mutex_pre_lock (mutex, 0);
  __tsan_mutex_post_lock (mutex, 0, 0);
  return is_signalled;
}

/* Queues: what was written before a push is seen after the pop. */
WRAP (void, g_async_queue_push, GAsyncQueue *queue, gpointer data)
{
  __tsan_release (data);
  __real_g_async_queue_push (queue, data);
}

static gpointer
popped (gpointer data)
{
  if (data != NULL)
    __tsan_acquire (data);
  return data;
}

WRAP (gpointer, g_async_queue_pop, GAsyncQueue *queue)
{
  return popped (__real_g_async_queue_pop (queue));
}

WRAP (gpointer, g_async_queue_try_pop, GAsyncQueue *queue)
{
  return popped (__real_g_async_queue_try_pop (queue));
}

WRAP (gpointer, g_async_queue_timeout_pop, GAsyncQueue *queue, guint64 timeout)
{
  return popped (__real_g_async_queue_timeout_pop (queue, timeout));
}

/* References: the last to drop one sees what all others did before. */
WRAP (gboolean, g_atomic_ref_count_dec, gatomicrefcount *count)
{
  gboolean is_last = FALSE;

  __tsan_release (count);
  is_last = __real_g_atomic_ref_count_dec (count);
  if (is_last)
    __tsan_acquire (count);
  return is_last;
}

WRAP (void, g_object_unref, gpointer object)
{
  __tsan_release (object);
  /* Before, not after: finalizing happens inside. */
  __tsan_acquire (object);
  __real_g_object_unref (object);
}

/* Sources: what was written before attaching is seen by the callback. */
typedef struct
{
  GSource       *source;
  GSourceFunc    function;
  gpointer       data;
  GDestroyNotify destroy;
} Callback;

static gboolean
call (gpointer data)
{
  Callback *callback = data;

  __tsan_acquire (callback);
  __tsan_acquire (callback->source);
  return callback->function (callback->data);
}

static void
destroy_callback (gpointer data)
{
  Callback *callback = data;

  __tsan_acquire (callback);
  __tsan_acquire (callback->source);
  if (callback->destroy != NULL)
    callback->destroy (callback->data);
  g_free (callback);
}

WRAP (void,
      g_source_set_callback,
      GSource       *source,
      GSourceFunc    function,
      gpointer       data,
      GDestroyNotify destroy)
{
  Callback *callback = g_new0 (Callback, 1);

  callback->source = source;
  callback->function = function;
  callback->data = data;
  callback->destroy = destroy;
  __tsan_release (callback);
  __real_g_source_set_callback (source, call, callback, destroy_callback);
}

WRAP (guint, g_source_attach, GSource *source, GMainContext *context)
{
  __tsan_release (source);
  return __real_g_source_attach (source, context);
}

/* Tasks: what was written before running one in a thread is seen there, and
 * what was written before returning it is seen by who takes the value, and
 * by whoever drops the last reference and with it the task's data. */
static GMutex      data_lock;
static GHashTable *data_destroys; /* task data, several tasks may share it → destroy notify */

static void
destroy_task_data (gpointer data)
{
  GDestroyNotify destroy = NULL;

  __real_g_mutex_lock (&data_lock);
  destroy = g_hash_table_lookup (data_destroys, data);
  __real_g_mutex_unlock (&data_lock);
  __tsan_acquire (data);
  destroy (data);
}

WRAP (void, g_task_set_task_data, GTask *task, gpointer data, GDestroyNotify destroy)
{
  if (data == NULL || destroy == NULL) {
    __real_g_task_set_task_data (task, data, destroy);
    return;
  }
  __real_g_mutex_lock (&data_lock);
  if (data_destroys == NULL)
    data_destroys = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (data_destroys, data, destroy);
  __real_g_mutex_unlock (&data_lock);
  __real_g_task_set_task_data (task, data, destroy_task_data);
}

static void
run_task (GTask        *task,
          gpointer      source,
          gpointer      data,
          GCancellable *cancellable)
{
  GTaskThreadFunc function = NULL;

  __tsan_acquire (task);
  function = g_object_get_data (G_OBJECT (task), "tsan-function");
  function (task, source, data, cancellable);
}

WRAP (void, g_task_run_in_thread, GTask *task, GTaskThreadFunc function)
{
  g_object_set_data (G_OBJECT (task), "tsan-function", function);
  __tsan_release (task);
  __real_g_task_run_in_thread (task, run_task);
}

static void
release_task (GTask *task)
{
  gpointer data = g_task_get_task_data (task);

  __tsan_release (task);
  if (data != NULL)
    __tsan_release (data);
}

WRAP (void, g_task_return_boolean, GTask *task, gboolean value)
{
  release_task (task);
  __real_g_task_return_boolean (task, value);
}

WRAP (void, g_task_return_pointer, GTask *task, gpointer value, GDestroyNotify destroy)
{
  release_task (task);
  __real_g_task_return_pointer (task, value, destroy);
}

WRAP (void, g_task_return_error, GTask *task, GError *error)
{
  release_task (task);
  __real_g_task_return_error (task, error);
}

WRAP (gboolean, g_task_return_error_if_cancelled, GTask *task)
{
  release_task (task);
  return __real_g_task_return_error_if_cancelled (task);
}

WRAP (gboolean, g_task_propagate_boolean, GTask *task, GError **error)
{
  __tsan_acquire (task);
  return __real_g_task_propagate_boolean (task, error);
}

WRAP (gpointer, g_task_propagate_pointer, GTask *task, GError **error)
{
  __tsan_acquire (task);
  return __real_g_task_propagate_pointer (task, error);
}

/* Cancelling: what was written before either call is seen by the handler. */
WRAP (gulong,
      g_cancellable_connect,
      GCancellable  *cancellable,
      GCallback      callback,
      gpointer       data,
      GDestroyNotify destroy)
{
  __tsan_release (cancellable);
  return __real_g_cancellable_connect (cancellable, callback, data, destroy);
}

WRAP (void, g_cancellable_cancel, GCancellable *cancellable)
{
  __tsan_release (cancellable);
  __tsan_acquire (cancellable);
  __real_g_cancellable_cancel (cancellable);
}

/* pthreadpool: what was written before the call is seen by each unit, and
 * what units write after it. */
typedef struct
{
  pthreadpool_task_1d_t function;
  void                 *context;
} Work;

static void
work_on_unit (void  *context,
              size_t unit)
{
  Work *work = context;

  __tsan_acquire (work);
  work->function (work->context, unit);
  __tsan_release (work);
}

WRAP (void,
      pthreadpool_parallelize_1d,
      pthreadpool_t         pool,
      pthreadpool_task_1d_t function,
      void                 *context,
      size_t                n_units,
      uint32_t              flags)
{
  Work work = { .function = function, .context = context };

  __tsan_release (&work);
  __real_pthreadpool_parallelize_1d (pool, work_on_unit, &work, n_units, flags);
  __tsan_acquire (&work);
}
