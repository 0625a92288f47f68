/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile.h"

#include "quantile.h"

struct _KomaProfile
{
  GArray **times; /* [n_steps] (element-type double) */
  guint    n_steps;
};

/**
 * koma_profile_new:
 *
 * Returns: (transfer full): nothing timed yet
 */
KomaProfile *
koma_profile_new (guint n_steps)
{
  KomaProfile *profile = g_new0 (KomaProfile, 1);

  profile->n_steps = n_steps;
  profile->times = g_new (GArray *, n_steps + 1);
  for (guint i = 0; i < n_steps; i++)
    profile->times[i] = g_array_new (FALSE, FALSE, sizeof (double));
  return profile;
}

/**
 * koma_profile_free:
 * @profile: (nullable) (transfer full)
 */
void
koma_profile_free (KomaProfile *profile)
{
  if (profile == NULL)
    return;
  for (guint i = 0; i < profile->n_steps; i++)
    g_array_unref (profile->times[i]);
  g_free (profile->times);
  g_free (profile);
}

/**
 * koma_profile_add:
 * @ms: of one run
 */
void
koma_profile_add (KomaProfile *profile,
                  guint        step,
                  double       ms)
{
  g_assert (step < profile->n_steps);

  g_array_append_val (profile->times[step], ms);
}

/**
 * koma_profile_get:
 *
 * Returns: the times of step @step
 */
KomaProfileTime
koma_profile_get (const KomaProfile *profile,
                  guint              step)
{
  g_autoptr (GArray) sorted = NULL;
  KomaProfileTime time = { 0 };

  g_assert (step < profile->n_steps);

  sorted = g_array_copy (profile->times[step]);
  time.n_runs = sorted->len;
  if (sorted->len == 0)
    return time;
  time.median_ms = koma_quantile ((double *) sorted->data, sorted->len, 0.5);
  for (guint i = 0; i < sorted->len; i++)
    time.total_ms += g_array_index (sorted, double, i);
  return time;
}
