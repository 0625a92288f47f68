/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* A model that is described by names, classes and output shapes of its layers, by shapes of its
 * weights, and by a summary, which says what layers receive.
 *
 * Returns (transfer full) (nullable): such a model */
KomaLayersModel *description_build (JsonObject *description, GError **error);

G_END_DECLS
