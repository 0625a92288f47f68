/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/evaluation/koma-evaluated-pair.h"

G_BEGIN_DECLS

/* What koma evaluate found out, for people and for programs. */
typedef struct
{
  const KomaEvaluated     *evaluated;
  const KomaEvaluatedPair *pair;      /* (nullable) of it and what it is compared with */
  double                   precision; /* that is wanted */
} KomaCliEvaluated;

void koma_cli_evaluated_say (const KomaCliEvaluated *self);
void koma_cli_evaluated_print_json (const KomaCliEvaluated *self);

G_END_DECLS
