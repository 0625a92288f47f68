/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A step is written as one formula of the rates and of each variable, its gradient and what was
 * noted of it; the rule of the optimizer, which models of layers are trained by too, writes it. */
#include "engine/koma/ops/clone.h"
#include "engine/koma/tensor/execute.h"
#include "engine/koma/tensor/gradients-private.h"
#include "engine/koma/koma-error.h"
#include "optimizer-private.h"
#include "engine/koma/tensor/scope.h"
#include "engine/koma/tensor/tensor-new.h"
#include "engine/koma/tensor/tensor-private.h"

/* A step while it is written; the arrays borrow. */
typedef struct
{
  KomaOptimizer *optimizer;
  GPtrArray     *variables; /* those that have a gradient */
  GPtrArray     *inputs;    /* KomaTensor *: rates; each variable, its gradient and slots */
  GPtrArray     *targets;   /* KomaVariable *: where each result goes to */
  GArray        *results;   /* KomaValueId */
} Step;

static void
step_clear (Step *self)
{
  g_clear_pointer (&self->variables, g_ptr_array_unref);
  g_clear_pointer (&self->inputs, g_ptr_array_unref);
  g_clear_pointer (&self->targets, g_ptr_array_unref);
  g_clear_pointer (&self->results, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Step, step_clear)

static void
release_variable (KomaVariable **variable)
{
  if (*variable != NULL)
    koma_tensor_dispose_data (KOMA_TENSOR (*variable));
  g_clear_object (variable);
}

static void
note_free (gpointer data)
{
  KomaOptimizerNote *note = data;

  for (guint i = 0; i < KOMA_OPTIMIZER_MAX_SLOTS; i++)
    release_variable (&note->slots[i]);
  g_weak_ref_clear (&note->variable);
  g_free (note);
}

static KomaVariable *
new_rate (double   value,
          GError **error)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();

  return koma_variable_new (koma_tensor_new_scalar (value, error), FALSE, NULL, error);
}

/**
 * koma_optimizer_set_up:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_optimizer_set_up (KomaOptimizer *self,
                       GError       **error)
{
  float rates[KOMA_OPTIMIZER_MAX_RATES] = { 0 };

  self->notes = g_hash_table_new_full (NULL, NULL, NULL, note_free);
  self->settings.rule->set_rates (self->settings.options, 1, rates);
  for (guint i = 0; i < self->settings.rule->n_held_rates; i++) {
    self->rates[i] = new_rate (rates[i], error);
    if (self->rates[i] == NULL)
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_optimizer_dispose_data:
 * @self: an optimizer
 *
 * Frees what it has noted of variables now, whoever still has references. No step can be made with
 * it afterwards. Nothing happens the second time. Thread: its own.
 */
void
koma_optimizer_dispose_data (KomaOptimizer *self)
{
  g_return_if_fail (KOMA_IS_OPTIMIZER (self));

  for (guint i = 0; i < KOMA_OPTIMIZER_MAX_RATES; i++)
    release_variable (&self->rates[i]);
  g_clear_pointer (&self->notes, g_hash_table_unref);
  g_clear_pointer (&self->given, g_ptr_array_unref);
}

static gboolean
is_gone (gpointer variable,
         gpointer value,
         gpointer user_data)
{
  g_autoptr (KomaTensor) tensor = g_weak_ref_get (&((KomaOptimizerNote *) value)->variable);

  return tensor == NULL || koma_tensor_is_disposed (tensor);
}

static gboolean
check_shape (const KomaTensor *given,
             const KomaTensor *variable,
             GError          **error)
{
  return koma_shape_equal (&given->shape, &variable->shape) ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "A weight of the optimizer has not the shape of its variable");
}

/* What the variable at this place was given, or @value. */
static KomaVariable *
make_slot (KomaOptimizer    *self,
           guint             place,
           guint             slot,
           const KomaTensor *variable,
           double            value,
           GError          **error)
{
  const guint                 n_slots = koma_optimizer_settings_get_n_slots (&self->settings);
  const guint                 n_variables = self->given != NULL ? self->given->len / n_slots : 0;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *initial = NULL;

  if (place < n_variables)
    initial = self->given->pdata[slot * n_variables + place];
  else
    initial = koma_tensor_new_fill (KOMA_DTYPE_FLOAT32, variable->dims, variable->shape.rank, value,
                                    error);
  if (initial == NULL || !check_shape (initial, variable, error))
    return NULL;
  return koma_variable_new (initial, FALSE, NULL, error);
}

static KomaOptimizerNote *
add_note (KomaOptimizer *self,
          KomaVariable  *variable,
          GError       **error)
{
  const KomaOptimizerRule *rule = self->settings.rule;
  KomaTensor              *tensor = KOMA_TENSOR (variable);
  KomaOptimizerNote       *note = g_new0 (KomaOptimizerNote, 1);
  double                   value = 0;

  g_hash_table_foreach_remove (self->notes, is_gone, NULL);
  g_weak_ref_init (&note->variable, variable);
  note->place = self->n_noted;
  g_hash_table_insert (self->notes, variable, note);
  if (rule->get_slot_value != NULL)
    value = rule->get_slot_value (self->settings.options);
  for (guint i = 0; i < koma_optimizer_settings_get_n_slots (&self->settings); i++) {
    note->slots[i] = make_slot (self, note->place, i, tensor, value, error);
    if (note->slots[i] == NULL) {
      g_hash_table_remove (self->notes, variable);
      return NULL;
    }
  }
  self->n_noted++;
  if (self->given != NULL &&
      self->n_noted * koma_optimizer_settings_get_n_slots (&self->settings) >= self->given->len)
    g_clear_pointer (&self->given, g_ptr_array_unref);
  return note;
}

/* Of this variable, not of one before that lay in the same place. */
static KomaOptimizerNote *
find_note (KomaOptimizer *self,
           KomaVariable  *variable,
           GError       **error)
{
  KomaOptimizerNote *note = g_hash_table_lookup (self->notes, variable);

  return note != NULL && !is_gone (variable, note, NULL) ? note : add_note (self, variable, error);
}

static gboolean
add_rates (Step    *self,
           GError **error)
{
  KomaOptimizer           *optimizer = self->optimizer;
  const KomaOptimizerRule *rule = optimizer->settings.rule;
  float                    rates[KOMA_OPTIMIZER_MAX_RATES] = { 0 };

  rule->set_rates (optimizer->settings.options, optimizer->iterations + 1, rates);
  for (guint i = 0; i < rule->n_rates; i++) {
    KomaTensor *rate = koma_tensor_new_scalar (rates[i], error);

    if (rate == NULL ||
        (i < rule->n_held_rates && !koma_variable_assign (optimizer->rates[i], rate, error)))
      return FALSE;
    g_ptr_array_add (self->inputs, i < rule->n_held_rates ? (gpointer) optimizer->rates[i] : rate);
  }
  return TRUE;
}

static gboolean
check_variable (Step         *self,
                KomaVariable *variable,
                KomaTensor   *gradient,
                GError      **error)
{
  const KomaTensor *tensor = KOMA_TENSOR (variable);

  if (g_ptr_array_find (self->variables, variable, NULL))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "A variable is given twice");
  return (tensor->dtype == KOMA_DTYPE_FLOAT32 && gradient->dtype == KOMA_DTYPE_FLOAT32 &&
          koma_shape_equal (&tensor->shape, &gradient->shape)) ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "Variable and gradient are not of float32 and of one shape");
}

static gboolean
add_variable (Step         *self,
              KomaVariable *variable,
              KomaTensor   *gradient,
              GError      **error)
{
  KomaOptimizerNote *note = NULL;

  if (!check_variable (self, variable, gradient, error) ||
      !koma_tensor_check (KOMA_TENSOR (variable), error))
    return FALSE;
  note = find_note (self->optimizer, variable, error);
  if (note == NULL)
    return FALSE;
  g_ptr_array_add (self->variables, variable);
  g_ptr_array_add (self->inputs, variable);
  g_ptr_array_add (self->inputs, gradient);
  for (guint i = 0; i < KOMA_OPTIMIZER_MAX_SLOTS; i++)
    if (note->slots[i] != NULL)
      g_ptr_array_add (self->inputs, note->slots[i]);
  return TRUE;
}

static void
add_result (Step         *self,
            KomaVariable *target,
            KomaValueId   result)
{
  g_ptr_array_add (self->targets, target);
  g_array_append_val (self->results, result);
}

static void
build_variable (Step                *self,
                KomaVariable        *variable,
                const KomaValueId  **x, /* goes on behind its inputs */
                KomaOptimizerUpdate *update,
                KomaBuilder         *builder)
{
  KomaOptimizerNote *note = g_hash_table_lookup (self->optimizer->notes, variable);

  update->weight = *(*x)++;
  update->gradient = *(*x)++;
  for (guint i = 0; i < KOMA_OPTIMIZER_MAX_SLOTS; i++) {
    update->slots[i] = note->slots[i] != NULL ? *(*x)++ : KOMA_VALUE_NONE;
  }
  self->optimizer->settings.rule->builder (builder, update);
  add_result (self, variable, update->new_weight);
  for (guint i = 0; i < KOMA_OPTIMIZER_MAX_SLOTS; i++)
    if (note->slots[i] != NULL)
      add_result (self, note->slots[i], update->new_slots[i]);
}

/* (transfer container) (nullable): the new values, traced if the gradients are. */
static GPtrArray *
write_formula (Step    *self,
               GError **error)
{
  const KomaOptimizerSettings *settings = &self->optimizer->settings;
  KomaOptimizerUpdate          update = { .options = settings->options };
  g_autoptr (GPtrArray) values = g_ptr_array_new ();
  const KomaValueId *x = NULL;
  KomaExecution      run;

  if (!koma_execute_begin (&run, settings->name, (KomaTensor *const *) self->inputs->pdata,
                           self->inputs->len, error))
    return NULL;
  x = run.x;
  for (guint i = 0; i < settings->rule->n_rates; i++)
    update.rates[i] = *x++;
  for (guint i = 0; i < self->variables->len; i++)
    build_variable (self, self->variables->pdata[i], &x, &update, &run.builder);
  g_ptr_array_set_size (values, self->results->len);
  if (!koma_execute_end_all (&run, (const KomaValueId *) self->results->data, self->results->len,
                             (KomaTensor **) values->pdata, error))
    return NULL;
  return g_steal_pointer (&values);
}

/**
 * koma_optimizer_make_step:
 *
 * A step by gradients, which may be traced, together with the loss that they are of.
 *
 * Errors: those of koma_optimizer_apply_gradients().
 */
gboolean
koma_optimizer_make_step (KomaOptimizer       *self,
                          KomaVariable *const *variables,
                          KomaTensor *const   *gradients, /* (nullable) each */
                          guint                n,
                          KomaTensor          *loss, /* (nullable) */
                          GError             **error)
{
  g_autoptr (GPtrArray) values = NULL;
  g_auto (Step) step = {
    .optimizer = self,
    .variables = g_ptr_array_new (),
    .inputs = g_ptr_array_new (),
    .targets = g_ptr_array_new (),
    .results = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
  };

  if (!add_rates (&step, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (gradients[i] != NULL && !add_variable (&step, variables[i], gradients[i], error))
      return FALSE;
  values = write_formula (&step, error);
  if (values == NULL)
    return FALSE;
  if (loss != NULL)
    g_ptr_array_add (values, loss);
  if (!koma_tensor_compute ((KomaTensor *const *) values->pdata, values->len, error))
    return FALSE;
  for (guint i = 0; i < step.targets->len; i++)
    if (!koma_variable_assign (step.targets->pdata[i], values->pdata[i], error))
      return FALSE;
  self->iterations++;
  return TRUE;
}

/**
 * koma_optimizer_check_usable:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of.
 */
gboolean
koma_optimizer_check_usable (KomaOptimizer *self,
                             GError       **error)
{
  return self->notes != NULL ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "The optimizer has been disposed of");
}

/**
 * koma_optimizer_apply_gradients:
 * @self: an optimizer
 * @variables: (array length=n_variables): variables of float32
 * @n_variables: number of them
 * @gradients: (array length=n_gradients) (element-type KomaTensor): the gradient of each variable,
 *   float32 and of its shape; a variable whose gradient is %NULL stays as it is
 * @n_gradients: as many as @n_variables
 * @error: return location for an error
 *
 * A step by gradients that were computed before, as koma_variable_grads() gives them. Thread: its
 * own.
 *
 * Errors: %KOMA_ERROR_SHAPE if a gradient is not of float32 or not of its variable's shape;
 * %KOMA_ERROR_ARGUMENT if they are not as many as the variables, a variable is given twice, or one
 * of them, or the optimizer, was disposed of; %KOMA_ERROR_MEMORY. No variable is changed then.
 *
 * Returns: whether the step was made
 */
gboolean
koma_optimizer_apply_gradients (KomaOptimizer       *self,
                                KomaVariable *const *variables,
                                guint                n_variables,
                                KomaTensor *const   *gradients,
                                guint                n_gradients,
                                GError             **error)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();

  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self), FALSE);

  if (n_gradients != n_variables)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "There are %u gradients for %u variables",
                      n_gradients, n_variables);
  return koma_optimizer_check_usable (self, error) &&
         koma_optimizer_make_step (self, variables, gradients, n_variables, NULL, error);
}
