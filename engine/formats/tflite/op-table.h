/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "rules.h"

G_BEGIN_DECLS

/* A row of operators.inc. */
typedef struct
{
  const char     *name;
  KomaTfliteRule *rule; /* (nullable): Koma does not compute it */
  KomaOp          op;
  const char     *inputs_are; /* (nullable) see koma_tflite_apply () */
} KomaTfliteOperator;

const KomaTfliteOperator *koma_tflite_operator_find (gint64 code); /* (nullable) */

G_END_DECLS
