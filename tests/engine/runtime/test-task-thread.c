/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/task-thread.h"
#include "tests/test-main.h"

/* What is released, and on which thread. */
typedef struct
{
  GMutex   mutex; /* held while the thread is kept behind the callback */
  GThread *here;
  guint    n_called;
  guint    n_released;
  gboolean is_elsewhere;
} Watch;

static void
note_release (gpointer user_data)
{
  Watch *watch = user_data;

  watch->n_released++;
  watch->is_elsewhere |= g_thread_self () != watch->here;
}

static void
gone_cb (gpointer user_data,
         GObject *object)
{
  note_release (user_data);
}

static void
called_cb (GObject      *source_object,
           GAsyncResult *result,
           gpointer      user_data)
{
  Watch *watch = user_data;

  g_assert_true (g_thread_self () == watch->here);
  g_assert_true (g_task_is_valid (result, source_object));
  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  watch->n_called++;
}

/* Goes on after it has returned, until the callback has been called and what it was given is
 * released: the last reference is not its own. */
static void
stay_behind (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Watch *watch = task_data;

  g_assert_true (g_thread_self () != watch->here);
  g_assert_true (source_object == g_task_get_source_object (task));
  g_assert_true (cancellable == g_task_get_cancellable (task));
  g_task_return_boolean (task, TRUE);
  g_mutex_lock (&watch->mutex);
  g_mutex_unlock (&watch->mutex);
}

static void
test_released_here (void)
{
  Watch watch = { .here = g_thread_self () };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GObject *object = g_object_new (G_TYPE_OBJECT, NULL);
  GTask   *task = g_task_new (object, cancellable, called_cb, &watch);

  g_mutex_init (&watch.mutex);
  g_mutex_lock (&watch.mutex);
  g_object_weak_ref (object, gone_cb, &watch);
  g_task_set_task_data (task, &watch, note_release);
  koma_task_run_in_thread (task, stay_behind);
  g_object_unref (task);
  g_object_unref (object);
  while (watch.n_called == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (watch.n_released, ==, 0);
  g_mutex_unlock (&watch.mutex);
  while (watch.n_released < 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (watch.n_called, ==, 1);
  g_assert_false (watch.is_elsewhere);
  g_mutex_clear (&watch.mutex);
}

static void
return_data (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_strdup (task_data), g_free);
}

static void
keep_cb (GObject      *source_object,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static GAsyncResult *
run (GCancellable *cancellable)
{
  GAsyncResult *result = NULL;
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, keep_cb, &result);

  g_task_set_task_data (task, g_strdup ("answer"), g_free);
  koma_task_run_in_thread (task, return_data);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return result;
}

static void
test_answer (void)
{
  g_autoptr (GAsyncResult) result = run (NULL);
  g_autofree char *answer = g_task_propagate_pointer (G_TASK (result), NULL);

  g_assert_cmpstr (answer, ==, "answer");
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  result = run (cancellable);
  g_assert_null (g_task_propagate_pointer (G_TASK (result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-thread/released-here", test_released_here);
  g_test_add_func ("/task-thread/answer", test_answer);
  g_test_add_func ("/task-thread/cancelled", test_cancelled);
  return g_test_run ();
}
