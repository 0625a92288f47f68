/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Limits of the folder of programs. */
typedef struct
{
  gint64  max_age_s;         /* since a file was last used */
  gint64  max_foreign_age_s; /* the same, of another driver or engine */
  guint64 max_bytes;         /* of all files together */
} KomaGlesCacheLimits;

void koma_gles_program_cache_tidy_folder (const char                *folder,
                                          const char                *own,
                                          const KomaGlesCacheLimits *limits);

G_END_DECLS
