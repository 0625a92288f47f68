/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-autotune-report.h"

#define KEY_BACKENDS "backends"
#define KEY_BATCH    "batch"

/* Of one backend, in one list: state, time, op, node, reason. */
#define N_FIELDS 5

struct _KomaAutotuneReport
{
  gatomicrefcount ref_count;

  GPtrArray *entries; /* (element-type KomaAutotuneEntry) */
  guint      batch;
};

static void
entry_free (gpointer data)
{
  KomaAutotuneEntry *entry = data;

  g_free (entry->backend);
  g_free (entry->op);
  g_free (entry->node);
  g_free (entry->reason);
  g_free (entry);
}

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
  report->entries = g_ptr_array_new_with_free_func (entry_free);
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
  g_ptr_array_unref (report->entries);
  g_free (report);
}

/**
 * koma_autotune_report_add:
 * @backend: its name
 * @result: of a trial that is done
 *
 * Notes what came of one backend.
 */
void
koma_autotune_report_add (KomaAutotuneReport        *report,
                          const char                *backend,
                          const KomaBenchmarkResult *result)
{
  KomaAutotuneEntry *entry = g_new0 (KomaAutotuneEntry, 1);

  entry->backend = g_strdup (backend);
  entry->state = result->state;
  entry->run_ms = result->min_ms;
  entry->op = g_strdup (result->agreement.op);
  entry->node = g_strdup (result->agreement.node);
  entry->reason = result->error != NULL ? g_strdup (result->error->message) : NULL;
  g_ptr_array_add (report->entries, entry);
}

static gpointer
entry_copy (gconstpointer data,
            gpointer      user_data)
{
  const KomaAutotuneEntry *entry = data;
  KomaAutotuneEntry       *copy = g_memdup2 (entry, sizeof *entry);

  copy->backend = g_strdup (entry->backend);
  copy->op = g_strdup (entry->op);
  copy->node = g_strdup (entry->node);
  copy->reason = g_strdup (entry->reason);
  return copy;
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

  g_ptr_array_extend (copy->entries, report->entries, entry_copy, NULL);
  copy->batch = batch;
  return copy;
}

/**
 * koma_autotune_report_get_n_entries:
 *
 * Returns: backends that were tried
 */
guint
koma_autotune_report_get_n_entries (const KomaAutotuneReport *report)
{
  return report->entries->len;
}

/**
 * koma_autotune_report_get_entry:
 *
 * Returns: (transfer none): what came of one, in the order of trying
 */
const KomaAutotuneEntry *
koma_autotune_report_get_entry (const KomaAutotuneReport *report,
                                guint                     index)
{
  return g_ptr_array_index (report->entries, index);
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
 *   of equals the one tried first; %NULL if all failed
 */
const char *
koma_autotune_report_get_best (const KomaAutotuneReport *report,
                               guint                     failed)
{
  const KomaAutotuneEntry *best = NULL;

  for (guint i = 0; i < report->entries->len; i++) {
    const KomaAutotuneEntry *entry = g_ptr_array_index (report->entries, i);

    if (entry->state == KOMA_BENCHMARK_MEASURED && !is_of (entry, failed) &&
        (best == NULL || entry->run_ms < best->run_ms))
      best = entry;
  }
  return best != NULL ? best->backend : NULL;
}

/**
 * koma_autotune_report_get_batch:
 *
 * Returns: pictures of one inference of bulk work; 0: not measured yet
 */
guint
koma_autotune_report_get_batch (const KomaAutotuneReport *report)
{
  return report->batch;
}

/* Numbers as C writes them, whatever the locale. */
static void
save_entry (const KomaAutotuneEntry *entry,
            GKeyFile                *file,
            const char              *group)
{
  char              number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char  *state = g_strdup_printf ("%d", entry->state);
  const char *const fields[N_FIELDS] = {
    state,
    g_ascii_dtostr (number, sizeof number, entry->run_ms),
    entry->op != NULL ? entry->op : "",
    entry->node != NULL ? entry->node : "",
    entry->reason != NULL ? entry->reason : "",
  };

  g_key_file_set_string_list (file, group, entry->backend, fields, N_FIELDS);
}

/**
 * koma_autotune_report_save:
 * @group: where in @file; what else is there stays
 */
void
koma_autotune_report_save (const KomaAutotuneReport *report,
                           GKeyFile                 *file,
                           const char               *group)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < report->entries->len; i++) {
    const KomaAutotuneEntry *entry = g_ptr_array_index (report->entries, i);

    g_ptr_array_add (names, entry->backend);
    save_entry (entry, file, group);
  }
  g_key_file_set_string_list (file, group, KEY_BACKENDS, (const char *const *) names->pdata,
                              names->len);
  g_key_file_set_integer (file, group, KEY_BATCH, (int) report->batch);
}

static char *
take_text (const char *field)
{
  return *field != '\0' ? g_strdup (field) : NULL;
}

static gboolean
load_entry (KomaAutotuneReport *report,
            GKeyFile           *file,
            const char         *group,
            const char         *backend)
{
  g_auto (GStrv) fields = g_key_file_get_string_list (file, group, backend, NULL, NULL);
  KomaAutotuneEntry *entry = NULL;
  guint64            state = 0;

  if (fields == NULL || g_strv_length (fields) != N_FIELDS ||
      !g_ascii_string_to_unsigned (fields[0], 10, KOMA_BENCHMARK_MEASURED, KOMA_BENCHMARK_FAILED,
                                   &state, NULL))
    return FALSE;
  entry = g_new0 (KomaAutotuneEntry, 1);
  entry->backend = g_strdup (backend);
  entry->state = (KomaBenchmarkState) state;
  entry->run_ms = g_ascii_strtod (fields[1], NULL);
  entry->op = take_text (fields[2]);
  entry->node = take_text (fields[3]);
  entry->reason = take_text (fields[4]);
  g_ptr_array_add (report->entries, entry);
  return TRUE;
}

/**
 * koma_autotune_report_load:
 *
 * Returns: (transfer full) (nullable): what was saved; %NULL if it is not
 *   there or damaged
 */
KomaAutotuneReport *
koma_autotune_report_load (GKeyFile   *file,
                           const char *group)
{
  g_autoptr (KomaAutotuneReport) report = koma_autotune_report_new ();
  g_auto (GStrv) names = g_key_file_get_string_list (file, group, KEY_BACKENDS, NULL, NULL);

  if (names == NULL)
    return NULL;
  for (guint i = 0; names[i] != NULL; i++)
    if (!load_entry (report, file, group, names[i]))
      return NULL;
  report->batch = (guint) MAX (g_key_file_get_integer (file, group, KEY_BATCH, NULL), 0);
  return g_steal_pointer (&report);
}
