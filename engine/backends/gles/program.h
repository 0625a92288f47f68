/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "device.h"

G_BEGIN_DECLS

/* The first of the defines of programs that fragments run. */
#define KOMA_GLES_FRAGMENT "#define IS_FRAGMENT\n"

/* One program of a device, from wish to use:
 *
 *   WANTED ── start ──▶ BUILDING ── finish ──▶ BUILT
 *        └── start, found in the cache ─────────▲
 *
 * All functions want the device's context current. */
KomaGlesProgram *koma_gles_program_new (const char *shader,
                                        const char *defines);
void             koma_gles_program_free (KomaGlesProgram *program,
                                         gboolean         is_current);

gboolean koma_gles_program_start (KomaGlesProgram    *program,
                                  const KomaGlesInfo *info,
                                  GError            **error);
gboolean koma_gles_program_is_ready (const KomaGlesProgram *program,
                                     const KomaGlesInfo    *info);
gboolean koma_gles_program_finish (KomaGlesProgram *program,
                                   GError         **error);
gboolean koma_gles_program_is_built (const KomaGlesProgram *program);
GLuint   koma_gles_program_get_name (const KomaGlesProgram *program);

G_END_DECLS
