/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/archive.h"
#include "engine/formats/model-file.h"
#include "engine/formats/raw/raw-bytes.h"
#include "model.h"

G_BEGIN_DECLS

typedef struct _KomaTokenizer KomaTokenizer;

/* What reads strangers' files for koma_model_load () and for the words of a model: functions of the
 * engine, or what has another process call them. */
struct _KomaModelReader
{
  gboolean (*read) (const KomaFormat    *format, /* as koma_format_read () */
                    const KomaModelFile *file,
                    KomaRawModel        *ret_raw,
                    GError             **error);
  KomaArchiveRead read_archive;                             /* as koma_archive_read () */
  KomaTokenizer *(*read_tokenizer) (const char *model_path, /* as koma_tokenizer_new_for_model () */
                                    GError    **error);
};

G_END_DECLS
