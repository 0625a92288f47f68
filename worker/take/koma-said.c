/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-said.h"

/* GLib says "Unknown" where the system has no real name. */
const char *
koma_said_get_user (void)
{
  const char *name = g_get_real_name ();

  return *name != '\0' && !g_str_equal (name, "Unknown") ? name : g_get_user_name ();
}

/**
 * koma_said_dup_time:
 * @said_us: in µs since 1970, UTC
 *
 * Thread: any.
 *
 * Returns: (transfer full): "2026-11-29T18:03:05Z"; empty where no calendar has that time
 */
char *
koma_said_dup_time (gint64 said_us)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (said_us / G_USEC_PER_SEC);

  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("");
}
