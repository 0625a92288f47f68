/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "info.h"

G_BEGIN_DECLS

/* Identifies a built program: SHA-256 of each. */
typedef struct
{
  guint8 owner[32]; /* driver and engine */
  guint8 text[32];
} KomaGlesProgramKey;

/* A program as the driver gives it out. */
typedef struct
{
  guint32     format; /* the driver's */
  guint32     size_bytes;
  const char *data; /* [size_bytes] borrowed */
} KomaGlesProgramBinary;

void   koma_gles_program_key_make (const KomaGlesInfo *info,
                                   const char *const  *parts,   /* [n_parts] */
                                   const GLint        *lengths, /* [n_parts] -1: up to the zero */
                                   guint               n_parts,
                                   KomaGlesProgramKey *ret_key);
GLuint koma_gles_program_cache_load (const KomaGlesProgramKey *key); /* 0: not there */
void   koma_gles_program_cache_store (const KomaGlesProgramKey *key,
                                      GLuint                    program);
void   koma_gles_program_cache_tidy (const KomaGlesInfo *info);

/* The files themselves, and what one holds. */
char    *koma_gles_program_cache_read (const KomaGlesProgramKey *key, /* NULL: not there */
                                       KomaGlesProgramBinary    *ret_binary);
gboolean koma_gles_program_cache_write (const KomaGlesProgramKey    *key,
                                        const KomaGlesProgramBinary *binary);
void     koma_gles_program_cache_remove (const KomaGlesProgramKey *key);
gboolean koma_gles_program_cache_parse (const char               *contents,
                                        gsize                     size_bytes,
                                        const KomaGlesProgramKey *key,
                                        KomaGlesProgramBinary    *ret_binary);

G_END_DECLS
