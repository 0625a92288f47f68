/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/collection/koma-collection-compare.h"

G_BEGIN_DECLS

/* What is asked of a comparison on a thread, and what comes back. */
typedef struct
{
  char                  *path;    /* of the collection, which is opened where … */
  KomaCollectionCompare *compare; /* (nullable) … this is NULL */

  gboolean              is_chosen; /* else the two that were used last are taken … */
  gboolean              is_run;    /* … and these are the answers of the two */
  guint                 models[KOMA_N_COMPARED];
  KomaCollectionCounts  counts;
  GPtrArray            *changes;  /* (nullable) (element-type KomaCollectionChange) of a run */
  KomaCollectionChange *change;   /* (nullable) pictures of this one alone */
  gint64                after;    /* of the list of pictures */
  GPtrArray            *pictures; /* (nullable) (element-type KomaCollectionDiffering) */
} KomaCompareWork;

/* @work: (transfer full). Models are compared where they were not, and the next pictures are read.
 * Thread: main; one call at a time */
void koma_compare_work_async (KomaCompareWork    *work,
                              GObject            *source,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data);
/* (transfer none) It is there after an error, too, without what could not be read. */
KomaCompareWork *koma_compare_work_finish (GAsyncResult *result, GError **error);

G_END_DECLS
