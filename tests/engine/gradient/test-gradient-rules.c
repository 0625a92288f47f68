/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every op of ops.inc has a row in rules.inc, and every rule there cases in gradient-cases.c,
 * which are tried here. */
#include "engine/gradient/gradient.h"
#include "gradient-cases.h"
#include "gradient-trial.h"
#include "tests/engine/ops/cases/cases.h"
#include "tests/test-main.h"

typedef enum {
  NO_ROW,
  RULE,
  ZERO,
  NONE,
} Kind;

#define KOMA_GRADIENT(ID, rule)        [KOMA_OP_##ID] = RULE,
#define KOMA_GRADIENT_ZERO(ID, reason) [KOMA_OP_##ID] = ZERO,
#define KOMA_GRADIENT_NONE(ID, reason) [KOMA_OP_##ID] = NONE,
static const Kind kinds[KOMA_N_OPS] = {
#include "engine/gradient/rules.inc"
};
#undef KOMA_GRADIENT
#undef KOMA_GRADIENT_ZERO
#undef KOMA_GRADIENT_NONE

static gboolean
is_of_op (const char *text,
          KomaOp      op)
{
  g_autofree char *prefix = g_strconcat (koma_op_get_name (op), " ", NULL);

  return g_str_has_prefix (text, prefix);
}

static void
test_rows (void)
{
  for (guint op = 0; op < KOMA_N_OPS; op++) {
    guint n_cases = 0;

    if (kinds[op] == NO_ROW)
      g_test_fail_printf ("%s has no row in rules.inc", koma_op_get_name (op));
    for (guint i = 0; gradient_cases[i].text != NULL; i++)
      n_cases += is_of_op (gradient_cases[i].text, op);
    if (kinds[op] == RULE && n_cases == 0)
      g_test_fail_printf ("%s has a rule, but no case", koma_op_get_name (op));
  }
}

static void
test_case (gconstpointer data)
{
  const GradientCase *gradient_case = data;
  g_autoptr (OpCase) op_case = op_case_parse (gradient_case->text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());
  g_autofree char *failure = gradient_trial_run (op_case, gradient_case->order, rand);

  if (failure != NULL)
    g_test_fail_printf ("%s", failure);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gradient-rules/rows", test_rows);
  for (guint i = 0; gradient_cases[i].text != NULL; i++) {
    g_autofree char *path = g_strconcat ("/gradient-rules/", gradient_cases[i].text, NULL);

    g_test_add_data_func (path, &gradient_cases[i], test_case);
  }
  return g_test_run ();
}
