/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-evaluated.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_EXPORT_MATRIX,  /* SVG, CSV */
  KOMA_EXPORT_DIAGRAM, /* SVG, CSV */
  KOMA_EXPORT_SCORES,  /* CSV: all scores of all pictures */
} KomaEvaluatedPart;

/* The end of the name says the form: .svg or .csv. */
gboolean koma_evaluated_can_export (KomaEvaluatedPart part, const char *path);
gboolean koma_evaluated_export (const KomaEvaluated *evaluated,
                                KomaEvaluatedPart    part,
                                const char          *path,
                                GError             **error);

G_END_DECLS
