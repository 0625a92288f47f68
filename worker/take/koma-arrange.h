/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-arrange-plan.h"
#include "koma-arrange-report.h"
#include "koma-take-progress.h"

G_BEGIN_DECLS

/* For the window: plan, do, undo, each on a thread. Thread: main. */

void koma_arrange_plan_async (GPtrArray                *rows, /* (element-type KomaExportRow) */
                              const KomaArrangeOptions *options,
                              GCancellable             *cancellable,
                              GAsyncReadyCallback       callback,
                              gpointer                  user_data);
/* Errors: G_IO_ERROR_CANCELLED. */
KomaArrangePlan *koma_arrange_plan_finish (GAsyncResult *result, GError **error);

/* Cancelled, it ends after the file that it is at, with a report. */
void koma_arrange_run_async (KomaArrangePlan    *plan,
                             KomaTakeProgress   *progress, /* (nullable) */
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/* Errors: those of koma_arrange_run (). */
KomaArrangeReport *koma_arrange_run_finish (GAsyncResult *result, GError **error);

/* The newest that was not undone; also G_IO_ERROR_NOT_FOUND. */
void               koma_arrange_undo_async (KomaTakeProgress   *progress, /* (nullable) */
                                            GAsyncReadyCallback callback,
                                            gpointer            user_data);
KomaArrangeReport *koma_arrange_undo_finish (GAsyncResult *result, GError **error);

typedef enum {
  KOMA_ARRANGED_NOTHING,
  KOMA_ARRANGED_WHOLE,
  KOMA_ARRANGED_HALF,    /* its program was killed */
  KOMA_ARRANGED_DAMAGED, /* its journal can not be read, or not as a whole */
} KomaArranged;

typedef struct
{
  KomaArranged    state;
  KomaArrangeWork work; /* so far as it can be read */
} KomaArrangeLook;

/* What could be undone. */
void            koma_arrange_look_async (GAsyncReadyCallback callback, gpointer user_data);
KomaArrangeLook koma_arrange_look_finish (GAsyncResult *result);

G_END_DECLS
