/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-summary.h"

G_BEGIN_DECLS

/* Two models beside each other, by the best class of each picture that both answered. Labels are
 * compared as texts, since lists of classes may differ. Nothing is written to the collection, and
 * others may write meanwhile.
 * Thread: any but main, one at a time. */
typedef struct _KomaCollectionCompare KomaCollectionCompare;

/* Every array of two has these places. */
typedef enum {
  KOMA_COMPARED_BEFORE,
  KOMA_COMPARED_NOW,
  KOMA_N_COMPARED,
} KomaCompared;

typedef struct
{
  gint64 n_answers[KOMA_N_COMPARED];
  gint64 n_failed[KOMA_N_COMPARED]; /* pictures that have an error in place of an answer */
  gint64 n_both;                    /* pictures that both answered … */
  gint64 n_agree;                   /* … with the same label … */
  gint64 n_corrected;               /* … or of which a person says what they show … */
  gint64 n_right[KOMA_N_COMPARED];  /* … which the model says, too */
} KomaCollectionCounts;

/* What became of a label. */
typedef struct
{
  char  *labels[KOMA_N_COMPARED];
  gint64 n; /* pictures */
} KomaCollectionChange;

/* A picture of which the two say different things. */
typedef struct
{
  gint64 place; /* in the list, 1 or more */
  char  *path;  /* absolute, any bytes */
  char  *labels[KOMA_N_COMPARED];
  double scores[KOMA_N_COMPARED];
  char  *correction; /* (nullable) the label that a person gave it */
} KomaCollectionDiffering;

KomaCollectionCompare *koma_collection_compare_new (const char   *path,
                                                    GCancellable *cancellable, /* (nullable) */
                                                    GError      **error);
void                   koma_collection_compare_free (KomaCollectionCompare *self);
/* (transfer none) (element-type KomaCollectionModel) that answered, as they were at opening: the
 * one that was used last is the first. They have no numbers. */
const GArray *koma_collection_compare_get_models (const KomaCollectionCompare *self);
/* @names: [KOMA_N_COMPARED] (nullable) names or hashes; NULL: the model that was used last, of the
 * others. @ret_models: [KOMA_N_COMPARED] places in the list of models */
gboolean koma_collection_compare_choose (const KomaCollectionCompare *self,
                                         const char *const           *names,
                                         guint                       *ret_models,
                                         GError                     **error);
gboolean koma_collection_compare_run (KomaCollectionCompare *self,
                                      const guint           *models, /* [KOMA_N_COMPARED] */
                                      KomaCollectionCounts  *ret_counts,
                                      GError               **error);

/* Of the last run. (element-type KomaCollectionChange) (nullable) the most frequent first */
GPtrArray *koma_collection_compare_list_changes (KomaCollectionCompare *self,
                                                 guint                  n, /* at most */
                                                 GError               **error);
/* (element-type KomaCollectionDiffering) (nullable) those behind the place @after */
GPtrArray *koma_collection_compare_list (KomaCollectionCompare      *self,
                                         const KomaCollectionChange *change, /* (nullable) any */
                                         gint64                      after,
                                         guint                       n, /* at most */
                                         GError                    **error);
void       koma_collection_change_free (KomaCollectionChange *change);
void       koma_collection_differing_free (KomaCollectionDiffering *differing);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionCompare, koma_collection_compare_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionChange, koma_collection_change_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCollectionDiffering, koma_collection_differing_free)

G_END_DECLS
