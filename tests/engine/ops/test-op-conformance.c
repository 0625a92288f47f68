/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every op, in every case of cases/, on every backend, against the naive
 * definitions of oracle/; see op-trial.c. After each case the memory counters
 * must stand where they stood before. `--seed` repeats a run: GLib prints
 * it. */
#include <string.h>

#include "engine/backends/backends.h"
#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/memory.h"
#include "op-trial.h"
#include "tests/engine/ops/cases/cases.h"
#include "tolerance.h"
#include "tests/test-main.h"

typedef struct
{
  OpTrialSubject trial;
  char          *text;
} Subject;

static void
subject_free (gpointer data)
{
  Subject *subject = data;

  g_free (subject->text);
  g_free (subject);
}

static void
test_case (gconstpointer data)
{
  const Subject *subject = data;
  gboolean       may_pass = FALSE;
  const char    *exclusion =
    tolerance_find_exclusion (subject->trial.backend, subject->text, &may_pass);
  g_autoptr (OpCase) op_case = op_case_parse (subject->text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autofree char  *failure = NULL;
  KomaMemoryInfo    before;
  KomaMemoryInfo    after;
  KomaBackendMemory backend_before;
  KomaBackendMemory backend_after;

  koma_memory_get_info (&before);
  koma_backends_get_memory (subject->trial.backend, &backend_before);
  failure = op_trial_run (&subject->trial, op_case, rand);
  koma_memory_get_info (&after);
  koma_backends_get_memory (subject->trial.backend, &backend_after);
  if (exclusion != NULL && failure == NULL && !may_pass)
    g_test_fail_printf ("passes, but is excluded: %s", exclusion);
  else if (exclusion != NULL && failure != NULL)
    g_test_incomplete (exclusion);
  else if (failure != NULL)
    g_test_fail_printf ("%s", failure);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
  g_assert_cmpuint (backend_after.n_objects, ==, backend_before.n_objects);
  g_assert_cmpuint (backend_after.size_bytes, ==, backend_before.size_bytes);
}

/* "gles-float16-tier-1": backend, level of the processor, precision, tier; "xnnpack-level-1": the
 * flag CPU_LEVEL. */
static char *
make_name (const OpTrialSubject *trial)
{
  g_autoptr (GString) name = g_string_new (trial->backend->name);

  if (trial->cpu_level != NULL)
    g_string_append_printf (name, "-%s", trial->cpu_level);
  if (trial->precision != KOMA_PRECISION_AS_FLAGS)
    g_string_append_printf (name, "-%s", koma_precision_get_name (trial->precision));
  if (trial->gles_tier != 0)
    g_string_append_printf (name, "-tier-%d", trial->gles_tier);
  if (trial->max_level != 0)
    g_string_append_printf (name, "-level-%d", trial->max_level);
  return g_strdup (name->str);
}

/* Without a word all run; "rest" is neither OpenGL ES nor plain C at the level that it chooses. */
static gboolean
is_wanted (const char *only, /* (nullable) */
           const char *name)
{
  if (only != NULL && g_str_equal (only, "rest"))
    return !g_str_has_prefix (name, "gles") && !g_str_equal (name, "cpu");
  return only == NULL || g_str_equal (only, name);
}

static void
add_cases (const char    *only, /* (nullable) */
           OpTrialSubject trial,
           KomaOp         op)
{
  g_auto (GStrv) texts = cases_of_op (op);
  g_autofree char *name = make_name (&trial);

  g_assert_nonnull (texts[0]);
  if (!is_wanted (only, name))
    return;
  for (guint i = 0; texts[i] != NULL; i++) {
    g_autofree char *path = g_strdup_printf ("/op-conformance/%s/%s", name, texts[i]);
    Subject         *subject = NULL;

    /* To the flag CPU_LEVEL only quantised operands matter. */
    if (trial.max_level != 0 && strchr (texts[i], '@') == NULL)
      continue;
    subject = g_new0 (Subject, 1);
    subject->trial = trial;
    subject->text = g_strdup (texts[i]);
    g_test_add_data_func_full (path, subject, test_case, subject_free);
  }
}

/* Each level that this processor has, for what is built for levels. */
static void
add_cpu_levels (const char             *only,
                const KomaBackendClass *backend)
{
  static const char *const levels[] = { "baseline", "avx2", "avx2vnni",
                                        "avx512", "avx512vnni", "dotprod" };
  static const KomaOp      ops[] = { KOMA_OP_CONV_2D, KOMA_OP_CONV_2D_BACKPROP_FILTER,
                                     KOMA_OP_CONV_2D_BACKPROP_INPUT,
                                     KOMA_OP_DEPTHWISE_CONV_2D, KOMA_OP_MAT_MUL, KOMA_OP_ADD,
                                     KOMA_OP_MUL, KOMA_OP_PRELU };

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (koma_cpu_kernels_choose (levels[i], NULL) != NULL)
      for (guint k = 0; k < G_N_ELEMENTS (ops); k++)
        add_cases (only, (OpTrialSubject){ backend, levels[i] }, ops[k]);
}

/* Products of bytes that XNNPACK leaves to plain C on a processor with VNNI: its own too. */
static void
add_own_products (const char             *only,
                  const KomaBackendClass *backend)
{
  static const KomaOp ops[] = { KOMA_OP_CONV_2D, KOMA_OP_DEPTHWISE_CONV_2D, KOMA_OP_MAT_MUL };

  for (guint i = 0; i < G_N_ELEMENTS (ops); i++)
    add_cases (only, (OpTrialSubject){ backend, .max_level = 1 }, ops[i]);
}

static void
add_tier (const char             *only,
          const KomaBackendClass *backend,
          int                     gles_tier,
          KomaOp                  op)
{
  OpTrialSubject trial = { backend, .gles_tier = gles_tier };

  add_cases (only, trial, op);
  trial.precision = KOMA_PRECISION_FLOAT16;
  add_cases (only, trial, op);
}

/* Each of those that this device has. */
static void
add_gles_tiers (const char             *only,
                const KomaBackendClass *backend)
{
  for (int tier = 1; tier <= 2; tier++) {
    g_autofree char *device = NULL;
    gboolean         is_here = FALSE;

    g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TIER, tier, NULL));
    is_here = backend->probe (&device, NULL);
    for (guint op = 0; op < KOMA_N_OPS && is_here; op++)
      add_tier (only, backend, tier, op);
  }
  koma_flags_reset (KOMA_FLAG_GLES_TIER);
}

static void
test_absent (gconstpointer data)
{
  const KomaBackendClass *backend = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *device = NULL;

  g_assert_false (backend->probe (&device, &error));
  g_test_skip (error->message);
}

static void
add_backend (const char             *only,
             const KomaBackendClass *backend)
{
  g_autofree char *device = NULL;
  g_autofree char *path = g_strdup_printf ("/op-conformance/%s", backend->name);

  if (!backend->probe (&device, NULL)) {
    if (only == NULL || g_str_equal (only, "rest"))
      g_test_add_data_func (path, backend, test_absent);
    return;
  }
  if (g_str_equal (backend->name, "gles")) {
    add_gles_tiers (only, backend);
    return;
  }
  for (guint op = 0; op < KOMA_N_OPS; op++)
    add_cases (only, (OpTrialSubject){ backend }, op);
  if (g_str_equal (backend->name, "cpu"))
    add_cpu_levels (only, backend);
  if (g_str_equal (backend->name, "xnnpack"))
    add_own_products (only, backend);
}

/* test-op-conformance [NAME]: one way to compute alone. */
KOMA_TEST_MAIN (argc, argv)
{
  const char *only = NULL;

  g_test_init (&argc, &argv, NULL);

  only = argc > 1 ? argv[1] : NULL;
  for (guint i = 0; i < koma_backends_get_n (); i++)
    add_backend (only, koma_backends_get (i));
  return g_test_run ();
}
