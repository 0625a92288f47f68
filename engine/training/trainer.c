/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trainer.h"

#include "engine/runtime/memory.h"
#include "metric.h"
#include "trainer-plan.h"

/* Batches of other sizes than these have the oldest plan made anew. */
#define MAX_PLANS 8

struct _KomaTrainer
{
  KomaTrainerOptions options; /* those of the optimizer may change, nothing else */
  GPtrArray         *names;   /* (element-type utf8) of results */
  GPtrArray         *owned;   /* (element-type utf8) that the options point to */

  GPtrArray *memory;  /* (owned) (element-type float*) what weights and slots have of their own */
  GPtrArray *weights; /* (element-type float*) */
  GPtrArray *slots;   /* (element-type float* (nullable)) [n_weights · n_slots] */
  GPtrArray *plans;   /* (element-type KomaTrainerPlan) the oldest first */
  guint64    n_steps;
};

static void
add_name (KomaTrainer             *self,
          const KomaTrainerOutput *output,
          const char              *label)
{
  g_ptr_array_add (self->names, self->options.n_outputs > 1
                                  ? g_strconcat (output->name, "_", label, NULL)
                                  : g_strdup (label));
}

static void
name_results (KomaTrainer *self)
{
  const gboolean are_several = self->options.n_outputs > 1;

  g_ptr_array_add (self->names, g_strdup ("loss"));
  for (guint i = 0; are_several && i < self->options.n_outputs; i++)
    g_ptr_array_add (self->names, g_strconcat (self->options.outputs[i].name, "_loss", NULL));
  for (guint i = 0; i < self->options.n_outputs; i++) {
    const KomaTrainerOutput *output = &self->options.outputs[i];

    for (guint k = 0; output->metrics[k] != NULL; k++)
      add_name (self, output, koma_metric_get_label (output->metrics[k]));
    for (guint k = 0; k < output->n_own_metrics; k++)
      add_name (self, output, output->own_metrics[k].name);
  }
}

static gboolean
add_memory (KomaTrainer     *self,
            GPtrArray       *list,
            const KomaShape *shape,
            double           value,
            GError         **error)
{
  gsize  n = 0;
  float *memory = NULL;

  if (!koma_shape_check (shape, sizeof (float), &n, error))
    return FALSE;
  memory = koma_memory_alloc (n * sizeof (float), error);
  if (memory == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    memory[i] = value;
  g_ptr_array_add (self->memory, memory);
  g_ptr_array_add (list, memory);
  return TRUE;
}

static gboolean
allocate (KomaTrainer *self,
          GError     **error)
{
  const KomaOptimizerRule *rule = self->options.optimizer.rule;
  const double             slot_value =
    rule->get_slot_value != NULL ? rule->get_slot_value (self->options.optimizer.options) : 0;

  for (guint i = 0; i < self->options.n_weights; i++) {
    const KomaTrainerWeight *weight = &self->options.weights[i];

    if (weight->memory != NULL)
      g_ptr_array_add (self->weights, weight->memory);
    else if (!add_memory (self, self->weights, &weight->shape, 0, error))
      return FALSE;
    for (guint slot = 0; slot < rule->n_slots; slot++)
      if (!weight->is_trainable)
        g_ptr_array_add (self->slots, NULL);
      else if (!add_memory (self, self->slots, &weight->shape, slot_value, error))
        return FALSE;
  }
  return TRUE;
}

/**
 * koma_trainer_new:
 * @options: copied, but for user_data
 *
 * Allocates weights, where they have no memory yet, and slots. Plans are made when they are first
 * needed. Thread: the one that will use it.
 *
 * Errors: %KOMA_ERROR_MODEL if there is no output; %KOMA_ERROR_UNSUPPORTED if a metric is not
 * known; %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): the trainer
 */
KomaTrainer *
koma_trainer_new (const KomaTrainerOptions *options,
                  GError                  **error)
{
  g_autoptr (KomaTrainer) self = g_new0 (KomaTrainer, 1);

  self->owned = g_ptr_array_new_with_free_func (g_free);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->memory = g_ptr_array_new_with_free_func (koma_memory_free);
  self->weights = g_ptr_array_new ();
  self->slots = g_ptr_array_new ();
  self->plans = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_trainer_plan_free);
  if (!koma_trainer_options_copy (options, self->owned, &self->options, error))
    return NULL;
  name_results (self);
  return allocate (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_trainer_adopt:
 *
 * Makes the calling thread the owner. Thread: any, once the owner has ended.
 */
void
koma_trainer_adopt (KomaTrainer *trainer)
{
  for (guint i = 0; i < trainer->plans->len; i++)
    koma_session_adopt (((KomaTrainerPlan *) trainer->plans->pdata[i])->session);
}

/**
 * koma_trainer_free:
 * @trainer: (nullable) (transfer full)
 *
 * Thread: the owner's.
 */
void
koma_trainer_free (KomaTrainer *trainer)
{
  if (trainer == NULL)
    return;
  g_ptr_array_unref (trainer->plans);
  g_ptr_array_unref (trainer->weights);
  g_ptr_array_unref (trainer->slots);
  g_ptr_array_unref (trainer->memory);
  g_ptr_array_unref (trainer->names);
  g_ptr_array_unref (trainer->owned);
  g_free (trainer);
}

static KomaTrainerPlan *
make_plan (KomaTrainer    *self,
           KomaTrainerMode mode,
           guint           batch,
           GError        **error)
{
  const KomaTrainerParts parts = {
    .options = &self->options,
    .weights = (float *const *) self->weights->pdata,
    .slots = (float *const *) self->slots->pdata,
  };
  KomaTrainerPlan *plan = koma_trainer_plan_new (&parts, mode, batch, error);

  if (plan == NULL)
    return NULL;
  if (self->plans->len == MAX_PLANS)
    g_ptr_array_remove_index (self->plans, 0);
  g_ptr_array_add (self->plans, plan);
  return plan;
}

static KomaTrainerPlan *
get_plan (KomaTrainer    *self,
          KomaTrainerMode mode,
          guint           batch,
          GError        **error)
{
  for (guint i = 0; i < self->plans->len; i++) {
    KomaTrainerPlan *plan = self->plans->pdata[i];

    if (plan->mode == mode && plan->batch == batch)
      return plan;
  }
  if (batch == 0) {
    koma_fail (error, KOMA_ERROR_SHAPE, "A batch has one sample or more");
    return NULL;
  }
  return make_plan (self, mode, batch, error);
}

static void
write_input (KomaTrainerPlan *plan,
             guint            index,
             gconstpointer    data)
{
  memcpy (koma_session_get_input_data (plan->session, index), data,
          koma_value_get_bytes (koma_session_get_input (plan->session, index)));
}

static void
write_batch (const KomaTrainer   *self,
             KomaTrainerPlan     *plan,
             const gconstpointer *x,
             const float *const  *y)
{
  for (guint i = 0; i < plan->n_x; i++)
    write_input (plan, plan->x[i], x[i]);
  for (guint i = 0; plan->mode != KOMA_TRAINER_PREDICT && i < self->options.n_outputs; i++)
    write_input (plan, plan->y[i], y[i]);
}

/* Other random numbers for each op and each step. */
static void
write_keys (const KomaTrainer *self,
            KomaTrainerPlan   *plan)
{
  for (guint i = 0; i < plan->n_keys; i++) {
    const gint32 key[2] = { (gint32) (self->options.seed + i * 0x9e3779b9u),
                            (gint32) (guint32) self->n_steps };

    write_input (plan, plan->keys[i], key);
  }
}

static void
write_rates (const KomaTrainer *self,
             KomaTrainerPlan   *plan)
{
  const KomaOptimizerSettings *optimizer = &self->options.optimizer;
  float                        rates[KOMA_OPTIMIZER_MAX_RATES] = { 0 };

  optimizer->rule->set_rates (optimizer->options, self->n_steps, rates);
  for (guint i = 0; i < optimizer->rule->n_rates; i++)
    write_input (plan, plan->rates + i, &rates[i]);
}

static void
read_results (const KomaTrainer *self,
              KomaTrainerPlan   *plan,
              float             *ret_results)
{
  for (guint i = 0; i < self->names->len; i++)
    ret_results[i] = *(const float *) koma_session_get_output_data (plan->session, i);
}

static gboolean
make_step (KomaTrainer     *self,
           KomaTrainerPlan *plan, /* with its batch written */
           float           *ret_results,
           GError         **error)
{
  self->n_steps++;
  write_keys (self, plan);
  write_rates (self, plan);
  if (!koma_session_run (plan->session, error))
    return FALSE;
  read_results (self, plan, ret_results);
  return TRUE;
}

/**
 * koma_trainer_step:
 * @batch: samples, 1 or more
 * @x: [n_inputs]: each as the model's input is for that batch: dense, row-major
 * @y: [n_outputs]: targets, of koma_loss_get_target_shape()
 * @ret_results: (out): [koma_trainer_get_n_results()]: of this batch, before its update
 *
 * Learns from a batch. The first of its size makes a plan; the others allocate nothing. Thread:
 * the owner's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @batch is 0; those of the model's function, of koma_gradient_add(),
 * koma_session_new() and koma_session_run(). The weights are as before then, unless it was the
 * last of these.
 */
gboolean
koma_trainer_step (KomaTrainer         *trainer,
                   guint                batch,
                   const gconstpointer *x,
                   const float *const  *y,
                   float               *ret_results,
                   GError             **error)
{
  KomaTrainerPlan *plan = get_plan (trainer, KOMA_TRAINER_STEP, batch, error);

  if (plan == NULL)
    return FALSE;
  write_batch (trainer, plan, x, y);
  return make_step (trainer, plan, ret_results, error);
}

/**
 * koma_trainer_step_weighted:
 * @shares: [n_outputs]: [batch] each: by how much the loss of each sample is multiplied
 *
 * As koma_trainer_step(), with samples that count more or less: the loss is the sum of the
 * products, divided by the batch size. Metrics are as without. Thread: the owner's.
 *
 * Errors: those of koma_trainer_step().
 */
gboolean
koma_trainer_step_weighted (KomaTrainer         *trainer,
                            guint                batch,
                            const gconstpointer *x,
                            const float *const  *y,
                            const float *const  *shares,
                            float               *ret_results,
                            GError             **error)
{
  KomaTrainerPlan *plan = get_plan (trainer, KOMA_TRAINER_STEP_WEIGHTED, batch, error);

  if (plan == NULL)
    return FALSE;
  write_batch (trainer, plan, x, y);
  for (guint i = 0; i < trainer->options.n_outputs; i++)
    write_input (plan, plan->shares[i], shares[i]);
  return make_step (trainer, plan, ret_results, error);
}

/**
 * koma_trainer_evaluate:
 *
 * As koma_trainer_step(), but the model does not train, and regularizers do not count, as in
 * TensorFlow.js. Thread: the owner's.
 *
 * Errors: those of koma_trainer_step().
 */
gboolean
koma_trainer_evaluate (KomaTrainer         *trainer,
                       guint                batch,
                       const gconstpointer *x,
                       const float *const  *y,
                       float               *ret_results,
                       GError             **error)
{
  KomaTrainerPlan *plan = get_plan (trainer, KOMA_TRAINER_EVALUATE, batch, error);

  if (plan == NULL)
    return FALSE;
  write_batch (trainer, plan, x, y);
  write_keys (trainer, plan);
  if (!koma_session_run (plan->session, error))
    return FALSE;
  read_results (trainer, plan, ret_results);
  return TRUE;
}

/**
 * koma_trainer_predict:
 * @ret_outputs: (out): [n_outputs]: each dense, row-major; valid until the next call
 *
 * Computes the outputs of the model. Thread: the owner's.
 *
 * Errors: those of koma_trainer_step().
 */
gboolean
koma_trainer_predict (KomaTrainer         *trainer,
                      guint                batch,
                      const gconstpointer *x,
                      const float        **ret_outputs,
                      GError             **error)
{
  KomaTrainerPlan *plan = get_plan (trainer, KOMA_TRAINER_PREDICT, batch, error);

  if (plan == NULL)
    return FALSE;
  write_batch (trainer, plan, x, NULL);
  write_keys (trainer, plan);
  if (!koma_session_run (plan->session, error))
    return FALSE;
  for (guint i = 0; i < trainer->options.n_outputs; i++)
    ret_outputs[i] = koma_session_get_output_data (plan->session, i);
  return TRUE;
}

guint
koma_trainer_get_n_results (const KomaTrainer *trainer)
{
  return trainer->names->len;
}

/**
 * koma_trainer_get_result_name:
 *
 * Returns: (transfer none): "loss", "acc", "mse"; of several outputs "NAME_loss", "NAME_acc"
 */
const char *
koma_trainer_get_result_name (const KomaTrainer *trainer,
                              guint              index)
{
  return trainer->names->pdata[index];
}

float *
koma_trainer_get_weight (KomaTrainer *trainer,
                         guint        index)
{
  return trainer->weights->pdata[index];
}

/**
 * koma_trainer_get_slot:
 *
 * Returns: (transfer none) (nullable): as koma_trainer_get_weight(); %NULL of a weight that does
 *   not learn by gradients
 */
float *
koma_trainer_get_slot (KomaTrainer *trainer,
                       guint        weight,
                       guint        slot)
{
  return trainer->slots->pdata[weight * trainer->options.optimizer.rule->n_slots + slot];
}

guint64
koma_trainer_get_n_steps (const KomaTrainer *trainer)
{
  return trainer->n_steps;
}

/**
 * koma_trainer_set_n_steps:
 *
 * Goes on where a training stopped, together with weights and slots: Adam and others count.
 */
void
koma_trainer_set_n_steps (KomaTrainer *trainer,
                          guint64      n_steps)
{
  trainer->n_steps = n_steps;
}

/**
 * koma_trainer_set_option:
 * @name: "learning_rate", in either spelling; not one that chooses the formula
 *
 * Changes an option of the optimizer, from the next step on; its plan stays.
 *
 * Errors: those of koma_optimizer_settings_set(); %KOMA_ERROR_UNSUPPORTED if it chooses the
 * formula.
 */
gboolean
koma_trainer_set_option (KomaTrainer *trainer,
                         const char  *name,
                         double       value,
                         GError     **error)
{
  if (koma_optimizer_settings_is_fixed (&trainer->options.optimizer, name))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s: %s can not change while it trains",
                      trainer->options.optimizer.name, name);
  return koma_optimizer_settings_set (&trainer->options.optimizer, name, value, error);
}
