/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/model-file.h"

G_BEGIN_DECLS

/* A file that is kept for a process that can open none, as it was when it was opened. */
typedef struct
{
  int     fd;
  guint64 size_bytes;
  char   *name; /* for errors */
} KomaRawFile;

/* What a model wants of them, checked. */
typedef struct
{
  GArray *parts;  /* KomaKeptPart: elements, at a place behind koma_raw_files_begin () */
  GArray *hashed; /* guint: files that its hash is computed of, in this order; none: it has one */
} KomaRawWanted;

void    koma_raw_wanted_clear (KomaRawWanted *self);
guint64 koma_raw_files_begin (guint64 size_bytes); /* of what came */
/* Once for each: bytes of weights attack no parser, and so nobody has to read them in a box. */
gboolean koma_raw_files_read (const KomaRawWanted *wanted,
                              const KomaRawFile   *files,
                              guint8              *to,       /* koma_raw_files_begin () */
                              KomaModelProgress    progress, /* (nullable) */
                              gpointer             user_data,
                              KomaRawModel        *raw, /* gets its hash */
                              GError             **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaRawWanted, koma_raw_wanted_clear)

G_END_DECLS
