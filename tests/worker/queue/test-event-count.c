/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A ring that is lost is a test that hangs, until its time is up. */
#include "worker/queue/koma-event-count.h"
#include "worker/queue/koma-mpsc-queue.h"

#define N_ROUNDS   20000
#define N_SLEEPERS 4

typedef struct
{
  KomaEventCount bell;
  KomaEventCount answer;
  gint           n_sent; /* atomic */
  gint           n_seen; /* atomic */
} Table;

static void
wait_until (KomaEventCount *bell,
            gint           *number,
            gint            at_least)
{
  for (;;) {
    gint heard = koma_event_count_listen (bell);

    if (g_atomic_int_get (number) >= at_least)
      return;
    koma_event_count_wait (bell, heard);
  }
}

static gpointer
answer_main (gpointer data)
{
  Table *table = data;

  for (gint i = 1; i <= N_ROUNDS; i++) {
    wait_until (&table->bell, &table->n_sent, i);
    g_atomic_int_set (&table->n_seen, i);
    koma_event_count_ring (&table->answer, 1);
  }
  return NULL;
}

/* Each waits for the other, N_ROUNDS times. */
static void
test_ping_pong (void)
{
  Table    table = { 0 };
  GThread *thread = g_thread_new ("answer", answer_main, &table);

  for (gint i = 1; i <= N_ROUNDS; i++) {
    g_atomic_int_set (&table.n_sent, i);
    koma_event_count_ring (&table.bell, 1);
    wait_until (&table.answer, &table.n_seen, i);
  }
  g_thread_join (thread);
}

/* One thing for each ring, for whichever of several sleepers. */
static gpointer
take_main (gpointer data)
{
  Table *table = data;

  for (;;) {
    gint heard = koma_event_count_listen (&table->bell);
    gint n_sent = g_atomic_int_get (&table->n_sent);
    gint n_seen = g_atomic_int_get (&table->n_seen);

    if (n_seen == N_ROUNDS)
      return NULL;
    if (n_seen == n_sent)
      koma_event_count_wait (&table->bell, heard);
    else if (g_atomic_int_compare_and_exchange (&table->n_seen, n_seen, n_seen + 1))
      koma_event_count_ring (&table->answer, 1);
  }
}

static void
test_one_of_many (void)
{
  Table    table = { 0 };
  GThread *threads[N_SLEEPERS];

  for (guint i = 0; i < N_SLEEPERS; i++)
    threads[i] = g_thread_new ("sleeper", take_main, &table);
  for (gint i = 1; i <= N_ROUNDS; i++) {
    g_atomic_int_inc (&table.n_sent);
    koma_event_count_ring (&table.bell, 1);
    /* Now and then all of them fall asleep. */
    if (i % 16 == 0)
      wait_until (&table.answer, &table.n_seen, i);
  }
  wait_until (&table.answer, &table.n_seen, N_ROUNDS);
  koma_event_count_ring (&table.bell, KOMA_EVENT_COUNT_ALL);
  for (guint i = 0; i < N_SLEEPERS; i++)
    g_thread_join (threads[i]);
  g_assert_cmpint (table.n_seen, ==, N_ROUNDS);
}

/* Rung between the listening and the waiting: no sleep. */
static void
test_rung_before (void)
{
  KomaEventCount bell = { 0 };
  gint           heard = koma_event_count_listen (&bell);

  koma_event_count_ring (&bell, 1);
  koma_event_count_wait (&bell, heard);
  g_assert_cmpint (bell.n_waiting, ==, 0);

  bell.n_rings = G_MAXINT;
  heard = koma_event_count_listen (&bell);
  koma_event_count_ring (&bell, 1);
  g_assert_cmpint (koma_event_count_listen (&bell), !=, heard);
  koma_event_count_wait (&bell, heard);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bell/one-of-many", test_one_of_many);
  g_test_add_func ("/bell/ping-pong", test_ping_pong);
  g_test_add_func ("/bell/rung-before", test_rung_before);
  return g_test_run ();
}
