/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The least score above 0, halved: what a score of 0 is taken for. */
float koma_log_odds_find_floor (const float *scores, gsize n_scores);
/* The sum of all scores of a picture, for koma_log_odds (). */
double koma_log_odds_sum (const float *scores, guint n_classes);
/* ln (score / the scores of all other classes). */
double koma_log_odds (double score, double sum, float floor);
/* Takes the mean off. */
void koma_log_odds_centre (float *map, gsize n_places);

G_END_DECLS
