/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "dot.h"
#include "head-private.h"
#include "neighbours.h"

struct _KomaHead
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  KomaNeighbours  *neighbours;
  KomaDenseLayers *layers; /* (nullable) of KOMA_HEAD_DENSE */
  KomaCalibration  calibration;
};

static KomaHead *
head_new (KomaNeighbours        *neighbours, /* (transfer full) */
          KomaDenseLayers       *layers,     /* (transfer full) (nullable) */
          const KomaCalibration *calibration)
{
  KomaHead *self = g_new0 (KomaHead, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->neighbours = neighbours;
  self->layers = layers;
  self->calibration = *calibration;
  return self;
}

/**
 * koma_head_new_nearest:
 * @examples: one at least; a class may have none
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are no examples, or one is of no class or has a feature
 * that is no number; %KOMA_ERROR_SHAPE if they differ in their number of features. Thread: any.
 *
 * Returns: (transfer full): a head that answers by the nearest examples
 */
KomaHead *
koma_head_new_nearest (const KomaExamples *examples,
                       GError            **error)
{
  if (!koma_examples_check (examples, error))
    return NULL;
  return head_new (koma_neighbours_new (examples), NULL, &KOMA_CALIBRATION_NONE);
}

/**
 * koma_head_new_dense:
 * @examples: that the layers have learned from
 * @layers: (transfer full): for their features
 *
 * Errors: those of koma_head_new_nearest(). Thread: any.
 *
 * Returns: (transfer full): a head that answers by the layers
 */
KomaHead *
koma_head_new_dense (const KomaExamples *examples,
                     KomaDenseLayers    *layers,
                     GError            **error)
{
  if (!koma_examples_check (examples, error)) {
    koma_dense_layers_unref (layers);
    return NULL;
  }
  return head_new (koma_neighbours_new (examples), layers, &KOMA_CALIBRATION_NONE);
}

/**
 * koma_head_new_calibrated:
 * @calibration: its temperature is above 0
 *
 * Thread: any.
 *
 * Returns: (transfer full): a head that differs in its calibration alone
 */
KomaHead *
koma_head_new_calibrated (KomaHead              *head,
                          const KomaCalibration *calibration)
{
  g_return_val_if_fail (calibration->temperature > 0, NULL);

  return head_new (g_atomic_rc_box_acquire (head->neighbours),
                   head->layers != NULL ? g_atomic_rc_box_acquire (head->layers) : NULL,
                   calibration);
}

/**
 * koma_head_ref:
 *
 * Thread: any.
 *
 * Returns: (transfer full): @head
 */
KomaHead *
koma_head_ref (KomaHead *head)
{
  g_atomic_ref_count_inc (&head->ref_count);
  return head;
}

/**
 * koma_head_unref:
 * @head: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_head_unref (KomaHead *head)
{
  if (head == NULL || !g_atomic_ref_count_dec (&head->ref_count))
    return;
  koma_neighbours_unref (head->neighbours);
  koma_dense_layers_unref (head->layers);
  g_free (head);
}

/**
 * koma_head_get_kind:
 *
 * Thread: any.
 *
 * Returns: what it answers by
 */
KomaHeadKind
koma_head_get_kind (const KomaHead *head)
{
  return head->layers != NULL ? KOMA_HEAD_DENSE : KOMA_HEAD_NEAREST;
}

/**
 * koma_head_get_n_features:
 *
 * Thread: any.
 *
 * Returns: features of a picture
 */
guint
koma_head_get_n_features (const KomaHead *head)
{
  return head->neighbours->n_features;
}

/**
 * koma_head_get_n_classes:
 *
 * Thread: any.
 *
 * Returns: number of classes
 */
guint
koma_head_get_n_classes (const KomaHead *head)
{
  return head->neighbours->n_classes;
}

/**
 * koma_head_get_names:
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array zero-terminated=1): the names of the classes
 */
const char *const *
koma_head_get_names (const KomaHead *head)
{
  return (const char *const *) head->neighbours->names;
}

/**
 * koma_head_get_calibration:
 *
 * Thread: any.
 *
 * Returns: (transfer none): how its scores are to be read
 */
const KomaCalibration *
koma_head_get_calibration (const KomaHead *head)
{
  return &head->calibration;
}

const KomaDenseLayers *
koma_head_get_layers (const KomaHead *head)
{
  return head->layers;
}

static void
run_layer (const KomaDenseLayer *layer,
           const float          *x,
           float                *ret_y)
{
  for (guint o = 0; o < layer->n_out; o++)
    ret_y[o] =
      (float) (layer->bias[o] + dot (layer->weights + (gsize) o * layer->n_in, x, layer->n_in));
}

static void
run_layers (const KomaDenseLayers *layers,
            const float           *features,
            float                 *ret_logits)
{
  float hidden[KOMA_HEAD_MAX_HIDDEN];

  if (layers->n_layers == 1) {
    run_layer (&layers->layers[0], features, ret_logits);
    return;
  }
  run_layer (&layers->layers[0], features, hidden);
  for (guint i = 0; i < layers->layers[0].n_out; i++)
    hidden[i] = MAX (hidden[i], 0);
  run_layer (&layers->layers[1], hidden, ret_logits);
}

static void
to_scores (float *logits, /* become the scores */
           guint  n,
           double temperature)
{
  double max = -INFINITY, sum = 0;

  for (guint i = 0; i < n; i++)
    max = MAX (max, logits[i]);
  for (guint i = 0; i < n; i++) {
    logits[i] = (float) exp ((logits[i] - max) / temperature);
    sum += logits[i];
  }
  for (guint i = 0; i < n; i++)
    logits[i] = (float) (logits[i] / sum);
}

/**
 * koma_head_score:
 * @features: (array): of @n pictures, one after the other
 * @ret_scores: (out): of all classes, one picture after the other
 * @ret_unlike: (out) (optional): how far each picture is from the nearest example; a dense head
 *   takes several times as long with it
 *
 * Thread: any.
 */
void
koma_head_score (const KomaHead *head,
                 const float    *features,
                 guint           n,
                 float          *ret_scores,
                 float          *ret_unlike)
{
  const guint n_features = head->neighbours->n_features;
  const guint n_classes = head->neighbours->n_classes;

  for (guint i = 0; i < n; i++) {
    const float   *x = features + (gsize) i * n_features;
    float         *scores = ret_scores + (gsize) i * n_classes;
    const gboolean is_dense = head->layers != NULL;

    if (!is_dense || ret_unlike != NULL) {
      const double cosine = koma_neighbours_vote (head->neighbours, x, is_dense ? NULL : scores);

      if (ret_unlike != NULL)
        ret_unlike[i] = (float) CLAMP (1 - cosine, 0, 1);
    }
    if (is_dense)
      run_layers (head->layers, x, scores);
    to_scores (scores, n_classes, head->calibration.temperature);
  }
}
