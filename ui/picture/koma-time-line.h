/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* The steps of one answer, each with its time and its place in the whole. */
#define KOMA_TYPE_TIME_LINE (koma_time_line_get_type ())
G_DECLARE_FINAL_TYPE (KomaTimeLine, koma_time_line, KOMA, TIME_LINE, AdwBin)

void koma_time_line_set_timing (KomaTimeLine           *self,
                                const KomaResultTiming *timing); /* (nullable) */

G_END_DECLS
