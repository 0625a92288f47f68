/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/tta.h"
#include "engine/runtime/session.h"
#include "picture-work.h"

G_BEGIN_DECLS

/* From pictures to scores: the one way there is, for answers, evaluations, explanations,
 * comparisons, features, and KomaGraphModel.
 *
 * Who owns what. A classifier owns one session, compiled for a batch of pictures, or borrows one
 * that a cache or a benchmark has. Once it is spread over several threads it owns these, too, and
 * each of them has a session of its own. It owns neither model nor pictures: the recipe within the
 * options must live longer, and so must the graph of one that is spread.
 *
 * Which thread. The one that made a classifier runs and frees it. Functions of a KomaPictureWork,
 * and fill_input of a KomaClassification, are called on the thread that computes the picture;
 * progress and ran are called on the caller's.
 *
 * How pictures go through koma_classifier_classify ():
 *
 *     one batch after the other, or, on several threads, eight batches for each of them:
 *       progress          whether to go on                               caller
 *       each thread takes a batch until none is left:
 *         fill_input      floats, in the memory that the session reads   each thread
 *         session         allocates nothing
 *         check           scores of these pictures are finite, or else the run fails
 *         recipe          scores become probabilities, in the row of the picture
 *       ran               how long it took                               caller
 *     once more, of those pictures that test-time augmentation applies to: the input is turned in
 *     place, and the row becomes the mean of both
 *
 * koma_top_k () tells the best classes of a row. What ends before the scores (features), or reads
 * them in another way, calls koma_classifier_run () instead. */
typedef struct _KomaClassifier KomaClassifier;

/* One run of a picture. */
typedef struct
{
  gint64   start_us;   /* monotonic: when those computed with it were begun */
  double   each_ms;    /* the time that these took, divided by their number … */
  guint    n_pictures; /* … which is this */
  gboolean is_turned;  /* the second run, of test-time augmentation */
} KomaClassifierRun;

/* Pictures, and how their scores are read. */
typedef struct
{
  const KomaRecipe *recipe;
  guint             n_classes; /* that the caller has place for */
  const KomaTta    *tta;       /* (nullable) of the model */

  KomaClassifier     *rest;     /* (nullable) the same for one picture: for less than a batch */
  const KomaProgress *progress; /* (nullable) may stop it between two batches */

  void (*fill_input) (guint index, float *ret_input, gpointer user_data); /* upright */
  /* (nullable) Of the first run of each picture, where the model has an output of vectors; on the
   * thread that computes it. */
  void (*take_vector) (guint index, const float *vector, guint width, gpointer user_data);
  /* (nullable) Whether somebody wants a second run of the picture; NULL: of all. */
  gboolean (*is_wanted) (guint index, gpointer user_data);
  void (*ran) (guint index, const KomaClassifierRun *run, gpointer user_data); /* (nullable) */
  gpointer user_data;
} KomaClassification;

KomaClassifier *koma_classifier_new (const KomaGraph          *graph,
                                     guint                     output, /* index of the scores */
                                     const KomaSessionOptions *options,
                                     GError                  **error);
KomaClassifier *koma_classifier_borrow (KomaSession *session,
                                        guint        output,
                                        GError     **error);
void            koma_classifier_spread (KomaClassifier  *classifier,
                                        const KomaGraph *graph,
                                        guint            n_threads);
void            koma_classifier_free (KomaClassifier *classifier);

KomaSession *koma_classifier_get_session (KomaClassifier *classifier);
guint        koma_classifier_get_batch (const KomaClassifier *classifier);
gsize        koma_classifier_get_input_size (const KomaClassifier *classifier);
guint        koma_classifier_get_n_classes (const KomaClassifier *classifier);
guint        koma_classifier_get_n_threads (const KomaClassifier *classifier);
double       koma_classifier_get_make_ms (const KomaClassifier *classifier);
double       koma_classifier_get_run_ms (const KomaClassifier *classifier);

gboolean koma_classifier_check_recipe (const KomaClassifier *classifier,
                                       const KomaRecipe     *recipe,
                                       GError              **error);
gboolean koma_classifier_warm (KomaClassifier     *classifier,
                               const KomaProgress *progress, /* (nullable) */
                               GError            **error);
gboolean koma_classifier_run (KomaClassifier        *classifier,
                              guint                  n_pictures,
                              const KomaPictureWork *work,
                              GError               **error);
gboolean koma_classifier_classify (KomaClassifier           *classifier,
                                   guint                     n_pictures,
                                   const KomaClassification *what,
                                   float                    *ret_scores,
                                   GError                  **error);

/* @rest, where it computes so few pictures faster than @classifier does a batch. */
KomaClassifier *koma_classifier_choose (KomaClassifier *classifier,
                                        KomaClassifier *rest, /* (nullable) */
                                        guint           n_pictures);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaClassifier, koma_classifier_free)

G_END_DECLS
