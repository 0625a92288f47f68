/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models that the library itself saved. */
#include <glib/gstdio.h>

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
  return g_test_run ();
}
