/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "info.h"

G_BEGIN_DECLS

/* The defines of a program that runs as a fragment shader begin with this. */
#define KOMA_GLES_FRAGMENT "#define IS_FRAGMENT\n"

/* A text of shaders/ with its defines, which the device builds once:
 *
 *   WANTED ── start ──▶ BUILDING ── finish ──▶ BUILT
 *        └── start, found in the cache ─────────▲
 *
 * All functions want the device's context current. */
typedef struct _KomaGlesProgram KomaGlesProgram;

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
