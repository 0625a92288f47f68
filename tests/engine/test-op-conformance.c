/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every op, in every case of cases/, on every backend, against the naive
 * definitions of oracle/; see op-trial.c. After each case the memory counters
 * must stand where they stood before. `--seed` repeats a run: GLib prints
 * it. */
#include "cases/cases.h"
#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/flags.h"
#include "engine/memory.h"
#include "op-trial.h"
#include "tolerance.h"

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

static guint
count_objects (const KomaBackendClass *backend)
{
  return backend->count_buffers != NULL ? backend->count_buffers () : 0;
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
  g_autofree char *failure = NULL;
  KomaMemoryInfo   before;
  KomaMemoryInfo   after;
  guint            n_buffers = count_objects (subject->trial.backend);

  koma_memory_get_info (&before);
  failure = op_trial_run (&subject->trial, op_case, rand);
  koma_memory_get_info (&after);
  if (exclusion != NULL && failure == NULL && !may_pass)
    g_test_fail_printf ("passes, but is excluded: %s", exclusion);
  else if (exclusion != NULL && failure != NULL)
    g_test_incomplete (exclusion);
  else if (failure != NULL)
    g_test_fail_printf ("%s", failure);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
  g_assert_cmpuint (count_objects (subject->trial.backend), ==, n_buffers);
}

static char *
make_path (const OpTrialSubject *trial,
           const char           *text)
{
  g_autoptr (GString) path = g_string_new ("/op-conformance/");

  g_string_append (path, trial->backend->name);
  if (trial->cpu_level != NULL)
    g_string_append_printf (path, "-%s", trial->cpu_level);
  if (trial->precision != KOMA_PRECISION_AS_FLAGS)
    g_string_append_printf (path, "-%s", koma_precision_get_name (trial->precision));
  if (trial->gles_tier != 0)
    g_string_append_printf (path, "-tier-%d", trial->gles_tier);
  return g_strdup_printf ("%s/%s", path->str, text);
}

static void
add_cases (GPtrArray     *subjects,
           OpTrialSubject trial,
           KomaOp         op)
{
  g_auto (GStrv) texts = cases_of_op (op);

  g_assert_nonnull (texts[0]);
  for (guint i = 0; texts[i] != NULL; i++) {
    g_autofree char *path = make_path (&trial, texts[i]);
    Subject         *subject = g_new0 (Subject, 1);

    subject->trial = trial;
    subject->text = g_strdup (texts[i]);
    /* GLib frees the data of those alone that it runs, which -p may choose. */
    g_ptr_array_add (subjects, subject);
    g_test_add_data_func (path, subject, test_case);
  }
}

/* Each level that this processor has, for what is built for levels. */
static void
add_cpu_levels (GPtrArray              *subjects,
                const KomaBackendClass *backend)
{
  static const char *const levels[] = { "baseline", "avx2", "avx512" };
  static const KomaOp      ops[] = { KOMA_OP_CONV_2D, KOMA_OP_CONV_2D_BACKPROP_INPUT,
                                     KOMA_OP_DEPTHWISE_CONV_2D, KOMA_OP_MAT_MUL };

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (koma_cpu_kernels_choose (levels[i], NULL) != NULL)
      for (guint k = 0; k < G_N_ELEMENTS (ops); k++)
        add_cases (subjects, (OpTrialSubject){ backend, levels[i] }, ops[k]);
}

static void
add_tier (GPtrArray              *subjects,
          const KomaBackendClass *backend,
          int                     gles_tier,
          KomaOp                  op)
{
  OpTrialSubject trial = { backend, .gles_tier = gles_tier };

  add_cases (subjects, trial, op);
  trial.precision = KOMA_PRECISION_FLOAT16;
  add_cases (subjects, trial, op);
}

/* Each of those that this device has. */
static void
add_gles_tiers (GPtrArray              *subjects,
                const KomaBackendClass *backend)
{
  for (int tier = 1; tier <= 2; tier++) {
    g_autofree char *device = NULL;
    gboolean         is_here = FALSE;

    g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TIER, tier, NULL));
    is_here = backend->probe (&device, NULL);
    for (guint op = 0; op < KOMA_N_OPS && is_here; op++)
      add_tier (subjects, backend, tier, op);
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
add_backend (GPtrArray              *subjects,
             const KomaBackendClass *backend)
{
  g_autofree char *device = NULL;
  g_autofree char *path = g_strdup_printf ("/op-conformance/%s", backend->name);

  if (!backend->probe (&device, NULL)) {
    g_test_add_data_func (path, backend, test_absent);
    return;
  }
  if (g_str_equal (backend->name, "gles")) {
    add_gles_tiers (subjects, backend);
    return;
  }
  for (guint op = 0; op < KOMA_N_OPS; op++)
    add_cases (subjects, (OpTrialSubject){ backend }, op);
  if (g_str_equal (backend->name, "cpu"))
    add_cpu_levels (subjects, backend);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GPtrArray) subjects = g_ptr_array_new_with_free_func (subject_free);

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < koma_backends_get_n (); i++)
    add_backend (subjects, koma_backends_get (i));
  return g_test_run ();
}
