/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-cli-json.h"

G_BEGIN_DECLS

/* Figures of answers, for people and for programs. @names: [n_classes] */
void koma_cli_evaluation_say (const KomaEvaluation *evaluation, const char *const *names);
/* Members of the object that is being built. */
void koma_cli_evaluation_build (const KomaEvaluation *evaluation,
                                const char *const    *names,
                                JsonBuilder          *builder);

void koma_cli_json_rate (JsonBuilder *builder, const char *name, double rate); /* NAN: null */

G_END_DECLS
