/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-autotune-store.h"

#include "engine/koma-app.h"
#include "koma-device-probe.h"
#include "worker/koma-kept-file.h"

/* More models than anybody uses; the oldest go first. */
#define MAX_MODELS  200
#define KEY_MACHINE "machine"

/* Beside them, of each backend by its name: state, time, op, node, reason. */
#define KEY_BACKENDS "backends"
#define KEY_BATCH    "batch"
#define N_FIELDS     5

static char *
get_path (void)
{
  return g_build_filename (g_get_user_cache_dir (), "koma", "autotune.ini", NULL);
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

static void
save (const KomaAutotuneReport *report,
      GKeyFile                 *file,
      const char               *group)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < report->n_entries; i++) {
    g_ptr_array_add (names, report->entries[i].backend);
    save_entry (&report->entries[i], file, group);
  }
  g_key_file_set_string_list (file, group, KEY_BACKENDS, (const char *const *) names->pdata,
                              names->len);
  g_key_file_set_integer (file, group, KEY_BATCH, (int) report->batch);
}

static gboolean
load_entry (KomaAutotuneReport *report,
            GKeyFile           *file,
            const char         *group,
            char               *backend)
{
  g_auto (GStrv) fields = g_key_file_get_string_list (file, group, backend, NULL, NULL);
  guint64 state = 0;

  if (fields == NULL || g_strv_length (fields) != N_FIELDS ||
      !g_ascii_string_to_unsigned (fields[0], 10, KOMA_BENCHMARK_MEASURED, KOMA_BENCHMARK_FAILED,
                                   &state, NULL))
    return FALSE;
  koma_autotune_report_add_entry (report, &(KomaAutotuneEntry){
                                            .backend = backend,
                                            .state = (KomaBenchmarkState) state,
                                            .run_ms = g_ascii_strtod (fields[1], NULL),
                                            .op = *fields[2] != '\0' ? fields[2] : NULL,
                                            .node = *fields[3] != '\0' ? fields[3] : NULL,
                                            .reason = *fields[4] != '\0' ? fields[4] : NULL,
                                          });
  return TRUE;
}

/* (nullable) It is not there, or damaged. */
static KomaAutotuneReport *
load (GKeyFile   *file,
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

/**
 * koma_autotune_store_find:
 *
 * Returns: (transfer full) (nullable): the report on the model from this very
 *   machine
 */
KomaAutotuneReport *
koma_autotune_store_find (const char *model_hash,
                          const char *machine)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);
  g_autofree char *known = g_key_file_get_string (file, model_hash, KEY_MACHINE, NULL);

  if (g_strcmp0 (known, machine) != 0)
    return NULL;
  return load (file, model_hash);
}

GKeyFile *
koma_autotune_store_read (void)
{
  g_autofree char *path = get_path ();

  return koma_kept_file_read (path);
}

/**
 * koma_autotune_store_get_best:
 * @file: from koma_autotune_store_read()
 * @model_hash: of a model
 * @ret_run_ms: (out): its fastest run, of one picture
 *
 * Returns: (transfer full) (nullable): the name of the fastest backend when it was measured last
 */
char *
koma_autotune_store_get_best (GKeyFile   *file,
                              const char *model_hash,
                              double     *ret_run_ms)
{
  g_autoptr (KomaAutotuneReport) report = load (file, model_hash);
  const char *best = report != NULL ? koma_autotune_report_get_best (report, 0) : NULL;

  for (guint i = 0; best != NULL && i < report->n_entries; i++)
    if (g_str_equal (report->entries[i].backend, best))
      *ret_run_ms = report->entries[i].run_ms;
  return g_strdup (best);
}

/**
 * koma_autotune_store_keep:
 *
 * Replaces the report that is kept of the model. If two programs keep reports at
 * the same moment, one report is lost, never the file. Errors:
 * #GFileError.
 */
gboolean
koma_autotune_store_keep (const char               *model_hash,
                          const char               *machine,
                          const KomaAutotuneReport *report,
                          GError                  **error)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);

  g_key_file_remove_group (file, model_hash, NULL);
  g_key_file_set_string (file, model_hash, KEY_MACHINE, machine);
  koma_kept_file_touch (file, model_hash);
  save (report, file, model_hash);
  return koma_kept_file_write (file, path, MAX_MODELS, error);
}

/**
 * koma_autotune_store_forget:
 *
 * Makes the model one that was never measured.
 */
void
koma_autotune_store_forget (const char *model_hash)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);
  g_autoptr (GError) error = NULL;

  if (g_key_file_remove_group (file, model_hash, NULL) &&
      !koma_kept_file_write (file, path, MAX_MODELS, &error))
    g_debug ("%s", error->message);
}

static void
add_backends (GString *text,
              gboolean is_host)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_auto (KomaDevice) device = { 0 };

    if (backend->is_host != is_host)
      continue;
    if (koma_device_probe (backend, &device, NULL))
      g_string_append_printf (text, "; %s: %s", backend->name,
                              device.name != NULL ? device.name : "");
    else
      g_string_append_printf (text, "; %s: none", backend->name);
  }
}

/* BACKGROUND changes who waits, and not which backend is fastest: the command line
 * takes what the window measured. */
static gboolean
is_relevant (KomaFlag flag)
{
  return flag != KOMA_FLAG_BACKGROUND && koma_flags_get_source (flag) != KOMA_FLAG_FROM_DEFAULT;
}

/* All that is known without a driver. */
static GString *
describe_host (const KomaSessionOptions *options)
{
  GString *text = g_string_new (KOMA_VERSION);

  g_string_append_printf (text, "; %u of %u threads; %s", options->n_threads,
                          koma_cpu_count_available (),
                          koma_precision_get_name (options->precision));
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++)
    if (is_relevant (flag))
      g_string_append_printf (text, "; %s: %d", koma_flags_get_name (flag), koma_flags_get (flag));
  add_backends (text, TRUE);
  g_string_append (text, "; devices");
  return text;
}

/**
 * koma_autotune_store_describe_machine:
 * @options: threads and precision of the inference count
 *
 * Probes all backends by koma_device_probe(), which may take as long as loading drivers.
 *
 * Returns: (transfer full): text that is another wherever results may be
 */
char *
koma_autotune_store_describe_machine (const KomaSessionOptions *options)
{
  g_autoptr (GString) text = describe_host (options);

  add_backends (text, FALSE);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static gboolean
is_here (const KomaBackendClass   *backend,
         const char               *machine,
         const KomaSessionOptions *options)
{
  g_autoptr (GString) host = describe_host (options);
  g_autofree char *whole = NULL;

  if (!g_str_has_prefix (machine, host->str))
    return FALSE;
  if (backend->is_host)
    return TRUE;
  koma_device_probe_load (backend);
  whole = koma_autotune_store_describe_machine (options);
  return g_str_equal (machine, whole);
}

/**
 * koma_autotune_store_find_best:
 * @options: threads and precision
 *
 * As koma_autotune_store_find() and koma_autotune_report_get_best(), for a program
 * that ends soon: drivers are loaded only where the best backend needs one. That
 * another device is there than when it was measured does not count otherwise.
 *
 * Returns: (transfer none) (nullable): the fastest backend of this machine for
 *   the model; %NULL where that was not measured, or the flag MEASURE is 0
 */
const char *
koma_autotune_store_find_best (const char               *model_hash,
                               const KomaSessionOptions *options)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);
  g_autofree char *machine = g_key_file_get_string (file, model_hash, KEY_MACHINE, NULL);
  g_autoptr (KomaAutotuneReport) report = NULL;
  const KomaBackendClass *backend = NULL;
  const char             *best = NULL;

  if (machine == NULL || koma_flags_get (KOMA_FLAG_MEASURE) == 0)
    return NULL;
  report = load (file, model_hash);
  best = report != NULL ? koma_autotune_report_get_best (report, 0) : NULL;
  backend = best != NULL ? koma_backends_find (best, NULL) : NULL;
  return backend != NULL && is_here (backend, machine, options) ? backend->name : NULL;
}
