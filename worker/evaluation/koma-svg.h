/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-chart.h"

G_BEGIN_DECLS

/* A painter whose texts stay texts, for any font and screen reader: (transfer full) the file. */
char *koma_svg_paint_diagram (const KomaEvaluated *evaluated);
char *koma_svg_paint_matrix (const KomaEvaluated *evaluated);

G_END_DECLS
