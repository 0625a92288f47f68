/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "examples.h"

G_BEGIN_DECLS

/* Answers from features. Immutable, atomic reference count, any thread. */
typedef struct _KomaHead KomaHead;

typedef enum {
  KOMA_HEAD_NEAREST, /* asks the examples: there at once */
  KOMA_HEAD_DENSE,   /* a trained layer, see head-train.h */
} KomaHeadKind;

/* How scores of a head are to be read; cross-validation.h measures it. */
typedef struct
{
  double temperature; /* above 0: more than 1 makes scores more cautious */
  double sure_from;   /* 0 … 1: an answer whose best score is less is not sure */
  double unlike_from; /* 0 … 1: a picture this unlike all examples is none of the classes */
} KomaCalibration;

/* Takes about as long as one answer. Calibrated with KOMA_CALIBRATION_NONE. */
KomaHead *koma_head_new_nearest (const KomaExamples *examples, GError **error);
/* The same head with another calibration; shares all else. */
KomaHead *koma_head_new_calibrated (KomaHead *head, const KomaCalibration *calibration);
KomaHead *koma_head_ref (KomaHead *head);
void      koma_head_unref (KomaHead *head);

KomaHeadKind           koma_head_get_kind (const KomaHead *head);
guint                  koma_head_get_n_features (const KomaHead *head);
guint                  koma_head_get_n_classes (const KomaHead *head);
const char *const     *koma_head_get_names (const KomaHead *head); /* NULL-terminated */
const KomaCalibration *koma_head_get_calibration (const KomaHead *head);

/* Allocates nothing. Scores sum to 1. Unlike is 0 for an example itself, and 1 for a picture that
 * has nothing in common with any. */
void koma_head_score (const KomaHead *head,
                      const float    *features,   /* [n, n_features] */
                      guint           n,          /* pictures */
                      float          *ret_scores, /* [n, n_classes] */
                      float          *ret_unlike /* (nullable) [n] */);

#define KOMA_CALIBRATION_NONE ((KomaCalibration){ 1, 0.5, 1 })

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaHead, koma_head_unref)

G_END_DECLS
