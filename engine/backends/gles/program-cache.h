/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "device.h"

G_BEGIN_DECLS

/* Of driver, engine and the program's text. */
typedef struct
{
  guint8 digest[32]; /* SHA-256 */
} KomaGlesProgramKey;

void   koma_gles_program_key_make (const KomaGlesInfo *info,
                                   const char *const  *parts,   /* [n_parts] */
                                   const GLint        *lengths, /* [n_parts] -1: up to the zero */
                                   guint               n_parts,
                                   KomaGlesProgramKey *ret_key);
GLuint koma_gles_program_cache_load (const KomaGlesProgramKey *key); /* 0: not there */
void   koma_gles_program_cache_store (const KomaGlesProgramKey *key,
                                      GLuint                    program);

G_END_DECLS
