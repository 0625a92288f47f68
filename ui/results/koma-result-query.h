/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_SORT_ADDED, /* as pictures came */
  KOMA_SORT_NAME,  /* "2.jpg" before "10.jpg" */
  KOMA_SORT_FOLDER,
  KOMA_SORT_DATE, /* of the file */
  KOMA_SORT_CLASS,
  KOMA_SORT_SCORE,
  KOMA_SORT_MARGIN, /* from the best class to the second */
  KOMA_N_SORTS,
} KomaSort;

typedef enum {
  KOMA_GROUP_NONE,
  KOMA_GROUP_CLASS,
  KOMA_GROUP_KIND,
  KOMA_GROUP_FOLDER,
  KOMA_GROUP_SIMILAR, /* by what they show, without any class */
  KOMA_N_GROUPS,
} KomaGroupBy;

/* Which pictures a state filter lets through. */
typedef enum {
  KOMA_ONLY_ALL,
  KOMA_ONLY_NOT_SURE,
  KOMA_ONLY_CORRECTED, /* or confirmed, by a person */
  KOMA_ONLY_FAILED,
  KOMA_ONLY_WAITING,
  KOMA_ONLY_RATED,    /* with one star or more … */
  KOMA_ONLY_ONE_STAR, /* … with exactly so many … */
  KOMA_ONLY_FIVE_STARS = KOMA_ONLY_ONE_STAR + 4,
  KOMA_ONLY_REJECTED,
  KOMA_N_ONLYS,
} KomaOnly;

/* Which pictures of a list are shown, and in which order. */
typedef struct
{
  char *text; /* words; all of them must be found, unless there is @like */
  /* (nullable) The vector that pictures are compared with, best first … */
  KomaFeatureVector *like;
  char              *like_name;  /* (nullable) … of this picture; NULL: of @text */
  char              *class_name; /* (nullable) the best class … */
  char              *kind_name;  /* (nullable) … and its kind */
  double             min_score;  /* of the best class, 0 … 1 */
  double             max_score;
  KomaOnly           only;
  KomaSort           sort;
  gboolean           is_descending;
  KomaGroupBy        group;
} KomaResultQuery;

KomaResultQuery *koma_result_query_new (void); /* all, as they came */
KomaResultQuery *koma_result_query_copy (const KomaResultQuery *query);
void             koma_result_query_free (KomaResultQuery *query);
gboolean         koma_result_query_is_equal (const KomaResultQuery *a, const KomaResultQuery *b);

gboolean koma_result_query_is_searching (const KomaResultQuery *query);
/* Of classes, scores and states; the text does not count. */
gboolean koma_result_query_is_filtering (const KomaResultQuery *query);
gboolean koma_result_query_has_range (const KomaResultQuery *query);
gboolean koma_result_query_is_plain (const KomaResultQuery *query); /* all, as they came */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaResultQuery, koma_result_query_free)

G_END_DECLS
