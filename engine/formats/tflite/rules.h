/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "call.h"

G_BEGIN_DECLS

/**
 * KomaTfliteRule:
 *
 * Makes Koma's nodes of an operator in @b, which keeps errors.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if no op of Koma's computes it: the message is the operator's
 * name, and in parentheses what is missing. %KOMA_ERROR_MODEL if it lacks an input or an output;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: the operator's first output, floats where the file has it quantised; it sets the others
 * itself, and a first one whose integers it makes
 */
typedef KomaValueId (KomaTfliteRule) (KomaBuilder *b, const KomaTfliteCall *call);

#define OPERATOR(code, name, rule, op) KomaTfliteRule koma_tflite_rule_##rule;
#define PLAIN(code, name, op, inputs_are)
#define UNSUPPORTED(code, name)
#include "operators.inc"
#undef OPERATOR
#undef PLAIN
#undef UNSUPPORTED
KomaTfliteRule koma_tflite_rule_plain;

G_END_DECLS
