/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* The user's choices for one model, and what was found out with the user's pictures, kept by the
 * hash of its content in <user state dir>/koma/model-settings.ini. Members that are NULL were never
 * chosen, or found. Thread: any but the main one, since files are read and written. */
typedef struct
{
  char *parts[KOMA_N_PARTS]; /* words of koma_recipe_set_part (); of the labels, an absolute path */
  char *found_range;         /* not chosen: what pictures were found to fit best … */
  guint n_pictures;          /* … so many of them */
} KomaModelSettings;

KomaModelSettings *koma_model_settings_find (const char *model_hash);
gboolean           koma_model_settings_keep (const char              *model_hash,
                                             const KomaModelSettings *settings,
                                             GError                 **error);
gboolean           koma_model_settings_keep_found (const char *model_hash,
                                                   const char *range,
                                                   guint       n_pictures,
                                                   GError    **error);
void               koma_model_settings_accept_range (const char *model_hash, /* any thread */
                                                     const char *range);
void               koma_model_settings_free (KomaModelSettings *settings); /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaModelSettings, koma_model_settings_free)

G_END_DECLS
