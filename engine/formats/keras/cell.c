/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

static const KomaKerasCell *const cells[] = {
  &koma_keras_cell_conv_lstm_2d,
  &koma_keras_cell_gru,
  &koma_keras_cell_lstm,
  &koma_keras_cell_simple_rnn,
};

/**
 * koma_keras_cell_find:
 * @class_name: “LSTM”, or “LSTMCell”
 *
 * Returns: (nullable): the cell of layers of that class
 */
const KomaKerasCell *
koma_keras_cell_find (const char *class_name)
{
  for (guint i = 0; i < G_N_ELEMENTS (cells); i++) {
    const gsize n = strlen (cells[i]->class_name);

    if (strncmp (class_name, cells[i]->class_name, n) == 0 &&
        (class_name[n] == '\0' || g_str_equal (class_name + n, "Cell")))
      return cells[i];
  }
  return NULL;
}

/* An LSTM begins with a bias of 1 at its forget gate where “unit_forget_bias” is true. */
static void
read_forget_bias (const KomaKerasCall *call,
                  KomaKerasWeight     *bias)
{
  const char *initializer =
    koma_json_get_string (koma_json_get_object (call->config, "bias_initializer"), "class_name");

  bias->is_fallback = koma_keras_config_boolean (call, "unit_forget_bias", FALSE);
  if (!bias->is_fallback)
    return;
  bias->fallback = "unitForgetBias";
  if (initializer != NULL && g_ascii_strcasecmp (initializer, "zeros") != 0)
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_UNSUPPORTED,
                       "unit_forget_bias with the initializer “%s”", initializer);
}

/**
 * koma_keras_add_cell_weight:
 * @what: “kernel”, “recurrent_kernel”, “bias”
 *
 * Errors: those of koma_keras_add_weight(); %KOMA_ERROR_UNSUPPORTED if the bias of a model that is
 * built begins with what is not computed.
 */
KomaValueId
koma_keras_add_cell_weight (const KomaKerasCall *call,
                            const char          *what,
                            KomaShape            shape)
{
  static const struct
  {
    const char *what;
    const char *initializer;
    const char *fallback;
  } rows[] = {
    { "bias", "bias_initializer", "zeros" },
    { "kernel", "kernel_initializer", "glorotUniform" },
    { "recurrent_kernel", "recurrent_initializer", "orthogonal" },
  };
  KomaKerasWeight weight = { .shape = shape, .is_trainable = TRUE };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    if (g_str_equal (rows[i].what, what)) {
      weight.initializer = rows[i].initializer;
      weight.fallback = rows[i].fallback;
    }
  }
  if (call->keras->is_building && g_str_equal (what, "bias"))
    read_forget_bias (call, &weight);
  return koma_keras_add_weight (call, what, &weight);
}

/**
 * koma_keras_project:
 * @x: `[n, steps, in]`
 * @n_gates: how often the units stand side by side in the weights
 *
 * The product of all steps at once with the layer's kernel. The bias is left to the cell where the
 * setting “reset_after” is true.
 *
 * Errors: those of koma_keras_add_weight().
 */
KomaKerasProjection
koma_keras_project (KomaBuilder         *b,
                    const KomaKerasCall *call,
                    KomaValueId          x,
                    guint                n_gates)
{
  const gint64        in = koma_builder_get_dim (b, x, 2);
  const gboolean      has_bias = koma_keras_config_boolean (call, "use_bias", TRUE);
  const gboolean      is_reset_after = koma_keras_config_boolean (call, "reset_after", FALSE);
  gint64              units = KOMA_DIM_UNKNOWN;
  KomaValueId         inputs[3] = { x, KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaKerasProjection projection = { .n_shared = 1 };

  koma_keras_config_dims (call, "units", 1, &units);
  inputs[1] = koma_keras_add_cell_weight (call, "kernel", KOMA_SHAPE (in, units * n_gates));
  projection.shared[0] =
    koma_keras_add_cell_weight (call, "recurrent_kernel", KOMA_SHAPE (units, units * n_gates));
  projection.units = koma_builder_get_shape (b, projection.shared[0]).dims[0];
  if (has_bias && !is_reset_after)
    inputs[2] = koma_keras_add_cell_weight (call, "bias", KOMA_SHAPE (units * n_gates));
  projection.x = koma_keras_add_biased (b, KOMA_OP_MAT_MUL, inputs, 3, NULL);
  return projection;
}
