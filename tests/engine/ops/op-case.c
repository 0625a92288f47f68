/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "op-case.h"

#include "op-body.h"

#include <string.h>

/* Tables of cases are part of the program: what is wrong in one stops it. */
#define bad_case(token) g_error ("Bad case: “%s”", token)

static double
parse_number (const char *text)
{
  char  *end = NULL;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0')
    bad_case (text);
  return value;
}

/* "1,2,3" */
static guint
parse_list (const char *text,
            double     *ret_values,
            guint       max)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint n = g_strv_length (parts);

  if (n > max)
    bad_case (text);
  for (guint i = 0; i < n; i++)
    ret_values[i] = parse_number (parts[i]);
  return n;
}

static void
parse_dtype (char           letter,
             OpCaseOperand *operand)
{
  static const struct
  {
    char   letter;
    double low;
    double high;
  } dtypes[] = {
    [KOMA_DTYPE_FLOAT32] = { 'f', -2, 2 },
    [KOMA_DTYPE_INT32] = { 'i', -9, 9 },
    [KOMA_DTYPE_BOOL] = { 'b', 0, 1 },
    [KOMA_DTYPE_UINT8] = { 'u', 0, 255 },
    [KOMA_DTYPE_INT8] = { 's', -128, 127 },
  };

  operand->is_constant = g_ascii_isupper (letter);
  for (guint i = 0; i < KOMA_N_DTYPES; i++)
    if (g_ascii_tolower (letter) == dtypes[i].letter) {
      operand->dtype = i;
      operand->low = dtypes[i].low;
      operand->high = dtypes[i].high;
      return;
    }
  bad_case (&letter);
}

static void
parse_shape (const char *text,
             KomaShape  *ret_shape)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  *ret_shape = KOMA_SHAPE_SCALAR;
  for (guint i = 0; parts[i] != NULL && *text != '\0'; i++) {
    gboolean is_n = g_str_equal (parts[i], "n");
    ret_shape->dims[ret_shape->rank++] = is_n ? KOMA_DIM_UNKNOWN : (gint64) parse_number (parts[i]);
  }
}

static void
parse_fill (const char    *text,
            OpCaseOperand *operand)
{
  g_auto (GStrv) parts = NULL;

  if (*text == '\0')
    return;
  parts = g_strsplit (text + 1, ":", -1);
  if (g_str_equal (parts[0], "special")) {
    operand->fill = OP_CASE_SPECIAL;
    return;
  }
  if (g_str_equal (parts[0], "nan")) {
    operand->fill = OP_CASE_NAN;
    return;
  }
  if (*text != ':' || g_strv_length (parts) != 2)
    bad_case (text);
  operand->low = parse_number (parts[0]);
  operand->high = parse_number (parts[1]);
}

/* "@0.1@128" or "@0.1*8x1@128" */
static KomaQuantization *
parse_quantization (const char *text,
                    KomaDType   dtype)
{
  g_auto (GStrv) parts = g_strsplit_set (text + 1, "@*x", -1);
  const guint       n_parts = g_strv_length (parts);
  const gsize       n_scales = n_parts == 4 ? (gsize) parse_number (parts[1]) : 1;
  const gsize       run_elems = n_parts == 4 ? (gsize) parse_number (parts[2]) : 1;
  g_autofree float *scales = g_new (float, n_scales);

  if (*text != '@' || (n_parts != 2 && n_parts != 4))
    bad_case (text);
  for (gsize i = 0; i < n_scales; i++)
    scales[i] = (float) (parse_number (parts[0]) * (1 + 0.25 * (i % 4)) *
                         (parts[0][0] == '-' && i % 3 == 1 ? -1 : 1));
  return koma_quantization_new (dtype, (gint32) parse_number (parts[n_parts - 1]), scales, n_scales,
                                run_elems);
}

static void
parse_operand (const char    *token,
               OpCaseOperand *operand)
{
  g_autofree char *body = NULL;
  const char      *end = strpbrk (token, "]})");
  guint            n = 0;

  if (end == NULL || strchr ("[{(", token[1]) == NULL)
    bad_case (token);
  *operand = (OpCaseOperand){ 0 };
  parse_dtype (token[0], operand);
  body = g_strndup (token + 2, end - token - 2);
  if (token[1] == '[') {
    parse_shape (body, &operand->shape);
    if (end[1] == '@')
      operand->quantization = parse_quantization (end + 1, operand->dtype);
    else
      parse_fill (end + 1, operand);
    return;
  }
  operand->fill = OP_CASE_VALUES;
  n = parse_list (body, operand->values, OP_CASE_MAX_VALUES);
  if (token[1] == '{')
    operand->shape = KOMA_SHAPE (n);
}

static void
set_attr (KomaAttrs  *attrs,
          const char *name,
          const char *value)
{
  char  *end = NULL;
  double values[OP_CASE_MAX_VALUES];
  gint64 ints[OP_CASE_MAX_VALUES];

  if (*value == '[') {
    g_autofree char *body = g_strndup (value + 1, strlen (value) - 2);
    guint            n = parse_list (body, values, OP_CASE_MAX_VALUES);
    for (guint i = 0; i < n; i++)
      ints[i] = values[i];
    koma_attrs_set_ints (attrs, name, ints, n);
  } else if (g_str_equal (name, "body")) {
    op_body_set (attrs, value);
  } else if (g_str_equal (value, "true") || g_str_equal (value, "false")) {
    koma_attrs_set_int (attrs, name, *value == 't');
  } else if ((values[0] = g_ascii_strtod (value, &end), *end != '\0')) {
    koma_attrs_set_string (attrs, name, value);
  } else if (strpbrk (value, ".na") != NULL) {
    koma_attrs_set_float (attrs, name, values[0]);
  } else {
    koma_attrs_set_int (attrs, name, g_ascii_strtoll (value, NULL, 10));
  }
}

static void
parse_attr (const char *token,
            KomaAttrs  *attrs)
{
  g_auto (GStrv) parts = g_strsplit (token, "=", 2);

  if (g_strv_length (parts) != 2)
    bad_case (token);
  set_attr (attrs, parts[0], parts[1]);
}

static gboolean
is_result (const char *token)
{
  return g_str_equal (token, "->") || g_str_equal (token, "=>");
}

/* "-> Relu6", "=> u@0.1@128" or both. */
static void
parse_result (OpCase *op_case,
              char  **tokens)
{
  OpCaseOperand result = { 0 };

  if (g_str_equal (tokens[0], "->")) {
    if (!koma_op_from_name (tokens[1], &op_case->then))
      bad_case (op_case->text);
    tokens += 2;
  }
  if (tokens[0] == NULL)
    return;
  parse_dtype (tokens[1][0], &result);
  op_case->result = parse_quantization (tokens[1] + 1, result.dtype);
}

/**
 * op_case_parse:
 *
 * Returns: (transfer full): the case; see op-case.h for the language
 */
OpCase *
op_case_parse (const char *text)
{
  g_auto (GStrv) tokens = g_strsplit (text, " ", -1);
  OpCase *op_case = g_new0 (OpCase, 1);
  guint   i = 1;

  op_case->text = g_strdup (text);
  op_case->attrs = koma_attrs_new ();
  op_case->then = KOMA_N_OPS;
  if (!koma_op_from_name (tokens[0], &op_case->op))
    bad_case (text);
  for (; tokens[i] != NULL && strcmp (tokens[i], "|") != 0 && !is_result (tokens[i]); i++) {
    if (op_case->n_operands == OP_CASE_MAX_OPERANDS)
      bad_case (text);
    parse_operand (tokens[i], &op_case->operands[op_case->n_operands++]);
  }
  if (tokens[i] != NULL && g_str_equal (tokens[i], "|"))
    for (i++; tokens[i] != NULL && !is_result (tokens[i]); i++)
      parse_attr (tokens[i], op_case->attrs);
  if (tokens[i] != NULL)
    parse_result (op_case, &tokens[i]);
  return op_case;
}

void
op_case_free (OpCase *op_case)
{
  for (guint i = 0; i < op_case->n_operands; i++)
    g_clear_pointer (&op_case->operands[i].quantization, koma_quantization_unref);
  g_clear_pointer (&op_case->result, koma_quantization_unref);
  g_free (op_case->text);
  koma_attrs_free (op_case->attrs);
  g_free (op_case);
}

/**
 * op_case_has_n:
 *
 * Returns: whether one of the dimensions is n
 */
gboolean
op_case_has_n (const OpCase *op_case)
{
  for (guint i = 0; i < op_case->n_operands; i++)
    if (!koma_shape_is_known (&op_case->operands[i].shape))
      return TRUE;
  return FALSE;
}

static double
make_element (const OpCaseOperand *operand,
              gsize                i,
              gsize                n_elems,
              GRand               *rand)
{
  static const double special[] = {
    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 3.5, 1e-30, -1e-30, 30.0, -30.0,
    100.0, -100.0, 1e30, -1e30, INFINITY, -INFINITY, NAN, 6.0, 5.999999, 0.9999999
  };

  switch (operand->fill) {
  case OP_CASE_VALUES:
    return operand->values[i];
  case OP_CASE_SPECIAL:
    return special[i % G_N_ELEMENTS (special)];
  default:
    if (operand->fill == OP_CASE_NAN && i == n_elems / 2)
      return NAN;
    if (operand->dtype == KOMA_DTYPE_FLOAT32)
      return g_rand_double_range (rand, operand->low, operand->high);
    return g_rand_int_range (rand, operand->low, operand->high + 1);
  }
}

/**
 * op_case_make_tensor:
 * @n: what dimension n is
 *
 * Returns: (transfer full): a filled tensor
 */
KomaArray *
op_case_make_tensor (const OpCaseOperand *operand,
                     gint64               n,
                     GRand               *rand)
{
  g_autoptr (GError) error = NULL;
  KomaShape  shape = operand->shape;
  KomaArray *tensor = NULL;

  for (guint i = 0; i < shape.rank; i++)
    if (shape.dims[i] == KOMA_DIM_UNKNOWN)
      shape.dims[i] = n;
  tensor = koma_array_new (operand->dtype, &shape, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < tensor->count; i++) {
    double value = make_element (operand, i, tensor->count, rand);

    if (operand->dtype == KOMA_DTYPE_FLOAT32)
      ((float *) tensor->data)[i] = value;
    else if (operand->dtype == KOMA_DTYPE_INT32)
      ((gint32 *) tensor->data)[i] = CLAMP (value, G_MININT32, G_MAXINT32);
    else if (operand->dtype == KOMA_DTYPE_UINT8)
      ((guint8 *) tensor->data)[i] = CLAMP (value, 0, G_MAXUINT8);
    else if (operand->dtype == KOMA_DTYPE_INT8)
      ((gint8 *) tensor->data)[i] = CLAMP (value, G_MININT8, G_MAXINT8);
    else
      ((guint8 *) tensor->data)[i] = value != 0;
  }
  return tensor;
}

static KomaClamp
get_clamp (KomaOp then)
{
  KomaClamp clamp = KOMA_CLAMP_NONE;

  if (then == KOMA_OP_RELU || then == KOMA_OP_RELU6)
    clamp.min = 0;
  if (then == KOMA_OP_RELU6)
    clamp.max = 6;
  return clamp;
}

/**
 * op_case_build:
 * @constants: the tensors of operands that are constant; others are not read
 *
 * The graph of the case: its node, the node behind it if there is one, and
 * all results as outputs. Operand i is called "in<i>". Errors: as
 * koma_graph_add_node().
 */
KomaGraph *
op_case_build (const OpCase *op_case,
               KomaArray   **constants,
               GError      **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId inputs[OP_CASE_MAX_OPERANDS];
  KomaNode   *node = NULL;
  KomaNode   *then = NULL;

  for (guint i = 0; i < op_case->n_operands; i++) {
    const OpCaseOperand *operand = &op_case->operands[i];
    g_autofree char     *name = g_strdup_printf ("in%u", i);

    inputs[i] = operand->is_constant
                  ? koma_graph_add_constant (graph, name, constants[i])
                  : koma_graph_add_input (graph, name, operand->dtype, &operand->shape);
    koma_graph_set_quantization (graph, inputs[i], operand->quantization);
  }
  node = koma_graph_add_node (graph, op_case->op, "node", inputs, op_case->n_operands,
                              koma_attrs_copy (op_case->attrs), error);
  if (node == NULL)
    return NULL;
  koma_graph_set_quantization (graph, node->outputs[0], op_case->result);
  if (op_case->result != NULL)
    node->clamp = get_clamp (op_case->then);
  else if (op_case->then != KOMA_N_OPS) {
    then = koma_graph_add_node (graph, op_case->then, "then", node->outputs, 1, NULL, error);
    if (then == NULL)
      return NULL;
    node = then;
  }
  for (guint i = 0; i < node->n_outputs; i++)
    koma_graph_add_output (graph, koma_node_output (graph, node, i)->name, node->outputs[i]);
  return g_steal_pointer (&graph);
}

static void
bind (KomaGraph *graph,
      gint64     n)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, i));

    for (guint d = 0; d < input->shape.rank; d++)
      if (input->shape.dims[d] == KOMA_DIM_UNKNOWN)
        input->shape.dims[d] = n;
  }
}

/**
 * op_case_infer:
 * @n: what dimension n is
 *
 * The graph of a case with dtypes and shapes of its first node settled.
 * Errors: what the op says.
 */
KomaGraph *
op_case_infer (const char *text,
               gint64      n,
               GError    **error)
{
  g_autoptr (OpCase) op_case = op_case_parse (text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (KomaGraph) graph = NULL;
  KomaArray *constants[OP_CASE_MAX_OPERANDS] = { NULL };
  KomaNode  *node = NULL;

  for (guint i = 0; i < op_case->n_operands; i++)
    if (op_case->operands[i].is_constant)
      constants[i] = op_case_make_tensor (&op_case->operands[i], n, rand);
  graph = op_case_build (op_case, constants, error);
  for (guint i = 0; i < op_case->n_operands; i++)
    g_clear_pointer (&constants[i], koma_array_unref);
  if (graph == NULL)
    return NULL;
  bind (graph, n);
  node = koma_graph_get_node (graph, 0);
  if (!koma_node_infer (graph, node, error))
    return NULL;
  return g_steal_pointer (&graph);
}
