/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma benchmark: what a model costs on this machine. */
#include <stdio.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli-cell.h"
#include "koma-cli-json.h"
#include "koma-cli-session.h"
#include "koma-cli.h"

/* Steady runs: at least so many, and for at least so long. */
#define MIN_RUNS    10
#define MIN_SECONDS 1.0
#define MAX_RUNS    10000

static const char arguments[] = N_ ("[MODEL]");
static const char summary[] =
  N_ ("Measure a model: reading it, its first run, and steady runs for each batch size.");

static const char description[] =
  N_ ("“--backend all” measures every backend there is, and compares each with plain C.");

typedef struct
{
  KomaCliOptions options;
  KomaFormatKind format;
  char          *batches_text; /* "1,8" */
  GArray        *batches;      /* (element-type guint) */
  int            n_images;
  double         load_ms;
  gint64         load_peak_kb;
} Benchmark;

/* Of one batch size; times in ms. */
typedef struct
{
  guint               batch;
  guint               n_threads;
  const char         *backend;
  KomaBenchmarkResult result;
  guint               n_images;
  double              images_ms;
  gint64              peak_kb; /* of the whole program, while it was prepared and run */
  gboolean            is_compared;
} Measured;

static void
benchmark_clear (Benchmark *self)
{
  koma_cli_options_clear (&self->options);
  g_free (self->batches_text);
  g_clear_pointer (&self->batches, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Benchmark, benchmark_clear)

static void
measured_clear (gpointer data)
{
  Measured *measured = data;

  koma_agreement_clear (&measured->result.agreement);
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

/* --images: as many inferences as they need, the last one padded. */
static gboolean
run_images (KomaSession *session,
            Measured    *measured,
            GError     **error)
{
  const gint64 start_us = g_get_monotonic_time ();

  if (measured->n_images == 0) {
    measured->n_images = measured->batch;
    measured->images_ms = measured->result.median_ms;
    return TRUE;
  }
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

static void
take_result (Measured      *measured,
             KomaBenchmark *benchmark)
{
  const KomaSession *session = koma_benchmark_get_session (benchmark);

  measured->result = *koma_benchmark_get_result (benchmark);
  measured->result.agreement.op = g_strdup (measured->result.agreement.op);
  measured->result.agreement.node = g_strdup (measured->result.agreement.node);
  measured->backend = koma_session_get_backend (session)->name;
  measured->batch = koma_session_get_batch (session);
  measured->n_threads = koma_session_get_n_threads (session);
}

static gboolean
measure (Benchmark  *self,
         KomaModel  *model,
         const char *backend, /* (nullable) */
         guint       batch,
         Measured   *measured, /* zeros; to be cleared, also after an error */
         GError    **error)
{
  KomaBenchmarkOptions options = {
    .min_runs = MIN_RUNS,
    .max_runs = MAX_RUNS,
    .runs_ms = 1000 * MIN_SECONDS,
    .is_uncompared = !is_all (self),
    .is_measured_anyway = TRUE,
  };
  g_autoptr (KomaBenchmark) benchmark = NULL;

  if (!koma_cli_get_session_options (&self->options, model, batch, &options.session, error))
    return FALSE;
  if (backend != NULL)
    options.session.backend = backend;
  benchmark = koma_benchmark_new (koma_model_get_graph (model), &options);
  if (!koma_benchmark_run (benchmark, error))
    return FALSE;
  take_result (measured, benchmark);
  measured->is_compared = !options.is_uncompared;
  measured->n_images = self->n_images;
  if (!run_images (koma_benchmark_get_session (benchmark), measured, error))
    return FALSE;
  measured->peak_kb = read_peak_kb ();
  return TRUE;
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
  koma_json_string (builder, "backend", m->backend);
  koma_json_int (builder, "threads", m->n_threads);
  koma_json_int (builder, "batch", m->batch);
  koma_json_double (builder, "prepare_ms", m->result.prepare_ms);
  koma_json_double (builder, "first_ms", m->result.first_ms);
  koma_json_int (builder, "runs", m->result.n_runs);
  koma_json_double (builder, "min_ms", m->result.min_ms);
  koma_json_double (builder, "median_ms", m->result.median_ms);
  koma_json_double (builder, "p95_ms", m->result.high_ms);
  koma_json_int (builder, "images", m->n_images);
  koma_json_double (builder, "images_ms", m->images_ms);
  koma_json_double (builder, "images_per_second", images_per_second (m));
  koma_json_int (builder, "memory_bytes", m->result.memory_bytes);
  koma_json_int (builder, "peak_kb", m->peak_kb);
  if (m->is_compared) {
    koma_json_double (builder, "difference", m->result.agreement.difference);
    json_builder_set_member_name (builder, "agrees");
    json_builder_add_boolean_value (builder, m->result.agreement.is_agreeing);
    koma_json_string (builder, "differing_op", m->result.agreement.op);
    koma_json_string (builder, "differing_node", m->result.agreement.node);
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
  koma_cli_json_path (builder, "model", koma_model_get_path (model));
  koma_json_double (builder, "load_ms", self->load_ms);
  koma_json_int (builder, "peak_kb", self->load_peak_kb);
  json_builder_set_member_name (builder, "results");
  json_builder_begin_array (builder);
  for (guint i = 0; i < results->len; i++)
    build_measured (builder, &g_array_index (results, Measured, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}

/* The least width, whatever the language; negative: flush left. */
static const struct
{
  const char *title;
  int         width;
} columns[] = {
  { N_ ("backend"), -8 },
  { N_ ("threads"), 7 },
  { N_ ("batch"), 5 },
  { N_ ("prepare ms"), 10 },
  { N_ ("first ms"), 9 },
  { N_ ("min ms"), 9 },
  { N_ ("median ms"), 9 },
  { N_ ("p95 ms"), 9 },
  { N_ ("pictures/s"), 10 },
  { N_ ("memory MB"), 9 },
  { N_ ("peak MB"), 9 },
};

static void
print_agreement (const Measured *m)
{
  if (!m->is_compared)
    return;
  if (m->result.agreement.is_agreeing)
    koma_cli_say (_ ("%s, batch %u: agrees with plain C within %.1e of the range\n"), m->backend,
                  m->batch, m->result.agreement.difference);
  else
    koma_cli_say (_ ("%s, batch %u: differs from plain C by %.1e of the range, first in %s “%s”\n"),
                  m->backend, m->batch, m->result.agreement.difference,
                  m->result.agreement.op != NULL ? m->result.agreement.op : "-",
                  m->result.agreement.node != NULL ? m->result.agreement.node : "-");
}

static glong
get_width (guint column)
{
  const glong width = MAX (ABS (columns[column].width),
                           koma_cli_cell_measure (_ (columns[column].title)));

  return columns[column].width < 0 ? -width : width;
}

static void
print_titles (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++) {
    koma_cli_say ("%s", i > 0 ? " " : "");
    koma_cli_cell_say (_ (columns[i].title), get_width (i));
  }
  koma_cli_say ("\n");
}

static void
print_row (const Measured *m)
{
  const struct
  {
    double value;
    int    n_decimals;
  } numbers[] = {
    { m->n_threads, 0 },
    { m->batch, 0 },
    { m->result.prepare_ms, 2 },
    { m->result.first_ms, 3 },
    { m->result.min_ms, 3 },
    { m->result.median_ms, 3 },
    { m->result.high_ms, 3 },
    { images_per_second (m), 1 },
    { m->result.memory_bytes / 1048576.0, 1 },
    { m->peak_kb / 1024.0, 1 },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (numbers) + 1 == G_N_ELEMENTS (columns));
  koma_cli_cell_say (m->backend, get_width (0));
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    koma_cli_say (" %*.*f", (int) get_width (i + 1), numbers[i].n_decimals, numbers[i].value);
  koma_cli_say ("\n");
}

static void
print_text (const Benchmark *self,
            KomaModel       *model,
            GArray          *results)
{
  koma_cli_say (_ ("%s: read in %.1f ms, peak memory %.1f MB\n"), koma_model_get_name (model),
                self->load_ms, self->load_peak_kb / 1024.0);
  print_titles ();
  for (guint i = 0; i < results->len; i++)
    print_row (&g_array_index (results, Measured, i));
  for (guint i = 0; i < results->len; i++)
    print_agreement (&g_array_index (results, Measured, i));
}

static gboolean
parse_batches (Benchmark *self)
{
  const char *text = self->batches_text != NULL ? self->batches_text : "1";
  g_auto (GStrv) batches = g_strsplit (text, ",", -1);
  g_autoptr (GError) error = NULL;

  self->batches = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; batches[i] != NULL; i++) {
    guint64 number = 0;
    guint   batch = 0;

    if (!g_ascii_string_to_unsigned (batches[i], 10, 1, KOMA_MAX_BATCH, &number, &error)) {
      koma_cli_warn ("--batch: %s", error->message);
      return FALSE;
    }
    batch = (guint) number;
    g_array_append_val (self->batches, batch);
  }
  return TRUE;
}

static gboolean
parse (Benchmark *self,
       int       *argc,
       char    ***argv)
{
  /* clang-format off */
  const GOptionEntry entries[] = {
    { "batch", 0, 0, G_OPTION_ARG_STRING, &self->batches_text,
      N_("Pictures of one inference; several: 1,8,27"), N_("N,…") },
    { "images", 'n', 0, G_OPTION_ARG_INT, &self->n_images,
      N_("How many pictures to time as one job"), N_("N") },
    { NULL },
  };
  /* clang-format on */
  const KomaCliUsage usage = {
    .arguments = arguments,
    .summary = summary,
    .description = description,
    .takes = KOMA_TAKES_MODEL | KOMA_TAKES_BACKEND | KOMA_TAKES_FORMAT | KOMA_TAKES_SHAPE,
    .entries = entries,
  };

  if (!koma_cli_options_parse (&self->options, &usage, argc, argv) ||
      !koma_cli_options_get_format (&self->options, "text json", &self->format) ||
      !koma_cli_check_number ("--images", self->n_images, G_MAXINT16) || !parse_batches (self))
    return FALSE;
  return koma_cli_options_take_model (&self->options, *argc, *argv);
}

static gboolean
measure_batches (Benchmark  *self,
                 KomaModel  *model,
                 const char *backend, /* (nullable) */
                 GArray     *results,
                 GError    **error)
{
  for (guint i = 0; i < self->batches->len; i++) {
    Measured measured = { 0 };
    gboolean is_measured = FALSE;

    reset_peak ();
    is_measured = measure (self, model, backend, g_array_index (self->batches, guint, i),
                           &measured, error);
    g_array_append_val (results, measured);
    if (!is_measured)
      return FALSE;
  }
  return TRUE;
}

/* A backend that is not there, or can not run the model, is told and left out. */
static gboolean
measure_backends (Benchmark *self,
                  KomaModel *model,
                  GArray    *results,
                  GError   **error)
{
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    const guint             n_before = results->len;
    g_autoptr (GError) reason = NULL;

    if (koma_backends_find_available (backend->name, &reason) != NULL &&
        measure_batches (self, model, backend->name, results, &reason))
      continue;
    g_array_set_size (results, n_before);
    if (results->len == 0 && i + 1 == koma_backends_get_n ()) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    koma_cli_warn ("%s", reason->message);
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
