/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trainer-plan.h"

#include "arithmetic.h"
#include "engine/gradient/gradient.h"
#include "last-axis.h"
#include "metric.h"

/* A plan while its graph is made. */
typedef struct
{
  const KomaTrainerParts *parts;
  KomaTrainerPlan        *plan;
  KomaForward             forward;
  KomaBuilder             builder;
  GArray                 *y;       /* KomaValueId, of the targets */
  GArray                 *shares;  /* KomaValueId, weights of the samples */
  GArray                 *losses;  /* KomaValueId, of each output */
  GHashTable             *memory;  /* KomaValueId of an input → where it lies */
  GArray                 *carries; /* Carried */
} Builder;

/* A carry before the session's numbers of inputs are known. */
typedef struct
{
  guint       output;
  KomaValueId input;
} Carried;

static void
builder_init (Builder                *self,
              const KomaTrainerParts *parts,
              KomaTrainerPlan        *plan)
{
  *self = (Builder){
    .parts = parts,
    .plan = plan,
    .forward = {
      .graph = koma_graph_new (),
      .inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
      .weights = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
      .keys = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
      .outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
      .updates = g_array_new (FALSE, FALSE, sizeof (KomaTrainerUpdate)),
      .penalties = g_array_new (FALSE, FALSE, sizeof (KomaTrainerPenalty)),
    },
    .y = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
    .shares = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
    .losses = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
    .memory = g_hash_table_new (NULL, NULL),
    .carries = g_array_new (FALSE, FALSE, sizeof (Carried)),
  };
  koma_builder_init (&self->builder, self->forward.graph, "trainer");
}

static void
builder_clear (Builder *self)
{
  koma_graph_free (self->forward.graph);
  g_array_unref (self->forward.inputs);
  g_array_unref (self->forward.weights);
  g_array_unref (self->forward.keys);
  g_array_unref (self->forward.outputs);
  g_array_unref (self->forward.updates);
  g_array_unref (self->forward.penalties);
  g_array_unref (self->y);
  g_array_unref (self->shares);
  g_array_unref (self->losses);
  g_hash_table_unref (self->memory);
  g_array_unref (self->carries);
  g_clear_error (&self->builder.error);
}

static KomaValueId
get_id (const GArray *ids,
        guint         index)
{
  return g_array_index (ids, KomaValueId, index);
}

static gboolean
check_forward (const Builder *self,
               GError       **error)
{
  const KomaTrainerOptions *options = self->parts->options;

  if (self->forward.weights->len != options->n_weights ||
      self->forward.outputs->len != options->n_outputs)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "The model has %u weights and %u outputs, expected %u and %u",
                      self->forward.weights->len, self->forward.outputs->len, options->n_weights,
                      options->n_outputs);
  for (guint i = 0; i < options->n_weights; i++) {
    const KomaTrainerWeight *weight = &options->weights[i];
    const KomaValue         *value =
      koma_graph_get_value (self->forward.graph, get_id (self->forward.weights, i));

    if (value->dtype != KOMA_DTYPE_FLOAT32 || !koma_shape_equal (&value->shape, &weight->shape)) {
      g_autofree char *found = koma_shape_to_string (&value->shape);
      g_autofree char *expected = koma_shape_to_string (&weight->shape);

      return koma_fail (error, KOMA_ERROR_SHAPE, "Weight “%s” is %s %s, expected float32 %s",
                        weight->name, koma_dtype_name (value->dtype), found, expected);
    }
  }
  return TRUE;
}

static KomaValueId
add_input (Builder    *self,
           const char *name,
           KomaShape   shape,
           float      *memory /* (nullable) */)
{
  const KomaValueId id =
    koma_graph_add_input (self->forward.graph, name, KOMA_DTYPE_FLOAT32, &shape);

  if (memory != NULL)
    g_hash_table_insert (self->memory, GUINT_TO_POINTER (id), memory);
  return id;
}

/* The loss [batch, ..] of an output: of each sample the mean, times its weight. */
static KomaValueId
build_weighted (Builder    *self,
                KomaValueId loss)
{
  const guint       rank = koma_builder_get_shape (&self->builder, loss).rank;
  const KomaValueId share = add_input (self, "share", KOMA_SHAPE (self->plan->batch), NULL);

  g_array_append_val (self->shares, share);
  if (rank > 1)
    loss = koma_builder_reduce (&self->builder, KOMA_OP_MEAN, loss, (1u << rank) - 2, FALSE);
  return build_mul (&self->builder, loss, share);
}

static KomaValueId
build_mean (Builder    *self,
            KomaValueId x)
{
  return koma_builder_get_rank (&self->builder, x) > 0
           ? koma_builder_reduce_all (&self->builder, KOMA_OP_MEAN, x)
           : x;
}

static KomaValueId
build_loss (Builder                 *self,
            const KomaTrainerOutput *output,
            KomaValueId              t,
            KomaValueId              p)
{
  KomaBuilder      *builder = &self->builder;
  const gboolean    is_own = output->own_loss.build != NULL;
  const KomaValueId loss = is_own ? output->own_loss.build (builder, t, p, output->own_loss.data)
                                  : koma_loss_build (builder, output->loss, t, p);

  if (self->plan->mode != KOMA_TRAINER_STEP_WEIGHTED)
    return loss;
  if (is_own && builder->error == NULL &&
      (koma_builder_get_rank (builder, loss) == 0 ||
       koma_builder_get_dim (builder, loss, 0) != self->plan->batch))
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "Samples have weights, and the loss gives no number for each");
  return build_weighted (self, loss);
}

/* The mean losses of all outputs, and their sum. */
static KomaValueId
build_losses (Builder *self)
{
  const KomaTrainerOptions *options = self->parts->options;
  KomaBuilder              *builder = &self->builder;
  KomaValueId               total = KOMA_VALUE_NONE;

  for (guint i = 0; i < options->n_outputs; i++) {
    const KomaTrainerOutput *output = &options->outputs[i];
    const KomaValueId        p = get_id (self->forward.outputs, i);
    const KomaShape          shape = koma_builder_get_shape (builder, p);
    const KomaValueId        t =
      add_input (self, "target", koma_loss_get_target_shape (output->loss, &shape), NULL);
    KomaValueId loss = build_mean (self, build_loss (self, output, t, p));

    g_array_append_val (self->y, t);
    g_array_append_val (self->losses, loss);
    if (output->loss_weight != 0 && output->loss_weight != 1)
      loss = koma_builder_with_number (builder, KOMA_OP_MUL, loss, output->loss_weight);
    total = i == 0 ? loss : build_add (builder, total, loss);
  }
  return total;
}

/* The outputs of the graph that koma_trainer_get_result_name () names. */
static void
build_results (Builder    *self,
               KomaValueId loss)
{
  const KomaTrainerOptions *options = self->parts->options;
  KomaGraph                *graph = self->forward.graph;

  koma_graph_add_output (graph, "loss", loss);
  for (guint i = 0; options->n_outputs > 1 && i < options->n_outputs; i++)
    koma_graph_add_output (graph, "loss", get_id (self->losses, i));
  for (guint i = 0; i < options->n_outputs; i++) {
    const KomaTrainerOutput *output = &options->outputs[i];

    for (guint k = 0; output->metrics != NULL && output->metrics[k] != NULL; k++)
      koma_graph_add_output (graph, output->metrics[k],
                             koma_metric_build (&self->builder, output->metrics[k], output->loss,
                                                get_id (self->y, i),
                                                get_id (self->forward.outputs, i)));
    for (guint k = 0; k < output->n_own_metrics; k++) {
      const KomaTrainerFunction *own = &output->own_metrics[k];
      const KomaValueId          value = own->build (&self->builder, get_id (self->y, i),
                                                     get_id (self->forward.outputs, i), own->data);

      koma_graph_add_output (graph, own->name, build_mean (self, value));
    }
  }
}

static KomaValueId
build_regularizers (Builder    *self,
                    KomaValueId loss)
{
  const KomaTrainerOptions *options = self->parts->options;

  for (guint i = 0; i < options->n_weights; i++)
    loss = koma_regularizer_build (&self->builder, &options->weights[i].regularizer,
                                   get_id (self->forward.weights, i), loss);
  for (guint i = 0; i < self->forward.penalties->len; i++) {
    KomaTrainerPenalty penalty = g_array_index (self->forward.penalties, KomaTrainerPenalty, i);

    penalty.regularizer.l1 /= self->plan->batch;
    penalty.regularizer.l2 /= self->plan->batch;
    loss = koma_regularizer_build (&self->builder, &penalty.regularizer, penalty.value, loss);
  }
  return loss;
}

/* Makes @value an output that is in the memory of @input in the next run. */
static void
carry (Builder    *self,
       KomaValueId value,
       KomaValueId input)
{
  const Carried carried = { koma_graph_get_n_outputs (self->forward.graph), input };

  koma_graph_add_output (self->forward.graph, "new", value);
  g_array_append_val (self->carries, carried);
}

static void
build_update (Builder             *self,
              guint                index,
              KomaOptimizerUpdate *update)
{
  const KomaTrainerOptions *options = self->parts->options;
  const KomaOptimizerRule  *rule = options->optimizer.rule;
  const KomaTrainerWeight  *weight = &options->weights[index];

  update->weight = get_id (self->forward.weights, index);
  for (guint i = 0; i < rule->n_slots; i++) {
    update->slots[i] = add_input (self, rule->slots[i], weight->shape,
                                  self->parts->slots[index * rule->n_slots + i]);
    update->new_slots[i] = KOMA_VALUE_NONE;
  }
  self->builder.name = weight->name;
  rule->builder (&self->builder, update);
  carry (self, koma_constraint_build (&self->builder, &weight->constraint, update->new_weight),
         update->weight);
  for (guint i = 0; i < rule->n_slots; i++)
    if (update->new_slots[i] != KOMA_VALUE_NONE)
      carry (self, update->new_slots[i], update->slots[i]);
}

/* What the gradient of @loss makes of the weights that learn. */
static gboolean
build_learning (Builder    *self,
                KomaValueId loss,
                GError    **error)
{
  const KomaTrainerOptions *options = self->parts->options;
  KomaOptimizerUpdate       update = { .options = options->optimizer.options };
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autofree KomaValueId *dx = g_new (KomaValueId, options->n_weights + 1);
  guint                   n = 0;

  for (guint i = 0; i < options->n_weights; i++)
    if (options->weights[i].is_trainable)
      g_array_append_val (x, g_array_index (self->forward.weights, KomaValueId, i));
  if (!koma_gradient_add (self->forward.graph,
                          &(KomaGradientRequest){
                            .y = &loss,
                            .n_y = 1,
                            .x = (const KomaValueId *) x->data,
                            .n_x = x->len,
                          },
                          dx, error))
    return FALSE;
  self->plan->rates = koma_graph_get_n_inputs (self->forward.graph);
  for (guint i = 0; i < options->optimizer.rule->n_rates; i++)
    update.rates[i] = add_input (self, "rate", KOMA_SHAPE_SCALAR, NULL);
  for (guint i = 0; i < options->n_weights; i++)
    if (options->weights[i].is_trainable) {
      update.gradient = dx[n++];
      if (update.gradient != KOMA_VALUE_NONE)
        build_update (self, i, &update);
    }
  return TRUE;
}

static void
add_outputs (Builder *self)
{
  for (guint i = 0; i < self->forward.outputs->len; i++)
    koma_graph_add_output (self->forward.graph, "output", get_id (self->forward.outputs, i));
}

static gboolean
is_learning (KomaTrainerMode mode)
{
  return mode == KOMA_TRAINER_STEP || mode == KOMA_TRAINER_STEP_WEIGHTED;
}

static gboolean
build (Builder *self,
       GError **error)
{
  const KomaTrainerOptions *options = self->parts->options;
  const KomaTrainerMode     mode = self->plan->mode;
  const gboolean            is_step = is_learning (mode);
  KomaValueId               loss = KOMA_VALUE_NONE;

  if (!options->forward (&self->forward, self->plan->batch, is_step, options->user_data,
                         error) ||
      !check_forward (self, error))
    return FALSE;
  for (guint i = 0; i < options->n_weights; i++)
    g_hash_table_insert (self->memory, GUINT_TO_POINTER (get_id (self->forward.weights, i)),
                         self->parts->weights[i]);
  if (mode == KOMA_TRAINER_PREDICT) {
    add_outputs (self);
  } else {
    loss = build_losses (self);
    if (is_step)
      loss = build_regularizers (self, loss);
    build_results (self, loss);
  }
  if (!koma_builder_finish (&self->builder, error) ||
      (is_step && !build_learning (self, loss, error)))
    return FALSE;
  for (guint i = 0; i < self->forward.updates->len; i++) {
    const KomaTrainerUpdate *update = &g_array_index (self->forward.updates, KomaTrainerUpdate, i);

    carry (self, update->value, get_id (self->forward.weights, update->weight));
  }
  return koma_builder_finish (&self->builder, error);
}

/* The place of each value among the inputs of the graph. */
static GHashTable *
number_inputs (const KomaGraph *graph)
{
  GHashTable *numbers = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    g_hash_table_insert (numbers, GUINT_TO_POINTER (koma_graph_get_input (graph, i)),
                         GUINT_TO_POINTER (i));
  return numbers;
}

static guint
get_number (GHashTable *numbers,
            KomaValueId id)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (numbers, GUINT_TO_POINTER (id)));
}

static guint *
list_numbers (GHashTable   *numbers,
              const GArray *ids)
{
  guint *list = g_new (guint, ids->len + 1);

  for (guint i = 0; i < ids->len; i++)
    list[i] = get_number (numbers, get_id (ids, i));
  return list;
}

static gboolean
compile (Builder *self,
         GError **error)
{
  const KomaGraph      *graph = self->forward.graph;
  KomaTrainerPlan      *plan = self->plan;
  const guint           n_inputs = koma_graph_get_n_inputs (graph);
  g_autofree gpointer  *memory = g_new0 (gpointer, n_inputs + 1);
  g_autofree KomaCarry *carries = g_new (KomaCarry, self->carries->len + 1);
  g_autoptr (GHashTable) numbers = number_inputs (graph);

  for (guint i = 0; i < n_inputs; i++)
    memory[i] = g_hash_table_lookup (self->memory,
                                     GUINT_TO_POINTER (koma_graph_get_input (graph, i)));
  for (guint i = 0; i < self->carries->len; i++) {
    const Carried *carried = &g_array_index (self->carries, Carried, i);

    carries[i] = (KomaCarry){ carried->output, get_number (numbers, carried->input) };
  }
  plan->x = list_numbers (numbers, self->forward.inputs);
  plan->n_x = self->forward.inputs->len;
  plan->y = list_numbers (numbers, self->y);
  plan->shares = list_numbers (numbers, self->shares);
  plan->keys = list_numbers (numbers, self->forward.keys);
  plan->n_keys = self->forward.keys->len;
  plan->session = koma_session_new (graph,
                                    &(KomaSessionOptions){
                                      .backend = "cpu",
                                      .n_threads = self->parts->options->n_threads,
                                      .input_memory = memory,
                                      .carries = carries,
                                      .n_carries = self->carries->len,
                                    },
                                    error);
  return plan->session != NULL;
}

/**
 * koma_trainer_plan_new:
 * @parts: its memory outlives the plan
 *
 * Errors: those of the model's own function, of koma_gradient_add() and of koma_session_new();
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE if the model is another than its options say.
 */
KomaTrainerPlan *
koma_trainer_plan_new (const KomaTrainerParts *parts,
                       KomaTrainerMode         mode,
                       guint                   batch,
                       GError                **error)
{
  g_autoptr (KomaTrainerPlan) plan = g_new0 (KomaTrainerPlan, 1);
  Builder  builder;
  gboolean is_made = FALSE;

  plan->mode = mode;
  plan->batch = batch;
  builder_init (&builder, parts, plan);
  is_made = build (&builder, error) && compile (&builder, error);
  builder_clear (&builder);
  return is_made ? g_steal_pointer (&plan) : NULL;
}

void
koma_trainer_plan_free (KomaTrainerPlan *plan)
{
  if (plan == NULL)
    return;
  koma_session_free (plan->session);
  g_free (plan->x);
  g_free (plan->y);
  g_free (plan->shares);
  g_free (plan->keys);
  g_free (plan);
}
