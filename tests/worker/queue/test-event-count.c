/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An event that is missed is a test that hangs, until its time is up. */
#include "worker/queue/koma-event-count.h"
#include "worker/queue/koma-mpsc-queue.h"
#include "tests/test-main.h"

#define N_ROUNDS  20000
#define N_WAITERS 4

typedef struct
{
  KomaEventCount changed;
  KomaEventCount answered;
  gint           n_sent; /* atomic */
  gint           n_seen; /* atomic */
} Table;

static void
table_init (Table *table)
{
  koma_event_count_init (&table->changed);
  koma_event_count_init (&table->answered);
}

static void
table_clear (Table *table)
{
  koma_event_count_clear (&table->changed);
  koma_event_count_clear (&table->answered);
}

static void
wait_until (KomaEventCount *changed,
            gint           *number,
            gint            at_least)
{
  for (;;) {
    gint seen = koma_event_count_prepare (changed);

    if (g_atomic_int_get (number) >= at_least)
      return;
    koma_event_count_wait (changed, seen);
  }
}

static gpointer
answer_main (gpointer data)
{
  Table *table = data;

  for (gint i = 1; i <= N_ROUNDS; i++) {
    wait_until (&table->changed, &table->n_sent, i);
    g_atomic_int_set (&table->n_seen, i);
    koma_event_count_notify (&table->answered, 1);
  }
  return NULL;
}

/* Each waits for the other, N_ROUNDS times. */
static void
test_ping_pong (void)
{
  Table    table = { 0 };
  GThread *thread = NULL;

  table_init (&table);
  thread = g_thread_new ("answer", answer_main, &table);
  for (gint i = 1; i <= N_ROUNDS; i++) {
    g_atomic_int_set (&table.n_sent, i);
    koma_event_count_notify (&table.changed, 1);
    wait_until (&table.answered, &table.n_seen, i);
  }
  g_thread_join (thread);
  table_clear (&table);
}

/* One thing for each event, for any of several waiters. */
static gpointer
take_main (gpointer data)
{
  Table *table = data;

  for (;;) {
    gint seen = koma_event_count_prepare (&table->changed);
    gint n_sent = g_atomic_int_get (&table->n_sent);
    gint n_seen = g_atomic_int_get (&table->n_seen);

    if (n_seen == N_ROUNDS)
      return NULL;
    if (n_seen == n_sent)
      koma_event_count_wait (&table->changed, seen);
    else if (g_atomic_int_compare_and_exchange (&table->n_seen, n_seen, n_seen + 1))
      koma_event_count_notify (&table->answered, 1);
  }
}

static void
test_one_of_many (void)
{
  Table    table = { 0 };
  GThread *threads[N_WAITERS];

  table_init (&table);
  for (guint i = 0; i < N_WAITERS; i++)
    threads[i] = g_thread_new ("waiter", take_main, &table);
  for (gint i = 1; i <= N_ROUNDS; i++) {
    g_atomic_int_inc (&table.n_sent);
    koma_event_count_notify (&table.changed, 1);
    /* Now and then all of them fall asleep. */
    if (i % 16 == 0)
      wait_until (&table.answered, &table.n_seen, i);
  }
  wait_until (&table.answered, &table.n_seen, N_ROUNDS);
  koma_event_count_notify (&table.changed, KOMA_EVENT_COUNT_ALL);
  for (guint i = 0; i < N_WAITERS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (table.n_seen, ==, N_ROUNDS);
  table_clear (&table);
}

/* An event between the preparing and the waiting: no sleep. */
static void
test_notified_before (void)
{
  KomaEventCount changed = { 0 };
  gint           seen = 0;

  koma_event_count_init (&changed);
  seen = koma_event_count_prepare (&changed);
  koma_event_count_notify (&changed, 1);
  koma_event_count_wait (&changed, seen);
  g_assert_cmpint (changed.n_waiting, ==, 0);

  changed.n_events = G_MAXINT;
  seen = koma_event_count_prepare (&changed);
  koma_event_count_notify (&changed, 1);
  g_assert_cmpint (koma_event_count_prepare (&changed), !=, seen);
  koma_event_count_wait (&changed, seen);
  koma_event_count_clear (&changed);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-count/one-of-many", test_one_of_many);
  g_test_add_func ("/event-count/ping-pong", test_ping_pong);
  g_test_add_func ("/event-count/notified-before", test_notified_before);
  return g_test_run ();
}
