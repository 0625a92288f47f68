/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the doctor found, looked up by its id. */
#pragma once

#include "engine/model/finding.h"

G_BEGIN_DECLS

/* (nullable) */
const KomaFinding *find_finding (GPtrArray *findings, const char *id);
/* @words: (nullable): part of the sentence */
void assert_finding (GPtrArray          *findings,
                     const char         *id,
                     KomaFindingSeverity severity,
                     const char         *words);

G_END_DECLS
