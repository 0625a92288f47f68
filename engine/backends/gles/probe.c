/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Is there a GL for us? Asked once, on a thread of its own: the caller's may
 * have a context current, the window's. */

#include "probe.h"

#include "device.h"

typedef struct
{
  char   *device;
  GError *error;
} Probe;

static char *
describe (const KomaGlesInfo *info)
{
  return g_strdup_printf ("%s, %s, %s, %s, tensors up to %d MiB",
                          info->renderer, info->vendor, info->version,
                          info->is_software ? "software" : "hardware",
                          info->max_block_bytes >> 20);
}

static gpointer
probe_in_thread (gpointer data)
{
  Probe *probe = data;
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (&probe->error);

  if (device != NULL)
    probe->device = describe (koma_gles_device_get_info (device));
  return NULL;
}

static gpointer
probe_once (gpointer data)
{
  Probe   *probe = g_new0 (Probe, 1);
  GThread *thread = g_thread_new ("gles-probe", probe_in_thread, probe);

  g_thread_join (thread);
  return probe;
}

/**
 * koma_gles_probe:
 * @ret_device: (out): renderer, vendor, version, whether it is software, limits
 *
 * Errors: %KOMA_ERROR_BACKEND, why there is none. Thread: any; the first call
 * takes as long as loading a driver does.
 */
gboolean
koma_gles_probe (char   **ret_device,
                 GError **error)
{
  static GOnce once = G_ONCE_INIT;
  const Probe *probe = g_once (&once, probe_once, NULL);

  if (probe->error != NULL) {
    g_propagate_error (error, g_error_copy (probe->error));
    return FALSE;
  }
  *ret_device = g_strdup (probe->device);
  return TRUE;
}
