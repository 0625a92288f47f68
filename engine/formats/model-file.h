/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/graph/shape.h"
#include "engine/runtime/progress.h"

G_BEGIN_DECLS

/* The part of format.h for those that have files read elsewhere. */
typedef struct _KomaFormat      KomaFormat;
typedef struct _KomaRawModel    KomaRawModel; /* what a reader made of a file */
typedef struct _KomaContentHash KomaContentHash;

/* A model file to be read, and how. */
typedef struct
{
  const char *path;
  /* (nullable) [n_shapes] of the first inputs, for those that the file leaves open: operators of
   * some formats mean something else for another shape. The caller checks that they fit. */
  const KomaShape *shapes;
  guint            n_shapes;
  /* (nullable) [n_inputs] (nullable) numbers of the first inputs, in the types that Koma has for
   * them, for a model that is run with no others: an operator may have to know one ahead. */
  GBytes *const    *inputs;
  guint             n_inputs;
  KomaModelProgress progress; /* (nullable) */
  gpointer          user_data;
  KomaContentHash  *checksum; /* is fed the bytes of all files; koma_format_read () makes it */
} KomaModelFile;

/* For another process that has the same formats; NULL where there are fewer. */
guint             koma_formats_get_index (const KomaFormat *format);
const KomaFormat *koma_formats_get (guint index);
gboolean          koma_format_read (const KomaFormat    *format,
                                    const KomaModelFile *file,
                                    KomaRawModel        *ret_raw,
                                    GError             **error) G_GNUC_WARN_UNUSED_RESULT;

KomaRawModel *koma_raw_model_new (void); /* empty */
void          koma_raw_model_free (KomaRawModel *raw);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRawModel, koma_raw_model_free)

G_END_DECLS
