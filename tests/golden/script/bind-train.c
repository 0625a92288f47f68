/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Training of models: compile, fit, evaluate. */
#include <string.h>

#include "bindings.h"

#define BATCH_SIZE 32

/* (nullable): of a text, or of a function: "meanSquaredError" of tf.losses.meanSquaredError. */
static const char *
read_name (const ScriptValue *value)
{
  const char *dot = NULL;

  if (value == NULL || value->kind != SCRIPT_BUILTIN)
    return script_value_string (value);
  dot = strrchr (value->text, '.');
  return dot != NULL ? dot + 1 : value->text;
}

/* (transfer full) (nullable): names of losses or metrics, of one or of a list of them. */
static char **
read_names (const ScriptValue *value,
            GError           **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const gboolean is_list = value != NULL && value->kind == SCRIPT_LIST;

  for (guint i = 0; !script_value_is_missing (value) && i < (is_list ? value->items->len : 1);
       i++) {
    const ScriptValue *item = is_list ? script_value_item (value, i) : value;

    if (read_name (item) == NULL) {
      koma_fail (error, KOMA_ERROR_ARGUMENT, "%s is no name", script_value_type_name (item));
      return NULL;
    }
    g_strv_builder_add (names, read_name (item));
  }
  return g_strv_builder_end (names);
}

/* An optimizer is an object, or the name of one. */
static gboolean
compile_with (KomaLayersModel   *model,
              const ScriptValue *optimizer,
              char             **losses,
              char             **metrics,
              GError           **error)
{
  const char    *name = script_value_string (optimizer);
  KomaOptimizer *object = script_value_object (optimizer, KOMA_TYPE_OPTIMIZER);
  gboolean       is_done = FALSE;

  if (losses[0] == NULL || (name == NULL && object == NULL))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "compile: the %s is missing",
                      losses[0] == NULL ? "loss" : "optimizer");
  if (object != NULL)
    is_done = koma_layers_model_compile_with (model, object, losses[0],
                                              (const char *const *) metrics, error);
  else
    is_done =
      koma_layers_model_compile (model, name, losses[0], (const char *const *) metrics, error);
  return is_done && (losses[1] == NULL ||
                     koma_layers_model_set_losses (model, (const char *const *) losses, error));
}

/* model.compile ({optimizer, loss, metrics}) */
static ScriptValue *
compile (ScriptCall *call,
         GError    **error)
{
  const ScriptValue *settings = script_argument (call, 0);
  g_auto (GStrv) losses = read_names (script_value_get (settings, "loss"), error);
  g_auto (GStrv) metrics = NULL;

  if (losses != NULL)
    metrics = read_names (script_value_get (settings, "metrics"), error);
  if (metrics == NULL || !compile_with (script_get_model (call),
                                        script_value_get (settings, "optimizer"), losses, metrics,
                                        error))
    return NULL;
  return script_new_undefined (call->script);
}

/* Samples and targets: the first two arguments, or the elements of a list. */
typedef struct
{
  GPtrArray *x; /* (owned) */
  GPtrArray *y;
} Samples;

static void
samples_clear (Samples *self)
{
  g_clear_pointer (&self->x, g_ptr_array_unref);
  g_clear_pointer (&self->y, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Samples, samples_clear)

static gboolean
read_samples (Samples           *self,
              const ScriptValue *x,
              const ScriptValue *y,
              GError           **error)
{
  self->x = script_to_tensors (x, error);
  if (self->x != NULL)
    self->y = script_to_tensors (y, error);
  return self->y != NULL;
}

#define SAMPLES(s) \
  (KomaTensor **) (s).x->pdata, (s).x->len, (KomaTensor **) (s).y->pdata, (s).y->len

static gboolean
read_options (const ScriptValue *settings,
              KomaFitOptions    *options,
              GError           **error)
{
  const ScriptValue *shuffle = script_value_get (settings, "shuffle");
  const ScriptValue *validation = script_value_get (settings, "validationData");
  const double       split = script_get_number (settings, "validationSplit", 0);
  g_auto (Samples) samples = { 0 };

  if (split < 0 || split >= 1)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "validationSplit is not within 0 and 1");
  g_object_set (options, "shuffle",
                script_value_is_missing (shuffle) || script_value_is_true (shuffle),
                "validation-split", MIN (split, 0.999), NULL);
  if (script_value_is_missing (validation))
    return TRUE;
  if (!read_samples (&samples, script_value_item (validation, 0),
                     script_value_item (validation, 1), error))
    return FALSE;
  koma_fit_options_set_validation (options, SAMPLES (samples));
  return TRUE;
}

static ScriptValue *
new_numbers (Script       *script,
             const double *values,
             gsize         n)
{
  ScriptValue *list = script_new_list (script);

  for (gsize i = 0; i < n; i++)
    g_ptr_array_add (list->items, script_new_number (script, values[i]));
  return list;
}

/* {history: {loss: [..]}, epoch: [0, 1 ..]} */
static ScriptValue *
wrap_history (Script      *script,
              KomaHistory *history)
{
  g_auto (GStrv) names = koma_history_get_names (history);
  ScriptValue *record = script_new_record (script);
  ScriptValue *numbers = script_new_record (script);
  ScriptValue *epochs = script_new_list (script);

  for (guint i = 0; i < koma_history_get_n_epochs (history); i++)
    g_ptr_array_add (epochs->items, script_new_number (script, i));
  for (guint i = 0; names[i] != NULL; i++) {
    gsize         n = 0;
    const double *values = koma_history_get_values (history, names[i], &n);

    script_value_set (numbers, names[i], new_numbers (script, values, n));
  }
  script_value_set (record, "history", numbers);
  script_value_set (record, "epoch", epochs);
  return record;
}

/* The callback onEpochEnd (epoch, logs). */
static void
on_epoch_end (KomaLayersModel *model,
              guint            epoch,
              KomaHistory     *history,
              ScriptCallback  *callback)
{
  Script *script = callback->call->script;
  g_auto (GStrv) names = koma_history_get_names (history);
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  ScriptValue *logs = script_new_record (script);

  for (guint i = 0; names[i] != NULL; i++) {
    gsize         n = 0;
    const double *values = koma_history_get_values (history, names[i], &n);

    if (n > 0)
      script_value_set (logs, names[i], script_new_number (script, values[n - 1]));
  }
  g_ptr_array_add (arguments, script_new_number (script, epoch));
  g_ptr_array_add (arguments, logs);
  script_call_value (script, callback->call->node, callback->function, arguments);
  if (script->error != NULL)
    koma_layers_model_stop (model);
}

static KomaHistory *
fit_with (ScriptCall        *call,
          const Samples     *samples,
          const ScriptValue *settings,
          GError           **error)
{
  const double epochs = script_get_number (settings, "epochs", 1);
  const double batch = script_get_number (settings, "batchSize", BATCH_SIZE);
  g_autoptr (KomaFitOptions) options =
    koma_fit_options_new ((guint) CLAMP (epochs, 0, G_MAXINT), (guint) CLAMP (batch, 1, G_MAXINT));
  ScriptCallback callback = {
    call,
    script_value_get (script_value_get (settings, "callbacks"), "onEpochEnd"),
  };
  KomaHistory *history = NULL;
  gulong       handler = 0;

  if (!read_options (settings, options, error))
    return NULL;
  if (script_value_is_function (callback.function))
    handler = g_signal_connect (script_get_model (call), "epoch-end", G_CALLBACK (on_epoch_end),
                                &callback);
  history =
    koma_layers_model_fit (script_get_model (call), SAMPLES (*samples), options, NULL, error);
  if (handler != 0)
    g_signal_handler_disconnect (script_get_model (call), handler);
  return history;
}

/* model.fit (x, y, {epochs, batchSize, ..}): a promise of the history */
static ScriptValue *
fit (ScriptCall *call,
     GError    **error)
{
  g_auto (Samples) samples = { 0 };
  g_autoptr (KomaHistory) history = NULL;

  if (read_samples (&samples, script_argument (call, 0), script_argument (call, 1), error))
    history = fit_with (call, &samples, script_argument (call, 2), error);
  return history != NULL
           ? script_new_promise (call->script, wrap_history (call->script, history))
           : NULL;
}

/* One number, or a list of them, of the loss and the metrics. */
static ScriptValue *
wrap_results (ScriptCall   *call,
              const double *results, /* (nullable) */
              gsize         n,
              gboolean      is_tensor,
              GError      **error)
{
  ScriptValue *list = script_new_list (call->script);

  for (gsize i = 0; results != NULL && i < n; i++) {
    ScriptValue *value =
      is_tensor ? script_new_object (call->script, koma_tensor_new_scalar (results[i], error))
                : script_new_number (call->script, results[i]);

    if (value == NULL)
      return NULL;
    g_ptr_array_add (list->items, value);
  }
  if (results == NULL)
    return NULL;
  return n == 1 ? script_value_item (list, 0) : list;
}

/* model.evaluate (x, y, {batchSize}): scalars */
static ScriptValue *
evaluate (ScriptCall *call,
          GError    **error)
{
  const double batch = script_get_number (script_argument (call, 2), "batchSize", BATCH_SIZE);
  g_auto (Samples) samples = { 0 };
  g_autofree double *results = NULL;
  gsize              n = 0;

  if (read_samples (&samples, script_argument (call, 0), script_argument (call, 1), error))
    results = koma_layers_model_evaluate (script_get_model (call), SAMPLES (samples),
                                          (guint) CLAMP (batch, 1, G_MAXINT), &n, error);
  return wrap_results (call, results, n, TRUE, error);
}

/* model.trainOnBatch (x, y): a promise of numbers */
static ScriptValue *
train_on_batch (ScriptCall *call,
                GError    **error)
{
  g_auto (Samples) samples = { 0 };
  g_autofree double *results = NULL;
  ScriptValue       *value = NULL;
  gsize              n = 0;

  if (read_samples (&samples, script_argument (call, 0), script_argument (call, 1), error))
    results =
      koma_layers_model_train_on_batch (script_get_model (call), SAMPLES (samples), &n, error);
  value = wrap_results (call, results, n, FALSE, error);
  return value != NULL ? script_new_promise (call->script, value) : NULL;
}

const ScriptBinding script_fit_members[] = {
  { "compile", compile, FALSE },
  { "evaluate", evaluate, FALSE },
  { "fit", fit, FALSE },
  { "trainOnBatch", train_on_batch, FALSE },
  { NULL, NULL, FALSE },
};
