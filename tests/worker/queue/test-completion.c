/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/queue/koma-completion.h"
#include "tests/test-main.h"

/* How tasks ended, and what was told before. */
typedef struct
{
  guint n_values;
  guint n_errors;
  guint n_reports;
  guint n_ended; /* atomic */
  guint n_finalized;
} Count;

typedef struct
{
  KomaCompletion completion; /* first */
  Count         *count;
} Wish;

static void
ended (KomaCompletion *self)
{
  g_atomic_int_inc (&((Wish *) self)->count->n_ended);
}

static void
report (KomaCompletion *self,
        gpointer        what)
{
  Count *count = ((Wish *) self)->count;

  g_assert_cmpstr (what, ==, "report");
  g_assert_cmpuint (count->n_values + count->n_errors, ==, 0);
  count->n_reports++;
}

static void
finalize (KomaCompletion *self)
{
  g_atomic_int_inc (&((Wish *) self)->count->n_finalized);
  g_free (self);
}

static const KomaCompletionClass quiet = {
  .free_value = g_free,
  .ended = ended,
  .finalize = finalize,
};

static const KomaCompletionClass telling = {
  .free_value = g_free,
  .ended = ended,
  .report = report,
  .free_report = g_free,
  .finalize = finalize,
};

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

/* In the thread's default context. */
static KomaCompletion *
make (const KomaCompletionClass *klass,
      Count                     *count,
      GCancellable              *cancellable)
{
  Wish *wish = g_new0 (Wish, 1);

  wish->count = count;
  koma_completion_init (&wish->completion, klass, g_task_new (NULL, cancellable, count_cb, count));
  return &wish->completion;
}

static void
iterate (GMainContext *context)
{
  while (g_main_context_iteration (context, FALSE))
    ;
}

/* Not in the call, and not all in one turn of the main loop. */
static void
test_turns (void)
{
  Count count = { 0 };

  for (guint i = 0; i < 101; i++) {
    g_autoptr (KomaCompletion) completion = make (&quiet, &count, NULL);

    if (i < 100)
      koma_completion_end (completion, g_strdup ("value"), NULL);
    else
      koma_completion_cancel (completion);
  }
  g_assert_cmpuint (count.n_ended, ==, 101);
  g_assert_cmpuint (count.n_values, ==, 0);

  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count.n_values, >, 0);
  g_assert_cmpuint (count.n_values, <, 100);
  iterate (NULL);
  g_assert_cmpuint (count.n_values, ==, 100);
  g_assert_cmpuint (count.n_errors, ==, 1);
  g_assert_cmpuint (count.n_finalized, ==, 101);
}

/* Each in its own context. */
static void
test_contexts (void)
{
  g_autoptr (GMainContext) other = g_main_context_new ();
  Count here = { 0 };
  Count there = { 0 };

  for (guint i = 0; i < 20; i++) {
    g_autoptr (KomaCompletion) completion = NULL;

    if (i % 2 == 1)
      g_main_context_push_thread_default (other);
    completion = make (&quiet, i % 2 == 1 ? &there : &here, NULL);
    if (i % 2 == 1)
      g_main_context_pop_thread_default (other);
    koma_completion_cancel (completion);
  }
  iterate (NULL);
  g_assert_cmpuint (here.n_errors, ==, 10);
  g_assert_cmpuint (there.n_errors, ==, 0);
  g_main_context_push_thread_default (other);
  iterate (other);
  g_main_context_pop_thread_default (other);
  g_assert_cmpuint (there.n_errors, ==, 10);
}

/* A value that nobody wants any more is freed, not delivered. */
static void
test_cancelled_value (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaCompletion) late = NULL;
  g_autoptr (KomaCompletion) early = NULL;
  Count count = { 0 };

  early = make (&quiet, &count, cancellable);
  late = make (&quiet, &count, cancellable);
  koma_completion_end (early, g_strdup ("value"), NULL);
  g_cancellable_cancel (cancellable);
  koma_completion_end (late, g_strdup ("value"), NULL);
  g_assert_cmpuint (count.n_errors, ==, 0);
  iterate (NULL);
  g_assert_cmpuint (count.n_values, ==, 0);
  g_assert_cmpuint (count.n_errors, ==, 2);
  g_assert_cmpuint (count.n_ended, ==, 2);
}

/* Ends in the constructor, and calls back later. */
static void
test_cancelled_before (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaCompletion) completion = NULL;
  Count count = { 0 };

  g_cancellable_cancel (cancellable);
  completion = make (&quiet, &count, cancellable);
  g_assert_true (koma_completion_is_ended (completion));
  g_assert_cmpuint (count.n_ended, ==, 1);
  g_assert_cmpuint (count.n_errors, ==, 0);
  iterate (NULL);
  g_assert_cmpuint (count.n_errors, ==, 1);
}

/* Between claiming and returning nobody else ends it. */
static void
test_claim (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaCompletion) completion = NULL;
  g_autoptr (GTask) task = NULL;
  Count count = { 0 };
  Wish *wish = g_new0 (Wish, 1);

  task = g_task_new (NULL, cancellable, count_cb, &count);
  g_task_set_check_cancellable (task, FALSE);
  wish->count = &count;
  koma_completion_init (&wish->completion, &quiet, g_object_ref (task));
  completion = &wish->completion;
  g_assert_true (koma_completion_claim (completion));
  g_assert_false (koma_completion_claim (completion));
  g_cancellable_cancel (cancellable);
  koma_completion_end (completion, NULL, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "no"));
  g_assert_cmpuint (count.n_ended, ==, 0);
  koma_completion_return (completion, g_strdup ("value"), NULL);
  iterate (NULL);
  g_assert_cmpuint (count.n_values, ==, 1);
  g_assert_cmpuint (count.n_errors, ==, 0);
}

/* The inner cancellable follows the task's, whichever is first. */
static void
test_cancellable (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaCompletion) before = NULL;
  g_autoptr (KomaCompletion) after = NULL;
  Count count = { 0 };

  before = make (&quiet, &count, cancellable);
  after = make (&quiet, &count, cancellable);
  g_assert_false (g_cancellable_is_cancelled (koma_completion_get_cancellable (before)));
  g_cancellable_cancel (cancellable);
  g_assert_true (g_cancellable_is_cancelled (koma_completion_get_cancellable (before)));
  g_assert_true (g_cancellable_is_cancelled (koma_completion_get_cancellable (after)));
  iterate (NULL);
}

/* Before the end, those too that its context has not taken; none after. */
static void
test_reports (void)
{
  g_autoptr (KomaCompletion) completion = NULL;
  Count count = { 0 };

  completion = make (&telling, &count, NULL);
  koma_completion_report (completion, g_strdup ("report"));
  iterate (NULL);
  g_assert_cmpuint (count.n_reports, ==, 1);
  koma_completion_report (completion, g_strdup ("report"));
  koma_completion_report (completion, g_strdup ("report"));
  koma_completion_end (completion, g_strdup ("value"), NULL);
  koma_completion_report (completion, g_strdup ("report"));
  iterate (NULL);
  g_assert_cmpuint (count.n_reports, ==, 3);
  g_assert_cmpuint (count.n_values, ==, 1);
}

#define N_RACERS 4

static gpointer
race_main (gpointer data)
{
  KomaCompletion **completions = data;

  for (guint i = 0; i < 1000; i++)
    koma_completion_end (completions[i], g_strdup ("value"), NULL);
  return NULL;
}

/* Several threads, and a cancellable, want to end the same tasks. */
static void
test_race (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  KomaCompletion *completions[1000];
  GThread        *threads[N_RACERS];
  Count           count = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (completions); i++)
    completions[i] = make (&quiet, &count, i % 2 == 1 ? cancellable : NULL);
  for (guint i = 0; i < N_RACERS; i++)
    threads[i] = g_thread_new ("race", race_main, completions);
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < N_RACERS; i++)
    g_thread_join (threads[i]);
  iterate (NULL);
  g_assert_cmpuint (count.n_ended, ==, 1000);
  g_assert_cmpuint (count.n_values + count.n_errors, ==, 1000);
  g_assert_cmpuint (count.n_values, >=, 500);
  for (guint i = 0; i < G_N_ELEMENTS (completions); i++)
    koma_completion_unref (completions[i]);
  g_assert_cmpuint (count.n_finalized, ==, 1000);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/completion/cancellable", test_cancellable);
  g_test_add_func ("/completion/cancelled-before", test_cancelled_before);
  g_test_add_func ("/completion/cancelled-value", test_cancelled_value);
  g_test_add_func ("/completion/claim", test_claim);
  g_test_add_func ("/completion/contexts", test_contexts);
  g_test_add_func ("/completion/race", test_race);
  g_test_add_func ("/completion/reports", test_reports);
  g_test_add_func ("/completion/turns", test_turns);
  return g_test_run ();
}
