/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/camera/koma-camera-options.h"

G_BEGIN_DECLS

/* The window's size, its model, the camera's options and the project, from one start to the
 * next, in <user state dir>/koma/state.ini. Choices of the preferences window
 * are in KomaPreferences, which needs a schema; this needs nothing. */
typedef struct _KomaState KomaState;

/* Files and folders of the last time. */
typedef enum {
  KOMA_STATE_MODEL,      /* NULL: Koma's own */
  KOMA_STATE_COLLECTION, /* that kept the answers of the list */
  KOMA_STATE_PROJECT,    /* the folder of the one that was taught last */
} KomaStatePath;

KomaState *koma_state_new (void);
void       koma_state_free (KomaState *state);
void       koma_state_save (KomaState *state);

gboolean koma_state_get_size (KomaState *state, int *ret_width, int *ret_height);
gboolean koma_state_is_maximized (KomaState *state);

void koma_state_load_camera (KomaState *state, KomaCameraOptions *options);
void koma_state_set_camera (KomaState *state, KomaCameraOptions *options);
void koma_state_set_size (KomaState *state, int width, int height, gboolean is_maximized);

/* (nullable) */
char *koma_state_dup_path (KomaState *state, KomaStatePath path);
void  koma_state_set_path (KomaState *state, KomaStatePath path, const char *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaState, koma_state_free)

G_END_DECLS
