/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From the operators of subgraph 0 to Koma's graph. They stand in the order in which they run. An
 * operator that Koma has no op for is counted, and so is none of those that need it: the model may
 * then be looked at, and not run. */
#include "lower.h"

#include "engine/koma-limits.h"
#include "op-table.h"

#define MAX_OP_BYTES 64

/* Neither the file is damaged nor what it says. */
static gboolean
is_sound (const KomaTflite *tflite)
{
  return tflite->model.buffer->error == NULL && tflite->nodes.error == NULL;
}

/* What the operator is called, and its row if Koma computes it. */
static char *
find_row (KomaTflite                *tflite,
          const KomaFlatTable       *op,
          const KomaTfliteOperator **ret_row)
{
  const guint         index = koma_flat_get_uint32 (op, OPERATOR_CODE_INDEX);
  const KomaFlatTable code =
    koma_flat_get_element (&tflite->model, MODEL_OPERATOR_CODES, index, "OperatorCode");
  /* The old field ends at 127. */
  const gint64     number = MAX (koma_flat_get_int (&code, OPERATOR_CODE_DEPRECATED_BUILTIN, 1, 0),
                                 koma_flat_get_int (&code, OPERATOR_CODE_BUILTIN, 4, 0));
  g_autofree char *custom = NULL;

  *ret_row = koma_tflite_operator_find (number);
  if (*ret_row == NULL)
    return g_strdup_printf ("operator %" G_GINT64_FORMAT, number);
  if (!g_str_equal ((*ret_row)->name, "CUSTOM"))
    return g_strdup ((*ret_row)->name);
  custom = koma_flat_get_string (&code, OPERATOR_CODE_CUSTOM, MAX_OP_BYTES);
  return custom != NULL ? g_strdup_printf ("CUSTOM %s", custom) : g_strdup ("CUSTOM");
}

static void
check_indices (KomaTflite           *tflite,
               const char           *name,
               const KomaFlatVector *indices,
               gint32                least)
{
  if (indices->n > KOMA_MAX_NODE_ARITY)
    koma_builder_fail (&tflite->nodes, KOMA_ERROR_MODEL,
                       "%s: %" G_GSIZE_FORMAT " tensors, more than %d", name, indices->n,
                       KOMA_MAX_NODE_ARITY);
  for (gsize i = 0; i < indices->n; i++) {
    const gint32 index = koma_flat_vector_get_int32 (indices, i);

    if (index < least || index >= (gint64) tflite->n_tensors)
      koma_builder_fail (&tflite->nodes, KOMA_ERROR_MODEL, "%s: there is no tensor %d among %u",
                         name, index, tflite->n_tensors);
  }
}

/* One tensor is the result of one operator, and no constant. */
static void
check_outputs (const KomaTfliteCall *call)
{
  KomaBuilder *b = &call->tflite->nodes;

  if (call->outputs.n == 0)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "%s: it has no outputs", call->name);
  for (gsize i = 0; i < call->outputs.n && b->error == NULL; i++) {
    const KomaTfliteTensor *tensor = koma_tflite_get_output (call, i);

    if (tensor->value != KOMA_VALUE_NONE)
      koma_builder_fail (b, KOMA_ERROR_MODEL, "%s: its output “%s” has a value already",
                         call->name, tensor->name);
  }
}

/* Of a type that Koma does not hold, a variable, or made by what it does not compute. Those that
 * loop have their states as variables, which are zeros at first whatever their type.
 *
 * @ret_what: (transfer full) (nullable): what is to be said of it, unless that was said before */
static gboolean
find_refused (const KomaTfliteCall *call,
              const KomaFlatVector *indices,
              char                **ret_what)
{
  KomaDType dtype = KOMA_DTYPE_FLOAT32;

  for (gsize i = 0; i < indices->n; i++) {
    const gint32            index = koma_flat_vector_get_int32 (indices, i);
    const KomaTfliteTensor *tensor = index >= 0 ? &call->tflite->tensors[index] : NULL;

    if (tensor == NULL || (tensor->is_variable && call->op == KOMA_OP_RECURRENT))
      continue;
    if (!koma_tflite_find_dtype (tensor->type, &dtype)) {
      g_autofree char *type = koma_tflite_get_type_name (tensor->type);

      *ret_what = g_strdup_printf ("%s tensors", type);
    } else if (tensor->is_variable)
      *ret_what = g_strdup ("a variable");
    if (tensor->is_refused || *ret_what != NULL)
      return TRUE;
  }
  return FALSE;
}

static void
refuse_outputs (const KomaTfliteCall *call)
{
  for (gsize i = 0; i < call->outputs.n; i++)
    koma_tflite_get_output (call, i)->is_refused = TRUE;
}

/* By its rule; what Koma can not compute is counted. Nodes are called as what they make is. */
static void
lower_call (const KomaTfliteCall *call,
            KomaTfliteRule       *rule) /* (nullable) */
{
  KomaRawModel     *raw = call->tflite->raw;
  KomaBuilder      *b = &call->tflite->nodes;
  KomaTfliteTensor *output = koma_tflite_get_output (call, 0);
  g_autofree char  *what = NULL;
  KomaValueId       value = KOMA_VALUE_NONE;

  b->name = output->name;
  if (rule == NULL)
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s", call->name);
  else if (find_refused (call, &call->inputs, &what) ||
           find_refused (call, &call->outputs, &what)) {
    if (what == NULL)
      refuse_outputs (call);
    else
      koma_tflite_refuse (b, call, what);
  } else {
    value = rule (b, call);
    if (output->value == KOMA_VALUE_NONE)
      koma_tflite_set_output (call, 0, value);
  }
  if (!g_error_matches (b->error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
    return;
  koma_raw_model_note_unsupported (raw, b->error->message, b->name);
  g_clear_error (&b->error);
  refuse_outputs (call);
}

static void
lower_operator (KomaTflite          *tflite,
                const KomaFlatTable *op)
{
  const KomaTfliteOperator *row = NULL;
  g_autofree char          *name = find_row (tflite, op, &row);
  const KomaTfliteCall      call = {
         .tflite = tflite,
         .name = name,
         .op = row != NULL ? row->op : 0,
         .inputs_are = row != NULL ? row->inputs_are : NULL,
         .options = koma_flat_get_table (op, OPERATOR_OPTIONS, name),
         .inputs = koma_flat_get_vector (op, OPERATOR_INPUTS, 4),
         .outputs = koma_flat_get_vector (op, OPERATOR_OUTPUTS, 4),
  };

  koma_raw_model_count_op (tflite->raw, name);
  check_indices (tflite, name, &call.inputs, -1);
  check_indices (tflite, name, &call.outputs, 0);
  check_outputs (&call);
  if (is_sound (tflite))
    lower_call (&call, row != NULL ? row->rule : NULL);
}

static void
lower_operators (KomaTflite *tflite)
{
  const guint n_operators = koma_flat_count (&tflite->subgraph, SUBGRAPH_OPERATORS);

  if (n_operators > KOMA_MAX_NODES)
    koma_builder_fail (&tflite->nodes, KOMA_ERROR_MODEL,
                       "table SubGraph, operators: %u, more than %d", n_operators, KOMA_MAX_NODES);
  for (guint i = 0; i < n_operators && is_sound (tflite); i++) {
    const KomaFlatTable op =
      koma_flat_get_element (&tflite->subgraph, SUBGRAPH_OPERATORS, i, "Operator");

    lower_operator (tflite, &op);
  }
}

static void
add_inputs (KomaTflite *tflite)
{
  const KomaFlatVector inputs = koma_flat_get_vector (&tflite->subgraph, SUBGRAPH_INPUTS, 4);
  KomaBuilder         *b = &tflite->nodes;

  check_indices (tflite, "the model's inputs", &inputs, 0);
  for (gsize i = 0; i < inputs.n && is_sound (tflite); i++) {
    KomaTfliteTensor *tensor = &tflite->tensors[koma_flat_vector_get_int32 (&inputs, i)];
    KomaDType         dtype = KOMA_DTYPE_FLOAT32;
    g_autofree char  *type = koma_tflite_get_type_name (tensor->type);

    if (!koma_tflite_find_dtype (tensor->type, &dtype))
      koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED,
                         "input “%s” has elements of a type that Koma does not read (%s)",
                         tensor->name, type);
    if (tensor->value != KOMA_VALUE_NONE)
      koma_builder_fail (b, KOMA_ERROR_MODEL, "“%s” is an input twice", tensor->name);
    tensor->value = koma_graph_add_input (b->graph, tensor->name, dtype, &tensor->signature);
  }
}

static void
add_outputs (KomaTflite *tflite)
{
  const KomaFlatVector outputs = koma_flat_get_vector (&tflite->subgraph, SUBGRAPH_OUTPUTS, 4);
  KomaBuilder         *b = &tflite->nodes;

  check_indices (tflite, "the model's outputs", &outputs, 0);
  if (outputs.n == 0)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "table SubGraph, outputs: there are none");
  for (gsize i = 0; i < outputs.n && is_sound (tflite); i++) {
    const gint32            index = koma_flat_vector_get_int32 (&outputs, i);
    const KomaTfliteTensor *tensor = &tflite->tensors[index];
    KomaValueId             value = KOMA_VALUE_NONE;

    if (tensor->is_refused) {
      koma_raw_model_note_missing (tflite->raw, tensor->name, &tensor->signature);
      continue;
    }
    value = koma_tflite_get_value (tflite, index);
    if (value != KOMA_VALUE_NONE)
      koma_graph_add_output (b->graph, tensor->name, value);
  }
}

/**
 * koma_tflite_lower:
 * @tflite: its model, subgraph, tensors, raw model and builder are there
 *
 * Makes Koma's graph of the subgraph. Shapes are not inferred.
 *
 * Thread: any.
 *
 * Errors, which the builder keeps: %KOMA_ERROR_MODEL if tensors are missing; %KOMA_ERROR_SHAPE;
 * %KOMA_ERROR_UNSUPPORTED if an input is of a type that Koma does not have; %KOMA_ERROR_MEMORY.
 * Operators that Koma does not have are no error: they are counted. Of damage, which the buffer
 * keeps, they may be what follows.
 */
void
koma_tflite_lower (KomaTflite *tflite)
{
  add_inputs (tflite);
  if (is_sound (tflite))
    lower_operators (tflite);
  if (is_sound (tflite))
    add_outputs (tflite);
}
