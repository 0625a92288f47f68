/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Vaswani et al., Attention Is All You Need (2017), as Keras has it. */
#include <math.h>

#include "config.h"
#include "inbound.h"
#include "layers.h"
#include "mask.h"

#include "engine/formats/json.h"

/* What Keras adds to a score that a mask forbids. */
#define FORBIDDEN (-1e9)

typedef enum {
  QUERY,
  VALUE,
  KEY,
  N_ROLES,
} Role;

static const char *const role_names[] = { "query", "value", "key" };

typedef struct
{
  KomaValueId inputs[N_ROLES]; /* [n, steps, channels] */
  gint64      n_heads;
  gint64      key_dim;
  gint64      value_dim;
  double      dropout;
  gboolean    is_causal;
} Attention;

/* Of those that are references: "query", … by their names, in the order of the inputs. */
static void
take_named (KomaBuilder         *b,
            const KomaKerasCall *call,
            JsonObject          *named,
            guint               *n_taken,
            Attention           *self)
{
  g_autoptr (GList) members = named != NULL ? json_object_get_members (named) : NULL;

  for (GList *m = members; m != NULL; m = m->next) {
    const char *name = m->data;
    guint       role = 0;

    if (!koma_keras_inbound_is_reference (json_object_get_member (named, name)))
      continue;
    while (role < N_ROLES && !g_str_equal (name, role_names[role]))
      role++;
    if (role == N_ROLES || *n_taken >= call->n_inputs)
      koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "argument “%s”", name);
    else
      self->inputs[role] = call->inputs[(*n_taken)++];
  }
}

static gboolean
is_true (JsonObject *named,
         const char *name)
{
  gboolean value = FALSE;

  return koma_json_node_boolean (koma_json_get (named, name), &value) && value;
}

static guint
count_references (JsonObject *named)
{
  g_autoptr (GList) values = named != NULL ? json_object_get_values (named) : NULL;
  guint n = 0;

  for (GList *v = values; v != NULL; v = v->next)
    n += koma_keras_inbound_is_reference (v->data) ? 1 : 0;
  return n;
}

/* Inputs without a name are query, value and key; a key that is missing is the value. */
static void
read_inputs (KomaBuilder         *b,
             const KomaKerasCall *call,
             Attention           *self)
{
  JsonObject *keras_3 = koma_json_get_object (koma_json_node_object (call->inbound), "kwargs");
  JsonObject *named =
    keras_3 != NULL ? keras_3 : koma_keras_inbound_get_named (call->inbound);
  const guint n_plain = call->n_inputs - MIN (count_references (named), call->n_inputs);
  guint       n_taken = MIN (n_plain, N_ROLES);

  if (n_plain > N_ROLES) {
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%u inputs", call->n_inputs);
    return;
  }
  for (guint i = 0; i < n_taken; i++)
    self->inputs[i] = call->inputs[i];
  take_named (b, call, named, &n_taken, self);
  if (self->inputs[VALUE] == KOMA_VALUE_NONE)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "has %u input, expected 2 or 3", call->n_inputs);
  if (self->inputs[KEY] == KOMA_VALUE_NONE)
    self->inputs[KEY] = self->inputs[VALUE];
  self->is_causal = is_true (named, "use_causal_mask");
  if (is_true (named, "return_attention_scores"))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "return_attention_scores");
  for (guint i = 0; i < N_ROLES && b->error == NULL; i++)
    if (koma_builder_get_rank (b, self->inputs[i]) != 3)
      koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s of %u dimensions, expected 3",
                         role_names[i], koma_builder_get_rank (b, self->inputs[i]));
}

static void
read_settings (KomaBuilder         *b,
               const KomaKerasCall *call,
               Attention           *self)
{
  JsonArray *axes = koma_json_get_array (call->config, "attention_axes");
  gint64     axis = 1;

  self->n_heads = koma_keras_config_size (call, "num_heads", 0);
  self->key_dim = koma_keras_config_size (call, "key_dim", 0);
  self->value_dim = koma_keras_config_size (call, "value_dim", self->key_dim);
  self->dropout = koma_keras_config_double (call, "dropout", 0);
  if (self->n_heads < 1 || self->key_dim < 1 || self->value_dim < 1)
    koma_builder_fail (b, KOMA_ERROR_MODEL,
                       "num_heads, key_dim and value_dim are %d, %d and %d, expected 1 or more",
                       (int) self->n_heads, (int) self->key_dim, (int) self->value_dim);
  if (axes != NULL && (koma_json_array_length (axes) != 1 ||
                       !koma_json_node_int (koma_json_element (axes, 0), &axis) || axis != 1))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "attention_axes other than 1");
}

/* A weight of three dimensions as a matrix [n_rows, n_columns]. */
static KomaValueId
add_matrix (KomaBuilder         *b,
            const KomaKerasCall *call,
            const char          *what,
            KomaShape            shape,
            gboolean             joins_first) /* the first two dimensions; else the last two */
{
  const KomaKerasWeight weight = {
    .shape = shape,
    .initializer = "kernel_initializer",
    .fallback = "glorotUniform",
    .is_trainable = TRUE,
  };
  const KomaValueId y = koma_keras_add_weight (call, what, &weight);
  const gint64     *dims = NULL;

  shape = koma_builder_get_shape (b, y);
  dims = shape.dims;
  if (b->error != NULL)
    return KOMA_VALUE_NONE;
  return koma_builder_reshape (b, y,
                               joins_first ? KOMA_SHAPE (dims[0] * dims[1], dims[2])
                                           : KOMA_SHAPE (dims[0], dims[1] * dims[2]));
}

static KomaValueId
add_biased (KomaBuilder         *b,
            const KomaKerasCall *call,
            const char          *what,
            KomaShape            shape,
            KomaValueId          y)
{
  const KomaKerasWeight weight = {
    .shape = shape,
    .initializer = "bias_initializer",
    .fallback = "zeros",
    .is_trainable = TRUE,
  };
  KomaValueId bias = KOMA_VALUE_NONE;

  if (!koma_keras_config_boolean (call, "use_bias", TRUE))
    return y;
  bias = koma_keras_add_weight (call, what, &weight);
  if (b->error == NULL && shape.rank == 2)
    bias = koma_builder_reshape (b, bias, KOMA_SHAPE (shape.dims[0] * shape.dims[1]));
  return koma_builder_binary (b, KOMA_OP_ADD, y, bias);
}

/* [n, steps, channels] → [n, heads, steps, n_each] */
static KomaValueId
add_projected (KomaBuilder         *b,
               const KomaKerasCall *call,
               const Attention     *self,
               Role                 role)
{
  const KomaValueId x = self->inputs[role];
  const gint64      n_each = role == VALUE ? self->value_dim : self->key_dim;
  const gint32      heads[] = { (gint32) self->n_heads, (gint32) n_each };
  g_autofree char  *kernel = g_strconcat (role_names[role], "/kernel", NULL);
  g_autofree char  *bias = g_strconcat (role_names[role], "/bias", NULL);
  const KomaShape   shape = KOMA_SHAPE (koma_builder_get_dim (b, x, 2), self->n_heads, n_each);
  KomaValueId       y = add_matrix (b, call, kernel, shape, FALSE);
  KomaValueId       parts[] = { koma_keras_add_shape_part (b, x, 0, 2),
                                koma_builder_ints (b, heads, 2) };

  y = koma_builder_set_rank (b, koma_builder_mat_mul (b, x, y, FALSE, FALSE), 3);
  y = add_biased (b, call, bias, KOMA_SHAPE (self->n_heads, n_each), y);
  y = koma_keras_add_joined_reshape (b, y, parts, 2, 4);
  return koma_builder_transpose (b, y, (const guint[]){ 0, 2, 1, 3 });
}

/* [n, steps] of bool as [n, 1, steps, 1] or [n, 1, 1, steps] */
static KomaValueId
spread_mask (KomaBuilder *b,
             KomaValueId  mask,
             gboolean     is_of_rows)
{
  mask = koma_builder_expand_dims (b, mask, 1);
  return koma_builder_expand_dims (b, mask, is_of_rows ? 3 : 1);
}

static KomaValueId
forbid (KomaBuilder *b,
        KomaValueId  scores,
        KomaValueId  mask) /* of bool: what counts */
{
  KomaValueId offset = koma_builder_cast (b, mask, KOMA_DTYPE_FLOAT32);

  offset = koma_builder_with_number (b, KOMA_OP_SUB, offset, 1);
  offset = koma_builder_with_number (b, KOMA_OP_MUL, offset, -FORBIDDEN);
  return koma_builder_binary (b, KOMA_OP_ADD, scores, offset);
}

/* Below the diagonal and on it: a step sees itself and those before. @scores: [n, heads, t, s] */
static KomaValueId
add_causal_mask (KomaBuilder *b,
                 KomaValueId  scores)
{
  const KomaValueId size = koma_keras_add_shape_part (b, scores, 2, 4);
  KomaValueId       y = koma_builder_binary (b, KOMA_OP_FILL, size, koma_builder_float (b, 1));

  y = koma_builder_set_rank (b, y, 2);
  y = KOMA_BUILDER_NODE (b, KOMA_OP_MATRIX_BAND_PART, NULL, y, koma_builder_int (b, -1),
                         koma_builder_int (b, 0));
  return koma_builder_with_number (b, KOMA_OP_GREATER, y, 0);
}

static KomaValueId
add_masks (KomaBuilder         *b,
           const KomaKerasCall *call,
           const Attention     *self,
           KomaValueId          scores)
{
  KomaValueId all = self->is_causal ? add_causal_mask (b, scores) : KOMA_VALUE_NONE;

  for (guint role = 0; role < N_ROLES; role++) {
    KomaValueId mask = koma_keras_get_mask (call->keras, self->inputs[role]);

    if (mask == KOMA_VALUE_NONE)
      continue;
    mask = spread_mask (b, mask, role == QUERY);
    all = all == KOMA_VALUE_NONE
            ? mask
            : koma_builder_set_rank (b, koma_builder_binary (b, KOMA_OP_LOGICAL_AND, mask, all), 4);
  }
  return all != KOMA_VALUE_NONE ? forbid (b, scores, all) : scores;
}

/* The channels that the last product makes: those of the query unless a setting says otherwise. */
static gint64
read_n_out (KomaBuilder         *b,
            const KomaKerasCall *call,
            KomaValueId          query)
{
  gint64 n_out = koma_builder_get_dim (b, query, 2);

  if (koma_keras_config_is_set (call, "output_shape"))
    koma_keras_config_dims (call, "output_shape", 1, &n_out);
  return n_out;
}

/* MultiHeadAttention: softmax (q kᵀ / √key_dim) v for each head, of products of the inputs */
KomaValueId
koma_keras_multi_head_attention (KomaBuilder         *b,
                                 const KomaKerasCall *call)
{
  Attention   self = { .inputs = { KOMA_VALUE_NONE, KOMA_VALUE_NONE, KOMA_VALUE_NONE } };
  KomaValueId y = KOMA_VALUE_NONE;
  gint32      n_joined = 0;
  gint64      n_out = 0;

  read_settings (b, call, &self);
  read_inputs (b, call, &self);
  if (b->error != NULL)
    return KOMA_VALUE_NONE;
  y = koma_builder_with_number (b, KOMA_OP_MUL, add_projected (b, call, &self, QUERY),
                                1 / sqrt ((double) self.key_dim));
  y = koma_builder_mat_mul (b, y, add_projected (b, call, &self, KEY), FALSE, TRUE);
  y = koma_builder_unary (b, KOMA_OP_SOFTMAX, add_masks (b, call, &self, y));
  if (call->keras->is_training && self.dropout > 0 && b->error == NULL) {
    const KomaShape shape = koma_builder_get_shape (b, y);

    y = koma_builder_binary (b, KOMA_OP_MUL, y,
                             koma_keras_add_dropout_factors (b, call, &shape, self.dropout));
  }
  y = koma_builder_mat_mul (b, y, add_projected (b, call, &self, VALUE), FALSE, FALSE);
  y = koma_builder_transpose (b, y, (const guint[]){ 0, 2, 1, 3 });
  n_joined = (gint32) (self.n_heads * self.value_dim);
  y = koma_keras_add_joined_reshape (
    b, y,
    (KomaValueId[]){ koma_keras_add_shape_part (b, y, 0, 2), koma_builder_ints (b, &n_joined, 1) },
    2, 3);
  n_out = read_n_out (b, call, self.inputs[QUERY]);
  y = koma_builder_mat_mul (b, y,
                            add_matrix (b, call, "attention_output/kernel",
                                        KOMA_SHAPE (self.n_heads, self.value_dim, n_out), TRUE),
                            FALSE, FALSE);
  y = add_biased (b, call, "attention_output/bias", KOMA_SHAPE (n_out), y);
  koma_keras_set_mask (call->keras, y, koma_keras_get_mask (call->keras, self.inputs[QUERY]));
  return y;
}
