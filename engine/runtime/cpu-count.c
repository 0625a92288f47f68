/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* How many processors are ours: the scheduler's affinity mask, cut down to
 * what the control group may use. In a container the mask shows the whole
 * machine, and threads above the quota only wait for each other. */

#include "cpu-count.h"

#include "engine/koma-limits.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

static guint
count_affinity (void)
{
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) != 0)
    return g_get_num_processors ();
  return MAX (CPU_COUNT (&set), 1);
}

/* cgroup v2: "cpu.max" holds "200000 100000" or "max 100000", in µs. */
static guint
quota_of_file (const char *path)
{
  g_autofree char *text = NULL;
  double           quota = 0;
  double           period = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL) ||
      sscanf (text, "%lf %lf", &quota, &period) != 2 || quota <= 0 || period <= 0)
    return G_MAXUINT;
  return MAX ((guint) (quota / period + 0.5), 1);
}

/* The limits of our group and of every group around it hold. */
static guint
count_quota (void)
{
  g_autofree char *text = NULL;
  g_autofree char *group = NULL;
  const char      *line = NULL;
  guint            count = G_MAXUINT;

  if (!g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return count;
  line = strstr (text, "0::/");
  if (line == NULL)
    return count;
  group = g_strndup (line + 3, strcspn (line + 3, "\n"));
  while (TRUE) {
    g_autofree char *path = g_build_filename ("/sys/fs/cgroup", group, "cpu.max", NULL);
    char            *slash = strrchr (group, '/');

    count = MIN (count, quota_of_file (path));
    if (slash == NULL)
      return count;
    *slash = '\0';
  }
}

/* To read it takes as long as to decode half of a small picture. */
static guint
get_quota (void)
{
  static gsize quota;

  if (g_once_init_enter (&quota))
    g_once_init_leave (&quota, count_quota ());
  return quota;
}

/**
 * koma_cpu_count_available:
 *
 * Returns: processors that this process may use at the same time, 1 or more;
 *   affinity and cgroup v2 quota honoured. The quota is that of the first
 *   call, which reads /proc and /sys. Thread: any.
 */
guint
koma_cpu_count_available (void)
{
  const guint affinity = count_affinity ();
  const guint quota = get_quota ();

  return CLAMP (MIN (affinity, quota), 1, KOMA_MAX_THREADS);
}

/**
 * koma_cpu_count_for_one_picture:
 *
 * One processor is left to whoever else wants it, a desktop as a rule: an
 * inference whose second thread waits for a processor takes ten times as
 * long as one with a single thread. Thread: any.
 *
 * Returns: threads to compute one picture with that somebody waits for, 1 or more
 */
guint
koma_cpu_count_for_one_picture (void)
{
  return MAX (koma_cpu_count_available (), 2) - 1;
}
