/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A temperature T makes softmax (log (p) / T) of scores p: above 1 they become softer, below 1
 * harder. The order of the classes stays. Guo, Pleiss, Sun and Weinberger 2017, arXiv:1706.04599.
 * */
#define KOMA_MIN_TEMPERATURE 0.05
#define KOMA_MAX_TEMPERATURE 20.0

/* 1 leaves all as it is. */
void   koma_temperature_apply (double temperature,
                               float *scores, /* [n_classes] in place */
                               guint  n_classes);
double koma_temperature_measure (const guint *truth,  /* [n] */
                                 const float *scores, /* [n, n_classes] */
                                 guint        n,
                                 guint        n_classes,
                                 double       temperature);
double koma_temperature_fit (const guint *truth,  /* [n] */
                             const float *scores, /* [n, n_classes] */
                             guint        n,
                             guint        n_classes,
                             gboolean     has_prior);

G_END_DECLS
