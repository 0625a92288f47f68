/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/camera/koma-camera-options.h"

G_BEGIN_DECLS

/* The window's size, its model, the camera's options and the project, from one start to the
 * next, in <user state dir>/koma/state.ini. Choices of the preferences window
 * are in KomaPreferences, which needs a schema; this needs nothing. */
typedef struct _KomaState KomaState;

KomaState *koma_state_new (void);
void       koma_state_free (KomaState *state);
void       koma_state_save (KomaState *state);

gboolean koma_state_get_size (KomaState *state, int *ret_width, int *ret_height);
gboolean koma_state_is_maximized (KomaState *state);
char    *koma_state_dup_model (KomaState *state); /* (nullable) Koma's own */

void koma_state_load_camera (KomaState *state, KomaCameraOptions *options);
void koma_state_set_camera (KomaState *state, KomaCameraOptions *options);
void koma_state_set_size (KomaState *state, int width, int height, gboolean is_maximized);
void koma_state_set_model (KomaState *state, const char *path); /* (nullable) */

/* The file that kept the answers of the list. */
char *koma_state_dup_collection (KomaState *state);                   /* (nullable) none did */
void  koma_state_set_collection (KomaState *state, const char *path); /* (nullable) */

/* The folder of the project that was taught last. */
char *koma_state_dup_project (KomaState *state); /* (nullable) none yet */
void  koma_state_set_project (KomaState *state, const char *folder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaState, koma_state_free)

G_END_DECLS
