/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The model file that a path means: itself, or the one in the folder. */
char *koma_model_find_file (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* The one in the folder that has a name which writers give, or NULL. */
char *koma_model_find_usual (const char *folder);
/* What people call a model at that path. */
char *koma_model_name_from_path (const char *path);

G_END_DECLS
