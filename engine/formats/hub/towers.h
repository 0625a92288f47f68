/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What models of two towers share: one for pictures, one for words, whose vectors are compared. */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* Words as rows: adds the input "input_ids" int32 [texts,rows], of as many rows as there are
 * @positions, a weight [rows,c]; @table, a weight [n,c], has a row for each id. An id that it does
 * not have fails the run. Returns [texts,rows,c]. */
KomaValueId koma_hub_add_words (KomaHub     *self,
                                const char  *table,
                                const char  *positions,
                                KomaValueId *ret_ids);
/* Scores [pictures,texts] of vectors [pictures,c] and [texts,c], which become outputs, of unit
 * length: exp (logit_scale) · picture · text + logit_bias, if there is one. */
KomaValueId koma_hub_compare (KomaHub *self, KomaValueId pictures, KomaValueId texts);
/* Settings from here on are those of a tower, where the file has some; those from before. */
JsonObject *koma_hub_enter_settings (KomaHub *self, const char *tower);

G_END_DECLS
