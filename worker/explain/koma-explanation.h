/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-explanation-map.h"
#include "worker/models/koma-active-model.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_EXPLAIN_OCCLUSION,  /* any model; coarse to fine */
  KOMA_EXPLAIN_ACTIVATION, /* a graph that ends in a mean over places and at most a dense layer */
} KomaExplainMethod;

/* Where in a picture the evidence for each class lies, as far as that is known. Not changed any
 * more once it is shared; atomic reference count, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  KomaExplainMethod method;
  KomaActiveModel  *active_model;  /* that was asked */
  char             *no_activation; /* (nullable) in English: why the other method does not work */

  /* The input on the picture; mirrored pictures of a camera are seen from behind. */
  KomaPreprocessRegion region;
  gboolean             is_mirrored;

  double fraction; /* of all runs, 0 … 1 */
  double first_ms; /* from the start to the first map; 0: there is none yet */
  double total_ms; /* from the start to now */

  GBytes *scores;                        /* float [n_classes], 0 … 1, not turned upside down */
  GBytes *levels[KOMA_OCCLUSION_LEVELS]; /* (nullable) float [patches, n_classes] */
  GBytes *places;                        /* (nullable) float [rows, columns, n_classes] */
  guint   rows;                          /* of @places */
  guint   columns;
  GBytes *sight; /* (nullable) float [rows, columns, patches]; with few places, at the end */
} KomaExplanation;

KomaExplanation *koma_explanation_copy (const KomaExplanation *explanation); /* (nullable) */
KomaExplanation *koma_explanation_ref (KomaExplanation *explanation);
void             koma_explanation_unref (KomaExplanation *explanation);

guint    koma_explanation_get_n_levels (const KomaExplanation *explanation); /* that are done */
gboolean koma_explanation_has_map (const KomaExplanation *explanation);
/* With koma_explanation_has_map (). */
void koma_explanation_make_map (const KomaExplanation *explanation,
                                guint                  class_index,
                                KomaExplanationMap    *ret_map); /* koma_explanation_map_clear () */
/* Where maps lie on the picture; points of both: 0 … 1 from the upper left corner. */
KomaPreprocessRegion koma_explanation_get_shown (const KomaExplanation *explanation);
gboolean             koma_explanation_find_point (const KomaExplanation *explanation,
                                                  double                 x,
                                                  double                 y,
                                                  double                *ret_x,
                                                  double                *ret_y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaExplanation, koma_explanation_unref)

G_END_DECLS
