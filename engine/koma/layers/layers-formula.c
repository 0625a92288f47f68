/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A function of tensors is called under a tape, with tensors of the right shapes and of no
 * particular numbers. What the tape has written down then is the formula: it becomes part of the
 * graph that is trained, and the function is not called again for batches of that size. */
#include "layers-formula.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/gradients-private.h"
#include "engine/koma/tensor/scope.h"
#include "engine/koma/tensor/tensor-new.h"
#include "engine/koma/tensor/tensor-private.h"
#include "graph-copy.h"

/**
 * koma_layers_function_free: (skip)
 */
void
koma_layers_function_free (KomaLayersFunction *self)
{
  if (self == NULL)
    return;
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free (self->name);
  g_free (self);
}

/* A value of the trace as one of the graph that is built. */
typedef struct
{
  const KomaTrace *trace;
  KomaBuilder     *builder;
  KomaValueId     *ids; /* [values of the trace] KOMA_VALUE_NONE: not copied */
} Copying;

static void
give_inputs (Copying           *self,
             const KomaValueId *xs,    /* [n] of the trace */
             const KomaValueId *given, /* [n] of the builder */
             guint              n)
{
  const KomaGraph *graph = self->trace->graph;

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    const KomaValueId id = koma_graph_get_input (graph, i);

    for (guint k = 0; k < n; k++)
      if (id == xs[k])
        self->ids[id] = given[k];
    if (self->ids[id] == KOMA_VALUE_NONE)
      self->ids[id] = koma_builder_array (self->builder, self->trace->arrays->pdata[i]);
  }
}

static KomaValueId
copy_formula (Copying    *self,
              KomaTensor *value,
              guint       n_nodes /* before the function was called */)
{
  const KomaValueId id =
    value->trace == self->trace ? value->value : koma_trace_find (self->trace, value);
  KomaValueId y = KOMA_VALUE_NONE;

  if (id == KOMA_VALUE_NONE)
    return koma_builder_fail (self->builder, KOMA_ERROR_ARGUMENT,
                              "The value of the function does not depend on its arguments");
  koma_graph_copy_nodes (self->trace->graph, n_nodes, self->builder, self->ids);
  y = self->ids[id];
  if (y == KOMA_VALUE_NONE)
    return koma_builder_fail (self->builder, KOMA_ERROR_UNSUPPORTED,
                              "The function reads what was computed under a tape before");
  if (koma_builder_get_dtype (self->builder, y) != KOMA_DTYPE_FLOAT32)
    y = koma_builder_cast (self->builder, y, KOMA_DTYPE_FLOAT32);
  return y;
}

/* Tensors of zeros, which the tape watches. (nullable) */
static GPtrArray *
make_arguments (KomaBuilder       *builder,
                const KomaValueId *given, /* [2] */
                KomaTape          *tape,
                GError           **error)
{
  g_autoptr (GPtrArray) xs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < 2; i++) {
    const KomaShape shape = koma_builder_get_shape (builder, given[i]);
    g_autoptr (KomaArray) array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);

    if (array == NULL)
      return NULL;
    g_ptr_array_add (xs, g_object_ref_sink (koma_tensor_new_from_array (array)));
    if (!koma_tape_watch (tape, xs->pdata[i], error))
      return NULL;
  }
  return g_steal_pointer (&xs);
}

static KomaValueId
trace (KomaLayersFunction *self,
       KomaBuilder        *builder,
       const KomaValueId  *given, /* [2] */
       GError            **error)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GPtrArray) xs = make_arguments (builder, given, tape, error);
  KomaTrace  *trace = koma_environment_get_trace (koma_environment_get ());
  const guint n_nodes = koma_graph_get_n_nodes (trace->graph);
  const guint n_custom = trace->custom->len;
  g_autoptr (KomaTensor) value = NULL;
  g_autofree KomaValueId *ids = NULL;
  Copying                 copying = { .trace = trace, .builder = builder };

  if (xs != NULL)
    value = koma_gradients_call (self->f, xs, self->user_data, error);
  if (value == NULL)
    return KOMA_VALUE_NONE;
  g_object_ref_sink (value);
  if (trace->custom->len > n_custom) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED, "The function has a gradient of its own in it");
    return KOMA_VALUE_NONE;
  }
  copying.ids = ids = koma_graph_copy_new_ids (trace->graph);
  give_inputs (&copying,
               (KomaValueId[]){ koma_trace_find (trace, xs->pdata[0]),
                                koma_trace_find (trace, xs->pdata[1]) },
               given, 2);
  return copy_formula (&copying, value, n_nodes);
}

static KomaValueId
build (KomaBuilder *builder,
       KomaValueId  y_true,
       KomaValueId  y_pred,
       gpointer     data)
{
  KomaLayersFunction *self = data;
  GError             *error = NULL;
  KomaValueId         y = KOMA_VALUE_NONE;

  if (builder->error != NULL)
    return KOMA_VALUE_NONE;
  y = trace (self, builder, (KomaValueId[]){ y_true, y_pred }, &error);
  if (error != NULL)
    builder->error = error;
  g_prefix_error (&builder->error, "%s: ", self->name);
  return y;
}

/**
 * koma_layers_function_write: (skip)
 */
KomaTrainerFunction
koma_layers_function_write (KomaLayersFunction *self)
{
  return (KomaTrainerFunction){ .name = self->name, .build = build, .data = self };
}
