/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-item.h"
#include "worker/take/koma-export.h"

G_BEGIN_DECLS

/* Writes what the pictures of the list say into a file, as koma_export_async() does. The rows are
 * made some at a time while others are written: the window does not stall, and a million are never
 * there together. @options: its classes and corrections are found here. Thread: main. */
void koma_take_export_async (GPtrArray              *items, /* (element-type KomaResultItem) */
                             const KomaSheetOptions *options,
                             GFile                  *file,
                             KomaTakeProgress       *progress,
                             GCancellable           *cancellable,
                             GAsyncReadyCallback     callback,
                             gpointer                user_data);
/* Errors: as koma_export_finish(). */
gboolean koma_take_export_finish (GAsyncResult *result, GError **error);

/* As many classes as some picture has, and whether a person says something of one: columns of CSV.
 * From *@position on, at most @n; FALSE: those were the last. */
gboolean koma_take_export_look_on (GPtrArray        *items,
                                   guint             n,
                                   guint            *position,
                                   KomaSheetOptions *options);

G_END_DECLS
