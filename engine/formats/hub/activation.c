/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Activations by the names of configurations. */

#include "layers.h"

typedef KomaValueId (*Build) (KomaBuilder *nodes, KomaValueId x);

typedef struct
{
  const char *name;
  Build       build;
} Row;

static KomaValueId
build_identity (KomaBuilder *nodes,
                KomaValueId  x)
{
  return x;
}

static KomaValueId
build_gelu (KomaBuilder *nodes,
            KomaValueId  x)
{
  return koma_builder_unary (nodes, KOMA_OP_GELU, x);
}

static KomaValueId
build_gelu_tanh (KomaBuilder *nodes,
                 KomaValueId  x)
{
  return koma_builder_node (nodes, KOMA_OP_GELU, &x, 1, koma_attrs_new_int ("approximate", TRUE));
}

/* x · σ (1.702 x) */
static KomaValueId
build_quick_gelu (KomaBuilder *nodes,
                  KomaValueId  x)
{
  const KomaValueId wide = koma_builder_with_number (nodes, KOMA_OP_MUL, x, 1.702);

  return koma_builder_binary (nodes, KOMA_OP_MUL, x,
                              koma_builder_unary (nodes, KOMA_OP_SIGMOID, wide));
}

static KomaValueId
build_relu (KomaBuilder *nodes,
            KomaValueId  x)
{
  return koma_builder_unary (nodes, KOMA_OP_RELU, x);
}

static KomaValueId
build_relu6 (KomaBuilder *nodes,
             KomaValueId  x)
{
  return koma_builder_unary (nodes, KOMA_OP_RELU6, x);
}

static KomaValueId
build_sigmoid (KomaBuilder *nodes,
               KomaValueId  x)
{
  return koma_builder_unary (nodes, KOMA_OP_SIGMOID, x);
}

static KomaValueId
build_silu (KomaBuilder *nodes,
            KomaValueId  x)
{
  return koma_builder_binary (nodes, KOMA_OP_MUL, x, build_sigmoid (nodes, x));
}

static KomaValueId
build_tanh (KomaBuilder *nodes,
            KomaValueId  x)
{
  return koma_builder_unary (nodes, KOMA_OP_TANH, x);
}

/* relu6 (x + 3) / 6 */
static KomaValueId
build_hard_sigmoid (KomaBuilder *nodes,
                    KomaValueId  x)
{
  x = build_relu6 (nodes, koma_builder_with_number (nodes, KOMA_OP_ADD, x, 3));
  return koma_builder_with_number (nodes, KOMA_OP_MUL, x, 1.0 / 6);
}

static KomaValueId
build_hard_swish (KomaBuilder *nodes,
                  KomaValueId  x)
{
  return koma_builder_binary (nodes, KOMA_OP_MUL, x, build_hard_sigmoid (nodes, x));
}

static const Row rows[] = {
  { "gelu", build_gelu },
  { "gelu_python", build_gelu },
  { "gelu_new", build_gelu_tanh },
  { "gelu_fast", build_gelu_tanh },
  { "gelu_pytorch_tanh", build_gelu_tanh },
  { "gelu_tanh", build_gelu_tanh },
  { "quick_gelu", build_quick_gelu },
  { "relu", build_relu },
  { "relu6", build_relu6 },
  { "sigmoid", build_sigmoid },
  { "silu", build_silu },
  { "swish", build_silu },
  { "tanh", build_tanh },
  { "hard_sigmoid", build_hard_sigmoid },
  { "hard_swish", build_hard_swish },
  { "hardswish", build_hard_swish },
  { "linear", build_identity },
};

/**
 * koma_hub_activate:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED for a name that is not known.
 */
KomaValueId
koma_hub_activate (KomaHub    *self,
                   KomaValueId x,
                   const char *activation)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, activation))
      return rows[i].build (&self->nodes, x);
  return koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED, "activation “%.40s”", activation);
}
