/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Why not g_task_return_*() where the ending happens:
 *
 * - On the thread that sent the request, inside a source of its context,
 *   GTask calls back at once: koma_worker_cancel_all() would call thousands of
 *   callbacks before it returned, and a cancelled GCancellable would call them
 *   from inside g_cancellable_cancel(), where they may not touch it.
 * - A task holds a reference to the worker. Where a worker's own thread drops
 *   the last task, it would have to join itself.
 * - A window with 20 000 answers to take must be able to draw between them.
 *
 * So an ending is carried to its context first and the task returned, and
 * dropped, there, a few at a time. */
#include "koma-endings.h"

/* Callbacks between two looks at what else the main loop has to do. */
#define MAX_A_TURN 32

typedef struct
{
  GTask         *task;
  gpointer       value;
  GDestroyNotify free_value;
  GError        *error;
} Ending;

typedef struct
{
  KomaEndings *endings; /* all of one context */
  guint        n_done;
} Delivery;

static void
ending_free (gpointer data)
{
  Ending *ending = data;

  if (ending == NULL)
    return;
  if (ending->value != NULL)
    ending->free_value (ending->value);
  g_clear_error (&ending->error);
  g_clear_object (&ending->task);
  g_free (ending);
}

/**
 * koma_endings_new:
 *
 * Returns: (transfer full): an empty list
 */
KomaEndings *
koma_endings_new (void)
{
  return g_ptr_array_new_with_free_func (ending_free);
}

/**
 * koma_endings_add:
 * @endings: a list
 * @task: (transfer full): what ends
 * @value: (nullable) (transfer full): its result, if it succeeded
 * @free_value: frees @value if nobody takes it
 * @error: (nullable) (transfer full): why it did not
 */
void
koma_endings_add (KomaEndings   *endings,
                  GTask         *task,
                  gpointer       value,
                  GDestroyNotify free_value,
                  GError        *error)
{
  Ending *ending = g_new0 (Ending, 1);

  g_assert ((value == NULL) != (error == NULL));

  ending->task = task;
  ending->value = value;
  ending->free_value = free_value;
  ending->error = error;
  g_ptr_array_add (endings, ending);
}

/**
 * koma_endings_add_cancelled:
 * @endings: a list
 * @task: (transfer full): what ends with %G_IO_ERROR_CANCELLED
 */
void
koma_endings_add_cancelled (KomaEndings *endings,
                            GTask       *task)
{
  GError *error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");

  koma_endings_add (endings, task, NULL, NULL, error);
}

static void
deliver (Ending *ending)
{
  if (ending->error != NULL)
    g_task_return_error (ending->task, g_steal_pointer (&ending->error));
  else
    g_task_return_pointer (ending->task,
                           g_steal_pointer (&ending->value),
                           ending->free_value);
}

static gboolean
deliver_cb (gpointer data)
{
  Delivery *delivery = data;
  guint     end = MIN (delivery->n_done + MAX_A_TURN, delivery->endings->len);

  while (delivery->n_done < end) {
    /* Taken out first: a callback may run a main loop of its own. */
    Ending *ending = g_steal_pointer (&delivery->endings->pdata[delivery->n_done++]);

    deliver (ending);
    ending_free (ending);
  }
  return delivery->n_done < delivery->endings->len ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  g_ptr_array_unref (delivery->endings);
  g_free (delivery);
}

static void
post_to_context (KomaEndings *endings)
{
  const Ending *first = g_ptr_array_index (endings, 0);
  g_autoptr (GSource) source = g_idle_source_new ();
  Delivery *delivery = g_new0 (Delivery, 1);

  delivery->endings = endings;
  g_source_set_priority (source, g_task_get_priority (first->task));
  g_source_set_static_name (source, "koma endings");
  g_source_set_callback (source, deliver_cb, delivery, delivery_free);
  g_source_attach (source, g_task_get_context (first->task));
}

static gboolean
is_same_way (const Ending *a,
             const Ending *b)
{
  return g_task_get_context (a->task) == g_task_get_context (b->task) &&
         g_task_get_priority (a->task) == g_task_get_priority (b->task);
}

/* Moves the endings from @start on that go the same way into a list of
 * their own. */
static KomaEndings *
steal_run (KomaEndings *endings,
           guint        start)
{
  KomaEndings  *run = koma_endings_new ();
  const Ending *first = g_ptr_array_index (endings, start);

  for (guint i = start; i < endings->len && is_same_way (first, endings->pdata[i]); i++)
    g_ptr_array_add (run, g_steal_pointer (&endings->pdata[i]));
  return run;
}

/**
 * koma_endings_post:
 * @endings: (transfer full): a list, possibly empty
 *
 * Sends the endings to the contexts of their tasks, in order within each
 * context and priority. No lock may be held.
 *
 * Thread: any.
 */
void
koma_endings_post (KomaEndings *endings)
{
  guint start = 0;

  while (start < endings->len) {
    KomaEndings *run = steal_run (endings, start);

    start += run->len;
    post_to_context (run);
  }
  g_ptr_array_unref (endings);
}
