/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models that the library itself saved, and Koma's own classifier. */
#include <glib/gstdio.h>

#include "engine/picture/decoder.h"
#include "tests/engine/koma/memory-fixture.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

/* Of one sample for the inputs of the model below. */
static KomaTensor *
make_a (void)
{
  return koma_tensor_new_2d ((float[]){ 1, 2, 3 }, 3, 1, 3, NULL);
}

static KomaTensor *
make_b (void)
{
  return koma_tensor_new_2d ((float[]){ 10, 20 }, 2, 1, 2, NULL);
}

typedef struct
{
  char           *folder; /* a model of layers: two inputs, two outputs */
  KomaGraphModel *model;
} Fixture;

/* y = dense (a) of 2 units, z = y + b */
static void
save_layers (const char *folder)
{
  g_autoptr (GError) error = NULL;
  KomaSymbol *a = koma_symbol_new_input ((int[]){ 3 }, 1, "a", &error);
  KomaSymbol *b = koma_symbol_new_input ((int[]){ 2 }, 1, "b", &error);
  KomaLayer  *dense =
    koma_layer_new ("Dense", "{'units': 2, 'name': 'y', 'kernelInitializer': 'ones'}", &error);
  KomaLayer  *add = koma_layer_new ("Add", "{'name': 'z'}", &error);
  KomaSymbol *y = koma_layer_apply (dense, a, &error);
  KomaSymbol *z = koma_layer_apply_all (add, (KomaSymbol *[]){ y, b }, 2, &error);
  g_autoptr (KomaLayersModel) layers =
    koma_layers_model_new ((KomaSymbol *[]){ a, b }, 2, (KomaSymbol *[]){ y, z }, 2, "two", &error);

  g_assert_no_error (error);
  g_assert_true (koma_layers_model_save (layers, folder, FALSE, &error));
  g_assert_no_error (error);
}

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("koma-graph-model-XXXXXX", &error);
  g_assert_no_error (error);
  save_layers (self->folder);
  self->model = koma_graph_model_load (self->folder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  g_clear_object (&self->model);
  remove_tree (self->folder);
  g_free (self->folder);
  assert_memory (0, 0, 0);
}

static void
assert_info (KomaTensorInfo *info,
             const char     *name,
             int             size)
{
  guint      rank = 0;
  const int *shape = koma_tensor_info_get_shape (info, &rank);

  g_assert_cmpstr (koma_tensor_info_get_name (info), ==, name);
  g_assert_cmpint (koma_tensor_info_get_dtype (info), ==, KOMA_DTYPE_FLOAT32);
  g_assert_true (koma_tensor_info_has_shape (info));
  g_assert_cmpuint (rank, ==, 2);
  g_assert_cmpint (shape[0], ==, -1);
  g_assert_cmpint (shape[1], ==, size);
}

static void
test_infos (Fixture      *self,
            gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "model.json", NULL);

  g_assert_cmpstr (koma_graph_model_get_path (self->model), ==, path);
  g_assert_nonnull (strstr (koma_graph_model_get_format (self->model), "TensorFlow.js"));
  g_assert_cmpuint (koma_graph_model_get_n_bytes (self->model), >=, (3 * 2 + 2) * sizeof (float));
  g_assert_cmpuint (koma_graph_model_get_n_labels (self->model), ==, 0);
  g_assert_cmpuint (koma_graph_model_get_n_inputs (self->model), ==, 2);
  assert_info (koma_graph_model_get_input (self->model, 0), "a", 3);
  assert_info (koma_graph_model_get_input (self->model, 1), "b", 2);
  g_assert_cmpuint (koma_graph_model_get_n_outputs (self->model), ==, 2);
  assert_info (koma_graph_model_get_output (self->model, 0), "y", 2);
  assert_info (koma_graph_model_get_output (self->model, 1), "z", 2);
}

/* Batches of one and two; each shape is compiled once. */
static void
test_predict (Fixture      *self,
              gconstpointer data)
{
  KomaEnvironment            *environment = koma_environment_get ();
  const guint                 n = koma_environment_get_n_programs (environment);
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a1 = make_a ();
  KomaTensor                 *b1 = make_b ();
  KomaTensor                 *a2 =
    koma_tensor_new_2d ((float[]){ 1, 2, 3, 4, 5, 6 }, 6, 2, 3, NULL);
  KomaTensor *b2 = koma_tensor_new_2d ((float[]){ 10, 20, 30, 40 }, 4, 2, 2, NULL);
  g_autoptr (GPtrArray) both = NULL;

  for (guint i = 0; i < 3; i++) {
    assert_floats (koma_graph_model_predict (self->model, (KomaTensor *[]){ a1, b1 }, 2, NULL), 6,
                   6);
    assert_floats (koma_graph_model_predict (self->model, (KomaTensor *[]){ a2, b2 }, 2, NULL), 6,
                   6, 15, 15);
  }
  g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, n + 2);
  both = koma_graph_model_predict_all (self->model, (KomaTensor *[]){ a2, b2 }, 2, NULL);
  g_assert_cmpuint (both->len, ==, 2);
  assert_floats (both->pdata[0], 6, 6, 15, 15);
  assert_floats (both->pdata[1], 16, 26, 45, 55);
  g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, n + 3);
  g_clear_object (&self->model);
  g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, n);
}

/* Inputs in another order; outputs, nodes within, inputs, and one of them twice. */
static void
test_execute (Fixture      *self,
              gconstpointer data)
{
  const char *const           names[] = { "b", "a:0", NULL };
  const char *const           wanted[] = { "z", "y:0", "z", "b", NULL };
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *a = make_a ();
  KomaTensor *b = make_b ();
  g_autoptr (GPtrArray) found =
    koma_graph_model_execute (self->model, names, (KomaTensor *[]){ b, a }, 2, wanted, &error);
  g_autoptr (GPtrArray) all =
    koma_graph_model_execute (self->model, names, (KomaTensor *[]){ b, a }, 2, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 4);
  assert_floats (found->pdata[0], 16, 26);
  assert_floats (found->pdata[1], 6, 6);
  assert_floats (found->pdata[2], 16, 26);
  assert_floats (found->pdata[3], 10, 20);
  g_assert_cmpuint (all->len, ==, 2);
  assert_floats (all->pdata[1], 16, 26);
}

/* The same numbers on all backends that there are. */
static void
test_backends (Fixture      *self,
               gconstpointer data)
{
  const char *const           names[] = { "xnnpack", "gles", "cpu" };
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = make_a ();
  KomaTensor                 *b = make_b ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (koma_environment_set_backend (koma_environment_get (), names[i], NULL))
      assert_floats (koma_graph_model_predict (self->model, (KomaTensor *[]){ a, b }, 2, NULL), 6,
                     6);
}

static void
assert_refused (KomaGraphModel *model,
                KomaTensor    **inputs,
                guint           n_inputs,
                KomaError       code,
                const char     *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_graph_model_predict (model, inputs, n_inputs, &error));
  g_assert_error (error, KOMA_ERROR, (int) code);
  g_assert_true (g_str_has_prefix (error->message, koma_graph_model_get_path (model)));
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_bad_inputs (Fixture      *self,
                 gconstpointer data)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *a = make_a ();
  KomaTensor *b = make_b ();
  KomaTensor *ints = koma_tensor_new_ints ((int[]){ 1, 2, 3 }, 3, KOMA_DIMS (1, 3), NULL);
  KomaTensor *gone = make_a ();

  koma_tensor_dispose_data (gone);
  assert_refused (self->model, (KomaTensor *[]){ a }, 1, KOMA_ERROR_SHAPE, "2 inputs");
  assert_refused (self->model, (KomaTensor *[]){ b, b }, 2, KOMA_ERROR_SHAPE, "“a” is [?,3]");
  assert_refused (self->model, (KomaTensor *[]){ ints, b }, 2, KOMA_ERROR_SHAPE, "int32");
  assert_refused (self->model, (KomaTensor *[]){ gone, b }, 2, KOMA_ERROR_ARGUMENT, "disposed");
  g_assert_null (koma_graph_model_predict (self->model, (KomaTensor *[]){ a, NULL }, 2, &error));
  g_assert_no_error (error);
}

static void
test_bad_names (Fixture      *self,
                gconstpointer data)
{
  const struct
  {
    const char *inputs[3];
    const char *outputs[2];
    const char *words;
  } cases[] = {
    { { "a", "c" }, { "y" }, "no input is called “c”" },
    { { "a", "a" }, { "y" }, "“b” is not given" },
    { { "a" }, { "y" }, "2 tensors given, but 1 names" },
    { { "a", "b" }, { "x" }, "no output or node is called “x”" },
  };
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = make_a ();
  KomaTensor                 *b = make_b ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_graph_model_execute (self->model, cases[i].inputs, (KomaTensor *[]){ a, b },
                                             2, cases[i].outputs, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
    g_assert_nonnull (strstr (error->message, cases[i].words));
  }
}

typedef struct
{
  GMutex          lock;
  GCond           changed;
  KomaGraphModel *model; /* (nullable) */
  guint           n_steps;
} Meeting;

static void
meet (Meeting *meeting,
      guint    n_steps)
{
  g_mutex_lock (&meeting->lock);
  meeting->n_steps++;
  g_cond_broadcast (&meeting->changed);
  while (meeting->n_steps < n_steps)
    g_cond_wait (&meeting->changed, &meeting->lock);
  g_mutex_unlock (&meeting->lock);
}

static gpointer
predict_elsewhere (gpointer data)
{
  Meeting                    *meeting = data;
  KomaEnvironment            *environment = koma_environment_get ();
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *a = make_a ();
  KomaTensor                 *b = make_b ();
  KomaTensor                 *y = NULL;

  y = koma_graph_model_predict (meeting->model, (KomaTensor *[]){ a, b }, 2, NULL);
  assert_floats (y, 6, 6);
  g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, 1);
  meet (meeting, 2);
  meet (meeting, 4);
  g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, 0);
  return NULL;
}

/* What a thread compiled goes when the model is freed on another. */
static void
test_threads (Fixture      *self,
              gconstpointer data)
{
  Meeting  meeting = { .model = self->model };
  GThread *thread = g_thread_new ("other", predict_elsewhere, &meeting);

  meet (&meeting, 2);
  g_clear_object (&self->model);
  meet (&meeting, 4);
  g_thread_join (thread);
}

static void
take_result (GObject      *source,
             GAsyncResult *result,
             gpointer      ret_result)
{
  *(GAsyncResult **) ret_result = g_object_ref (result);
}

static KomaGraphModel *
load_async (const char   *path,
            GCancellable *cancellable,
            GError      **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_graph_model_load_async (path, cancellable, take_result, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_graph_model_load_finish (result, error);
}

static void
test_load_async (Fixture      *self,
                 gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraphModel) model = load_async (self->folder, cancellable, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_graph_model_get_n_inputs (model), ==, 2);
  g_assert_null (load_async ("/nonexistent/model.json", NULL, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (load_async (self->folder, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_bad_files (Fixture      *self,
                gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "text.onnx", NULL);
  g_autofree char *weights = g_build_filename (self->folder, "weights.bin", NULL);
  g_autofree char *model = g_build_filename (self->folder, "model.json", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "no model at all", -1, NULL));
  g_assert_null (koma_graph_model_load (path, &error));
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_clear_error (&error);
  g_assert_cmpint (g_remove (weights), ==, 0);
  g_assert_null (koma_graph_model_load (model, &error));
  g_assert_nonnull (error);
  g_assert_true (g_str_has_prefix (error->message, model));
}

/* No classifier: it says so of pictures. */
static void
test_no_classifier (Fixture      *self,
                    gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_graph_model_classify (self->model, "a.jpg", 3, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_true (g_str_has_prefix (error->message, koma_graph_model_get_path (self->model)));
  g_clear_error (&error);
  g_assert_null (koma_graph_model_read_picture (self->model, "a.jpg", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
}

static char *
find_data (const char *name)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "data", name, NULL);
}

static KomaGraphModel *
load_classifier (void)
{
  g_autofree char *path = find_data ("models/shogi");
  g_autoptr (GError) error = NULL;
  KomaGraphModel *model = koma_graph_model_load (path, &error);

  g_assert_no_error (error);
  return model;
}

static void
test_classify (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char *path = find_data ("samples/07-rook.jpg");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) best = koma_graph_model_classify (model, path, 3, &error);
  g_autoptr (GPtrArray) all = koma_graph_model_classify (model, path, G_MAXUINT, &error);
  double sum = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (best->len, ==, 3);
  g_assert_cmpuint (all->len, ==, koma_graph_model_get_n_labels (model));
  for (guint i = 0; i < all->len; i++) {
    const KomaPrediction *prediction = all->pdata[i];

    g_assert_cmpstr (prediction->label, ==, koma_graph_model_get_label (model, prediction->index));
    g_assert_true (i == 0 || prediction->score <= ((KomaPrediction *) all->pdata[i - 1])->score);
    sum += prediction->score;
  }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-5);
  g_assert_cmpstr (((KomaPrediction *) best->pdata[0])->label, ==, "HI_up");
  g_assert_nonnull (strstr (((KomaPrediction *) best->pdata[0])->name, "rook"));
}

/* Pixels in memory, in rows with room between them, are as good as the file. */
static void
test_classify_pixels (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char *path = find_data ("samples/07-rook.jpg");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (file, 2 * 96, NULL, &error);
  const gsize        row_bytes = (gsize) 3 * picture->width;
  const gsize        stride = row_bytes + 5;
  const gsize        n_bytes = stride * (picture->height - 1) + row_bytes;
  g_autofree guint8 *pixels = g_malloc (n_bytes);
  g_autoptr (GPtrArray) from_file = koma_graph_model_classify (model, path, 1, &error);
  g_autoptr (GPtrArray) from_pixels = NULL;

  for (guint y = 0; y < picture->height; y++)
    memcpy (pixels + y * stride, picture->rgb + y * picture->stride, row_bytes);
  from_pixels = koma_graph_model_classify_pixels (model, pixels, n_bytes, picture->width,
                                                  picture->height, stride, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (((KomaPrediction *) from_pixels->pdata[0])->score, ==,
                     ((KomaPrediction *) from_file->pdata[0])->score);
  g_assert_null (koma_graph_model_classify_pixels (model, pixels, n_bytes - 1, picture->width,
                                                   picture->height, stride, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* A picture as a tensor, through predict (): logits, whose softmax are the scores. */
static void
test_read_picture (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char            *path = find_data ("samples/07-rook.jpg");
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) best = koma_graph_model_classify (model, path, 1, &error);
  KomaTensor       *picture = koma_graph_model_read_picture (model, path, &error);
  KomaTensor       *y = koma_graph_model_predict (model, &picture, 1, &error);
  gsize             n = 0;
  g_autofree float *scores =
    koma_tensor_read_floats (koma_tensor_softmax (y, -1, &error), &n, &error);
  const KomaPrediction *first = NULL;

  g_assert_no_error (error);
  first = best->pdata[0];
  g_assert_cmpuint (n, ==, koma_graph_model_get_n_labels (model));
  g_assert_cmpfloat_with_epsilon (scores[first->index], first->score, 1e-6);
}

static void
test_bad_pictures (void)
{
  g_autoptr (KomaGraphModel) model = load_classifier ();
  g_autofree char *text = find_data ("samples/samples.json");
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_graph_model_classify (model, text, 3, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
  g_assert_nonnull (strstr (error->message, "samples.json"));
  g_clear_error (&error);
  g_assert_null (koma_graph_model_read_picture (model, "/nonexistent/a.jpg", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "a.jpg"));
}

static KomaTensor *
make_ints (int n,
           int a,
           int b)
{
  return koma_tensor_new_ints ((int[]){ a, b }, n, &n, 1, NULL);
}

/* The second row of 0 … 23 in the shape of [a, b], which is an input. */
static KomaTensor *
reshape (KomaGraphModel *model,
         int             a,
         int             b,
         GError        **error)
{
  KomaTensor *x = koma_tensor_new_range (KOMA_DTYPE_FLOAT32, 0, 24, 1, NULL);
  KomaTensor *inputs[] = { koma_tensor_reshape (x, KOMA_DIMS (2, 3, 4), NULL), make_ints (2, a, b),
                           make_ints (1, 1, 0) };

  return koma_graph_model_predict (model, inputs, 3, error);
}

/* Inputs that decide shapes are constants of what is compiled, for each set of their numbers. */
static void
test_known (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (
    g_getenv ("KOMA_SOURCE"), "tests/engine/formats/onnx-models/known.onnx", NULL);
  g_autoptr (KomaGraphModel) model = koma_graph_model_load (path, &error);
  guint n_programs = 0;

  g_assert_no_error (error);
  g_assert_cmpuint (koma_graph_model_get_n_inputs (model), ==, 3);
  assert_floats (reshape (model, 4, 6, &error), 6, 7, 8, 9, 10, 11);
  assert_floats (reshape (model, 3, 8, &error), 8, 9, 10, 11, 12, 13, 14, 15);
  n_programs = koma_environment_get_n_programs (koma_environment_get ());
  assert_floats (reshape (model, 4, 6, &error), 6, 7, 8, 9, 10, 11);
  g_assert_cmpuint (koma_environment_get_n_programs (koma_environment_get ()), ==, n_programs);
  g_assert_null (reshape (model, 5, 5, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_true (g_str_has_prefix (error->message, path));
  g_assert_nonnull (strstr (error->message, "Reshape"));
  koma_scope_end (scope);
}

/* Of more sets of numbers than are kept. */
static void
test_known_many (void)
{
  static const int rows[] = { 2, 3, 4, 6, 8, 12, 24, -1, 2, 3 };
  g_autofree char *path = g_build_filename (
    g_getenv ("KOMA_SOURCE"), "tests/engine/formats/onnx-models/known.onnx", NULL);
  g_autoptr (KomaGraphModel) model = koma_graph_model_load (path, NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (rows); i++) {
    g_autoptr (KomaScope) scope = koma_scope_begin ();
    const int n = rows[i % G_N_ELEMENTS (rows)];

    g_assert_nonnull (reshape (model, n, n == -1 ? 6 : 24 / n, NULL));
    koma_scope_end (scope);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) \
  g_test_add ("/graph-model/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("infos", test_infos);
  ADD ("predict", test_predict);
  ADD ("execute", test_execute);
  ADD ("backends", test_backends);
  ADD ("bad-inputs", test_bad_inputs);
  ADD ("bad-names", test_bad_names);
  ADD ("threads", test_threads);
  ADD ("load-async", test_load_async);
  ADD ("bad-files", test_bad_files);
  ADD ("no-classifier", test_no_classifier);
  g_test_add_func ("/graph-model/known", test_known);
  g_test_add_func ("/graph-model/known-many", test_known_many);
  g_test_add_func ("/graph-model/classify", test_classify);
  g_test_add_func ("/graph-model/classify-pixels", test_classify_pixels);
  g_test_add_func ("/graph-model/read-picture", test_read_picture);
  g_test_add_func ("/graph-model/bad-pictures", test_bad_pictures);
  return g_test_run ();
}
