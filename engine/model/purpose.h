/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"

G_BEGIN_DECLS

#define KOMA_PURPOSE_ERROR (koma_purpose_error_quark ())

/* Outputs of models that compare pictures with words: vectors of both. */
#define KOMA_PICTURE_VECTORS "image_embeds"
#define KOMA_WORD_VECTORS    "text_embeds"
/* An output of a classifier, beside the scores: the vector of a picture, of length 1 where the
 * classifier was made from such a model. */
#define KOMA_VECTOR_OUTPUT "vector"

/* What a model is for that is no classifier of pictures; also the code of %KOMA_PURPOSE_ERROR, that
 * it is for something else. */
typedef enum {
  KOMA_PURPOSE_OTHER,       /* nobody can tell, or a classifier */
  KOMA_PURPOSE_DETECTOR,    /* things and their places */
  KOMA_PURPOSE_POSE,        /* the points of a body */
  KOMA_PURPOSE_PICTURE,     /* another picture */
  KOMA_PURPOSE_MAP,         /* something for each point of a picture */
  KOMA_PURPOSE_WORDS,       /* how well a picture and words go together */
  KOMA_PURPOSE_SEQUENCE,    /* a row of answers, as of a text */
  KOMA_PURPOSE_FEATURES,    /* what a classifier is made from */
  KOMA_PURPOSE_QUANTITY,    /* one number, such as an age */
  KOMA_PURPOSE_COORDINATES, /* places in the picture */
  KOMA_N_PURPOSES,
} KomaPurpose;

typedef struct _KomaRawModel KomaRawModel;

GQuark koma_purpose_error_quark (void);

/* @ret_evidence: (transfer full): the output or the operator that tells; NULL: nothing does. */
KomaPurpose koma_purpose_find (const KomaGraph *graph, /* inferred */
                               char           **ret_evidence);
/* Of a file that has what Koma can not compute: by operators, names and declared shapes. */
KomaPurpose koma_purpose_find_in_file (const KomaRawModel *raw,
                                       char              **ret_evidence);

/* Whether it compares pictures with words. */
gboolean koma_purpose_is_words (const KomaGraph *graph);

const char *koma_purpose_get_name (KomaPurpose purpose);     /* for programs: "detector" */
KomaPurpose koma_purpose_from_name (const char *name);       /* (nullable) */
const char *koma_purpose_get_sentence (KomaPurpose purpose); /* translated, without full stop */

G_END_DECLS
