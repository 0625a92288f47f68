/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-model-info.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* One class of the answer. */
typedef struct
{
  const char *label; /* as the model has it; UTF-8, borrowed from the result */
  const char *name;  /* as people call it; the label where there is no other */
  guint       index; /* in the model's own list */
  float       score; /* 0 … 1 */
} KomaResultClass;

typedef struct
{
  float decode_ms;
  float preprocess_ms;
  float inference_ms; /* of the batch, divided by the pictures in it; of both runs, if two */
  float queue_ms;     /* from sending to the start of decoding */
  float ready_ms;     /* from the end of preprocessing to the start of the (first) run */
  float post_ms;      /* from the end of the last run to koma_worker_classify_finish () */
} KomaResultTiming;

/* What the model saw. */
typedef struct
{
  KomaPicture *picture;
  KomaPainted  painted; /* what @picture does not tell */
} KomaResultSeen;

/* The answer to one request. Immutable, reference counted, any thread. A list may have a million of
 * them, so that fields stand in the order of their sizes, and what few have is behind a pointer. */
typedef struct
{
  gatomicrefcount ref_count;
  guint           n_classes; /* as many as were asked for, or as the model has */

  gint64 answered_us; /* when the last run ended, of g_get_monotonic_time () */
  /* The model and backend that computed it: another than was loaded where a
   * backend failed since, see koma_model_info_comes_from (). */
  KomaModelInfo  *info;
  KomaLabels     *labels;    /* of the classes of the model */
  KomaTaken       taken;     /* of a picture that is not a cell, as its file says */
  GBytes         *thumbnail; /* (nullable) a small JPEG, if the request asked for one */
  KomaResultSeen *seen;      /* (nullable) owned; if the request asked for it */
  /* (nullable) What a model that compares pictures with words made of the picture, of length 1. */
  KomaFeatureVector *vector;
  KomaResultTiming   timing;
  guint              source_width; /* pixels of the picture in its file, upright */
  guint              source_height;
  guint              batch : 31;    /* pictures of the inference, this one included */
  guint              is_turned : 1; /* the mean of two answers, of the picture and of it turned */
  KomaClassScore     classes[];     /* [n_classes] best first; see koma_result_get_class () */
} KomaResult;

KomaResult *koma_result_new (const KomaResult     *values,
                             const KomaClassScore *top, /* [n_top] best first */
                             guint                 n_top);
KomaResult *koma_result_new_named (const KomaResult *result,
                                   KomaLabels       *labels); /* as many as the model has classes */
/* @rank: below n_classes */
KomaResultClass koma_result_get_class (const KomaResult *result, guint rank);
/* @sure_from: info->values', or the user's */
gboolean koma_result_is_sure (const KomaResult *result, double sure_from);
/* (nullable) Of the likeliest coarser kind ("Animals"), by the sum of the scores of the best
 * classes; NULL where a class that has none is likelier. See engine/model/kinds.h */
const char *koma_result_get_kind (const KomaResult *result,
                                  float            *ret_score); /* (nullable) */
KomaResult *koma_result_ref (KomaResult *result);
void        koma_result_unref (KomaResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaResult, koma_result_unref)

G_END_DECLS
