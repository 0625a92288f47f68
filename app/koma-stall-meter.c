/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-stall-meter.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Some hours of a busy window. Later samples are ignored. */
#define MAX_SAMPLES (1u << 22)

/*
 * Each iteration of the main loop, from the return of poll to the next poll, is
 * one sample with three measures:
 *
 *   iter    elapsed time
 *   blame   iter without the time that the thread was ready to run and the
 *           kernel ran something else (/proc/thread-self/schedstat, second
 *           number): computation and blocking calls of the program, whatever the
 *           load of the machine. Tests assert on this one.
 *   cpu     time on the processor
 *
 * A poll function has no user data, hence the static variable. Only the thread
 * that runs the main context uses it.
 */
typedef struct
{
  gint64 wall_us;
  gint64 queue_us;
  gint64 cpu_us;
} Reading;

typedef struct
{
  char   *log_path;
  int     schedstat_fd;
  gint64  start_us;
  Reading last; /* when poll returned; wall_us is 0 before the first time */
  GArray *iter; /* float, milliseconds; all three of equal length */
  GArray *blame;
  GArray *cpu;
} Meter;

static Meter *meter;

static gint64
read_queue_us (void)
{
  char   text[96];
  char  *end = NULL;
  gssize size = pread (meter->schedstat_fd, text, sizeof text - 1, 0);

  if (size <= 0)
    return 0;

  text[size] = '\0';
  g_ascii_strtoull (text, &end, 10);
  return g_ascii_strtoull (end, NULL, 10) / 1000;
}

static gint64
read_cpu_us (void)
{
  struct timespec time = { 0 };

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static Reading
read_clocks (void)
{
  return (Reading){
    .wall_us = g_get_monotonic_time (),
    .queue_us = read_queue_us (),
    .cpu_us = read_cpu_us (),
  };
}

static void
append (GArray *samples,
        gint64  time_us)
{
  float time_ms = MAX (time_us, 0) / 1000.0f;

  g_array_append_val (samples, time_ms);
}

static void
add_sample (const Reading *now)
{
  gint64 iter_us = now->wall_us - meter->last.wall_us;

  if (meter->last.wall_us == 0 || meter->iter->len >= MAX_SAMPLES)
    return;

  append (meter->iter, iter_us);
  append (meter->blame, iter_us - (now->queue_us - meter->last.queue_us));
  append (meter->cpu, now->cpu_us - meter->last.cpu_us);
}

static int
poll_and_measure (GPollFD *fds,
                  guint    n_fds,
                  int      timeout)
{
  Reading now = read_clocks ();
  int     n_ready = 0;
  int     error = 0;

  add_sample (&now);
  n_ready = g_poll (fds, n_fds, timeout);
  error = errno;
  meter->last = read_clocks ();
  /* GLib asks whether a signal has interrupted it. */
  errno = error;
  return n_ready;
}

void
koma_stall_meter_reset (void)
{
  if (meter == NULL)
    return;

  g_array_set_size (meter->iter, 0);
  g_array_set_size (meter->blame, 0);
  g_array_set_size (meter->cpu, 0);
  meter->last.wall_us = 0; /* nor this iteration */
  meter->start_us = g_get_monotonic_time ();
}

static int
compare_floats (gconstpointer a,
                gconstpointer b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

static float
get_percentile (GArray *sorted,
                double  percent)
{
  guint at = sorted->len * (percent / 100.0);

  return g_array_index (sorted, float, MIN (at, sorted->len - 1));
}

static guint
count_above (GArray *sorted,
             float   limit)
{
  guint n = 0;

  while (n < sorted->len && g_array_index (sorted, float, sorted->len - 1 - n) > limit)
    n++;
  return n;
}

static void
describe (GString    *log,
          const char *name,
          GArray     *samples)
{
  if (samples->len == 0)
    return;

  g_array_sort (samples, compare_floats);
  g_string_append_printf (log,
                          "%s n=%u p50=%.2f p99=%.2f p99.9=%.2f max=%.2f over16ms=%u over50ms=%u\n",
                          name, samples->len, get_percentile (samples, 50.0),
                          get_percentile (samples, 99.0), get_percentile (samples, 99.9),
                          get_percentile (samples, 100.0),
                          count_above (samples, 16.0f), count_above (samples, 50.0f));
}

/* One line a measure, in milliseconds:
 * `blame n=5112 p50=0.05 p99=3.20 p99.9=7.41 max=11.02 over16ms=0 over50ms=0` */
static void
write_log (void)
{
  g_autoptr (GString) log = g_string_new (NULL);

  g_string_append_printf (log, "seconds %.1f\n", (g_get_monotonic_time () - meter->start_us) / 1e6);
  describe (log, "iter", meter->iter);
  describe (log, "blame", meter->blame);
  describe (log, "cpu", meter->cpu);
  if (!g_file_set_contents (meter->log_path, log->str, log->len, NULL))
    g_debug ("%s could not be written", meter->log_path);
}

static gboolean
signal_cb (gpointer user_data)
{
  if (meter != NULL)
    write_log ();
  koma_stall_meter_reset ();
  return G_SOURCE_CONTINUE;
}

/**
 * koma_stall_meter_start:
 * @log_path: (nullable): where the log goes; %NULL: the meter does nothing
 *
 * It is written by koma_stall_meter_stop(), and at each SIGUSR1, which begins
 * anew: so a part of what a person does is measured by itself.
 *
 * Thread: main, before the main loop runs
 */
void
koma_stall_meter_start (const char *log_path)
{
  if (log_path == NULL || *log_path == '\0')
    return;

  meter = g_new0 (Meter, 1);
  meter->log_path = g_strdup (log_path);
  meter->schedstat_fd = open ("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  meter->start_us = g_get_monotonic_time ();
  meter->iter = g_array_new (FALSE, FALSE, sizeof (float));
  meter->blame = g_array_new (FALSE, FALSE, sizeof (float));
  meter->cpu = g_array_new (FALSE, FALSE, sizeof (float));
  g_main_context_set_poll_func (NULL, poll_and_measure);
  g_unix_signal_add (SIGUSR1, signal_cb, NULL);
}

/**
 * koma_stall_meter_stop:
 *
 * Writes the log.
 *
 * Thread: main, after the main loop
 */
void
koma_stall_meter_stop (void)
{
  if (meter == NULL)
    return;

  g_main_context_set_poll_func (NULL, NULL);
  write_log ();
  if (meter->schedstat_fd >= 0)
    close (meter->schedstat_fd);
  g_array_unref (meter->iter);
  g_array_unref (meter->blame);
  g_array_unref (meter->cpu);
  g_free (meter->log_path);
  g_clear_pointer (&meter, g_free);
}
