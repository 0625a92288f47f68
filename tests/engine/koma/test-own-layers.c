/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers of a class that derives from KomaLayer: trained, in loops of one's own, in files. */
#include <math.h>
#include <string.h>

#include "engine/koma/koma.h"
#include "own-layer-fixture.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define RATE      0.1
#define STEP      1e-5
#define N         5 /* samples */
#define N_IN      3
#define UNITS     2
#define N_WEIGHTS (N_IN * UNITS + UNITS)

typedef struct
{
  KomaScope       *scope;
  OwnLayer        *layer;
  KomaLayersModel *model; /* [N_IN] → the layer → [UNITS] */
  KomaTensor      *x;
  KomaTensor      *y;
} Own;

static KomaLayersModel *
make_model (OwnLayer *layer)
{
  g_autoptr (GError) error = NULL;
  KomaLayersModel *model = koma_layers_model_new_sequential (NULL);
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (RATE, &error);

  koma_layers_model_set_seed (model, 4);
  koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (N_IN)), &error);
  koma_layers_model_add (model, KOMA_LAYER (layer), &error);
  koma_layers_model_compile_with (model, sgd, "meanSquaredError", NULL, &error);
  g_assert_no_error (error);
  return model;
}

static void
set_up (Own          *self,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->scope = koma_scope_begin ();
  self->layer = own_layer_new (UNITS);
  self->layer->regularizer = data;
  self->model = make_model (self->layer);
  self->x = koma_tensor_new_random_uniform (KOMA_DIMS (N, N_IN), -1, 1, 1, &error);
  self->y = koma_tensor_new_random_uniform (KOMA_DIMS (N, UNITS), -1, 1, 2, &error);
  g_assert_no_error (error);
}

static void
tear_down (Own          *self,
           gconstpointer data)
{
  g_clear_object (&self->model);
  g_clear_object (&self->layer);
  koma_scope_end (self->scope);
}

static void
train (KomaLayersModel *model,
       Own             *self)
{
  g_autoptr (GError) error = NULL;
  gsize              n = 0;
  g_autofree double *results =
    koma_layers_model_train_on_batch (model, &self->x, 1, &self->y, 1, &n, &error);

  g_assert_no_error (error);
  g_assert_nonnull (results);
  g_assert_cmpuint (n, ==, 1);
}

/* The layer's weights one after the other. */
static float *
read_weights (KomaLayer *layer,
              gsize     *ret_n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) weights = koma_layer_get_weights (layer, &error);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (float));

  g_assert_no_error (error);
  for (guint i = 0; i < weights->len; i++) {
    gsize             n = 0;
    g_autofree float *values = koma_tensor_read_floats (weights->pdata[i], &n, &error);

    g_assert_no_error (error);
    g_array_append_vals (all, values, n);
  }
  *ret_n = all->len;
  return (float *) g_array_free (all, FALSE);
}

/* The mean squared error of tanh (x · kernel) · gain, with plain loops. */
static double
find_loss (const double *w, /* [N_WEIGHTS] kernel, gain */
           const float  *x, /* [N, N_IN] */
           const float  *y)  /* [N, UNITS] */
{
  double sum = 0;

  for (int i = 0; i < N; i++)
    for (int u = 0; u < UNITS; u++) {
      double a = 0;

      for (int k = 0; k < N_IN; k++)
        a += x[i * N_IN + k] * w[k * UNITS + u];
      a = tanh (a) * w[N_IN * UNITS + u] - y[i * UNITS + u];
      sum += a * a;
    }
  return sum / (N * UNITS);
}

/* By finite differences. */
static void
find_gradient (const float *weights, /* [N_WEIGHTS] */
               const Own   *own,
               double      *ret_gradient /* [N_WEIGHTS] */)
{
  g_autoptr (GError) error = NULL;
  gsize             n = 0;
  g_autofree float *x = koma_tensor_read_floats (own->x, &n, &error);
  g_autofree float *y = koma_tensor_read_floats (own->y, &n, &error);
  double            w[N_WEIGHTS];

  g_assert_no_error (error);
  for (int i = 0; i < N_WEIGHTS; i++)
    w[i] = weights[i];
  for (int i = 0; i < N_WEIGHTS; i++) {
    const double before = w[i];
    double       above = 0;

    w[i] = before + STEP;
    above = find_loss (w, x, y);
    w[i] = before - STEP;
    ret_gradient[i] = (above - find_loss (w, x, y)) / (2 * STEP);
    w[i] = before;
  }
}

/* A step of fit goes against the gradient, and with a penalty by its derivative, 2 · 0.01 · w. */
static void
test_step (Own          *self,
           gconstpointer data)
{
  gsize             n = 0;
  g_autofree float *before = read_weights (KOMA_LAYER (self->layer), &n);
  g_autofree float *after = NULL;
  double            gradient[N_WEIGHTS];

  g_assert_cmpuint (n, ==, N_WEIGHTS);
  find_gradient (before, self, gradient);
  train (self->model, self);
  after = read_weights (KOMA_LAYER (self->layer), &n);
  for (int i = 0; i < N_WEIGHTS; i++) {
    const double penalty = data != NULL && i < N_IN * UNITS ? 2 * 0.01 * before[i] : 0;

    g_assert_cmpfloat_with_epsilon (after[i], before[i] - RATE * (gradient[i] + penalty), 1e-6);
  }
  g_assert_cmpuint (self->layer->n_built, ==, 1);
}

/* Once for each plan, not for each step. */
static void
test_traced_once (Own          *self,
                  gconstpointer data)
{
  guint n_called = 0;

  train (self->model, self);
  n_called = self->layer->n_called;
  for (int i = 0; i < 20; i++)
    train (self->model, self);
  g_assert_cmpuint (self->layer->n_called, ==, n_called);
}

static KomaTensor *
find_layer_loss (GPtrArray *variables,
                 gpointer   user_data,
                 GError   **error)
{
  Own *own = user_data;
  g_autoptr (GPtrArray) ys = koma_layer_call (KOMA_LAYER (own->layer), &own->x, 1, error);

  if (ys == NULL)
    return NULL;
  return koma_tensor_mean (koma_tensor_squared_difference (ys->pdata[0], own->y, error),
                           KOMA_ALL_AXES, FALSE, error);
}

static void
assert_same (KomaLayer *a,
             KomaLayer *b)
{
  gsize             n = 0;
  g_autofree float *x = read_weights (a, &n);
  g_autofree float *y = read_weights (b, &n);

  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (x[i], y[i], 1e-6);
}

static void
copy_weights (KomaLayer *from,
              KomaLayer *to)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) weights = koma_layer_get_weights (from, &error);

  koma_layer_set_weights (to, (KomaTensor **) weights->pdata, weights->len, &error);
  g_assert_no_error (error);
}

/* A loop of one's own: steps are those of fit, whether the variables are named or not. */
static void
test_minimize (Own          *self,
               gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (RATE, &error);
  g_autoptr (GPtrArray) variables = NULL;
  g_autoptr (OwnLayer) other = own_layer_new (UNITS);
  g_autoptr (KomaLayersModel) model = make_model (other);

  copy_weights (KOMA_LAYER (self->layer), KOMA_LAYER (other));
  variables = koma_layer_get_variables (KOMA_LAYER (self->layer), TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (variables->len, ==, 2);
  for (int i = 0; i < 3; i++) {
    train (model, self);
    koma_optimizer_minimize (sgd, find_layer_loss, self,
                             i < 2 ? (KomaVariable *const *) variables->pdata : NULL,
                             i < 2 ? variables->len : 0, &error);
    g_assert_no_error (error);
    assert_same (KOMA_LAYER (self->layer), KOMA_LAYER (other));
  }
}

/* The first call makes the weights within the function. */
static void
test_minimize_all (Own          *self,
                   gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OwnLayer) fresh = own_layer_new (UNITS);
  Own own = { .layer = fresh, .x = self->x, .y = self->y };
  g_autoptr (KomaOptimizer) sgd = koma_optimizer_new_sgd (RATE, &error);
  gsize             n = 0;
  g_autofree float *before = NULL;
  g_autofree float *after = NULL;
  double            gradient[N_WEIGHTS];

  koma_optimizer_minimize (sgd, find_layer_loss, &own, NULL, 0, &error);
  g_assert_no_error (error);
  before = read_weights (KOMA_LAYER (fresh), &n);
  find_gradient (before, self, gradient);
  koma_optimizer_minimize (sgd, find_layer_loss, &own, NULL, 0, &error);
  g_assert_no_error (error);
  after = read_weights (KOMA_LAYER (fresh), &n);
  for (int i = 0; i < N_WEIGHTS; i++)
    g_assert_cmpfloat_with_epsilon (after[i], before[i] - RATE * gradient[i], 1e-6);
}

static void
test_frozen (Own          *self,
             gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) trainable = NULL;

  koma_layer_set_trainable (KOMA_LAYER (self->layer), FALSE);
  all = koma_layers_model_get_variables (self->model, FALSE, &error);
  trainable = koma_layers_model_get_variables (self->model, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 2);
  g_assert_cmpuint (trainable->len, ==, 0);
  g_assert_false (koma_variable_is_trainable (all->pdata[0]));
}

/* The seed of the model draws the weights, though the layer had to have them before. */
static void
test_seed (Own          *self,
           gconstpointer data)
{
  g_autoptr (OwnLayer) other = own_layer_new (UNITS);
  g_autoptr (KomaLayersModel) model = make_model (other);

  train (self->model, self);
  train (model, self);
  assert_same (KOMA_LAYER (self->layer), KOMA_LAYER (other));
}

static KomaLayer *
make_layer (const char *class_name,
            const char *config,
            gpointer    user_data,
            GError    **error)
{
  g_assert_cmpstr (class_name, ==, "OwnLayer");
  if (user_data != NULL) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, "%s", (const char *) user_data);
    return NULL;
  }
  g_assert_nonnull (strstr (config, "\"units\":2"));
  return KOMA_LAYER (own_layer_new (UNITS));
}

static void
assert_same_answers (KomaLayersModel *a,
                     KomaLayersModel *b,
                     Own             *own)
{
  g_autoptr (GError) error = NULL;
  KomaTensor       *x = koma_layers_model_predict (a, &own->x, 1, 32, &error);
  KomaTensor       *y = koma_layers_model_predict (b, &own->x, 1, 32, &error);
  gsize             n = 0;
  g_autofree float *p = koma_tensor_read_floats (x, &n, &error);
  g_autofree float *q = koma_tensor_read_floats (y, &n, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (p, n * sizeof *p, q, n * sizeof *q);
}

static void
test_file (Own          *self,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-own-XXXXXX", &error);
  g_autoptr (KomaLayersModel) loaded = NULL;
  KomaLayersModel *none = NULL;

  train (self->model, self);
  g_assert_true (koma_layers_model_save (self->model, folder, TRUE, &error));
  none = koma_layers_model_load (folder, &error);
  g_assert_null (none);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "OwnLayer “own_layer_OwnLayer1”: Koma has no layer of "
                                            "this class, and no other is registered"));
  g_clear_error (&error);
  koma_layer_register ("OwnLayer", make_layer, NULL, NULL);
  loaded = koma_layers_model_load (folder, &error);
  g_assert_no_error (error);
  assert_same_answers (self->model, loaded, self);
  train (self->model, self);
  train (loaded, self);
  assert_same_answers (self->model, loaded, self);
  koma_layer_register ("OwnLayer", make_layer, (gpointer) "no room", NULL);
  none = koma_layers_model_load (folder, &error);
  g_assert_null (none);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_assert_nonnull (strstr (error->message, "OwnLayer “own_layer_OwnLayer1”: no room"));
  remove_tree (folder);
}

/* Its weights become those of the layer that calls it. */
static void
test_inner (Own          *self,
            gconstpointer data)
{
  g_autoptr (OwnLayer) outer = own_layer_new (UNITS);
  g_autoptr (KomaLayersModel) model = NULL;
  gsize             n = 0;
  g_autofree float *before = NULL;
  g_autofree float *after = NULL;

  outer->inner = g_object_ref_sink (koma_layer_new_dense (2, NULL));
  outer->n_inner = 2;
  model = make_model (outer);
  before = read_weights (KOMA_LAYER (outer), &n);
  g_assert_cmpuint (n, ==, 2 * UNITS + UNITS + N_IN * 2 + 2);
  train (model, self);
  after = read_weights (KOMA_LAYER (outer), &n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (before[i], !=, after[i]);
}

static void
assert_fails (OwnLayer   *layer,
              GQuark      domain,
              const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);

  koma_layers_model_add (model, koma_layer_new_input (KOMA_DIMS (N_IN)), &error);
  g_assert_no_error (error);
  g_assert_false (koma_layers_model_add (model, KOMA_LAYER (layer), &error));
  g_assert_cmpuint (error->domain, ==, domain);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, text));
}

static void
test_refused (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (OwnLayer) failing = own_layer_new (UNITS);
  g_autoptr (OwnLayer) empty = own_layer_new (0);
  g_autoptr (OwnLayer) telling = own_layer_new (UNITS);
  g_autoptr (OwnLayer) assigning = own_layer_new (UNITS);
  g_autoptr (OwnLayer) odd = own_layer_new (UNITS);
  g_autoptr (GError) error = NULL;

  failing->fails = TRUE;
  assert_fails (failing, G_IO_ERROR, "OwnLayer “own_layer_OwnLayer1”: not today");
  assert_fails (empty, KOMA_ERROR, "weight “kernel”: size 1 is 0, expected 1 or more");
  telling->told = 7;
  assert_fails (telling, KOMA_ERROR, "compute_output_shape gives [-1, 7], its call gives [2,2]");
  assigning->assigns = TRUE;
  assert_fails (assigning, KOMA_ERROR, "A variable can not be assigned while a layer is called");
  odd->regularizer = "l7";
  assert_fails (odd, KOMA_ERROR, "l7");
  odd->regularizer = NULL;
  odd->constraint = "tight";
  assert_fails (odd, KOMA_ERROR, "tight");
  g_assert_null (koma_layer_add_weight (KOMA_LAYER (odd), "a/b", NULL, 0, KOMA_DTYPE_FLOAT32, NULL,
                                        TRUE, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* A step keeps to what its weight has to be; the other weight is free. */
static void
test_constraint (Own          *self,
                 gconstpointer data)
{
  g_autoptr (OwnLayer) layer = own_layer_new (UNITS);
  g_autoptr (KomaLayersModel) model = NULL;
  g_autofree float *weights = NULL;
  gsize             n = 0;

  layer->constraint = "{'class_name': 'MaxNorm', 'config': {'max_value': 0.25, 'axis': 0}}";
  model = make_model (layer);
  train (model, self);
  weights = read_weights (KOMA_LAYER (layer), &n);
  for (guint u = 0; u < UNITS; u++) {
    double sum = 0;

    for (guint k = 0; k < N_IN; k++)
      sum += weights[k * UNITS + u] * weights[k * UNITS + u];
    g_assert_cmpfloat_with_epsilon (sqrt (sum), 0.25, 1e-5);
    g_assert_cmpfloat (weights[N_IN * UNITS + u], >, 0.5);
  }
}

/* Hundreds of steps leave no tensor behind. */
static void
test_memory (Own          *self,
             gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaOptimizer) adam = koma_optimizer_new_adam (0.01, &error);
  KomaMemory before;
  KomaMemory after;

  for (int i = 0; i < 300; i++) {
    g_autoptr (KomaScope) scope = koma_scope_begin ();

    train (self->model, self);
    koma_optimizer_minimize (adam, find_layer_loss, self, NULL, 0, &error);
    g_assert_no_error (error);
    koma_scope_end (g_steal_pointer (&scope));
    koma_environment_get_memory (koma_environment_get (), i == 1 ? &before : &after);
  }
  g_assert_cmpuint (after.n_tensors, ==, before.n_tensors);
  g_assert_cmpuint (after.n_bytes, ==, before.n_bytes);
}

#define ADD(name, data, func) g_test_add ("/own-layers/" name, Own, data, set_up, func, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("step", NULL, test_step);
  ADD ("step-penalty", "l2", test_step);
  ADD ("constraint", NULL, test_constraint);
  ADD ("traced-once", NULL, test_traced_once);
  ADD ("minimize", NULL, test_minimize);
  ADD ("minimize-all", NULL, test_minimize_all);
  ADD ("frozen", NULL, test_frozen);
  ADD ("seed", NULL, test_seed);
  ADD ("file", NULL, test_file);
  ADD ("inner", NULL, test_inner);
  g_test_add_func ("/own-layers/refused", test_refused);
  ADD ("memory", NULL, test_memory);
  return g_test_run ();
}
