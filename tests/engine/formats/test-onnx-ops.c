/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX's own cases of one operator each, and more of them with the results of ONNX Runtime. A case
 * has its shapes and axes as inputs, which Koma must know ahead: where it refuses such a model, all
 * inputs but the first become constants. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/onnx/lower.h"
#include "engine/runtime/session.h"
#include "fixture.h"

typedef Koma__Onnx__ModelProto  ModelProto;
typedef Koma__Onnx__TensorProto TensorProto;

/* Of the largest number. */
#define TOLERANCE      1e-5
#define TOLERANCE_GLES 1e-4
#define HALF_TOLERANCE 1e-3
#define TYPE_FLOAT16   10
#define TYPE_BFLOAT16  16

/* Types that Koma does not have: 16-bit and 4-bit quantised numbers. */
static const char *const refused[] = {
  "test_dequantizelinear_float4e2m1",
  "test_quantizelinear_blocked_symmetric",
  "test_quantizelinear_float4e2m1",
  "test_quantizelinear_int16",
  "test_quantizelinear_uint16",
  NULL,
};

typedef struct
{
  char       *folder;
  char       *name;
  const char *backend;
} Case;

typedef struct
{
  guint n_cases;
  guint n_passed;
} Sums;

static Sums sums;

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

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelProto, model_proto_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TensorProto, tensor_proto_free)

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->folder);
  g_free (self->name);
  g_free (self);
}

static gboolean
load (const Case *self,
      const char *name,
      char      **ret_data,
      gsize      *ret_length)
{
  g_autofree char *path = g_build_filename (self->folder, self->name, name, NULL);

  return g_file_get_contents (path, ret_data, ret_length, NULL);
}

static TensorProto *
load_tensor (const Case *self,
             const char *kind,
             gsize       index)
{
  g_autofree char *name = g_strdup_printf ("test_data_set_0/%s_%zu.pb", kind, index);
  g_autofree char *data = NULL;
  gsize            length = 0;

  return load (self, name, &data, &length)
           ? koma__onnx__tensor_proto__unpack (NULL, length, (const guint8 *) data)
           : NULL;
}

static ModelProto *
load_model (const Case *self)
{
  g_autofree char *data = NULL;
  gsize            length = 0;
  ModelProto      *model = NULL;

  g_assert_true (load (self, "model.onnx", &data, &length));
  model = koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) data);
  g_assert_nonnull (model);
  return model;
}

/* protobuf-c frees with free (). */
static void
make_constants (const Case *self,
                ModelProto *model)
{
  Koma__Onnx__GraphProto *graph = model->graph;

  for (gsize i = 1; i < graph->n_input; i++) {
    TensorProto *tensor = load_tensor (self, "input", i);

    if (tensor == NULL)
      continue;
    if (*tensor->name != '\0')
      free (tensor->name);
    tensor->name = strdup (graph->input[i]->name);
    graph->initializer =
      realloc (graph->initializer, (graph->n_initializer + 1) * sizeof *graph->initializer);
    graph->initializer[graph->n_initializer++] = tensor;
  }
}

static gboolean
try_lower (const ModelProto *model,
           KomaRawModel     *raw,
           GError          **error)
{
  KomaOnnxSource source = { .bytes_left = KOMA_MAX_WEIGHT_BYTES };
  GHashTableIter iter;
  gpointer       name = NULL;

  if (!koma_onnx_lower (model, &source, raw, error))
    return FALSE;
  g_hash_table_iter_init (&iter, raw->unsupported);
  if (!g_hash_table_iter_next (&iter, &name, NULL))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "%s", (const char *) name);
  return FALSE;
}

static gboolean
lower (const Case   *self,
       ModelProto   *model,
       KomaRawModel *raw,
       GError      **error)
{
  if (try_lower (model, raw, NULL))
    return TRUE;
  koma_raw_model_clear (raw);
  make_constants (self, model);
  return try_lower (model, raw, error);
}

static double
get_number (KomaDType     dtype,
            gconstpointer data,
            gsize         index)
{
  if (dtype == KOMA_DTYPE_FLOAT32)
    return ((const float *) data)[index];
  if (dtype == KOMA_DTYPE_INT32)
    return ((const gint32 *) data)[index];
  if (dtype == KOMA_DTYPE_INT8)
    return ((const gint8 *) data)[index];
  return ((const guint8 *) data)[index];
}

static KomaArray *
read_tensor (const TensorProto *proto)
{
  KomaOnnxSource source = { .bytes_left = KOMA_MAX_WEIGHT_BYTES };
  g_autoptr (GError) error = NULL;
  KomaArray *tensor = koma_onnx_tensor_read (proto, &source, &error);

  g_assert_no_error (error);
  return tensor;
}

static void
fill_inputs (const Case       *self,
             const ModelProto *model,
             KomaSession      *session)
{
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++)
    for (gsize k = 0; k < model->graph->n_input; k++) {
      const KomaValue *value = koma_session_get_input (session, i);
      g_autoptr (TensorProto) proto = NULL;
      g_autoptr (KomaArray) tensor = NULL;

      if (strcmp (model->graph->input[k]->name, value->name) != 0)
        continue;
      proto = load_tensor (self, "input", k);
      g_assert_nonnull (proto);
      tensor = read_tensor (proto);
      g_assert_true (koma_shape_equal (&tensor->shape, &value->shape));
      g_assert_cmpint (tensor->dtype, ==, value->dtype);
      memcpy (koma_session_get_input_data (session, i), tensor->data,
              koma_array_get_size_bytes (tensor));
    }
}

static double
find_limit (const Case        *self,
            const TensorProto *proto,
            const KomaArray   *expected)
{
  double tolerance = g_str_has_prefix (self->backend, "gles") ? TOLERANCE_GLES : TOLERANCE;
  double largest = 1;

  if (expected->dtype != KOMA_DTYPE_FLOAT32)
    return 0;
  if (proto->data_type == TYPE_FLOAT16 || proto->data_type == TYPE_BFLOAT16)
    tolerance = proto->data_type == TYPE_FLOAT16 ? HALF_TOLERANCE : 8 * HALF_TOLERANCE;
  for (gsize i = 0; i < expected->count; i++)
    if (isfinite (get_number (expected->dtype, expected->data, i)))
      largest = fmax (largest, fabs (get_number (expected->dtype, expected->data, i)));
  return tolerance * largest;
}

/* The bits of bfloat16 are kept as those of uint16. */
static TensorProto *
load_output (const Case       *self,
             const ModelProto *model,
             guint             index)
{
  TensorProto *proto = load_tensor (self, "output", index);

  g_assert_nonnull (proto);
  if (model->graph->output[index]->type->tensor_type->elem_type == TYPE_BFLOAT16)
    proto->data_type = TYPE_BFLOAT16;
  return proto;
}

static void
compare_output (const Case       *self,
                const ModelProto *model,
                KomaSession      *session,
                guint             index)
{
  g_autoptr (TensorProto) proto = load_output (self, model, index);
  g_autoptr (KomaArray) expected = read_tensor (proto);
  const KomaValue *value = koma_session_get_output (session, index);
  gconstpointer    data = koma_session_get_output_data (session, index);
  const double     limit = find_limit (self, proto, expected);

  g_assert_true (koma_shape_equal (&expected->shape, &value->shape));
  for (gsize i = 0; i < expected->count; i++) {
    const double wanted = get_number (expected->dtype, expected->data, i);
    const double found = get_number (value->dtype, data, i);

    if (found == wanted || (isnan (found) && isnan (wanted)) || fabs (found - wanted) <= limit)
      continue;
    g_test_message ("output %u, element %zu: %.9g, expected %.9g", index, i, found, wanted);
    g_test_fail ();
    return;
  }
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (ModelProto) model = load_model (self);
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (KomaRawModel) raw = { 0 };
  const gboolean     may_refuse = g_strv_contains (refused, self->name);
  KomaSessionOptions options = {
    .backend = self->backend,
    .n_threads = 1,
    .precision = KOMA_PRECISION_FLOAT32,
  };

  sums.n_cases++;
  if (!lower (self, model, &raw, &error)) {
    if (!may_refuse || !g_error_matches (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED))
      g_test_fail ();
    g_test_message ("refused: %s", error->message);
    return;
  }
  g_assert_false (may_refuse);
  session = koma_session_new (raw.graph, &options, &error);
  g_assert_no_error (error);
  fill_inputs (self, model, session);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++)
    compare_output (self, model, session, i);
  sums.n_passed += !g_test_failed ();
}

static void
test_sums (gconstpointer data)
{
  g_test_message ("%s: %u of %u cases computed", (const char *) data, sums.n_passed, sums.n_cases);
  sums = (Sums){ 0 };
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_cases (const char             *shared,
           const char             *set,
           const KomaBackendClass *backend)
{
  g_autofree char *folder = g_build_filename (shared, "models", "onnx", set, NULL);
  g_autofree char *sums_path = g_strdup_printf ("/onnx-ops/%s/sums-of-%s", backend->name, set);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *model = g_build_filename (folder, name, "model.onnx", NULL);

    if (g_file_test (model, G_FILE_TEST_EXISTS))
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_strdup_printf ("/onnx-ops/%s/%s", backend->name,
                                             (const char *) names->pdata[i]);
    Case            *self = g_new0 (Case, 1);

    *self = (Case){ g_strdup (folder), g_strdup (names->pdata[i]), backend->name };
    g_test_add_data_func_full (path, self, test_case, case_free);
  }
  g_test_add_data_func (sums_path, backend->name, test_sums);
}

static void
test_nothing (void)
{
  g_test_skip ("shared data is not there");
}

int
main (int    argc,
      char **argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : ".", "models", "onnx",
                                              NULL);
  int              status = 0;

  g_test_init (&argc, &argv, NULL);
  if (shared == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_add_func ("/onnx-ops", test_nothing);
    return g_test_run ();
  }
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    if (koma_backends_find_available (koma_backends_get (i)->name, NULL) == NULL)
      continue;
    add_cases (shared, "onnx_node_tests", koma_backends_get (i));
    add_cases (shared, "extra_op_tests", koma_backends_get (i));
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
