/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-preferences.h"
#include "ui/models/koma-model-control.h"
#include "worker/measure/koma-backend-list.h"

G_BEGIN_DECLS

/* Puts the user's choice of backend and threads into effect at once. */
#define KOMA_TYPE_BACKEND_CONTROL (koma_backend_control_get_type ())
G_DECLARE_FINAL_TYPE (KomaBackendControl, koma_backend_control, KOMA, BACKEND_CONTROL, GObject)

KomaBackendControl *koma_backend_control_new (KomaModelControl *model_control,
                                              KomaPreferences  *preferences);

/* --backend, of any start of the program. */
void koma_backend_control_set_option (KomaBackendControl *self, const char *option);
/* By the user, in the window; (nullable) automatic. */
void koma_backend_control_choose (KomaBackendControl *self, const char *backend);

/* The backends there are: `listed` is emitted when they are known. */
void              koma_backend_control_list (KomaBackendControl *self);
GPtrArray        *koma_backend_control_get_entries (KomaBackendControl *self); /* (nullable) */
KomaModelControl *koma_backend_control_get_model_control (KomaBackendControl *self);
KomaPreferences  *koma_backend_control_get_preferences (KomaBackendControl *self);

G_END_DECLS
