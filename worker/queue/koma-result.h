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
  double decode_ms;
  double preprocess_ms;
  double inference_ms; /* of the batch, divided by the pictures in it; of both runs, if two */
  double queue_ms;     /* from sending to the start of decoding */
  double ready_ms;     /* from the end of preprocessing to the start of the (first) run */
  double post_ms;      /* from the end of the last run to koma_worker_classify_finish () */
} KomaResultTiming;

/* The answer to one request. Immutable, reference counted, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  guint64 key;         /* of the request */
  gint64  answered_us; /* when the last run ended, of g_get_monotonic_time () */
  /* The model and backend that computed it: another than was loaded where a
   * backend failed since, see koma_model_info_comes_from (). */
  KomaModelInfo   *info;
  KomaLabels      *labels; /* has the strings of @classes */
  KomaResultTiming timing;
  guint            batch;        /* pictures of the inference, this one included */
  gboolean         is_turned;    /* the mean of two answers, of the picture and of it upside down */
  guint            source_width; /* pixels of the picture in its file, upright */
  guint            source_height;
  KomaTaken        taken;     /* of a picture that is not a cell, as its file says */
  GBytes          *thumbnail; /* (nullable) a small JPEG, if the request asked for one */
  KomaPicture     *seen;      /* (nullable) what the model saw, if the request asked for it … */
  KomaPainted      painted;   /* … and what that does not tell */
  /* (nullable) What a model that compares pictures with words made of the picture, of length 1. */
  KomaFeatureVector *vector;
  guint              n_classes; /* as many as were asked for, or as the model has */
  KomaResultClass    classes[]; /* [n_classes] best first */
} KomaResult;

KomaResult *koma_result_new (const KomaResult     *values,
                             const KomaClassScore *top, /* [n_top] best first */
                             guint                 n_top);
KomaResult *koma_result_new_named (const KomaResult *result,
                                   KomaLabels       *labels); /* as many as the model has classes */
gboolean    koma_result_is_sure (const KomaResult *result,
                                 double            sure_from); /* info->values', or the user's */
/* (nullable) Of the likeliest coarser kind ("Animals"), by the sum of the scores of the best
 * classes; NULL where a class that has none is likelier. See engine/model/kinds.h */
const char *koma_result_get_kind (const KomaResult *result,
                                  float            *ret_score); /* (nullable) */
KomaResult *koma_result_ref (KomaResult *result);
void        koma_result_unref (KomaResult *result);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaResult, koma_result_unref)

G_END_DECLS
