/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/decode/koma-picture.h"

G_BEGIN_DECLS

/* One class of the answer. */
typedef struct
{
  guint       index; /* in the model's own list */
  const char *label; /* as the model has it; UTF-8, borrowed from the result */
  const char *name;  /* as people call it; the label where there is no other */
  float       score; /* 0 … 1 */
} KomaResultClass;

typedef struct
{
  double decode_ms;
  double preprocess_ms;
  double inference_ms; /* of the batch, divided by the pictures in it; of both runs … */
  double half_turn_ms; /* … where there was a second one, turned; 0: none */
  double queue_ms;     /* from sending to the start of decoding */
} KomaResultTiming;

typedef struct _KomaModelInfo KomaModelInfo;

/* The answer to one request. Immutable, reference counted, any thread. */
typedef struct _KomaResult KomaResult;

KomaResult *koma_result_ref (KomaResult *result);
void        koma_result_unref (KomaResult *result);

guint64                 koma_result_get_key (const KomaResult *result);
guint64                 koma_result_get_generation (const KomaResult *result);
guint                   koma_result_get_n_classes (const KomaResult *result); /* top k, or fewer */
const KomaResultClass  *koma_result_get_class (const KomaResult *result, guint index);
const KomaResultTiming *koma_result_get_timing (const KomaResult *result);
const char             *koma_result_get_backend (const KomaResult *result); /* "xnnpack" */
const char             *koma_result_get_model (const KomaResult *result);   /* name for people */
KomaModelInfo          *koma_result_get_model_info (const KomaResult *result);
guint                   koma_result_get_batch (const KomaResult *result); /* inferred at once */
/* Whether it is the mean of two answers, of the picture and of it upside down. */
gboolean koma_result_get_is_turned (const KomaResult *result);
guint    koma_result_get_source_width (const KomaResult *result);
guint    koma_result_get_source_height (const KomaResult *result);
GBytes  *koma_result_get_thumbnail (const KomaResult *result); /* (nullable) JPEG */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaResult, koma_result_unref)

G_END_DECLS
