/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "worker/evaluation/koma-evaluated-pair.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_CLASS_NAME,
  KOMA_CLASS_PICTURES,
  KOMA_CLASS_RECALL,
  KOMA_CLASS_PRECISION,
  KOMA_CLASS_F1,
  /* Of a pair: what each side finds, and how much more the second one does. */
  KOMA_CLASS_FIRST,
  KOMA_CLASS_SECOND,
  KOMA_CLASS_CHANGE,
} KomaClassFigure;

/* A class in a list: how well it is known. */
#define KOMA_TYPE_CLASS_FIGURES (koma_class_figures_get_type ())
G_DECLARE_FINAL_TYPE (KomaClassFigures, koma_class_figures, KOMA, CLASS_FIGURES, GObject)

KomaClassFigures *koma_class_figures_new (const KomaEvaluated *evaluated, guint index);
KomaClassFigures *koma_class_figures_new_pair (const KomaEvaluatedPair *pair, guint index);
gboolean          koma_class_figures_is_pair (KomaClassFigures *self);
const char       *koma_class_figures_get_name (KomaClassFigures *self);
double            koma_class_figures_get (KomaClassFigures *self, KomaClassFigure figure);

G_END_DECLS
