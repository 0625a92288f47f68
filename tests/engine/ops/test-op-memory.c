/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every allocation that preparing a case makes fails once: the session must
 * not come up, must say that memory is short, and must leave none behind. */
#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "op-case.h"
#include "tests/engine/ops/cases/cases.h"
#include "tests/test-main.h"

/* Far more than any case allocates. */
#define MAX_ALLOCATIONS 1000

typedef struct
{
  const KomaBackendClass *backend;
  KomaOp                  op;
} Subject;

static KomaSession *
prepare (const KomaBackendClass *backend,
         const OpCase           *op_case,
         KomaArray             **tensors,
         GError                **error)
{
  g_autoptr (KomaGraph) graph = op_case_build (op_case, tensors, error);
  KomaShape          shapes[OP_CASE_MAX_OPERANDS];
  KomaSessionOptions options = { .backend = backend->name, .n_threads = 1, .input_shapes = shapes };

  for (guint i = 0; i < op_case->n_operands; i++)
    if (!op_case->operands[i].is_constant)
      shapes[options.n_input_shapes++] = tensors[i]->shape;
  return koma_session_new (graph, &options, error);
}

/* Whether the session came up although its nth allocation was to fail: then
 * it makes fewer. */
static gboolean
try_failure (const Subject *subject,
             const OpCase  *op_case,
             KomaArray    **tensors,
             guint          nth)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  KomaMemoryInfo    before;
  KomaMemoryInfo    after;
  KomaBackendMemory backend_before;
  KomaBackendMemory backend_after;

  koma_backends_get_memory (subject->backend, &backend_before);
  koma_memory_get_info (&before);
  koma_memory_fail_after (nth);
  session = prepare (subject->backend, op_case, tensors, &error);
  koma_memory_fail_after (0);
  if (session != NULL)
    return TRUE;
  koma_memory_get_info (&after);
  koma_backends_get_memory (subject->backend, &backend_after);
  g_assert_cmpuint (backend_after.n_objects, ==, backend_before.n_objects);
  g_assert_cmpuint (backend_after.size_bytes, ==, backend_before.size_bytes);
  if (!g_error_matches (error, KOMA_ERROR, KOMA_ERROR_MEMORY) ||
      after.n_buffers != before.n_buffers || after.size_bytes != before.size_bytes)
    g_test_fail_printf ("%s: allocation %u fails: %s (code %d); buffers %" G_GSIZE_FORMAT
                        ", before %" G_GSIZE_FORMAT,
                        op_case->text, nth, error->message, error->code, after.n_buffers,
                        before.n_buffers);
  return FALSE;
}

static void
test_op (gconstpointer data)
{
  const Subject *subject = data;
  g_auto (GStrv) texts = cases_of_op (subject->op);

  for (guint i = 0; texts[i] != NULL; i++) {
    g_autoptr (OpCase) op_case = op_case_parse (texts[i]);
    g_autoptr (GRand) rand = g_rand_new_with_seed (1);
    KomaArray *tensors[OP_CASE_MAX_OPERANDS] = { NULL };
    guint      nth = 1;

    for (guint k = 0; k < op_case->n_operands; k++)
      tensors[k] = op_case_make_tensor (&op_case->operands[k], 2, rand);
    while (nth < MAX_ALLOCATIONS && !try_failure (subject, op_case, tensors, nth))
      nth++;
    g_assert_cmpuint (nth, <, MAX_ALLOCATIONS);
    for (guint k = 0; k < op_case->n_operands; k++)
      koma_array_unref (tensors[k]);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < koma_backends_get_n (); i++)
    for (guint op = 0; op < KOMA_N_OPS; op++) {
      const KomaBackendClass *backend = koma_backends_get (i);
      g_autofree char        *path = g_strdup_printf ("/op-memory/%s/%s", backend->name,
                                                      koma_op_get_name (op));
      g_autofree char        *device = NULL;
      Subject                *subject = g_new0 (Subject, 1);

      subject->backend = backend;
      subject->op = op;
      if (backend->probe (&device, NULL))
        g_test_add_data_func_full (path, subject, test_op, g_free);
      else
        g_free (subject);
    }
  return g_test_run ();
}
