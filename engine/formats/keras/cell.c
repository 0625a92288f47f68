/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"

#include "config.h"
#include "weight.h"

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
static gboolean
read_forget_bias (const KomaKerasCall *call,
                  KomaKerasWeight     *bias,
                  GError             **error)
{
  const char *initializer =
    koma_json_get_string (koma_json_get_object (call->config, "bias_initializer"), "class_name");

  if (!koma_keras_config_boolean (call, "unit_forget_bias", FALSE, &bias->is_fallback, error))
    return FALSE;
  if (!bias->is_fallback)
    return TRUE;
  bias->fallback = "unitForgetBias";
  return initializer == NULL || g_ascii_strcasecmp (initializer, "zeros") == 0 ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "unit_forget_bias with the initializer “%s”",
                    initializer);
}

/**
 * koma_keras_add_cell_weight:
 * @what: “kernel”, “recurrent_kernel”, “bias”
 *
 * Errors: those of koma_keras_add_weight(); %KOMA_ERROR_UNSUPPORTED if the bias of a model that is
 * built begins with what is not computed.
 */
gboolean
koma_keras_add_cell_weight (KomaKerasBuilder    *builder,
                            const KomaKerasCall *call,
                            const char          *what,
                            KomaShape            shape,
                            KomaValueId         *ret_value,
                            GError             **error)
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
  return (!builder->is_building || !g_str_equal (what, "bias") ||
          read_forget_bias (call, &weight, error)) &&
         koma_keras_add_weight (builder, call, what, &weight, ret_value, error);
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
gboolean
koma_keras_project (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId          x,
                    guint                n_gates,
                    KomaKerasProjection *ret_projection,
                    GError             **error)
{
  const gint64  in = koma_keras_get_dim (builder, x, 2);
  gint64        units = KOMA_DIM_UNKNOWN;
  KomaValueId   inputs[3] = { x };
  KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  gboolean      has_bias = TRUE;
  gboolean      is_reset_after = FALSE;

  koma_keras_config_dims (call, "units", 1, &units);
  ret_projection->n_shared = 1;
  if (!koma_keras_config_boolean (call, "use_bias", TRUE, &has_bias, error) ||
      !koma_keras_config_boolean (call, "reset_after", FALSE, &is_reset_after, error) ||
      !koma_keras_add_cell_weight (builder, call, "kernel", KOMA_SHAPE (in, units * n_gates),
                                   &inputs[1], error) ||
      !koma_keras_add_cell_weight (builder, call, "recurrent_kernel",
                                   KOMA_SHAPE (units, units * n_gates),
                                   &ret_projection->shared[0], error))
    return FALSE;
  ret_projection->units =
    koma_graph_get_value (builder->graph, ret_projection->shared[0])->shape.dims[0];
  if (has_bias && !is_reset_after &&
      !koma_keras_add_cell_weight (builder, call, "bias", KOMA_SHAPE (units * n_gates),
                                   &inputs[like.n_inputs++], error))
    return FALSE;
  return koma_keras_add_node (builder, KOMA_OP_MAT_MUL, &like, NULL, &ret_projection->x, error);
}
