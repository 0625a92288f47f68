/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-autotune-report.h"

/**
 * koma_autotune_report_new:
 *
 * Returns: (transfer full): a report without entries
 */
KomaAutotuneReport *
koma_autotune_report_new (void)
{
  KomaAutotuneReport *report = g_new0 (KomaAutotuneReport, 1);

  g_atomic_ref_count_init (&report->ref_count);
  return report;
}

/**
 * koma_autotune_report_ref:
 *
 * Returns: (transfer full): @report
 */
KomaAutotuneReport *
koma_autotune_report_ref (KomaAutotuneReport *report)
{
  g_atomic_ref_count_inc (&report->ref_count);
  return report;
}

/**
 * koma_autotune_report_unref:
 * @report: (nullable) (transfer full)
 */
void
koma_autotune_report_unref (KomaAutotuneReport *report)
{
  if (report == NULL || !g_atomic_ref_count_dec (&report->ref_count))
    return;
  for (guint i = 0; i < report->n_entries; i++) {
    g_free (report->entries[i].backend);
    g_free (report->entries[i].op);
    g_free (report->entries[i].node);
    g_free (report->entries[i].reason);
  }
  g_free (report->entries);
  g_free (report);
}

/**
 * koma_autotune_report_add_entry:
 * @report: one that is not shared yet
 * @entry: copied
 */
void
koma_autotune_report_add_entry (KomaAutotuneReport      *report,
                                const KomaAutotuneEntry *entry)
{
  report->entries = g_renew (KomaAutotuneEntry, report->entries, report->n_entries + 1);
  report->entries[report->n_entries++] = (KomaAutotuneEntry){
    .backend = g_strdup (entry->backend),
    .state = entry->state,
    .run_ms = entry->run_ms,
    .op = g_strdup (entry->op),
    .node = g_strdup (entry->node),
    .reason = g_strdup (entry->reason),
  };
}

/**
 * koma_autotune_report_add:
 * @report: one that is not shared yet
 * @backend: its name
 * @result: of a benchmark that is done
 *
 * Adds an entry for one backend.
 */
void
koma_autotune_report_add (KomaAutotuneReport        *report,
                          const char                *backend,
                          const KomaBenchmarkResult *result)
{
  koma_autotune_report_add_entry (
    report, &(KomaAutotuneEntry){
              .backend = (char *) backend,
              .state = result->state,
              .run_ms = result->min_ms,
              .op = (char *) result->agreement.op,
              .node = (char *) result->agreement.node,
              .reason = result->error != NULL ? result->error->message : NULL,
            });
}

/**
 * koma_autotune_report_copy_with_batch:
 * @batch: 0 is not measured
 *
 * Returns: (transfer full): the same, but for the batch
 */
KomaAutotuneReport *
koma_autotune_report_copy_with_batch (const KomaAutotuneReport *report,
                                      guint                     batch)
{
  KomaAutotuneReport *copy = koma_autotune_report_new ();

  for (guint i = 0; i < report->n_entries; i++)
    koma_autotune_report_add_entry (copy, &report->entries[i]);
  copy->batch = batch;
  return copy;
}

static gboolean
is_of (const KomaAutotuneEntry *entry,
       guint                    backends)
{
  for (guint i = 0; i < koma_backends_get_n (); i++)
    if ((backends & 1u << i) != 0 && g_str_equal (koma_backends_get (i)->name, entry->backend))
      return TRUE;
  return FALSE;
}

/**
 * koma_autotune_report_get_best:
 * @failed: bit i: not koma_backends_get (i), which was lost since, or before
 *
 * Returns: (transfer none) (nullable): the fastest that agrees with plain C;
 *   of equals the one measured first; %NULL if all failed
 */
const char *
koma_autotune_report_get_best (const KomaAutotuneReport *report,
                               guint                     failed)
{
  const KomaAutotuneEntry *best = NULL;

  for (guint i = 0; i < report->n_entries; i++) {
    const KomaAutotuneEntry *entry = &report->entries[i];

    if (entry->state == KOMA_BENCHMARK_MEASURED && !is_of (entry, failed) &&
        (best == NULL || entry->run_ms < best->run_ms))
      best = entry;
  }
  return best != NULL ? best->backend : NULL;
}
