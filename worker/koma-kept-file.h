/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A group's key for when it was written, in seconds since 1970. */
#define KOMA_KEPT_TIME "time"

/* Key files that Koma keeps for itself, a group for each model. Thread: any but the main one. */
GKeyFile *koma_kept_file_read (const char *path); /* (transfer full) */
void      koma_kept_file_touch (GKeyFile *file, const char *group);
gboolean  koma_kept_file_write (GKeyFile   *file,
                                const char *path,
                                guint       max_groups,
                                GError    **error);

G_END_DECLS
