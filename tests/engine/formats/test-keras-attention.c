/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MultiHeadAttention and GroupNormalization, against numbers that attention.py computes. */
#include "keras-layer-case.h"
#include "tests/test-main.h"

static const KerasLayerCase cases[] = {
#include "attention-cases.inc"
};

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  keras_layer_cases_add ("keras-attention", cases, G_N_ELEMENTS (cases));
  return g_test_run ();
}
