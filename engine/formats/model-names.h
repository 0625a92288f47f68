/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What files of models are called, by the rows of formats.c: nobody looks at the files. */
gboolean    koma_model_names_has_ending (const char *path);
gboolean    koma_model_names_is_usual (const char *name);
const char *koma_model_names_get_usual (guint index);
GPtrArray  *koma_model_names_list_patterns (void);

G_END_DECLS
