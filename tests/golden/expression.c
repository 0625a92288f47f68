/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "expression.h"

#include "engine/formats/json.h"
#include "expression-ops.h"

static KomaTensor *
evaluate_argument (JsonNode          *node,
                   KomaTensor *const *inputs,
                   guint              n_inputs,
                   GError           **error)
{
  const char *name = koma_json_node_string (node);
  double      number = 0;
  g_autoptr (GPtrArray) results = NULL;

  if (name != NULL && name[0] == 'x') {
    const guint64 index = g_ascii_strtoull (name + 1, NULL, 10);

    if (index < n_inputs)
      return inputs[index];
    koma_fail (error, KOMA_ERROR_MODEL, "There is no input “%s”", name);
    return NULL;
  }
  if (name == NULL && koma_json_node_double (node, &number))
    return koma_tensor_new_scalar (number, error);
  results = expression_evaluate (node, inputs, n_inputs, error);
  return results != NULL ? g_ptr_array_index (results, 0) : NULL;
}

GPtrArray *
expression_evaluate (JsonNode          *expression,
                     KomaTensor *const *inputs,
                     guint              n_inputs,
                     GError           **error)
{
  JsonArray              *array = koma_json_node_array (expression);
  const char             *op = koma_json_node_string (koma_json_element (array, 0));
  const guint             n = MAX (koma_json_array_length (array), 2) - 2;
  g_autofree KomaTensor **x = g_new0 (KomaTensor *, n + 1);

  if (op == NULL) {
    koma_fail (error, KOMA_ERROR_MODEL, "An expression does not begin with the name of an op");
    return NULL;
  }
  for (guint i = 0; i < n; i++) {
    x[i] = evaluate_argument (koma_json_element (array, i + 2), inputs, n_inputs, error);
    if (x[i] == NULL)
      return NULL;
  }
  return expression_call (op, koma_json_node_object (koma_json_element (array, 1)), x, n, error);
}
