/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file with the paths of the models opened last, one URI a line, newest
 * first. Changes are made at once as far as koma_recent_models_list() is
 * concerned, and written by a thread. Reference counted, any thread. */
typedef struct _KomaRecentModels KomaRecentModels;

KomaRecentModels *koma_recent_models_new (const char *file);
KomaRecentModels *koma_recent_models_ref (KomaRecentModels *recents);
void              koma_recent_models_unref (KomaRecentModels *recents);

void koma_recent_models_change (KomaRecentModels *recents,
                                const char       *path,
                                gboolean          is_added); /* else removed */
/* Reads the file: any thread but main. */
char **koma_recent_models_list (KomaRecentModels *recents);

G_END_DECLS
