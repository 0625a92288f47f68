/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Is there a GL for us? Asked once, on a thread of its own: the caller's may
 * have a context current, the window's.
 *
 * A driver that computes on the processor starts its threads with the first
 * display, and Linux gives them the niceness of who did that. Where a main
 * thread has something better to do, such as a window, another thread asks:
 * then those have to stay behind it, as all that computes. */

#include "probe.h"

#include <sys/resource.h>
#include <unistd.h>

#include "engine/koma-limits.h"

typedef struct
{
  gboolean     is_behind; /* the main thread */
  KomaGlesInfo info;      /* of a device that is gone again */
  GError      *error;
} Probe;

static void
stay_behind (void)
{
  const id_t main_thread = (id_t) getpid ();
  const id_t thread = (id_t) gettid ();
  const int  nice = getpriority (PRIO_PROCESS, main_thread) + KOMA_COMPUTE_NICENESS;

  (void) setpriority (PRIO_PROCESS, thread, MAX (nice, getpriority (PRIO_PROCESS, thread)));
}

static void
copy_info (const KomaGlesInfo *info,
           KomaGlesInfo       *ret_info)
{
  *ret_info = *info;
  ret_info->vendor = g_strdup (info->vendor);
  ret_info->renderer = g_strdup (info->renderer);
  ret_info->version = g_strdup (info->version);
}

static gpointer
probe_in_thread (gpointer data)
{
  Probe *probe = data;
  g_autoptr (KomaGlesDevice) device = NULL;

  if (probe->is_behind)
    stay_behind ();
  device = koma_gles_device_get (&probe->error);
  if (device != NULL)
    copy_info (koma_gles_device_get_info (device), &probe->info);
  return NULL;
}

static gpointer
probe_once (gpointer data)
{
  Probe   *probe = g_new0 (Probe, 1);
  GThread *thread = NULL;

  probe->is_behind = gettid () != getpid ();
  thread = g_thread_new ("gles-probe", probe_in_thread, probe);
  g_thread_join (thread);
  return probe;
}

static gboolean
find_limits (const KomaGlesInfo **ret_info,
             KomaGlesLimits      *ret_limits,
             GError             **error)
{
  static GOnce once = G_ONCE_INIT;
  const Probe *probe = g_once (&once, probe_once, NULL);

  *ret_info = &probe->info;
  if (probe->error == NULL)
    return koma_gles_limits_choose (&probe->info, ret_limits, error);
  g_propagate_error (error, g_error_copy (probe->error));
  return FALSE;
}

/**
 * koma_gles_probe:
 * @ret_device: (out): renderer, vendor, version, whether it is software, the
 *   tier and its limit
 *
 * Errors: %KOMA_ERROR_BACKEND, why there is none, or why it has not the tier
 * that the flag GLES_TIER wants. Thread: any; the first call takes as long as
 * loading a driver does.
 */
gboolean
koma_gles_probe (char   **ret_device,
                 GError **error)
{
  const KomaGlesInfo *info = NULL;
  KomaGlesLimits      limits = { 0 };

  if (!find_limits (&info, &limits, error))
    return FALSE;
  *ret_device = g_strdup_printf ("%s, %s, %s, %s, tier %d (%s programs), tensors up to %u MiB",
                                 info->renderer, info->vendor, info->version,
                                 info->is_software ? "software" : "hardware", limits.tier,
                                 limits.tier == KOMA_GLES_TIER_COMPUTE ? "compute" : "fragment",
                                 (guint) (limits.max_bytes >> 20));
  return TRUE;
}

/**
 * koma_gles_probe_info:
 *
 * Returns: (transfer none) (nullable): what the device can do; %NULL if there is
 *   none. Thread: any, as koma_gles_probe().
 */
const KomaGlesInfo *
koma_gles_probe_info (void)
{
  const KomaGlesInfo *info = NULL;
  KomaGlesLimits      limits = { 0 };

  return find_limits (&info, &limits, NULL) ? info : NULL;
}

/**
 * koma_gles_probe_limits:
 *
 * Returns: what sessions made from now on are to keep to; where there is no
 *   device, what most would have. Thread: any, as koma_gles_probe().
 */
KomaGlesLimits
koma_gles_probe_limits (void)
{
  const KomaGlesInfo *info = NULL;
  KomaGlesLimits      limits = { 0 };

  return find_limits (&info, &limits, NULL) ? limits : koma_gles_limits_guess ();
}

/**
 * koma_gles_probe_is_software:
 *
 * Returns: whether there is a device, and it computes on the processor.
 *   Thread: any, as koma_gles_probe().
 */
gboolean
koma_gles_probe_is_software (void)
{
  const KomaGlesInfo *info = NULL;
  KomaGlesLimits      limits = { 0 };

  return find_limits (&info, &limits, NULL) && info->is_software;
}
