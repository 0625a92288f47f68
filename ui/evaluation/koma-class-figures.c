/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-figures.h"

#include <math.h>

struct _KomaClassFigures
{
  GObject parent_instance;

  KomaLabels *labels;
  guint       index;
  gboolean    is_pair;
  double      figures[KOMA_CLASS_CHANGE + 1];
};

G_DEFINE_FINAL_TYPE (KomaClassFigures, koma_class_figures, G_TYPE_OBJECT)

static void
koma_class_figures_finalize (GObject *object)
{
  koma_labels_unref (KOMA_CLASS_FIGURES (object)->labels);

  G_OBJECT_CLASS (koma_class_figures_parent_class)->finalize (object);
}

static void
koma_class_figures_class_init (KomaClassFiguresClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_class_figures_finalize;
}

static void
koma_class_figures_init (KomaClassFigures *self)
{
}

/**
 * koma_class_figures_new:
 * @index: of a class
 *
 * Returns: (transfer full): what is known of it. Thread: main.
 */
KomaClassFigures *
koma_class_figures_new (const KomaEvaluated *evaluated,
                        guint                index)
{
  KomaClassFigures     *self = g_object_new (KOMA_TYPE_CLASS_FIGURES, NULL);
  const KomaEvaluation *evaluation = evaluated->evaluation;

  self->labels = koma_labels_ref (evaluated->labels);
  self->index = index;
  self->figures[KOMA_CLASS_PICTURES] = koma_evaluation_count_class (evaluation, index);
  self->figures[KOMA_CLASS_RECALL] = evaluation->recalls[index];
  self->figures[KOMA_CLASS_PRECISION] = evaluation->precisions[index];
  self->figures[KOMA_CLASS_F1] = evaluation->f1s[index];
  return self;
}

/**
 * koma_class_figures_new_pair:
 * @index: of a class of the pair
 *
 * Returns: (transfer full): how well both sides know it. Thread: main.
 */
KomaClassFigures *
koma_class_figures_new_pair (const KomaEvaluatedPair *pair,
                             guint                    index)
{
  KomaClassFigures *self = g_object_new (KOMA_TYPE_CLASS_FIGURES, NULL);
  const KomaPairClass *class = &g_array_index (pair->classes, KomaPairClass, index);
  const double n = class->n;

  self->labels = koma_labels_ref (pair->sides[0]->labels);
  self->index = class->index;
  self->is_pair = TRUE;
  self->figures[KOMA_CLASS_PICTURES] = n;
  self->figures[KOMA_CLASS_FIRST] = class->n_right[0] / n;
  self->figures[KOMA_CLASS_SECOND] = class->n_right[1] / n;
  self->figures[KOMA_CLASS_CHANGE] =
    self->figures[KOMA_CLASS_SECOND] - self->figures[KOMA_CLASS_FIRST];
  return self;
}

gboolean
koma_class_figures_is_pair (KomaClassFigures *self)
{
  return self->is_pair;
}

const char *
koma_class_figures_get_name (KomaClassFigures *self)
{
  return koma_labels_get_name (self->labels, self->index);
}

double
koma_class_figures_get (KomaClassFigures *self,
                        KomaClassFigure   figure)
{
  return self->figures[figure];
}
