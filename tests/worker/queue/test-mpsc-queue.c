/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/queue/koma-mpsc-queue.h"
#include "tests/test-main.h"

#define N_PRODUCERS 6
#define N_CONSUMERS 3
#define N_EACH      20000

typedef struct
{
  KomaMpscItem item;
  guint        producer;
  guint        number;
} Note;

typedef struct
{
  KomaMpscQueue inbox;
  gint          n_taken; /* atomic */
} Post;

typedef struct
{
  Post *post;
  guint producer;
} Producer;

static void
push (KomaMpscQueue *inbox,
      guint          producer,
      guint          number)
{
  Note *note = g_new0 (Note, 1);

  note->producer = producer;
  note->number = number;
  koma_mpsc_queue_push (inbox, &note->item);
}

static void
test_order (void)
{
  KomaMpscQueue inbox = { 0 };
  KomaMpscItem *item = NULL;

  g_assert_true (koma_mpsc_queue_is_empty (&inbox));
  g_assert_null (koma_mpsc_queue_take_all (&inbox));
  for (guint i = 0; i < 5; i++)
    push (&inbox, 0, i);
  g_assert_false (koma_mpsc_queue_is_empty (&inbox));

  item = koma_mpsc_queue_take_all (&inbox);
  for (guint i = 0; i < 5; i++) {
    g_autofree Note *note = (Note *) item;

    g_assert_cmpuint (note->number, ==, i);
    item = item->next;
  }
  g_assert_null (item);
  g_assert_true (koma_mpsc_queue_is_empty (&inbox));
}

static gpointer
produce (gpointer data)
{
  const Producer *self = data;

  for (guint i = 0; i < N_EACH; i++)
    push (&self->post->inbox, self->producer, i);
  return NULL;
}

static void
start (Post     *post,
       Producer *producers,
       GThread **threads)
{
  for (guint i = 0; i < N_PRODUCERS; i++) {
    producers[i] = (Producer){ .post = post, .producer = i };
    threads[i] = g_thread_new ("producer", produce, &producers[i]);
  }
}

/* One takes: what each producer pushed comes complete and in its order. */
static void
test_one_consumer (void)
{
  Post     post = { 0 };
  Producer producers[N_PRODUCERS];
  GThread *threads[N_PRODUCERS];
  guint    next[N_PRODUCERS] = { 0 };
  guint    n_taken = 0;

  start (&post, producers, threads);
  while (n_taken < N_PRODUCERS * N_EACH) {
    KomaMpscItem *item = koma_mpsc_queue_take_all (&post.inbox);

    if (item == NULL)
      g_thread_yield ();
    while (item != NULL) {
      g_autofree Note *note = (Note *) item;

      item = item->next;
      g_assert_cmpuint (note->number, ==, next[note->producer]++);
      n_taken++;
    }
  }
  for (guint i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  g_assert_true (koma_mpsc_queue_is_empty (&post.inbox));
}

/* Within what one consumer gets, the order of each producer holds too. */
static gpointer
consume (gpointer data)
{
  Post *post = data;
  guint least[N_PRODUCERS] = { 0 };
  guint n_mine = 0;

  while (g_atomic_int_get (&post->n_taken) < N_PRODUCERS * N_EACH) {
    KomaMpscItem *item = koma_mpsc_queue_take_all (&post->inbox);

    if (item == NULL)
      g_thread_yield ();
    while (item != NULL) {
      g_autofree Note *note = (Note *) item;

      item = item->next;
      g_assert_cmpuint (note->number, >=, least[note->producer]);
      least[note->producer] = note->number + 1;
      g_atomic_int_inc (&post->n_taken);
      n_mine++;
    }
  }
  return GUINT_TO_POINTER (n_mine);
}

static void
test_many_consumers (void)
{
  Post     post = { 0 };
  Producer producers[N_PRODUCERS];
  GThread *threads[N_PRODUCERS];
  GThread *consumers[N_CONSUMERS];
  guint    n_taken = 0;

  for (guint i = 0; i < N_CONSUMERS; i++)
    consumers[i] = g_thread_new ("consumer", consume, &post);
  start (&post, producers, threads);
  for (guint i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < N_CONSUMERS; i++)
    n_taken += GPOINTER_TO_UINT (g_thread_join (consumers[i]));
  g_assert_cmpuint (n_taken, ==, N_PRODUCERS * N_EACH);
  g_assert_true (koma_mpsc_queue_is_empty (&post.inbox));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/inbox/many-consumers", test_many_consumers);
  g_test_add_func ("/inbox/one-consumer", test_one_consumer);
  g_test_add_func ("/inbox/order", test_order);
  return g_test_run ();
}
