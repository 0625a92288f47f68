/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "labels.h"

G_BEGIN_DECLS

#define KOMA_LABEL_NAMES_FILE "label-names.json"

/* Names of the classes for people, from label-names.json beside a model: an
 * object from labels to names, each in one language or in several.
 *
 *   {
 *     "FU_up": {"en": "pawn, pointing up", "ja": "歩兵・上向き"},
 *     "empty": "—"
 *   }
 */
KomaLabels *koma_label_names_apply (KomaLabels        *labels,
                                    const char        *folder, /* that holds the model */
                                    const char *const *languages,
                                    GPtrArray         *warnings);

G_END_DECLS
