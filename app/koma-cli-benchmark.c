/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma benchmark: what a model costs on this machine. */
#include <stdio.h>

#include <glib/gi18n.h>

#include "engine/agreement.h"
#include "engine/limits.h"
#include "engine/quantile.h"
#include "engine/sample-input.h"
#include "koma-cli-json.h"
#include "koma-cli-session.h"
#include "koma-cli.h"

/* Steady runs: at least so many, and for at least so long. */
#define MIN_RUNS    10
#define MIN_SECONDS 1.0
#define MAX_RUNS    10000

static const char summary[] =
  N_("Measure a model: reading it, its first run, and steady runs for each batch size.");

static const char description[] =
  N_("“--backend all” measures every backend there is, and compares each with plain C.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char          *batches; /* "1,8" */
  int            n_images;
  double         load_ms;
  gint64         load_peak_kb;
} Benchmark;

/* Of one batch size; times in ms. */
typedef struct
{
  guint  batch;
  guint  n_threads;
  char  *backend;
  double prepare_ms;
  double first_ms;
  guint  n_runs;
  double min_ms;
  double median_ms;
  double p95_ms;
  guint  n_images;
  double images_ms;
  gint64 peak_kb; /* of the whole program, while it was prepared and run */

  /* With --backend all. */
  gboolean      is_compared;
  KomaAgreement agreement;
} Measured;

static void
benchmark_clear (Benchmark *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->batches);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Benchmark, benchmark_clear)

static void
measured_clear (gpointer data)
{
  Measured *measured = data;

  g_free (measured->backend);
  koma_agreement_clear (&measured->agreement);
}

static double
ms_since (gint64 start_us)
{
  return (g_get_monotonic_time () - start_us) / 1000.0;
}

/* Linux forgets the peak so far when it is told to; where it can not, the
 * peak is that of the largest batch before. */
static void
reset_peak (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");

  if (file == NULL)
    return;
  fputs ("5", file);
  fclose (file);
}

/* In kB; what `/usr/bin/time -v` calls maximum resident set size. */
static gint64
read_peak_kb (void)
{
  g_autofree char *status = NULL;
  const char      *line = NULL;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmHWM:");
  return line != NULL ? g_ascii_strtoll (line + strlen ("VmHWM:"), NULL, 10) : 0;
}

static gboolean
run_steadily (KomaSession *session,
              Measured    *measured,
              GError     **error)
{
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  const gint64 begin_us = g_get_monotonic_time ();

  while (times->len < MAX_RUNS &&
         (times->len < MIN_RUNS || ms_since (begin_us) < 1000 * MIN_SECONDS)) {
    const gint64 start_us = g_get_monotonic_time ();
    double       ms = 0;

    if (!koma_session_run (session, error))
      return FALSE;
    ms = ms_since (start_us);
    g_array_append_val (times, ms);
  }
  measured->n_runs = times->len;
  measured->min_ms = koma_quantile ((double *) times->data, times->len, 0);
  measured->median_ms = koma_quantile ((double *) times->data, times->len, 0.5);
  measured->p95_ms = koma_quantile ((double *) times->data, times->len, 0.95);
  return TRUE;
}

/* --images: as many inferences as they need, the last one padded. */
static gboolean
run_images (KomaSession *session,
            Measured    *measured,
            GError     **error)
{
  const gint64 start_us = g_get_monotonic_time ();

  for (guint done = 0; done < measured->n_images; done += measured->batch) {
    if (!koma_session_run (session, error))
      return FALSE;
  }
  measured->images_ms = ms_since (start_us);
  return TRUE;
}

static gboolean
is_all (const Benchmark *self)
{
  return g_strcmp0 (self->options.backend, "all") == 0;
}

/* With plain C, on the same numbers. */
static gboolean
compare (const Benchmark *self,
         KomaSession     *session,
         Measured        *measured,
         GError         **error)
{
  const KomaSessionOptions options = { .backend = measured->backend,
                                       .batch = measured->batch,
                                       .n_threads = measured->n_threads,
                                       .precision = self->options.precision };

  measured->is_compared = is_all (self);
  return !measured->is_compared ||
         koma_agreement_check (session, &options, koma_agreement_get_tolerance (session),
                               &measured->agreement, error);
}

static gboolean
measure (Benchmark  *self,
         KomaModel  *model,
         const char *backend, /* (nullable) */
         guint       batch,
         Measured   *measured, /* zeros; to be cleared, also after an error */
         GError    **error)
{
  gint64         start_us = g_get_monotonic_time ();
  KomaCliOptions options = self->options;
  g_autoptr (KomaSession) session = NULL;

  options.backend = (char *) backend;
  session = koma_cli_open_session (&options, model, batch, NULL, error);

  if (session == NULL)
    return FALSE;
  measured->prepare_ms = ms_since (start_us);
  measured->backend = g_strdup (koma_session_get_backend (session)->name);
  measured->batch = koma_session_get_batch (session);
  measured->n_threads = koma_session_get_n_threads (session);
  measured->n_images = self->n_images > 0 ? self->n_images : measured->batch;
  koma_sample_input_fill (session);
  start_us = g_get_monotonic_time ();
  if (!koma_session_run (session, error))
    return FALSE;
  measured->first_ms = ms_since (start_us);
  if (!run_steadily (session, measured, error) || !run_images (session, measured, error))
    return FALSE;
  measured->peak_kb = read_peak_kb ();
  return compare (self, session, measured, error);
}

static double
images_per_second (const Measured *m)
{
  return 1000.0 * m->n_images / MAX (m->images_ms, 1e-6);
}

static void
build_measured (JsonBuilder    *builder,
                const Measured *m)
{
  json_builder_begin_object (builder);
  koma_cli_json_string (builder, "backend", m->backend);
  koma_cli_json_int (builder, "threads", m->n_threads);
  koma_cli_json_int (builder, "batch", m->batch);
  koma_cli_json_double (builder, "prepare_ms", m->prepare_ms);
  koma_cli_json_double (builder, "first_ms", m->first_ms);
  koma_cli_json_int (builder, "runs", m->n_runs);
  koma_cli_json_double (builder, "min_ms", m->min_ms);
  koma_cli_json_double (builder, "median_ms", m->median_ms);
  koma_cli_json_double (builder, "p95_ms", m->p95_ms);
  koma_cli_json_int (builder, "images", m->n_images);
  koma_cli_json_double (builder, "images_ms", m->images_ms);
  koma_cli_json_double (builder, "images_per_second", images_per_second (m));
  koma_cli_json_int (builder, "peak_kb", m->peak_kb);
  if (m->is_compared) {
    koma_cli_json_double (builder, "difference", m->agreement.difference);
    json_builder_set_member_name (builder, "agrees");
    json_builder_add_boolean_value (builder, m->agreement.is_agreeing);
    koma_cli_json_string (builder, "differing_op", m->agreement.op);
    koma_cli_json_string (builder, "differing_node", m->agreement.node);
  }
  json_builder_end_object (builder);
}

static void
print_json (const Benchmark *self,
            KomaModel       *model,
            GArray          *results)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_cli_json_string (builder, "model", koma_model_get_path (model));
  koma_cli_json_double (builder, "load_ms", self->load_ms);
  koma_cli_json_int (builder, "peak_kb", self->load_peak_kb);
  json_builder_set_member_name (builder, "results");
  json_builder_begin_array (builder);
  for (guint i = 0; i < results->len; i++)
    build_measured (builder, &g_array_index (results, Measured, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

/* Negative widths are flush left, as printf has it. */
static const struct
{
  const char *title;
  int         width;
} columns[] = {
  { N_("backend"), -8 },
    { N_("threads"), 7 },
      { N_("batch"), 5 },
        { N_("prepare ms"), 10 },
          { N_("first ms"), 9 },
            { N_("min ms"), 9 },
              { N_("median ms"), 9 },
                { N_("p95 ms"), 9 },
                  { N_("pictures/s"), 10 },
                    { N_("peak MB"), 9 },
                  };

static void
print_agreement (const Measured *m)
{
  if (!m->is_compared)
    return;
  if (m->agreement.is_agreeing)
    g_print (_("%s, batch %u: agrees with plain C within %.1e of the range\n"), m->backend,
                m->batch, m->agreement.difference);
  else
    g_print (_("%s, batch %u: differs from plain C by %.1e of the range, first in %s “%s”\n"),
                m->backend, m->batch, m->agreement.difference,
                m->agreement.op != NULL ? m->agreement.op : "-",
                m->agreement.node != NULL ? m->agreement.node : "-");
}

static void
print_text (const Benchmark *self,
            KomaModel       *model,
            GArray          *results)
{
  g_print (_("%s: read in %.1f ms, peak memory %.1f MB\n"), koma_model_get_name (model),
              self->load_ms, self->load_peak_kb / 1024.0);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    g_print ("%s%*s", i > 0 ? " " : "", columns[i].width, _(columns[i].title));
  g_print ("\n");
  for (guint i = 0; i < results->len; i++) {
    const Measured *m = &g_array_index (results, Measured, i);

    g_print ("%-8s %7u %5u %10.2f %9.3f %9.3f %9.3f %9.3f %10.1f %9.1f\n", m->backend,
             m->n_threads, m->batch, m->prepare_ms, m->first_ms, m->min_ms, m->median_ms, m->p95_ms,
             images_per_second (m), m->peak_kb / 1024.0);
  }
  for (guint i = 0; i < results->len; i++)
    print_agreement (&g_array_index (results, Measured, i));
}

static gboolean
parse (Benchmark *self,
       int       *argc,
       char    ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "batch", 0, 0, G_OPTION_ARG_STRING, &self->batches,
      N_("Pictures of one inference; several: 1,8,27"), N_("N,…") },
    { "images", 'n', 0, G_OPTION_ARG_INT, &self->n_images,
      N_("How many pictures to time as one job"), N_("N") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format) ||
      !koma_cli_check_number ("--images", self->n_images, G_MAXINT16))
    return FALSE;
  if (*argc == 2 && self->options.model == NULL)
    self->options.model = g_strdup ((*argv)[1]);
  else if (*argc != 1) {
    koma_cli_warn (_("name one model with --model"));
    return FALSE;
  }
  return koma_cli_options_choose_model (&self->options);
}

static gboolean
measure_batches (Benchmark  *self,
                 KomaModel  *model,
                 const char *backend, /* (nullable) */
                 GArray     *results,
                 GError    **error)
{
  g_auto (GStrv) batches = g_strsplit (self->batches != NULL ? self->batches : "1", ",", -1);

  for (guint i = 0; batches[i] != NULL; i++) {
    guint64   batch = 0;
    Measured *measured = NULL;

    if (!g_ascii_string_to_unsigned (batches[i], 10, 1, KOMA_MAX_BATCH, &batch, error)) {
      g_prefix_error (error, "--batch: ");
      return FALSE;
    }
    reset_peak ();
    g_array_set_size (results, results->len + 1);
    measured = &g_array_index (results, Measured, results->len - 1);
    *measured = (Measured){ .n_images = self->n_images };
    if (!measure (self, model, backend, (guint) batch, measured, error))
      return FALSE;
  }
  return TRUE;
}

/* A backend that is not there is told and left out. */
static gboolean
measure_backends (Benchmark *self,
                  KomaModel *model,
                  GArray    *results,
                  GError   **error)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autoptr (GError) reason = NULL;

    if (koma_backends_find_available (backend->name, &reason) == NULL)
      koma_cli_warn ("%s", reason->message);
    else if (!measure_batches (self, model, backend->name, results, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
measure_all (Benchmark *self,
             KomaModel *model,
             GArray    *results,
             GError   **error)
{
  return is_all (self) ? measure_backends (self, model, results, error)
                       : measure_batches (self, model, self->options.backend, results, error);
}

int
koma_cli_benchmark (int    argc,
                    char **argv)
{
  g_auto (Benchmark) self = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (GArray) results = g_array_new (FALSE, FALSE, sizeof (Measured));
  g_autoptr (GError) error = NULL;
  gint64 start_us = 0;

  g_array_set_clear_func (results, measured_clear);
  if (!parse (&self, &argc, &argv))
    return KOMA_EXIT_USAGE;
  start_us = g_get_monotonic_time ();
  model = koma_cli_load_model (&self.options, self.options.model, &error);
  self.load_ms = ms_since (start_us);
  self.load_peak_kb = read_peak_kb ();
  if (model == NULL || !measure_all (&self, model, results, &error)) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_USAGE;
  }
  if (self.format == KOMA_FORMAT_JSON)
    print_json (&self, model, results);
  else
    print_text (&self, model, results);
  return KOMA_EXIT_OK;
}
