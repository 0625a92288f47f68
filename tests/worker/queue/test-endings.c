/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/queue/koma-endings.h"

typedef struct
{
  guint n_values;
  guint n_errors;
} Count;

static void
count_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  Count *count = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = g_task_propagate_pointer (G_TASK (result), &error);

  g_assert_true ((value == NULL) == (error != NULL));
  if (value != NULL)
    count->n_values++;
  else
    count->n_errors++;
}

/* In the thread's default context; cancelled without a value. */
static void
add (KomaEndings  *endings,
     Count        *count,
     GCancellable *cancellable,
     const char   *value)
{
  KomaEnding ending = {
    .task = g_task_new (NULL, cancellable, count_cb, count),
    .value = g_strdup (value),
    .free_value = g_free,
  };

  ending.way = koma_endings_expect (ending.task);
  koma_endings_add (endings, &ending);
}

static void
test_empty (void)
{
  koma_endings_post (koma_endings_new ());
  g_assert_false (g_main_context_iteration (NULL, FALSE));
}

/* Not in the call, and not all in one turn of the main loop. */
static void
test_turns (void)
{
  KomaEndings *endings = koma_endings_new ();
  Count        count = { 0 };

  for (guint i = 0; i < 100; i++)
    add (endings, &count, NULL, "value");
  add (endings, &count, NULL, NULL);
  koma_endings_post (endings);
  g_assert_cmpuint (count.n_values, ==, 0);

  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count.n_values, >, 0);
  g_assert_cmpuint (count.n_values, <, 100);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (count.n_values, ==, 100);
  g_assert_cmpuint (count.n_errors, ==, 1);
}

/* Each in its own context. */
static void
test_contexts (void)
{
  g_autoptr (GMainContext) other = g_main_context_new ();
  KomaEndings *endings = koma_endings_new ();
  Count        here = { 0 };
  Count        there = { 0 };

  for (guint i = 0; i < 10; i++) {
    add (endings, &here, NULL, NULL);
    g_main_context_push_thread_default (other);
    add (endings, &there, NULL, NULL);
    g_main_context_pop_thread_default (other);
  }
  koma_endings_post (endings);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (here.n_errors, ==, 10);
  g_assert_cmpuint (there.n_errors, ==, 0);
  g_main_context_push_thread_default (other);
  while (g_main_context_iteration (other, FALSE))
    ;
  g_main_context_pop_thread_default (other);
  g_assert_cmpuint (there.n_errors, ==, 10);
}

/* A value that nobody wants any more is freed, not delivered. */
static void
test_cancelled_value (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  KomaEndings *endings = koma_endings_new ();
  Count        count = { 0 };

  add (endings, &count, cancellable, "value");
  koma_endings_post (endings);
  g_cancellable_cancel (cancellable);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (count.n_values, ==, 0);
  g_assert_cmpuint (count.n_errors, ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/endings/cancelled-value", test_cancelled_value);
  g_test_add_func ("/endings/contexts", test_contexts);
  g_test_add_func ("/endings/empty", test_empty);
  g_test_add_func ("/endings/turns", test_turns);
  return g_test_run ();
}
