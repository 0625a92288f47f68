/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "head-loss.h"

#include <string.h>

#include "engine/gradient/gradient.h"
#include "engine/runtime/session.h"
#include "engine/training/last-axis.h"

enum {
  OUTPUT_LOSS,
  OUTPUT_LOGITS,
  OUTPUT_GRADIENTS, /* and those behind it */
};

#define MAX_PARAMS 4 /* weights and bias of two layers */

struct _KomaHeadLoss
{
  guint        n;
  guint        n_classes;
  guint       *classes;
  guint        n_arrays;          /* of parameters; inputs 0 … of the session, in order */
  gsize        sizes[MAX_PARAMS]; /* elements of each */
  KomaSession *session;
};

typedef struct
{
  KomaGraph  *graph;
  KomaBuilder builder;
  KomaValueId params[MAX_PARAMS];
  guint       n_params;
} Builder;

static void
builder_clear (Builder *self)
{
  g_clear_pointer (&self->graph, koma_graph_free);
  g_clear_error (&self->builder.error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Builder, builder_clear)

static KomaValueId
add_param (Builder    *self,
           const char *name,
           KomaShape   shape)
{
  const KomaValueId id = koma_graph_add_input (self->graph, name, KOMA_DTYPE_FLOAT32, &shape);

  self->params[self->n_params++] = id;
  return id;
}

static KomaValueId
build_layer (Builder    *self,
             KomaValueId x,
             KomaValueId weights,
             KomaValueId bias)
{
  return koma_builder_binary (&self->builder, KOMA_OP_ADD,
                              koma_builder_mat_mul (&self->builder, x, weights, FALSE, TRUE), bias);
}

/* mean over pictures of -sum (y · log softmax (logits)), and its derivatives */
static gboolean
build (Builder *self,
       guint    n,
       guint    n_features,
       guint    n_hidden,
       guint    n_classes,
       GError **error)
{
  const guint         n_in = n_hidden > 0 ? n_hidden : n_features;
  const KomaShape     x_shape = KOMA_SHAPE (n, n_features), y_shape = KOMA_SHAPE (n, n_classes);
  KomaValueId         x, y, logits, loss, gradients[MAX_PARAMS];
  KomaGradientRequest request = { .y = &loss, .n_y = 1, .x = self->params };

  self->graph = koma_graph_new ();
  koma_builder_init (&self->builder, self->graph, "head");
  if (n_hidden > 0) {
    add_param (self, "hidden/weights", KOMA_SHAPE (n_hidden, n_features));
    add_param (self, "hidden/bias", KOMA_SHAPE (n_hidden));
  }
  add_param (self, "weights", KOMA_SHAPE (n_classes, n_in));
  add_param (self, "bias", KOMA_SHAPE (n_classes));
  x = koma_graph_add_input (self->graph, "x", KOMA_DTYPE_FLOAT32, &x_shape);
  y = koma_graph_add_input (self->graph, "y", KOMA_DTYPE_FLOAT32, &y_shape);
  if (n_hidden > 0)
    x = koma_builder_unary (&self->builder, KOMA_OP_RELU,
                            build_layer (self, x, self->params[0], self->params[1]));
  logits =
    build_layer (self, x, self->params[self->n_params - 2], self->params[self->n_params - 1]);
  loss = koma_builder_binary (&self->builder, KOMA_OP_MUL, y,
                              koma_builder_unary (&self->builder, KOMA_OP_LOG_SOFTMAX, logits));
  loss = koma_builder_with_number (&self->builder, KOMA_OP_MUL,
                                   koma_builder_reduce_all (&self->builder, KOMA_OP_SUM, loss),
                                   -1.0 / n);
  request.n_x = self->n_params;
  if (!koma_builder_finish (&self->builder, error) ||
      !koma_gradient_add (self->graph, &request, gradients, error))
    return FALSE;
  koma_graph_add_output (self->graph, "loss", loss);
  koma_graph_add_output (self->graph, "logits", logits);
  for (guint i = 0; i < self->n_params; i++)
    koma_graph_add_output (self->graph, "gradient", gradients[i]);
  return TRUE;
}

/**
 * koma_head_loss_new:
 *
 * Errors: those of koma_session_new(). Thread: the one that will use it.
 *
 * Returns: (transfer full): the loss of the examples
 */
KomaHeadLoss *
koma_head_loss_new (const float *x,
                    const guint *classes,
                    guint        n,
                    guint        n_features,
                    guint        n_hidden,
                    guint        n_classes,
                    GError     **error)
{
  /* Not all processors: other threads compute answers meanwhile. */
  const KomaSessionOptions options = {
    .backend = "cpu", .n_threads = 1, .precision = KOMA_PRECISION_FLOAT32
  };
  g_auto (Builder) builder = { 0 };
  g_autoptr (KomaHeadLoss) self = g_new0 (KomaHeadLoss, 1);
  float *targets = NULL;

  if (!build (&builder, n, n_features, n_hidden, n_classes, error))
    return NULL;
  self->session = koma_session_new (builder.graph, &options, error);
  if (self->session == NULL)
    return NULL;
  self->n = n;
  self->n_classes = n_classes;
  self->classes = g_memdup2 (classes, n * sizeof *classes);
  self->n_arrays = builder.n_params;
  for (guint i = 0; i < self->n_arrays; i++)
    self->sizes[i] = koma_shape_count (&koma_session_get_input (self->session, i)->shape);
  memcpy (koma_session_get_input_data (self->session, self->n_arrays), x,
          (gsize) n * n_features * sizeof *x);
  targets = koma_session_get_input_data (self->session, self->n_arrays + 1);
  memset (targets, 0, (gsize) n * n_classes * sizeof *targets);
  for (guint i = 0; i < n; i++)
    targets[(gsize) i * n_classes + classes[i]] = 1;
  return g_steal_pointer (&self);
}

void
koma_head_loss_free (KomaHeadLoss *self)
{
  if (self == NULL)
    return;
  koma_session_free (self->session);
  g_free (self->classes);
  g_free (self);
}

guint
koma_head_loss_get_n_params (const KomaHeadLoss *self)
{
  gsize n = 0;

  for (guint i = 0; i < self->n_arrays; i++)
    n += self->sizes[i];
  return (guint) n;
}

static guint
count_right (const KomaHeadLoss *self)
{
  const float *logits = koma_session_get_output_data (self->session, OUTPUT_LOGITS);
  guint        n_right = 0;

  for (guint i = 0; i < self->n; i++) {
    const float *row = logits + (gsize) i * self->n_classes;
    guint        best = 0;

    for (guint c = 1; c < self->n_classes; c++)
      best = row[c] > row[best] ? c : best;
    n_right += best == self->classes[i];
  }
  return n_right;
}

/**
 * koma_head_loss_compute:
 *
 * Errors: those of koma_session_run(). Thread: the owner's.
 */
gboolean
koma_head_loss_compute (KomaHeadLoss *self,
                        const float  *params,
                        float        *ret_gradient,
                        double       *ret_loss,
                        double       *ret_accuracy,
                        GError      **error)
{
  for (guint i = 0; i < self->n_arrays; params += self->sizes[i++])
    memcpy (koma_session_get_input_data (self->session, i), params,
            self->sizes[i] * sizeof *params);
  if (!koma_session_run (self->session, error))
    return FALSE;
  for (guint i = 0; ret_gradient != NULL && i < self->n_arrays; ret_gradient += self->sizes[i++])
    memcpy (ret_gradient, koma_session_get_output_data (self->session, OUTPUT_GRADIENTS + i),
            self->sizes[i] * sizeof *ret_gradient);
  *ret_loss = *(const float *) koma_session_get_output_data (self->session, OUTPUT_LOSS);
  *ret_accuracy = (double) count_right (self) / self->n;
  return TRUE;
}
