/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How long a window waits for compute threads, on a machine that is busy with
 * something else, by what lies between them. The window's thread (this one,
 * of normal priority) does each thing a thousand times a round; threads of
 * nice 19 are at the other end; others of normal priority keep every
 * processor busy. Turn by turn in one run:
 *
 *   request  a queue with a mutex and a condition   KomaMpscQueue and KomaEventCount
 *   result   a GSource attached for each            KomaContextQueue
 *
 * What counts is the time of one push, or one turn of the main loop, less the
 * time in which this thread was ready and the kernel ran another: what a lock
 * costs, and nothing else.
 *
 *   bench-inversion [ROUNDS]     3 if not given, which takes two minutes
 */
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "engine/runtime/cpu-count.h"
#include "worker/queue/koma-context-queue.h"
#include "worker/queue/koma-event-count.h"

#define N_A_ROUND   1000
#define N_COMPUTING 4
#define PAUSE_US    500
/* Between two locks. A decoder works a thousand times longer, and is put aside
 * with a lock in hand so much less often: what this shows in seconds befalls
 * a window in hours. It is as long then. */
#define WORK_STEPS 100
/* Of results, that were posted and not opened. */
#define MAX_UNDER_WAY 16

typedef struct
{
  gint is_over; /* atomic */

  /* With a lock. */
  GMutex lock;
  GCond  changed;
  GQueue queue; /* (element-type KomaMpscItem) */

  /* Without. */
  KomaMpscQueue     inbox;
  KomaEventCount    events;
  KomaContextQueue *results;

  gint n_under_way; /* atomic; results */
} Desk;

static volatile double sink;

static void
work (void)
{
  double x = 1;

  for (guint i = 0; i < WORK_STEPS; i++)
    x = x * 1.0000001 + 1e-9;
  sink = x;
}

static void
sink_to (int niceness)
{
  (void) setpriority (PRIO_PROCESS, (id_t) gettid (), niceness);
}

static gboolean
is_over (Desk *desk)
{
  return g_atomic_int_get (&desk->is_over);
}

/* Something else that wants every processor. */
static gpointer
disturb (gpointer data)
{
  while (!is_over (data))
    work ();
  return NULL;
}

static gpointer
take_with_lock (gpointer data)
{
  Desk *desk = data;

  sink_to (19);
  while (!is_over (desk)) {
    KomaMpscItem *item = NULL;

    g_mutex_lock (&desk->lock);
    item = g_queue_pop_head (&desk->queue);
    g_cond_broadcast (&desk->changed);
    g_mutex_unlock (&desk->lock);
    g_free (item);
    work ();
  }
  return NULL;
}

static void
push_with_lock (Desk *desk)
{
  KomaMpscItem *item = g_new0 (KomaMpscItem, 1);

  g_mutex_lock (&desk->lock);
  g_queue_push_tail (&desk->queue, item);
  g_cond_broadcast (&desk->changed);
  g_mutex_unlock (&desk->lock);
}

static void
free_items (KomaMpscQueue *inbox)
{
  KomaMpscItem *items = koma_mpsc_queue_take_all (inbox);

  while (items != NULL) {
    g_autofree KomaMpscItem *item = items;

    items = item->next;
  }
}

/* They have a lock too, among themselves. */
static gpointer
take_without (gpointer data)
{
  Desk *desk = data;

  sink_to (19);
  while (!is_over (desk)) {
    g_mutex_lock (&desk->lock);
    free_items (&desk->inbox);
    koma_event_count_notify (&desk->events, KOMA_EVENT_COUNT_ALL);
    g_mutex_unlock (&desk->lock);
    work ();
  }
  return NULL;
}

static void
push_without (Desk *desk)
{
  koma_mpsc_queue_push (&desk->inbox, g_new0 (KomaMpscItem, 1));
  koma_event_count_notify (&desk->events, 1);
}

static gboolean
opened_cb (gpointer data)
{
  g_atomic_int_add (&((Desk *) data)->n_under_way, -1);
  return G_SOURCE_REMOVE;
}

static void
post_source (Desk *desk)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, opened_cb, desk, NULL);
  g_source_attach (source, NULL);
}

static void
open_cb (KomaMpscItem *item,
         gpointer      user_data)
{
  g_free (item);
  opened_cb (user_data);
}

static void
post_item (Desk *desk)
{
  koma_context_queue_put (desk->results, g_new0 (KomaMpscItem, 1));
  g_main_context_wakeup (koma_context_queue_get_context (desk->results));
}

static void
post (Desk *desk,
      void (*post_one) (Desk *))
{
  sink_to (19);
  while (!is_over (desk)) {
    if (g_atomic_int_get (&desk->n_under_way) < MAX_UNDER_WAY) {
      g_atomic_int_inc (&desk->n_under_way);
      post_one (desk);
    }
    work ();
  }
}

static gpointer
post_sources (gpointer data)
{
  post (data, post_source);
  return NULL;
}

static gpointer
post_items (gpointer data)
{
  post (data, post_item);
  return NULL;
}

static void
iterate (Desk *desk)
{
  g_main_context_iteration (NULL, TRUE);
}

/* Microseconds in which this thread was ready to run and did not. */
static double
read_queued_us (int fd)
{
  char   text[96] = "";
  char  *end = text;
  gssize size = pread (fd, text, sizeof text - 1, 0);

  if (size <= 0)
    return 0;
  text[size] = '\0';
  g_ascii_strtoull (text, &end, 10);
  return (double) g_ascii_strtoull (end, NULL, 10) / 1000;
}

typedef struct
{
  double time_us;
  double queued_us;
} Clocks;

static int    schedstat_fd;
static Clocks polled; /* in poll, since it was last cleared */

static Clocks
read_clocks (void)
{
  return (Clocks){ (double) g_get_monotonic_time (), read_queued_us (schedstat_fd) };
}

/* Waiting for something to do is no stall. */
static int
poll_and_time (GPollFD *fds,
               guint    n_fds,
               int      timeout_ms)
{
  Clocks start = read_clocks ();
  int    n_ready = g_poll (fds, n_fds, timeout_ms);
  Clocks end = read_clocks ();

  polled.time_us += end.time_us - start.time_us;
  polled.queued_us += end.queued_us - start.queued_us;
  return n_ready;
}

/* Adds the milliseconds that each of N_A_ROUND calls took to @times_ms. */
static void
take_times (Desk *desk,
            void (*act) (Desk *),
            GArray *times_ms)
{
  for (guint i = 0; i < N_A_ROUND; i++) {
    Clocks start = read_clocks ();
    Clocks end = { 0 };
    double ms = 0;

    polled = (Clocks){ 0 };
    act (desk);
    end = read_clocks ();
    ms = (end.time_us - start.time_us - polled.time_us) -
         (end.queued_us - start.queued_us - polled.queued_us);
    ms = MAX (ms, 0) / 1000;
    g_array_append_val (times_ms, ms);
    g_usleep (PAUSE_US);
  }
}

static void
run_round (GThreadFunc compute,
           void (*act) (Desk *),
           GArray *times_ms)
{
  Desk                 desk = { 0 };
  guint                n_disturbing = koma_cpu_count_available ();
  GThread             *computing[N_COMPUTING];
  g_autofree GThread **disturbing = g_new (GThread *, n_disturbing);

  g_mutex_init (&desk.lock);
  g_cond_init (&desk.changed);
  koma_event_count_init (&desk.events);
  desk.results =
    koma_context_queue_new (g_main_context_default (), G_PRIORITY_DEFAULT, open_cb, &desk);
  for (guint i = 0; i < n_disturbing; i++)
    disturbing[i] = g_thread_new ("disturb", disturb, &desk);
  for (guint i = 0; i < N_COMPUTING; i++)
    computing[i] = g_thread_new ("compute", compute, &desk);
  take_times (&desk, act, times_ms);

  g_atomic_int_set (&desk.is_over, TRUE);
  koma_event_count_notify (&desk.events, KOMA_EVENT_COUNT_ALL);
  for (guint i = 0; i < N_COMPUTING; i++)
    g_thread_join (computing[i]);
  for (guint i = 0; i < n_disturbing; i++)
    g_thread_join (disturbing[i]);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  koma_context_queue_close (desk.results);
  koma_context_queue_free (desk.results, g_free);
  free_items (&desk.inbox);
  g_queue_clear_full (&desk.queue, g_free);
  koma_event_count_clear (&desk.events);
  g_cond_clear (&desk.changed);
  g_mutex_clear (&desk.lock);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
quantile (const GArray *sorted,
          double        part)
{
  return g_array_index (sorted, double, (guint) floor (part * (sorted->len - 1)));
}

static void
report (const char *name,
        GArray     *before_ms,
        GArray     *after_ms)
{
  static const double parts[] = { 0.5, 0.99, 0.999, 1 };

  g_array_sort (before_ms, compare);
  g_array_sort (after_ms, compare);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    double before = quantile (before_ms, parts[i]);
    double after = quantile (after_ms, parts[i]);

    g_print ("{\"what\": \"%s\", \"quantile\": %g, \"lock_ms\": %.3f, \"koma_ms\": %.3f,"
             " \"ratio\": %.1f}\n",
             name, parts[i], before, after, before / MAX (after, 0.001));
  }
}

int
main (int    argc,
      char **argv)
{
  static const struct
  {
    const char *name;
    GThreadFunc compute[2]; /* with a lock, without */
    void (*act[2]) (Desk *);
  } pairs[] = {
    { "request", { take_with_lock, take_without }, { push_with_lock, push_without } },
    { "result", { post_sources, post_items }, { iterate, iterate } },
  };
  guint n_rounds = argc > 1 ? MAX (atoi (argv[1]), 1) : 3;

  schedstat_fd = open ("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  g_main_context_set_poll_func (NULL, poll_and_time);
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_autoptr (GArray) before_ms = g_array_new (FALSE, FALSE, sizeof (double));
    g_autoptr (GArray) after_ms = g_array_new (FALSE, FALSE, sizeof (double));

    for (guint round = 0; round < 2 * n_rounds; round++)
      run_round (pairs[i].compute[round % 2], pairs[i].act[round % 2],
                 round % 2 == 0 ? before_ms : after_ms);
    report (pairs[i].name, before_ms, after_ms);
  }
  close (schedstat_fd);
  return 0;
}
