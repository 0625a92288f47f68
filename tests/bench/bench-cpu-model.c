/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A whole model on the backends cpu (at each level of this CPU) and xnnpack,
 * turn by turn in one run, so that what else the machine does hits all alike.
 *
 *   bench-cpu-model [--batch 8] [--threads 2] [--side 96] [MODEL]
 *
 * Without MODEL: MobileNetV2 1.0 with noise for weights.
 */
#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/model/model.h"
#include "engine/runtime/quantile.h"
#include "engine/runtime/session.h"
#include "mobilenet-v2.h"

typedef struct
{
  const char  *backend;
  const char  *level; /* (nullable) */
  KomaSession *session;
  GArray      *elapsed_us; /* double */
} Contender;

static gint  option_batch = 1;
static gint  option_threads = 1;
static gint  option_side = 0;
static gint  option_rounds = 40;
static char *option_level = NULL;

static const GOptionEntry options[] = {
  { "side", 0, 0, G_OPTION_ARG_INT, &option_side, "Picture side", "N" },
  { "batch", 0, 0, G_OPTION_ARG_INT, &option_batch, "Pictures at a time", "N" },
  { "threads", 0, 0, G_OPTION_ARG_INT, &option_threads, "Threads", "N" },
  { "level", 0, 0, G_OPTION_ARG_STRING, &option_level, "Only this level of cpu", "NAME" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &option_rounds, "Turns of each", "N" },
  { NULL },
};

static gboolean
contender_init (Contender       *contender,
                const KomaGraph *graph,
                GError         **error)
{
  const KomaShape          shape = KOMA_SHAPE (option_batch, option_side, option_side, 3);
  const KomaSessionOptions session_options = {
    .backend = contender->backend,
    .batch = option_batch,
    .n_threads = option_threads,
    .cpu_level = contender->level,
    .input_shapes = option_side > 0 ? &shape : NULL,
    .n_input_shapes = option_side > 0 ? 1 : 0,
  };

  contender->session = koma_session_new (graph, &session_options, error);
  contender->elapsed_us = g_array_new (FALSE, FALSE, sizeof (double));
  return contender->session != NULL;
}

static void
contender_clear (Contender *contender)
{
  g_clear_pointer (&contender->session, koma_session_free);
  g_clear_pointer (&contender->elapsed_us, g_array_unref);
}

static void
fill_input (KomaSession *session)
{
  const KomaValue *value = koma_session_get_input (session, 0);
  float           *data = koma_session_get_input_data (session, 0);

  if (value->dtype == KOMA_DTYPE_FLOAT32)
    for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
      data[i] = g_random_double_range (-1, 1);
}

/* Runs for some 20 ms; each counts by itself, as on a busy machine only the
 * fastest says what the code can do. */
static gboolean
take_turn (Contender *contender,
           GError   **error)
{
  const gint64 end = g_get_monotonic_time () + 20000;

  while (g_get_monotonic_time () < end) {
    const gint64 begin = g_get_monotonic_time ();
    double       elapsed_us = 0;

    if (!koma_session_run (contender->session, error))
      return FALSE;
    elapsed_us = g_get_monotonic_time () - begin;
    g_array_append_val (contender->elapsed_us, elapsed_us);
  }
  return TRUE;
}

static double
find_quantile (Contender *contender,
               double     quantile)
{
  return koma_quantile ((double *) contender->elapsed_us->data, contender->elapsed_us->len,
                        quantile);
}

static gboolean
run_all (Contender *contenders,
         guint      n_contenders,
         GError   **error)
{
  for (gint round = 0; round < option_rounds; round++)
    for (guint i = 0; i < n_contenders; i++)
      if (contenders[i].session != NULL && !take_turn (&contenders[i], error))
        return FALSE;
  return TRUE;
}

static void
print_results (Contender *contenders,
               guint      n_contenders)
{
  Contender   *reference = &contenders[n_contenders - 1];
  const double best = reference->session != NULL ? find_quantile (reference, 0) : 0;

  g_print ("%-8s %-9s %9s %9s %9s\n", "backend", "level", "min µs", "median", "× xnnpack");
  for (guint i = 0; i < n_contenders; i++)
    if (contenders[i].session != NULL)
      g_print ("%-8s %-9s %9.0f %9.0f %9.2f\n", contenders[i].backend,
               contenders[i].level != NULL ? contenders[i].level : "",
               find_quantile (&contenders[i], 0), find_quantile (&contenders[i], 0.5),
               best > 0 ? find_quantile (&contenders[i], 0) / best : 0);
}

static KomaGraph *
load_graph (const char *path, /* (nullable) */
            GError    **error)
{
  g_autoptr (KomaModel) model = NULL;

  if (path == NULL)
    return make_mobilenet_v2 (option_side > 0 ? option_side : 224, 1000, error);
  model = koma_model_load (path, NULL, NULL, NULL, error);
  return model != NULL ? koma_graph_copy (koma_model_get_graph (model)) : NULL;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("MODEL");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  Contender contenders[] = {
    { "cpu", "avx512" },
    { "cpu", "avx2" },
    { "cpu", "baseline" },
    { "xnnpack", NULL },
  };

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  graph = load_graph (argc > 1 ? argv[1] : NULL, &error);
  if (graph == NULL) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  for (guint i = 0; i < G_N_ELEMENTS (contenders); i++) {
    g_autoptr (GError) reason = NULL;

    if (option_level != NULL && contenders[i].level != NULL &&
        !g_str_equal (option_level, contenders[i].level))
      continue;
    if (contender_init (&contenders[i], graph, &reason))
      fill_input (contenders[i].session);
    else
      g_printerr ("%s: %s\n", contenders[i].backend, reason->message);
  }
  if (!run_all (contenders, G_N_ELEMENTS (contenders), &error))
    g_printerr ("%s\n", error->message);
  g_print ("batch %d, %d thread(s)\n", option_batch, option_threads);
  print_results (contenders, G_N_ELEMENTS (contenders));
  for (guint i = 0; i < G_N_ELEMENTS (contenders); i++)
    contender_clear (&contenders[i]);
  return error != NULL ? 1 : 0;
}
