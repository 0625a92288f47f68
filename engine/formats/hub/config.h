/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Whether Koma has the architecture that a model's config.json, or open_clip_config.json, names:
 * before anybody fetches its weights. */
gboolean koma_hub_config_check (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
