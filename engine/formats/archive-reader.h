/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "libarchive.h"

G_BEGIN_DECLS

/* libarchive, and a reader of it. */
typedef struct
{
  KomaLibarchive  library;
  struct archive *archive;
} KomaArchiveReader;

/* Of zip archives. (nullable) %KOMA_ERROR_UNSUPPORTED: libarchive is missing. */
KomaArchiveReader *koma_archive_reader_new (GError **error);
void               koma_archive_reader_free (KomaArchiveReader *reader);
/* Sets %KOMA_ERROR_MODEL, with what libarchive says. Returns FALSE. */
gboolean koma_archive_reader_fail (KomaArchiveReader *reader,
                                   const char        *what, /* "the archive is damaged" */
                                   GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArchiveReader, koma_archive_reader_free)

G_END_DECLS
