/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_RATE_METER_SIZE 64

/* How many times a second something happens; all zeros is one that knows
 * nothing. */
typedef struct
{
  gint64 times_us[KOMA_RATE_METER_SIZE]; /* a ring */
  guint  n_times;                        /* that were ever added */
} KomaRateMeter;

void   koma_rate_meter_add (KomaRateMeter *meter, gint64 time_us);
double koma_rate_meter_get (const KomaRateMeter *meter, gint64 now_us);

G_END_DECLS
