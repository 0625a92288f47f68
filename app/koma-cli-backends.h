/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What `koma backends` and `koma env` both list. */
void koma_cli_backends_show (JsonBuilder *builder); /* (nullable): text */

G_END_DECLS
