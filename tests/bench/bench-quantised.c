/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How much faster integers are: MobileNetV2 of float32, of uint8 and of int8, each as a session
 * takes it, and the quantised ones in float32 too (the flag INTEGERS). All take turns in one run,
 * so that what else the machine does hits them alike.
 *
 *   bench-quantised [--batch 8] [--threads 2] [--rounds 40] [--backend cpu] [--level avx2]
 *
 * KOMA_FLAGS=CPU_LEVEL:1 makes XNNPACK keep what it leaves to plain C on a processor with VNNI.
 *
 * Models are those of KOMA_SHARED; without it there is nothing to measure. */
#include "engine/model/model.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/quantile.h"
#include "engine/runtime/session.h"
#include "mobilenet-v2.h"

#define EXIT_SKIPPED 77

typedef struct
{
  const char *name;
  const char *path; /* (nullable) in KOMA_SHARED; NULL: made here, of noise */
  int         integers;

  KomaSession *session;
  GArray      *elapsed_us; /* double */
} Contender;

static gint  option_batch = 0;
static gint  option_threads = 1;
static gint  option_rounds = 40;
static char *option_backend = NULL;
static char *option_level = NULL;

static const GOptionEntry options[] = {
  { "batch", 0, 0, G_OPTION_ARG_INT, &option_batch, "Pictures at a time; 1 and 8 otherwise", "N" },
  { "threads", 0, 0, G_OPTION_ARG_INT, &option_threads, "Threads", "N" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &option_rounds, "Turns of each", "N" },
  { "backend", 0, 0, G_OPTION_ARG_STRING, &option_backend, "Only this one", "NAME" },
  { "level", 0, 0, G_OPTION_ARG_STRING, &option_level, "Level of cpu", "NAME" },
  { NULL },
};

static KomaGraph *
load_graph (const Contender *contender,
            const char      *shared,
            GError         **error)
{
  g_autofree char *path = NULL;
  g_autoptr (KomaModel) model = NULL;

  if (contender->path == NULL)
    return make_mobilenet_v2 (224, 1001, error);
  path = g_build_filename (shared, contender->path, NULL);
  model = koma_model_load (path, NULL, NULL, NULL, error);
  return model != NULL ? koma_graph_copy (koma_model_get_graph (model)) : NULL;
}

static void
fill_input (KomaSession *session)
{
  const gsize n_elems = koma_shape_count (&koma_session_get_input (session, 0)->shape);
  float      *data = koma_session_get_input_data (session, 0);

  for (gsize i = 0; i < n_elems; i++)
    data[i] = g_random_double_range (-1, 1);
}

static gboolean
contender_init (Contender  *contender,
                const char *backend,
                const char *shared,
                guint       batch,
                GError    **error)
{
  const KomaSessionOptions session_options = {
    .backend = backend,
    .batch = batch,
    .n_threads = option_threads,
    .cpu_level = option_level,
  };
  g_autoptr (KomaGraph) graph = load_graph (contender, shared, error);

  if (graph == NULL || !koma_flags_set (KOMA_FLAG_INTEGERS, contender->integers, error))
    return FALSE;
  contender->session = koma_session_new (graph, &session_options, error);
  koma_flags_reset (KOMA_FLAG_INTEGERS);
  if (contender->session == NULL)
    return FALSE;
  contender->elapsed_us = g_array_new (FALSE, FALSE, sizeof (double));
  fill_input (contender->session);
  return koma_session_run (contender->session, error);
}

static void
contender_clear (Contender *contender)
{
  g_clear_pointer (&contender->session, koma_session_free);
  g_clear_pointer (&contender->elapsed_us, g_array_unref);
}

/* Each run counts by itself: on a busy machine the fastest says what the code can do. */
static gboolean
take_turn (Contender *contender,
           GError   **error)
{
  const gint64 begin = g_get_monotonic_time ();
  double       elapsed_us = 0;

  if (!koma_session_run (contender->session, error))
    return FALSE;
  elapsed_us = g_get_monotonic_time () - begin;
  g_array_append_val (contender->elapsed_us, elapsed_us);
  return TRUE;
}

static double
find_quantile (const Contender *contender,
               double           quantile)
{
  return koma_quantile ((double *) contender->elapsed_us->data, contender->elapsed_us->len,
                        quantile) /
         1000;
}

/* The first contender is the measure of the others. */
static void
print_results (const Contender *contenders,
               guint            n_contenders)
{
  const double float_ms = find_quantile (&contenders[0], 0);

  g_print ("  %-22s %9s %9s %9s\n", "model", "min ms", "median", "× float");
  for (guint i = 0; i < n_contenders; i++)
    g_print ("  %-22s %9.2f %9.2f %9.2f\n", contenders[i].name,
             find_quantile (&contenders[i], 0), find_quantile (&contenders[i], 0.5),
             float_ms / find_quantile (&contenders[i], 0));
}

static gboolean
compare (const char *backend,
         const char *shared,
         guint       batch,
         GError    **error)
{
  Contender contenders[] = {
    { "float32", NULL, 1, NULL, NULL },
    { "uint8", "models/tflite/mobilenet_v2_1.0_224_quant.tflite", 1, NULL, NULL },
    { "int8, by channel", "models/tflite/tf2_mobilenet_v2_1.0_224_ptq.tflite", 1, NULL, NULL },
    { "uint8 in float32", "models/tflite/mobilenet_v2_1.0_224_quant.tflite", 0, NULL, NULL },
    { "int8 in float32", "models/tflite/tf2_mobilenet_v2_1.0_224_ptq.tflite", 0, NULL, NULL },
  };
  gboolean is_done = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (contenders) && is_done; i++)
    is_done = contender_init (&contenders[i], backend, shared, batch, error);
  for (gint round = 0; round < option_rounds && is_done; round++)
    for (guint i = 0; i < G_N_ELEMENTS (contenders) && is_done; i++)
      is_done = take_turn (&contenders[i], error);
  if (is_done) {
    g_print ("%s, batch %u, %d thread(s)\n", backend, batch, option_threads);
    print_results (contenders, G_N_ELEMENTS (contenders));
  }
  for (guint i = 0; i < G_N_ELEMENTS (contenders); i++)
    contender_clear (&contenders[i]);
  return is_done;
}

static gboolean
compare_batches (const char *backend,
                 const char *shared,
                 GError    **error)
{
  if (option_backend != NULL && !g_str_equal (option_backend, backend))
    return TRUE;
  if (option_batch > 0)
    return compare (backend, shared, option_batch, error);
  return compare (backend, shared, 1, error) && compare (backend, shared, 8, error);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  const char *shared = g_getenv ("KOMA_SHARED");

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      !koma_flags_load (g_getenv ("KOMA_FLAGS"), &error)) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  if (shared == NULL) {
    g_printerr ("KOMA_SHARED is not set\n");
    return EXIT_SKIPPED;
  }
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (backend->computes_integers && koma_backends_find_available (backend->name, NULL) != NULL &&
        !compare_batches (backend->name, shared, &error)) {
      g_printerr ("%s: %s\n", backend->name, error->message);
      return 1;
    }
  }
  return 0;
}
