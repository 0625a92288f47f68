/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* A tensor that a specification describes: "file" (raw float32 in @folder), "mix" or "values".
 * (transfer full) (nullable) */
KomaTensor *samples_read (JsonObject *specification, const char *folder, GError **error);
/* Raw float32. */
gboolean samples_write (KomaTensor *tensor,
                        const char *folder,
                        const char *name,
                        GError    **error);

G_END_DECLS
