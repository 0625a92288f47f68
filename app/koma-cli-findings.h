/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* The findings of the model doctor, (element-type KomaFinding), for `koma inspect`. */
void koma_cli_findings_print (GPtrArray *findings);
/* The member "doctor". */
void koma_cli_findings_to_json (GPtrArray *findings, JsonBuilder *builder);

G_END_DECLS
