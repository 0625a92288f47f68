/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-backend-control.h"

G_BEGIN_DECLS

/* Of the preferences: the backends to choose from, each with its device or the reason why it can
 * not be used, and what became of the choice. */
#define KOMA_TYPE_BACKEND_GROUP (koma_backend_group_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaBackendGroup, koma_backend_group,
                      KOMA, BACKEND_GROUP, AdwPreferencesGroup)
/* clang-format on */

void koma_backend_group_set_control (KomaBackendGroup *self, KomaBackendControl *control);
void koma_backend_group_focus_choice (KomaBackendGroup *self);

G_END_DECLS
