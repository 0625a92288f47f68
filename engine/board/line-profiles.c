/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "line-profiles.h"

#include <math.h>

#define REACH 2.0 /* pixels from the line to its ridges */

/* The part of the line in which @at + t · @way lies between 0 and @end. */
static void
cut (double  at,
     double  way,
     double  end,
     double *first,
     double *last)
{
  const double a = -at / way, b = (end - at) / way;

  if (fabs (way) < 1e-9)
    return;
  *first = MAX (*first, MIN (a, b));
  *last = MIN (*last, MAX (a, b));
}

static KomaPoint
scale (const KomaRidges *ridges,
       double            x,
       double            y)
{
  const double half = MAX (ridges->width, ridges->height) / 2.0;

  return (KomaPoint){ (x - ridges->width / 2.0) / half, (y - ridges->height / 2.0) / half };
}

static void
take_profile (const KomaRidges *ridges,
              const KomaLine   *line,
              KomaLineProfile  *profile)
{
  const KomaPoint at = line->middle;
  double          first = -G_MAXDOUBLE, last = G_MAXDOUBLE, step = 0;

  cut (at.x, line->b, ridges->width - 1.0, &first, &last);
  cut (at.y, -line->a, ridges->height - 1.0, &first, &last);
  step = (last - first) / KOMA_PROFILE_PARTS;
  profile->from = scale (ridges, at.x + first * line->b, at.y - first * line->a);
  profile->to = scale (ridges, at.x + last * line->b, at.y - last * line->a);
  for (guint i = 0; i < KOMA_PROFILE_PARTS; i++) {
    const double t = first + (i + 0.5) * step;

    profile->strength[i] = koma_ridges_look (ridges, at.x + t * line->b, at.y - t * line->a,
                                             line->a, line->b, REACH, NULL);
  }
}

GArray *
koma_line_profiles_new (const KomaRidges *ridges,
                        const GArray     *lines)
{
  GArray *profiles = g_array_sized_new (FALSE, FALSE, sizeof (KomaLineProfile), lines->len);

  g_array_set_size (profiles, lines->len);
  for (guint i = 0; i < lines->len; i++)
    take_profile (ridges, &g_array_index (lines, KomaLine, i),
                  &g_array_index (profiles, KomaLineProfile, i));
  return profiles;
}
