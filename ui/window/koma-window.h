/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/camera/koma-camera-options.h"
#include "ui/preferences/koma-preferences.h"
#include "worker/koma-worker.h"
#include "worker/models/koma-model-choices.h"

G_BEGIN_DECLS

#define KOMA_TYPE_WINDOW (koma_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaWindow, koma_window, KOMA, WINDOW, AdwApplicationWindow)

KomaWindow *koma_window_new (GtkApplication   *app,
                             KomaWorker       *worker,
                             KomaModelChoices *choices,
                             KomaPreferences  *preferences);
/* (nullable) Not the active window, which may be a dialog. */
KomaWindow *koma_window_find (GtkApplication *app);

void koma_window_set_backend (KomaWindow *self, const char *backend); /* of --backend */
/* With what can least go wrong, as long as this window is there: plain C, and no live camera. */
void        koma_window_be_safe (KomaWindow *self);
void        koma_window_tell_safe_start (KomaWindow *self, const char *state);
const char *koma_window_get_help_topic (KomaWindow *self); /* of the page that is shown */
void        koma_window_load_model (KomaWindow *self, const char *path);
void        koma_window_open_files (KomaWindow *self, GPtrArray *files); /* (element-type GFile) */

void        koma_window_open_collection (KomaWindow *self, const char *path);
const char *koma_window_get_collection (KomaWindow *self); /* (nullable) path of the open one */

const char *koma_window_get_model_path (KomaWindow *self); /* (nullable) */
gboolean    koma_window_has_model (KomaWindow *self);      /* or is loading one */

/* The folder of the project that is taught, or is to be when the page is first shown. */
const char *koma_window_get_project (KomaWindow *self); /* (nullable) it was never shown */
void        koma_window_set_project (KomaWindow *self, const char *folder);

KomaCameraOptions *koma_window_get_camera_options (KomaWindow *self); /* (transfer none) */

/* The worker runs the model on another backend now; see koma_worker_watch_model(). */
void koma_window_take_model_change (KomaWindow *self, KomaModelInfo *info);

G_END_DECLS
