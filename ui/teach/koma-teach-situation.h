/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/learn/koma-teach-learn.h"

G_BEGIN_DECLS

/* What is known of a project at a moment; a plain value. */
typedef struct
{
  KomaTeachBaseState     base;
  KomaTeachHeadKind      head;
  KomaTeachTrainingState training;
  const GError          *error;     /* (nullable) borrowed: why training failed */
  double                 progress;  /* 0 … 1, of training or checking */
  guint                  n_classes; /* that have examples */
  guint                  n_examples;
  guint                  n_known;
  guint                  n_adding;  /* pictures that are still being copied */
  guint                  n_checked; /* by cross-validation; 0: not yet */
  guint                  n_right;
} KomaTeachSituation;

void koma_teach_situation_get (KomaTeachProject *project, KomaTeachSituation *ret_situation);
/* A sentence: what happens, or what to do next. */
char *koma_teach_situation_describe (const KomaTeachSituation *now);
/* Whether something goes on, that a bar could show. */
gboolean koma_teach_situation_is_busy (const KomaTeachSituation *now);
double   koma_teach_situation_get_fraction (const KomaTeachSituation *now); /* of that, 0 … 1 */

G_END_DECLS
