/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "onnx-case.h"

#include <math.h>
#include <string.h>

#include "engine/formats/onnx/lower.h"
#include "engine/koma/koma-error.h"
#include "engine/runtime/session.h"
#include "fixture.h"

typedef Koma__Onnx__ModelProto  ModelProto;
typedef Koma__Onnx__TensorProto TensorProto;

/* Of the largest number. */
#define TOLERANCE 1e-5
/* Of window functions as nodes: their results were made with another π. */
#define TOLERANCE_WINDOW 1e-4
#define TOLERANCE_GLES   1e-4
#define HALF_TOLERANCE   1e-3
#define TYPE_FLOAT16     10
#define TYPE_BFLOAT16    16

typedef struct
{
  const char *folder;
  const char *backend;
  ModelProto *model;
  guint       set;
  GBytes    **inputs; /* [n_inputs] (nullable), of the graph that is made */
  guint       n_inputs;
} Case;

static void
model_proto_free (ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

static void
tensor_proto_free (TensorProto *tensor)
{
  koma__onnx__tensor_proto__free_unpacked (tensor, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TensorProto, tensor_proto_free)

static void
forget_inputs (Case *self)
{
  for (guint i = 0; i < self->n_inputs; i++)
    g_clear_pointer (&self->inputs[i], g_bytes_unref);
  g_clear_pointer (&self->inputs, g_free);
  self->n_inputs = 0;
}

static void
case_clear (Case *self)
{
  forget_inputs (self);
  g_clear_pointer (&self->model, model_proto_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static gboolean
load (const Case *self,
      const char *name,
      char      **ret_data,
      gsize      *ret_length)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  return g_file_get_contents (path, ret_data, ret_length, NULL);
}

static TensorProto *
load_tensor (const Case *self,
             const char *kind,
             gsize       index)
{
  g_autofree char *name =
    g_strdup_printf ("test_data_set_%u/%s_%" G_GSIZE_FORMAT ".pb", self->set, kind, index);
  g_autofree char *data = NULL;
  gsize            length = 0;

  return load (self, name, &data, &length)
           ? koma__onnx__tensor_proto__unpack (NULL, length, (const guint8 *) data)
           : NULL;
}

/* The bits of bfloat16 are kept as those of uint16. */
static TensorProto *
load_tensor_of (const Case                  *self,
                const char                  *kind,
                gsize                        index,
                const Koma__Onnx__TypeProto *type)
{
  TensorProto *proto = load_tensor (self, kind, index);

  if (proto != NULL && type != NULL && type->tensor_type != NULL &&
      type->tensor_type->elem_type == TYPE_BFLOAT16)
    proto->data_type = TYPE_BFLOAT16;
  return proto;
}

static KomaArray *
read_tensor (const TensorProto *proto,
             GError           **error)
{
  KomaOnnxSource source = { .bytes_left = KOMA_MAX_WEIGHT_BYTES };

  return koma_onnx_tensor_read (proto, &source, error);
}

static gboolean
lower_once (const Case   *self,
            KomaRawModel *raw,
            GError      **error)
{
  KomaOnnxSource source = { .bytes_left = KOMA_MAX_WEIGHT_BYTES,
                            .inputs = self->inputs,
                            .n_inputs = self->n_inputs };
  GHashTableIter iter;
  gpointer       name = NULL;

  koma_raw_model_clear (raw);
  if (!koma_onnx_lower (self->model, &source, raw, error))
    return FALSE;
  g_hash_table_iter_init (&iter, raw->unsupported);
  if (!g_hash_table_iter_next (&iter, &name, NULL))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "%s", (const char *) name);
  return FALSE;
}

/* The numbers of the graph's i-th input, by its name. */
static KomaArray *
find_input (const Case      *self,
            const KomaGraph *graph,
            guint            index)
{
  const KomaValue *value = koma_graph_get_value (graph, koma_graph_get_input (graph, index));

  for (gsize i = 0; i < self->model->graph->n_input; i++) {
    g_autoptr (TensorProto) proto = NULL;

    if (strcmp (self->model->graph->input[i]->name, value->name) != 0)
      continue;
    proto = load_tensor_of (self, "input", i, self->model->graph->input[i]->type);
    return proto != NULL ? read_tensor (proto, NULL) : NULL;
  }
  return NULL;
}

/* First without the numbers of the inputs: that is what nearly all must do. */
static gboolean
lower (Case         *self,
       KomaRawModel *raw,
       GError      **error)
{
  if (lower_once (self, raw, NULL))
    return TRUE;
  forget_inputs (self);
  self->n_inputs = raw->graph != NULL ? koma_graph_get_n_inputs (raw->graph) : 0;
  self->inputs = g_new0 (GBytes *, self->n_inputs + 1);
  for (guint i = 0; i < self->n_inputs; i++) {
    g_autoptr (KomaArray) tensor = find_input (self, raw->graph, i);

    if (tensor != NULL)
      self->inputs[i] = g_bytes_new (tensor->data, koma_array_get_size_bytes (tensor));
  }
  return lower_once (self, raw, error);
}

static gboolean
fill_inputs (const Case  *self,
             KomaSession *session,
             GError     **error)
{
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    const KomaValue *value = koma_session_get_input (session, i);
    g_autoptr (KomaArray) tensor = find_input (self, koma_session_get_graph (session), i);

    if (tensor == NULL || tensor->dtype != value->dtype ||
        !koma_shape_equal (&tensor->shape, &value->shape))
      return koma_fail (error, KOMA_ERROR_SHAPE, "input “%s” can not be given", value->name);
    memcpy (koma_session_get_input_data (session, i), tensor->data,
            koma_array_get_size_bytes (tensor));
  }
  return TRUE;
}

static double
get_number (KomaDType     dtype,
            gconstpointer data,
            gsize         index)
{
  if (dtype == KOMA_DTYPE_FLOAT32)
    return (double) ((const float *) data)[index];
  if (dtype == KOMA_DTYPE_INT32)
    return ((const gint32 *) data)[index];
  if (dtype == KOMA_DTYPE_INT8)
    return ((const gint8 *) data)[index];
  return ((const guint8 *) data)[index];
}

static double
find_limit (const Case        *self,
            const TensorProto *proto,
            const KomaArray   *expected)
{
  double tolerance = g_str_has_prefix (self->backend, "gles") ? TOLERANCE_GLES : TOLERANCE;
  double largest = 1;

  if (strstr (self->folder, "window") != NULL)
    tolerance = TOLERANCE_WINDOW;
  if (expected->dtype != KOMA_DTYPE_FLOAT32)
    return 0;
  if (proto->data_type == TYPE_FLOAT16 || proto->data_type == TYPE_BFLOAT16)
    tolerance = proto->data_type == TYPE_FLOAT16 ? HALF_TOLERANCE : 8 * HALF_TOLERANCE;
  for (gsize i = 0; i < expected->count; i++)
    if (isfinite (get_number (expected->dtype, expected->data, i)))
      largest = fmax (largest, fabs (get_number (expected->dtype, expected->data, i)));
  return tolerance * largest;
}

static gboolean
compare (const KomaArray *expected,
         double           limit,
         const KomaValue *value,
         gconstpointer    data,
         GError         **error)
{
  if (!koma_shape_equal (&expected->shape, &value->shape) || expected->dtype != value->dtype) {
    g_autofree char *wanted = koma_shape_to_string (&expected->shape);
    g_autofree char *found = koma_shape_to_string (&value->shape);

    return koma_fail (error, KOMA_ERROR_SHAPE, "%s %s, expected %s %s",
                      koma_dtype_name (value->dtype), found, koma_dtype_name (expected->dtype),
                      wanted);
  }
  for (gsize i = 0; i < expected->count; i++) {
    const double wanted = get_number (expected->dtype, expected->data, i);
    const double found = get_number (value->dtype, data, i);

    if (found != wanted && !(isnan (found) && isnan (wanted)) &&
        !(fabs (found - wanted) <= limit))
      return koma_fail (error, KOMA_ERROR_MODEL, "element %" G_GSIZE_FORMAT ": %.9g, expected %.9g",
                        i, found, wanted);
  }
  return TRUE;
}

static gboolean
compare_outputs (const Case  *self,
                 KomaSession *session,
                 GError     **error)
{
  if (koma_session_get_n_outputs (session) != self->model->graph->n_output)
    return koma_fail (error, KOMA_ERROR_MODEL, "%u outputs, expected %" G_GSIZE_FORMAT,
                      koma_session_get_n_outputs (session), self->model->graph->n_output);
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++) {
    g_autoptr (TensorProto) proto =
      load_tensor_of (self, "output", i, self->model->graph->output[i]->type);
    g_autoptr (KomaArray) expected = proto != NULL ? read_tensor (proto, error) : NULL;

    if (expected == NULL ||
        !compare (expected, find_limit (self, proto, expected),
                  koma_session_get_output (session, i), koma_session_get_output_data (session, i),
                  error)) {
      g_prefix_error (error, "output %u: ", i);
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
run_set (Case    *self,
         GError **error)
{
  const KomaSessionOptions options = {
    .backend = self->backend,
    .n_threads = 1,
    .precision = KOMA_PRECISION_FLOAT32,
  };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (KomaSession) session = NULL;
  gboolean is_run = FALSE;

  if (!lower (self, &raw, error))
    return FALSE;
  session = koma_session_new (raw.graph, &options, error);
  is_run = session != NULL && fill_inputs (self, session, error) &&
           koma_session_run (session, error);
  /* What is lowered must run: no code of a refusal then. */
  if (!is_run && *error != NULL)
    (*error)->code = KOMA_ERROR_MODEL;
  return is_run && compare_outputs (self, session, error);
}

OnnxCaseResult
onnx_case_run (const char *folder,
               const char *backend,
               char      **ret_why)
{
  g_auto (Case) self = { .folder = folder, .backend = backend };
  g_autofree char *data = NULL;
  gsize            length = 0;

  g_assert_true (load (&self, "model.onnx", &data, &length));
  self.model = koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) data);
  g_assert_nonnull (self.model);
  for (;; self.set++) {
    g_autofree char *name = g_strdup_printf ("test_data_set_%u", self.set);
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autoptr (GError) error = NULL;

    if (!g_file_test (path, G_FILE_TEST_IS_DIR))
      return ONNX_CASE_PASSED;
    if (run_set (&self, &error))
      continue;
    *ret_why = g_strdup (error->message);
    return g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED) ? ONNX_CASE_REFUSED
                                                                       : ONNX_CASE_FAILED;
  }
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
onnx_case_list (const char *parent)
{
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  GPtrArray  *names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *model = g_build_filename (parent, name, "model.onnx", NULL);

    if (g_file_test (model, G_FILE_TEST_EXISTS))
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_sort (names, compare_names);
  return names;
}
