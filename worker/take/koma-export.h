/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-export-queue.h"
#include "koma-sheet.h"
#include "koma-take-progress.h"

G_BEGIN_DECLS

/* Writes a file of answers on a thread: all of it, or the file is as before. Rows may come while it
 * writes: all that @queue was made for. */
void koma_export_async (KomaExportQueue        *queue,
                        const KomaSheetOptions *options,
                        GFile                  *file,
                        KomaTakeProgress       *progress, /* (nullable) counts rows */
                        GCancellable           *cancellable,
                        GAsyncReadyCallback     callback,
                        gpointer                user_data);
/* Errors: those of GIO; G_IO_ERROR_CANCELLED. */
gboolean koma_export_finish (GAsyncResult *result, GError **error);

G_END_DECLS
