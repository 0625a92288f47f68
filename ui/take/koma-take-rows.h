/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/results/koma-result-item.h"
#include "worker/take/koma-export-row.h"

G_BEGIN_DECLS

/* Rows for the worker, of what the pictures of the list say now: some at a time, so that the window
 * does not stall. Thread: main. */

KomaExportRow *koma_take_row_new (KomaResultItem *item);

void koma_take_rows_async (GPtrArray          *items, /* (element-type KomaResultItem) */
                           GCancellable       *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer            user_data);
/* (transfer full) (element-type KomaExportRow). Errors: G_IO_ERROR_CANCELLED. */
GPtrArray *koma_take_rows_finish (GAsyncResult *result, GError **error);

G_END_DECLS
