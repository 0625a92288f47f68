/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reverse mode: nodes from the last to the first; the gradient of a value is complete when its
 * node is met, because all that read it come behind it. */
#include "gradient.h"

#include "rule.h"

/* Neither a rule nor a reason: an op that this table was not told of. */
typedef struct
{
  KomaGradientRule rule;    /* (nullable) */
  const char      *reason;  /* (nullable) why there is no rule */
  gboolean         is_zero; /* the gradient is 0 wherever there is one */
} Row;

#define KOMA_GRADIENT(ID, rule)        [KOMA_OP_##ID] = { koma_gradient_of_##rule, NULL, FALSE },
#define KOMA_GRADIENT_ZERO(ID, reason) [KOMA_OP_##ID] = { NULL, reason, TRUE },
#define KOMA_GRADIENT_NONE(ID, reason) [KOMA_OP_##ID] = { NULL, reason, FALSE },
static const Row rows[KOMA_N_OPS] = {
#include "rules.inc"
};
#undef KOMA_GRADIENT
#undef KOMA_GRADIENT_ZERO
#undef KOMA_GRADIENT_NONE

typedef struct
{
  KomaGradient               gradient;
  KomaGraph                 *graph;
  const KomaGradientRequest *request;
  guint                      n_nodes; /* that were there before */
  GPtrArray                 *parts;   /* (element-type GArray (nullable)) per value: KomaValueId */
  GHashTable                *custom;  /* value → KomaGradientCustom */
} Walk;

static const KomaGradientCustom *
find_custom (const Walk     *walk,
             const KomaNode *node)
{
  return g_hash_table_lookup (walk->custom, GUINT_TO_POINTER (node->outputs[0]));
}

static gboolean
is_any_wanted (const Walk        *walk,
               const KomaValueId *values,
               guint              n_values)
{
  for (guint i = 0; i < n_values; i++)
    if (walk->gradient.is_wanted[values[i]])
      return TRUE;
  return FALSE;
}

static gboolean
is_float (const Walk *walk,
          KomaValueId value)
{
  return koma_graph_get_value (walk->graph, value)->dtype == KOMA_DTYPE_FLOAT32;
}

/* Whether a change of a wanted value could change this node's results. */
static gboolean
depends (const Walk     *walk,
         const KomaNode *node)
{
  const KomaGradientCustom *custom = find_custom (walk, node);

  return custom != NULL ? is_any_wanted (walk, custom->x, custom->n_x)
                        : !rows[node->op].is_zero &&
                            is_any_wanted (walk, node->inputs, node->n_inputs);
}

/* What lies on a way from an x. */
static void
mark_wanted (Walk *walk)
{
  gboolean *is_wanted = walk->gradient.is_wanted;

  for (guint i = 0; i < walk->request->n_x; i++)
    is_wanted[walk->request->x[i]] = is_float (walk, walk->request->x[i]);
  for (guint i = 0; i < walk->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (walk->graph, i);
    gboolean        is_dependent = depends (walk, node);

    for (guint k = 0; k < node->n_outputs; k++)
      is_wanted[node->outputs[k]] |= is_dependent && is_float (walk, node->outputs[k]);
  }
}

static void
add_part (Walk       *walk,
          KomaValueId value,
          KomaValueId part)
{
  GArray *parts = walk->parts->pdata[value];

  if (part == KOMA_VALUE_NONE || !walk->gradient.is_wanted[value])
    return;
  if (parts == NULL)
    parts = walk->parts->pdata[value] = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_array_append_val (parts, part);
}

/* The gradient of a value, of which all parts are there. */
static KomaValueId
finish_value (Walk       *walk,
              KomaValueId value)
{
  GArray     *parts = walk->parts->pdata[value];
  KomaValueId sum = KOMA_VALUE_NONE;

  if (parts == NULL)
    return KOMA_VALUE_NONE;
  sum = koma_gradient_add_up (&walk->gradient, (const KomaValueId *) parts->data, parts->len);
  g_array_set_size (parts, 0);
  g_array_append_val (parts, sum);
  return sum;
}

static gboolean
check_dy (const Walk *walk,
          KomaValueId y,
          KomaValueId dy,
          GError    **error)
{
  const KomaValue *a = koma_graph_get_value (walk->graph, y);
  const KomaValue *b = dy != KOMA_VALUE_NONE ? koma_graph_get_value (walk->graph, dy) : a;

  if (a->dtype != KOMA_DTYPE_FLOAT32)
    return koma_fail (error, KOMA_ERROR_SHAPE, "“%s” is %s, expected float32 for a gradient",
                      a->name, koma_dtype_name (a->dtype));
  if (b->dtype != KOMA_DTYPE_FLOAT32)
    return koma_fail (error, KOMA_ERROR_SHAPE, "dy is %s, expected float32",
                      koma_dtype_name (b->dtype));
  if (!koma_shape_equal (&a->shape, &b->shape)) {
    g_autofree char *found = koma_shape_to_string (&b->shape);
    g_autofree char *expected = koma_shape_to_string (&a->shape);

    return koma_fail (error, KOMA_ERROR_SHAPE, "dy is %s, expected %s, the shape of “%s”",
                      found, expected, a->name);
  }
  return TRUE;
}

static gboolean
begin (Walk    *walk,
       GError **error)
{
  const KomaGradientRequest *request = walk->request;
  KomaBuilder               *builder = &walk->gradient.builder;

  for (guint i = 0; i < request->n_y; i++) {
    KomaValueId y = request->y[i];
    KomaValueId dy = request->dy != NULL ? request->dy[i] : KOMA_VALUE_NONE;

    if (!check_dy (walk, y, dy, error))
      return FALSE;
    if (dy == KOMA_VALUE_NONE)
      dy = koma_gradient_broadcast (&walk->gradient, koma_builder_number (builder, 1, y),
                                    koma_builder_get_shape (builder, y));
    add_part (walk, y, dy);
  }
  return TRUE;
}

static gboolean
check_node (const KomaNode *node,
            GError        **error)
{
  const Row *row = &rows[node->op];

  if (row->rule == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s “%s” has no gradient%s%s",
                      koma_op_get_name (node->op), node->name,
                      row->reason != NULL ? ": " : "", row->reason != NULL ? row->reason : "");
  if (node->clamp.min != -INFINITY || node->clamp.max != INFINITY)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "%s “%s” has an activation fused into it; gradients are added before that",
                      koma_op_get_name (node->op), node->name);
  return TRUE;
}

static void
run_custom (Walk                     *walk,
            const KomaGradientCustom *custom)
{
  g_autofree KomaValueId *dx = g_new (KomaValueId, custom->n_x + 1);

  for (guint i = 0; i < custom->n_x; i++)
    dx[i] = KOMA_VALUE_NONE;
  custom->func (&walk->gradient.builder, finish_value (walk, custom->y), dx, custom->user_data);
  for (guint i = 0; i < custom->n_x; i++)
    add_part (walk, custom->x[i], dx[i]);
}

static gboolean
run_rule (Walk           *walk,
          const KomaNode *node,
          GError        **error)
{
  g_autofree KomaValueId *dy = g_new (KomaValueId, node->n_outputs);
  g_autofree KomaValueId *dx = g_new (KomaValueId, node->n_inputs);

  if (!check_node (node, error))
    return FALSE;
  for (guint i = 0; i < node->n_outputs; i++)
    dy[i] = finish_value (walk, node->outputs[i]);
  for (guint i = 0; i < node->n_inputs; i++)
    dx[i] = KOMA_VALUE_NONE;
  rows[node->op].rule (&walk->gradient, node, dy, dx);
  for (guint i = 0; i < node->n_inputs; i++)
    add_part (walk, node->inputs[i], dx[i]);
  return TRUE;
}

static gboolean
has_gradient (const Walk     *walk,
              const KomaNode *node)
{
  for (guint i = 0; i < node->n_outputs; i++)
    if (walk->parts->pdata[node->outputs[i]] != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
visit (Walk           *walk,
       const KomaNode *node,
       GError        **error)
{
  const KomaGradientCustom *custom = find_custom (walk, node);
  KomaBuilder              *builder = &walk->gradient.builder;
  g_autofree char          *name = NULL;
  gboolean                  is_done = TRUE;

  if (!has_gradient (walk, node) || !depends (walk, node))
    return TRUE;
  name = g_strconcat (node->name, "/gradient", NULL);
  builder->name = name;
  if (custom != NULL)
    run_custom (walk, custom);
  else
    is_done = run_rule (walk, node, error);
  if (is_done && !koma_builder_finish (builder, error)) {
    g_prefix_error (error, "The gradient of %s “%s”: ", koma_op_get_name (node->op), node->name);
    return FALSE;
  }
  return is_done;
}

static gboolean
run (Walk    *walk,
     GError **error)
{
  mark_wanted (walk);
  if (!begin (walk, error))
    return FALSE;
  for (guint i = walk->n_nodes; i > 0; i--)
    if (!visit (walk, koma_graph_get_node (walk->graph, i - 1), error))
      return FALSE;
  walk->gradient.builder.name = "gradient";
  return TRUE;
}

/* What a y is made of, by steps too: backwards, as the gradients go. */
static gboolean *
find_needed (const Walk *walk,
             guint       n_values)
{
  gboolean *is_needed = g_new0 (gboolean, n_values + 1);

  for (guint i = 0; i < walk->request->n_y; i++)
    is_needed[walk->request->y[i]] = TRUE;
  for (guint i = walk->n_nodes; i > 0; i--) {
    const KomaNode           *node = koma_graph_get_node (walk->graph, i - 1);
    const KomaGradientCustom *custom = find_custom (walk, node);
    gboolean                  is_any = FALSE;

    for (guint k = 0; k < node->n_outputs; k++)
      is_any = is_any || is_needed[node->outputs[k]];
    if (!is_any || node->op == KOMA_OP_STOP_GRADIENT)
      continue;
    for (guint k = 0; custom != NULL && k < custom->n_x; k++)
      is_needed[custom->x[k]] = TRUE;
    for (guint k = 0; custom == NULL && k < node->n_inputs; k++)
      is_needed[node->inputs[k]] = TRUE;
  }
  return is_needed;
}

static void
finish_all (Walk        *walk,
            guint        n_values,
            KomaValueId *ret_dx)
{
  g_autofree gboolean *is_needed = find_needed (walk, n_values);
  const KomaBuilder   *builder = &walk->gradient.builder;

  for (guint i = 0; i < walk->request->n_x; i++) {
    const KomaValueId x = walk->request->x[i];

    ret_dx[i] = finish_value (walk, x);
    if (ret_dx[i] == KOMA_VALUE_NONE && is_needed[x] && is_float (walk, x))
      ret_dx[i] = koma_gradient_zeros (&walk->gradient, koma_builder_get_shape (builder, x));
  }
}

static void
free_parts (gpointer parts)
{
  if (parts != NULL)
    g_array_unref (parts);
}

/**
 * koma_gradient_has:
 *
 * Thread: any.
 *
 * Returns: %FALSE: the gradient of its inputs would be an error
 */
gboolean
koma_gradient_has (KomaOp op)
{
  return rows[op].rule != NULL || rows[op].is_zero;
}

/**
 * koma_gradient_add:
 * @graph: inferred, so that all shapes are known; no pass has fused anything
 * @ret_dx: (out): the gradients, each of the shape of its x: zeros where a y depends on it by steps
 *   alone, such as Floor or a comparison, KOMA_VALUE_NONE where none does, or by StopGradient alone
 *
 * Appends the nodes that compute the derivatives of Σ sum (y · dy) by each x. They may be
 * derived again. Nothing that does not lie between a y and an x is looked at.
 *
 * At a kink the derivative is that of TensorFlow.js: Relu has 0 at 0, a Max hands its gradient to
 * all elements that are the largest, a MaxPool to the first of them.
 *
 * Errors: %KOMA_ERROR_SHAPE if a y or dy is not float32, or they are not of one shape;
 * %KOMA_ERROR_UNSUPPORTED if an op between has no gradient, or a pass has fused an activation
 * into a node; %KOMA_ERROR_MEMORY. The graph is to be dropped then.
 */
gboolean
koma_gradient_add (KomaGraph                 *graph,
                   const KomaGradientRequest *request,
                   KomaValueId               *ret_dx,
                   GError                   **error)
{
  guint                n_values = koma_graph_get_n_values (graph);
  g_autofree gboolean *is_wanted = g_new0 (gboolean, n_values + 1);
  g_autoptr (GHashTable) sources = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) custom = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_full (n_values, free_parts);
  Walk walk = {
    .gradient = { .is_wanted = is_wanted, .sources = sources },
    .graph = graph,
    .request = request,
    .n_nodes = koma_graph_get_n_nodes (graph),
    .parts = parts,
    .custom = custom,
  };

  g_ptr_array_set_size (parts, n_values);
  for (guint i = 0; i < request->n_custom; i++)
    g_hash_table_insert (custom, GUINT_TO_POINTER (request->custom[i].y),
                         (gpointer) &request->custom[i]);
  koma_builder_init (&walk.gradient.builder, graph, "gradient");
  if (!run (&walk, error)) {
    g_clear_error (&walk.gradient.builder.error);
    return FALSE;
  }
  finish_all (&walk, n_values, ret_dx);
  return koma_builder_finish (&walk.gradient.builder, error);
}
