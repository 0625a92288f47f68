/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The cases of cases/ with one or two of their numbers replaced by hostile
 * ones. An op must refuse such a node, with an error that says something, or
 * compute it right: whatever `infer` lets through is run and compared with
 * the naive definition, as long as that is quick. Under the sanitizers this
 * is a search for what a damaged model file could do. */
#include <string.h>

#include "engine/backends/backends.h"
#include "engine/runtime/memory.h"
#include "op-trial.h"
#include "tests/engine/ops/cases/cases.h"
#include "tests/test-main.h"

/* Of each case; KOMA_TEST_MUTANTS asks for more. */
#define N_MUTANTS 2
/* Naive definitions of more steps than this take too long. */
#define MAX_WORK 2e6

/* What numbers become in shapes, and anywhere else. */
static const char *const sizes[] = { "0", "1", "2", "3", "5" };
static const char *const numbers[] = {
  "-2147483648", "-7", "-2", "-1", "0", "1", "2", "3", "5",
  "31", "32768", "2147483647", "4294967297", "1099511627776"
};

typedef struct
{
  const KomaBackendClass *backend;
  KomaOp                  op;
} Subject;

typedef struct
{
  gsize    offset;
  gsize    length;
  gboolean is_size;
} Span;

/* Where whole numbers stand in the text of a case. */
static GArray *
find_numbers (const char *text)
{
  GArray  *spans = g_array_new (FALSE, FALSE, sizeof (Span));
  gboolean is_size = FALSE;

  for (gsize i = 1; text[i] != '\0'; i++) {
    Span span = { i, strspn (text + i, "-0123456789"), is_size };

    if (text[i] == '[')
      is_size = g_ascii_isalpha (text[i - 1]);
    if (strchr ("[{(,=", text[i - 1]) == NULL || span.length == 0)
      continue;
    if (text[i + span.length] == '\0' || strchr ("]}), ", text[i + span.length]) != NULL)
      g_array_append_val (spans, span);
    i += span.length - 1;
  }
  return spans;
}

static char *
replace_number (const char *text,
                GRand      *rand)
{
  g_autoptr (GArray) spans = find_numbers (text);
  const Span *span = NULL;
  const char *number = NULL;

  if (spans->len == 0)
    return g_strdup (text);
  span = &g_array_index (spans, Span, g_rand_int_range (rand, 0, spans->len));
  number = span->is_size ? sizes[g_rand_int_range (rand, 0, G_N_ELEMENTS (sizes))]
                         : numbers[g_rand_int_range (rand, 0, G_N_ELEMENTS (numbers))];
  return g_strdup_printf ("%.*s%s%s", (int) span->offset, text, number,
                          text + span->offset + span->length);
}

static char *
mutate (const char *text,
        GRand      *rand)
{
  g_autofree char *once = replace_number (text, rand);

  return g_rand_boolean (rand) ? g_steal_pointer (&once) : replace_number (once, rand);
}

/* Steps of the naive definition, about. */
static double
estimate_work (const KomaGraph *graph)
{
  const KomaNode     *node = koma_graph_get_node (graph, 0);
  const KomaOpClass  *klass = koma_op_get_class (node->op);
  const KomaWindow2D *window = &node->params.window;
  double              work = 1;

  for (guint i = 0; i < node->n_outputs; i++)
    work += koma_shape_count (&koma_node_output (graph, node, i)->shape);
  if (klass == &koma_op_conv_2d_backprop_filter ||
      klass == &koma_op_depthwise_conv_2d_backprop_filter ||
      klass == &koma_op_depthwise_conv_2d_backprop_input)
    return work * koma_shape_count (&koma_node_input (graph, node, 2)->shape);
  if (klass == &koma_op_resize_grad)
    return work * koma_shape_count (&koma_node_input (graph, node, 0)->shape);
  if (klass == &koma_op_pool || klass == &koma_op_max_pool_grad ||
      klass == &koma_op_avg_pool_grad)
    return work * window->kernel_h * window->kernel_w;
  if (klass == &koma_op_conv_2d || klass == &koma_op_conv_2d_backprop_input ||
      klass == &koma_op_depthwise_conv_2d)
    return work * koma_shape_count (&koma_node_input (graph, node, 1)->shape);
  return work * 10;
}

/* Whether the node makes sense for each n, and can be tried. */
static gboolean
is_accepted (const char *text)
{
  for (gint64 n = 1; n <= 3; n++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaGraph) graph = op_case_infer (text, n, &error);

    if (graph != NULL && estimate_work (graph) <= MAX_WORK)
      continue;
    if (graph == NULL && (error->domain != KOMA_ERROR || strlen (error->message) < 10))
      g_test_fail_printf ("%s: error “%s”", text, error->message);
    return FALSE;
  }
  return TRUE;
}

static void
test_mutant (const KomaBackendClass *backend,
             const char             *text,
             GRand                  *rand)
{
  g_autoptr (OpCase) op_case = NULL;
  g_autofree char *failure = NULL;

  if (!is_accepted (text))
    return;
  op_case = op_case_parse (text);
  failure = op_trial_run (&(OpTrialSubject){ backend }, op_case, rand);
  if (failure != NULL)
    g_test_fail_printf ("%s: %s", text, failure);
}

static void
test_op (gconstpointer data)
{
  const Subject *subject = data;
  g_auto (GStrv) texts = cases_of_op (subject->op);
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  const char    *more = g_getenv ("KOMA_TEST_MUTANTS");
  guint64        n_mutants = more != NULL ? g_ascii_strtoull (more, NULL, 10) : N_MUTANTS;
  KomaMemoryInfo before;
  KomaMemoryInfo after;

  koma_memory_get_info (&before);
  for (guint i = 0; texts[i] != NULL; i++)
    for (guint64 k = 0; k < n_mutants; k++) {
      g_autofree char *mutant = mutate (texts[i], rand);
      test_mutant (subject->backend, mutant, rand);
    }
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < koma_backends_get_n (); i++)
    for (guint op = 0; op < KOMA_N_OPS; op++) {
      const KomaBackendClass *backend = koma_backends_get (i);
      g_autofree char        *path = g_strdup_printf ("/op-mutations/%s/%s", backend->name,
                                                      koma_op_get_name (op));
      g_autofree char        *device = NULL;
      Subject                *subject = NULL;

      /* Refuses numbers when it runs: test-indices.c. */
      if (op == KOMA_OP_CHECK_INDICES || !backend->probe (&device, NULL))
        continue;
      subject = g_new0 (Subject, 1);
      subject->backend = backend;
      subject->op = op;
      g_test_add_data_func_full (path, subject, test_op, g_free);
    }
  return g_test_run ();
}
