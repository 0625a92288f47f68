/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "activation-names.h"

static const KomaOnnxActivation activations[] = {
  { "Elu", KOMA_OP_ELU, "alpha", 1 },
  { "LeakyRelu", KOMA_OP_LEAKY_RELU, "alpha", 0.01 },
  { "Relu", KOMA_OP_RELU, NULL, 0 },
  { "Sigmoid", KOMA_OP_SIGMOID, NULL, 0 },
  { "Softplus", KOMA_OP_SOFTPLUS, NULL, 0 },
  { "Softsign", KOMA_OP_SOFTSIGN, NULL, 0 },
  { "Tanh", KOMA_OP_TANH, NULL, 0 },
};

/**
 * koma_onnx_activation_find:
 *
 * Returns: (transfer none) (nullable): what is called so. Thread: any.
 */
const KomaOnnxActivation *
koma_onnx_activation_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (activations); i++)
    if (g_ascii_strcasecmp (activations[i].name, name) == 0)
      return &activations[i];
  return NULL;
}
