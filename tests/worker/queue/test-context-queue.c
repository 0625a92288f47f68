/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/queue/koma-context-queue.h"
#include "tests/test-main.h"

#define N_PRODUCERS 4
#define N_EACH      2000

typedef struct
{
  KomaMpscItem item;
  guint        producer;
  guint        number;
} Note;

typedef struct
{
  KomaContextQueue *outbox;
  guint             next[N_PRODUCERS]; /* number expected of each */
  guint             n_opened;
  gboolean          is_nested; /* the next opens others while it is opened */
} Reader;

typedef struct
{
  Reader *reader;
  guint   producer;
} Producer;

static void
put (KomaContextQueue *outbox,
     guint             producer,
     guint             number)
{
  Note *note = g_new0 (Note, 1);

  note->producer = producer;
  note->number = number;
  koma_context_queue_put (outbox, &note->item);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
open_cb (KomaMpscItem *item,
         gpointer      user_data)
{
  g_autofree Note *note = (Note *) item;
  Reader          *reader = user_data;

  g_assert_cmpuint (note->number, ==, reader->next[note->producer]++);
  reader->n_opened++;
  if (reader->is_nested) {
    reader->is_nested = FALSE;
    iterate ();
  }
}

static void
reader_init (Reader *reader)
{
  *reader = (Reader){ 0 };
  reader->outbox =
    koma_context_queue_new (g_main_context_default (), G_PRIORITY_DEFAULT, open_cb, reader);
}

static gpointer
produce (gpointer data)
{
  const Producer *self = data;

  for (guint i = 0; i < N_EACH; i++) {
    put (self->reader->outbox, self->producer, i);
    g_main_context_wakeup (koma_context_queue_get_context (self->reader->outbox));
  }
  return NULL;
}

/* The main loop sleeps in between: a wake-up that is lost hangs. */
static void
test_many_producers (void)
{
  Reader   reader;
  Producer producers[N_PRODUCERS];
  GThread *threads[N_PRODUCERS];

  reader_init (&reader);
  for (guint i = 0; i < N_PRODUCERS; i++) {
    producers[i] = (Producer){ .reader = &reader, .producer = i };
    threads[i] = g_thread_new ("producer", produce, &producers[i]);
  }
  while (reader.n_opened < N_PRODUCERS * N_EACH)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < N_PRODUCERS; i++)
    g_thread_join (threads[i]);
  koma_context_queue_close (reader.outbox);
  koma_context_queue_free (reader.outbox, g_free);
  g_assert_cmpuint (reader.n_opened, ==, N_PRODUCERS * N_EACH);
}

/* Not all in one turn, not in the call, and in order. */
static void
test_turns (void)
{
  Reader reader;

  reader_init (&reader);
  for (guint i = 0; i < 100; i++)
    put (reader.outbox, 0, i);
  g_assert_cmpuint (reader.n_opened, ==, 0);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (reader.n_opened, >, 0);
  g_assert_cmpuint (reader.n_opened, <, 100);
  koma_context_queue_open_all (reader.outbox);
  g_assert_cmpuint (reader.n_opened, ==, 100);
  koma_context_queue_close (reader.outbox);
  koma_context_queue_free (reader.outbox, g_free);
}

/* A dialog that runs while one is opened sees the others. */
static void
test_nested (void)
{
  Reader reader;

  reader_init (&reader);
  reader.is_nested = TRUE;
  for (guint i = 0; i < 40; i++)
    put (reader.outbox, 0, i);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (reader.n_opened, ==, 40);
  koma_context_queue_close (reader.outbox);
  koma_context_queue_free (reader.outbox, g_free);
}

/* What was taken out but not opened, and what comes later, is freed. */
static void
test_closed (void)
{
  Reader reader;

  reader_init (&reader);
  for (guint i = 0; i < 40; i++)
    put (reader.outbox, 0, i);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (reader.n_opened, <, 40);
  koma_context_queue_close (reader.outbox);
  put (reader.outbox, 0, 40);
  iterate ();
  g_assert_cmpuint (reader.n_opened, <, 40);
  koma_context_queue_free (reader.outbox, g_free);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/outbox/closed", test_closed);
  g_test_add_func ("/outbox/many-producers", test_many_producers);
  g_test_add_func ("/outbox/nested", test_nested);
  g_test_add_func ("/outbox/turns", test_turns);
  return g_test_run ();
}
