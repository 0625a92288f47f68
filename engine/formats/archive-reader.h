/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <glib.h>

G_BEGIN_DECLS

/* libarchive's reader, with an owner. */
typedef struct archive KomaArchiveReader;

KomaArchiveReader *koma_archive_reader_new (void); /* of zip archives */
void               koma_archive_reader_free (KomaArchiveReader *reader);
/* Sets %KOMA_ERROR_MODEL, with what libarchive says. Returns FALSE. */
gboolean koma_archive_reader_fail (KomaArchiveReader *reader,
                                   const char        *what, /* "the archive is damaged" */
                                   GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaArchiveReader, koma_archive_reader_free)

G_END_DECLS
