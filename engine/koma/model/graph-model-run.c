/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tensors through a model. */
#include "graph-model-run.h"

#include <string.h>

#include "graph-model-known.h"
#include "graph-model-private.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"

/* A run of some outputs. */
typedef struct
{
  KomaGraphModel    *model;
  KomaTensor *const *inputs;  /* in the order of the graph */
  KomaShape         *shapes;  /* (owned) of the inputs */
  KomaArray        **arrays;  /* (owned) their data, (borrowed) each */
  const KomaValueId *outputs; /* [n_outputs] */
  guint              n_outputs;
} Run;

static void
run_clear (Run *self)
{
  g_free (self->shapes);
  g_free (self->arrays);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
add_input (Run     *self,
           guint    index,
           GError **error)
{
  const KomaGraph *graph = self->model->graph;
  const KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, index));
  KomaTensor      *tensor = self->inputs[index];

  self->arrays[index] = koma_tensor_get_array (tensor, error);
  if (self->arrays[index] == NULL) {
    g_prefix_error (error, "Input “%s”: ", input->name);
    return FALSE;
  }
  self->shapes[index] = tensor->shape;
  return tensor->dtype == input->dtype ||
         koma_fail (error, KOMA_ERROR_SHAPE, "Input “%s” is %s, the given tensor is %s",
                    input->name, koma_dtype_name (input->dtype), koma_dtype_name (tensor->dtype));
}

/* Which outputs, of which shapes. */
static GBytes *
make_key (const Run *self)
{
  GByteArray *key = g_byte_array_new ();

  g_byte_array_append (key, (const guint8 *) &self->model, sizeof self->model);
  g_byte_array_append (key, (const guint8 *) &self->n_outputs, sizeof self->n_outputs);
  g_byte_array_append (key, (const guint8 *) self->outputs,
                       self->n_outputs * sizeof *self->outputs);
  for (guint i = 0; i < self->model->inputs->len; i++) {
    const KomaShape *shape = &self->shapes[i];

    g_byte_array_append (key, (const guint8 *) &shape->rank, sizeof shape->rank);
    g_byte_array_append (key, (const guint8 *) shape->dims, shape->rank * sizeof *shape->dims);
  }
  return g_byte_array_free_to_bytes (key);
}

/* The passes drop what the outputs do not need. */
static KomaGraph *
choose_outputs (const Run *self)
{
  KomaGraph *graph = koma_graph_copy (self->model->graph);

  koma_graph_clear_outputs (graph);
  for (guint i = 0; i < self->n_outputs; i++)
    koma_graph_add_output (graph, "y", self->outputs[i]);
  return graph;
}

static KomaSession *
find_program (const Run *self,
              GError   **error)
{
  g_autoptr (GBytes) key = make_key (self);
  g_autoptr (KomaGraph) graph = NULL;
  const KomaSessionOptions options = {
    .input_shapes = self->shapes,
    .n_input_shapes = self->model->inputs->len,
    .are_ends_bound = TRUE,
  };
  KomaSession *program = koma_environment_find_program (koma_environment_get (), key);

  if (program != NULL)
    return program;
  graph = choose_outputs (self);
  return koma_graph_model_compile (self->model, key, graph, &options, error);
}

static gboolean
compute (Run        *self,
         KomaArray **ret_outputs,
         GError    **error)
{
  const guint  n_inputs = self->model->inputs->len;
  KomaSession *program = NULL;

  self->shapes = g_new (KomaShape, n_inputs + 1);
  self->arrays = g_new (KomaArray *, n_inputs + 1);
  for (guint i = 0; i < n_inputs; i++)
    if (!add_input (self, i, error))
      return FALSE;
  program = find_program (self, error);
  return program != NULL &&
         koma_environment_run_program (koma_environment_get (), program, self->arrays, ret_outputs,
                                       error);
}

/* (element-type KomaTensor) of @outputs */
static GPtrArray *
run (KomaGraphModel    *self,
     KomaTensor *const *inputs,
     const KomaValueId *outputs,
     guint              n_outputs,
     GError           **error)
{
  g_auto (Run) it = {
    .model = self, .inputs = inputs, .outputs = outputs, .n_outputs = n_outputs
  };
  g_autofree KomaArray **arrays = g_new0 (KomaArray *, n_outputs + 1);
  GPtrArray             *tensors = NULL;

  if (!compute (&it, arrays, error)) {
    g_prefix_error (error, "%s: ", koma_model_get_path (self->model));
    return NULL;
  }
  tensors = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < n_outputs; i++) {
    g_autoptr (KomaArray) array = arrays[i];

    g_ptr_array_add (tensors, g_object_ref_sink (koma_tensor_new_from_array (array)));
  }
  return tensors;
}

static gboolean
check_n_inputs (KomaGraphModel *self,
                guint           n_inputs,
                GError        **error)
{
  return n_inputs == self->inputs->len ||
         koma_fail (error, KOMA_ERROR_SHAPE, "%s: %u tensors given, the model has %u inputs",
                    koma_model_get_path (self->model), n_inputs, self->inputs->len);
}

/* Without an error where an input is missing. */
static gboolean
are_there (KomaTensor *const *inputs,
           guint              n_inputs)
{
  for (guint i = 0; i < n_inputs; i++)
    if (inputs[i] == NULL)
      return FALSE;
  return TRUE;
}

/* The first outputs of the file, @max_outputs at most. */
static GPtrArray *
predict (KomaGraphModel *self,
         KomaTensor    **inputs,
         guint           n_inputs,
         guint           max_outputs,
         GError        **error)
{
  g_autoptr (KomaGraphModel) model = NULL;
  g_autofree KomaValueId *outputs = NULL;
  guint                   n_outputs = 0;

  if (!check_n_inputs (self, n_inputs, error) || !are_there (inputs, n_inputs) ||
      (model = koma_graph_model_know (self, inputs, error)) == NULL)
    return NULL;
  n_outputs = MIN (koma_graph_get_n_outputs (model->graph), max_outputs);
  outputs = g_new (KomaValueId, n_outputs + 1);
  for (guint i = 0; i < n_outputs; i++)
    outputs[i] = koma_graph_get_output (model->graph, i);
  return run (model, inputs, outputs, n_outputs, error);
}

/**
 * koma_graph_model_predict:
 * @self: a model
 * @inputs: (array length=n_inputs): of the dtypes and shapes of koma_graph_model_get_input(), in
 *   that order; what is open there may be of any size, the batch always. A %NULL from a call that
 *   failed makes this one return %NULL and leave @error alone.
 * @n_inputs: as many as the model has
 *
 * Runs the model on the backend of the calling thread's #KomaEnvironment. It is compiled on the
 * first call with tensors of these shapes, and kept until others need the place. No gradients go
 * through it. Thread: any, that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the tensors do not fit, or shapes do not go together within the
 * model; %KOMA_ERROR_ARGUMENT if one was disposed of; %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_MODEL,
 * %KOMA_ERROR_BACKEND, %KOMA_ERROR_MEMORY. All begin with the path of the model.
 *
 * Returns: (transfer none) (nullable): the first output; floating, or the scope's in force
 */
KomaTensor *
koma_graph_model_predict (KomaGraphModel *self,
                          KomaTensor    **inputs,
                          guint           n_inputs,
                          GError        **error)
{
  g_autoptr (GPtrArray) tensors = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);
  g_return_val_if_fail (inputs != NULL || n_inputs == 0, NULL);

  tensors = predict (self, inputs, n_inputs, 1, error);
  return tensors != NULL ? koma_tensor_float (g_object_ref (tensors->pdata[0])) : NULL;
}

/**
 * koma_graph_model_predict_all:
 * @self: a model
 * @inputs: (array length=n_inputs): of the shapes and dtypes that koma_graph_model_predict() wants
 * @n_inputs: as many as the model has
 *
 * koma_graph_model_predict() with all outputs of the model. Thread: any, that of the tensors.
 *
 * Errors: those of koma_graph_model_predict().
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one for each output
 */
GPtrArray *
koma_graph_model_predict_all (KomaGraphModel *self,
                              KomaTensor    **inputs,
                              guint           n_inputs,
                              GError        **error)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);
  g_return_val_if_fail (inputs != NULL || n_inputs == 0, NULL);

  return predict (self, inputs, n_inputs, G_MAXUINT, error);
}

/* "x:0" is what TensorFlow calls the value “x”. */
static gboolean
is_same_name (const char *name,
              const char *asked)
{
  const gsize length = strlen (name);

  return strncmp (name, asked, length) == 0 &&
         (asked[length] == '\0' || g_str_equal (asked + length, ":0"));
}

static gboolean
place_input (KomaGraphModel *self,
             const char     *name,
             KomaTensor     *tensor,
             KomaTensor    **ret_inputs,
             GError        **error)
{
  for (guint i = 0; i < self->inputs->len; i++) {
    if (!is_same_name (koma_tensor_info_get_name (self->inputs->pdata[i]), name))
      continue;
    ret_inputs[i] = tensor;
    return TRUE;
  }
  return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: no input is called “%s”",
                    koma_model_get_path (self->model), name);
}

static gboolean
place_inputs (KomaGraphModel    *self,
              const char *const *names,
              KomaTensor       **inputs,
              guint              n_inputs,
              KomaTensor       **ret_inputs,
              GError           **error)
{
  const guint n_names = g_strv_length ((char **) names);

  if (n_names != n_inputs)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: %u tensors given, but %u names",
                      koma_model_get_path (self->model), n_inputs, n_names);
  for (guint i = 0; i < n_inputs; i++)
    if (!place_input (self, names[i], inputs[i], ret_inputs, error))
      return FALSE;
  for (guint i = 0; i < self->inputs->len; i++)
    if (ret_inputs[i] == NULL)
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: input “%s” is not given",
                        koma_model_get_path (self->model),
                        koma_tensor_info_get_name (self->inputs->pdata[i]));
  return TRUE;
}

static GArray *
find_outputs (KomaGraphModel    *self,
              const char *const *names,
              GError           **error)
{
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  for (guint i = 0; names[i] != NULL; i++) {
    const KomaValueId id = koma_graph_find_value (self->graph, names[i]);

    if (id == KOMA_VALUE_NONE) {
      koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: no output or node is called “%s”",
                 koma_model_get_path (self->model), names[i]);
      return NULL;
    }
    g_array_append_val (ids, id);
  }
  return g_steal_pointer (&ids);
}

/**
 * koma_graph_model_execute:
 * @self: a model
 * @input_names: (array zero-terminated=1): of all inputs, in any order; with or without ":0" of
 *   TensorFlow
 * @inputs: (array length=n_inputs): in the order of the names, of the shapes and dtypes that
 *   koma_graph_model_predict() wants. A %NULL from a call that failed makes this one return %NULL
 *   and leave @error alone.
 * @n_inputs: as many as the model has
 * @output_names: (array zero-terminated=1) (nullable): of outputs, or of nodes within the model;
 *   %NULL: all outputs
 *
 * Computes what is asked for, and no more. Thread: any, that of the tensors.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there is none of a name, or an input is missing; those of
 * koma_graph_model_predict().
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one for each name
 */
GPtrArray *
koma_graph_model_execute (KomaGraphModel    *self,
                          const char *const *input_names,
                          KomaTensor       **inputs,
                          guint              n_inputs,
                          const char *const *output_names,
                          GError           **error)
{
  g_autofree KomaTensor **placed = NULL;
  g_autoptr (KomaGraphModel) model = NULL;
  g_autoptr (GArray) outputs = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self) && input_names != NULL, NULL);
  g_return_val_if_fail (inputs != NULL || n_inputs == 0, NULL);

  if (!are_there (inputs, n_inputs))
    return NULL;
  placed = g_new0 (KomaTensor *, self->inputs->len + 1);
  if (!place_inputs (self, input_names, inputs, n_inputs, placed, error))
    return NULL;
  if (output_names == NULL)
    return koma_graph_model_predict_all (self, placed, self->inputs->len, error);
  model = koma_graph_model_know (self, placed, error);
  outputs = model != NULL ? find_outputs (model, output_names, error) : NULL;
  return outputs != NULL ? run (model, placed, (const KomaValueId *) outputs->data, outputs->len,
                                error)
                         : NULL;
}
