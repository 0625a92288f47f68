/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A file with the paths of the models opened last, one URI a line, newest
 * first. */
typedef struct _KomaRecentModels KomaRecentModels;

KomaRecentModels *koma_recent_models_new (const char *file);
void              koma_recent_models_free (KomaRecentModels *recents);

/* Any thread; the file is not touched. */
void koma_recent_models_add (KomaRecentModels *recents, const char *path);
void koma_recent_models_remove (KomaRecentModels *recents, const char *path);
/* Any thread but main: reads the file, and writes changes to it. */
char **koma_recent_models_list (KomaRecentModels *recents);

G_END_DECLS
