/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-spoken.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * koma_spoken_name:
 * @name: of a class: “歩兵 · pawn, pointing up”
 *
 * Returns: (transfer full): the same without a sign that is read out: “歩兵, pawn, pointing up”
 */
char *
koma_spoken_name (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, " · ", -1);

  return g_strjoinv (C_ ("between spoken names", ", "), parts);
}

static char *
speak_score (double score)
{
  const long percent = lround (CLAMP (score, 0.0, 1.0) * 100.0);

  return percent < 1 ? g_strdup (C_ ("spoken score", "less than 1 percent"))
                     : g_strdup_printf (C_ ("spoken score", "%ld percent"), percent);
}

/**
 * koma_spoken_class:
 * @name: of a class
 * @score: 0 … 1
 *
 * Returns: (transfer full): “歩兵, pawn, pointing up, 99 percent”
 */
char *
koma_spoken_class (const char *name,
                   double      score)
{
  g_autofree char *spoken = koma_spoken_name (name);
  g_autofree char *percent = speak_score (score);

  /* Translators: a class and its score, “cat, 99 percent” */
  return g_strdup_printf (C_ ("spoken class and score", "%s, %s"), spoken, percent);
}
