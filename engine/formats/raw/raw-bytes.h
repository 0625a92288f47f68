/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "raw-files.h"

G_BEGIN_DECLS

/* A model that one process has read, for another one that does not trust it: bytes, of which the
 * elements of arrays are the first, each as in memory.h, and all else the last, written down one
 * after the other. Elements that lie in files which the other one keeps (kept-files.h) are not
 * among them: it is told which they are, and where they are wanted behind those bytes. A graph is
 * written as the calls that make it, in the order of its values; reading makes these calls, so that
 * it can become nothing that no reader of files could make. What inference finds is not written: it
 * infers again. */
typedef struct
{
  gconstpointer data;
  gsize         size_bytes;
} KomaRawPart;

typedef struct
{
  GArray *parts;       /* KomaRawPart, one behind the other */
  guint64 size_bytes;  /* of all of them */
  guint64 offset;      /* of the last parts: the files, all else */
  guint64 files_bytes; /* of what is read from files */

  /* Private. */
  GByteArray *files;   /* what is wanted of files */
  GByteArray *bytes;   /* all else */
  GArray     *found;   /* KomaKeptPart: elements in files */
  GHashTable *offsets; /* gconstpointer → gpointer: where the elements at an address go */
} KomaRawParts;

/* Where a model lies that was handed over. */
typedef struct
{
  GBytes *memory;     /* arrays keep references */
  guint64 offset;     /* of the last parts */
  guint64 size_bytes; /* of all parts that came; zeros from koma_raw_files_begin () on */
} KomaRawMemory;

/* Valid as long as @raw. */
gboolean koma_raw_model_write (const KomaRawModel *raw,
                               KomaRawParts       *ret_parts,
                               GError            **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_raw_parts_clear (KomaRawParts *self);
gboolean koma_raw_model_read (const KomaRawMemory *memory,
                              const KomaRawFile   *files, /* [n_files] that are kept */
                              guint                n_files,
                              KomaRawModel        *ret_raw,
                              KomaRawWanted       *ret_wanted, /* is to be read yet */
                              GError             **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaRawParts, koma_raw_parts_clear)

G_END_DECLS
