/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-diagnostics-report.h"

#include "ui/preferences/koma-troubleshooting.h"

/* The steps of a profile that are named; the rest are summed up. */
#define N_HEAVIEST 12

static void
add_batch (GString                 *text,
           const KomaComparedBatch *batch)
{
  g_string_append_printf (text, "    batch %u: ", batch->batch);
  if (batch->state != KOMA_COMPARED_MEASURED) {
    g_string_append_printf (text, "not measured%s%s\n", batch->reason != NULL ? ": " : "",
                            batch->reason != NULL ? batch->reason : "");
    return;
  }
  g_string_append_printf (text,
                          "%.3f ms (%.3f - %.3f, %u runs), first %.3f ms, %.1f pictures/s, "
                          "%.1f MiB\n",
                          batch->median_ms, batch->low_ms, batch->high_ms, batch->n_runs,
                          batch->first_ms, koma_compared_batch_get_pictures_per_second (batch),
                          batch->memory_bytes / (1024.0 * 1024.0));
}

static void
add_agreement (GString                   *text,
               const KomaComparedBackend *backend)
{
  if (!backend->is_compared)
    return;
  g_string_append_printf (text, "    %s plain C, greatest difference %.2g of the range",
                          backend->is_agreeing ? "agrees with" : "differs from",
                          backend->difference);
  if (backend->op != NULL)
    g_string_append_printf (text, ", first in %s “%s”", backend->op,
                            backend->node != NULL ? backend->node : "");
  g_string_append_c (text, '\n');
  if (backend->answer != NULL)
    g_string_append_printf (text, "    best class: %s (%.4f)\n", backend->answer, backend->score);
}

static void
add_backend (GString                   *text,
             const KomaComparedBackend *backend,
             gboolean                   is_fastest)
{
  g_string_append_printf (text, "  %s (%s)%s%s%s%s\n", backend->name, backend->title,
                          backend->device != NULL ? ", " : "",
                          backend->device != NULL ? backend->device : "",
                          backend->is_software ? ", in software" : "",
                          is_fastest ? ", the fastest" : "");
  if (backend->reason != NULL)
    g_string_append_printf (text, "    can not be used: %s\n", backend->reason);
  for (guint i = 0; i < backend->n_batches; i++)
    add_batch (text, &backend->batches[i]);
  add_agreement (text, backend);
}

static void
add_comparison (GString              *text,
                const KomaComparison *comparison)
{
  const KomaComparedBackend *fastest = koma_comparison_get_fastest (comparison);
  const char                *picture = comparison->picture;

  g_string_append_printf (text, "\nComparison: %s, %s, %u threads, %.0f%% done%s\n",
                          comparison->model,
                          picture != NULL ? picture : "made numbers",
                          comparison->n_threads,
                          100.0 * koma_comparison_get_fraction (comparison),
                          comparison->is_disturbed
                            ? ", pictures were classified meanwhile"
                            : "");
  for (guint i = 0; i < comparison->n_backends; i++) {
    const KomaComparedBackend *backend = &comparison->backends[i];

    add_backend (text, backend, backend == fastest);
  }
}

static int
compare_rows (gconstpointer one,
              gconstpointer other)
{
  const KomaProfileRow *a = *(const KomaProfileRow *const *) one;
  const KomaProfileRow *b = *(const KomaProfileRow *const *) other;

  return (a->median_ms < b->median_ms) - (a->median_ms > b->median_ms);
}

static void
add_row (GString              *text,
         const KomaProfileRow *row)
{
  g_string_append_printf (text, "  %5.1f%% %9.3f ms  %s %s %s (%s)\n", 100.0 * row->share,
                          row->median_ms, row->name, row->op, row->shape_text, row->backend);
}

static void
add_profile (GString                 *text,
             const KomaProfileReport *profile)
{
  guint  n_rows = profile->n_rows;
  double rest = 1.0;
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  g_string_append_printf (text, "\nProfile: %s on %s, %u threads, %u runs, %.3f ms in %u steps\n",
                          profile->model,
                          profile->backend,
                          profile->n_threads,
                          profile->n_runs,
                          profile->sum_ms, n_rows);
  for (guint i = 0; i < n_rows; i++)
    g_ptr_array_add (rows, &profile->rows[i]);
  g_ptr_array_sort (rows, compare_rows);
  for (guint i = 0; i < MIN (n_rows, N_HEAVIEST); i++) {
    add_row (text, g_ptr_array_index (rows, i));
    rest -= ((const KomaProfileRow *) g_ptr_array_index (rows, i))->share;
  }
  if (n_rows > N_HEAVIEST)
    g_string_append_printf (text, "  %5.1f%%  in %u others\n", 100.0 * MAX (rest, 0.0),
                            n_rows - N_HEAVIEST);
}

char *
koma_diagnostics_report_describe (KomaBackendControl      *control,
                                  const KomaComparison    *comparison,
                                  const KomaProfileReport *profile)
{
  g_autofree char *about = koma_troubleshooting_describe (control);
  g_autoptr (GString) text = g_string_new (about);

  if (comparison != NULL)
    add_comparison (text, comparison);
  if (profile != NULL)
    add_profile (text, profile);
  return g_strdup (text->str);
}
