/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-export-row.h"

G_BEGIN_DECLS

/* Rows on their way to koma_export_async(), some at a time, so that a long list is never
 * there as a whole. Reference counted. */
typedef struct _KomaExportQueue KomaExportQueue;

KomaExportQueue *koma_export_queue_new (guint n_rows); /* that will come */
KomaExportQueue *koma_export_queue_ref (KomaExportQueue *self);
void             koma_export_queue_unref (KomaExportQueue *self);
guint            koma_export_queue_get_n_rows (KomaExportQueue *self);
/* Whether no more should be put into it for now. */
gboolean koma_export_queue_is_full (KomaExportQueue *self);
void     koma_export_queue_push (KomaExportQueue *self,
                                 GPtrArray       *rows); /* (element-type KomaExportRow) shared */
/* Waits for the next. (transfer full) Errors: G_IO_ERROR_CANCELLED. */
GPtrArray *koma_export_queue_pop (KomaExportQueue *self,
                                  GCancellable    *cancellable,
                                  GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaExportQueue, koma_export_queue_unref)

G_END_DECLS
