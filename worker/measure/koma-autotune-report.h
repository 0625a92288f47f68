/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* The result of one backend with one model. */
typedef struct
{
  char              *backend; /* "xnnpack" */
  KomaBenchmarkState state;
  double             run_ms; /* one picture, the fastest run: others only add to it */
  char              *op;     /* (nullable) the first that differs from plain C: "Conv2D" */
  char              *node;   /* (nullable) its name */
  char              *reason; /* (nullable) why it failed, in English */
} KomaAutotuneEntry;

/* The results of all backends that were measured for a model. Not changed any
 * more once it is shared; atomic reference count, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  guint              batch; /* pictures of one inference of bulk work; 0: not measured yet */
  guint              n_entries;
  KomaAutotuneEntry *entries; /* [n_entries] in the order of measuring */
} KomaAutotuneReport;

KomaAutotuneReport *koma_autotune_report_new (void);
KomaAutotuneReport *koma_autotune_report_ref (KomaAutotuneReport *report);
void                koma_autotune_report_unref (KomaAutotuneReport *report);

void koma_autotune_report_add (KomaAutotuneReport        *report,
                               const char                *backend,
                               const KomaBenchmarkResult *result);
void koma_autotune_report_add_entry (KomaAutotuneReport      *report,
                                     const KomaAutotuneEntry *entry); /* copied */

KomaAutotuneReport *koma_autotune_report_copy_with_batch (const KomaAutotuneReport *report,
                                                          guint                     batch);
/* (nullable) @failed: bit i: other than koma_backends_get (i) */
const char *koma_autotune_report_get_best (const KomaAutotuneReport *report, guint failed);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaAutotuneReport, koma_autotune_report_unref)

G_END_DECLS
