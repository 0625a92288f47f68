/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-report.h"
#include "koma-take-progress.h"

G_BEGIN_DECLS

/* Undoes what a journal says, the last first, and forgets it: each file has its place, its
 * content, its mode and its time again, and folders that were made go if they are empty. What
 * was changed since is left as it is and named. It can be killed and done again; where a disk is
 * full or a folder may not be written, the journal stays for another try. One with lines that can
 * not be read is put aside and named when the others are undone. Thread: any but main. Errors:
 * G_IO_ERROR_BUSY: somebody is at it; G_IO_ERROR_NOT_SUPPORTED: it is of another version; those of
 * koma_file_read (). */
KomaArrangeReport *koma_arrange_undo (const char       *journal_path,
                                      KomaTakeProgress *progress, /* (nullable) */
                                      GError          **error);

G_END_DECLS
