/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Leader clustering (J. A. Hartigan, “Clustering Algorithms”, 1975, chapter 3), in two passes: the
 * first finds leaders, each of which is far from all before it, and the second puts each picture to
 * the leader that it is most like. How far is far depends on the model: the vectors of one lie in a
 * narrow cone, those of another all over. So it is told by how like pictures are that happen to
 * come together. */
#include "koma-similar-groups.h"

#include <math.h>

/* Pairs that tell what is usual, and how many standard deviations more make two pictures alike. */
#define N_PAIRS       4096
#define N_DEVIATIONS  1.5
#define MIN_THRESHOLD 0.5
#define MAX_THRESHOLD 0.9

/* The time of a pass grows with their number; what is like none of so many is alone. */
#define MAX_LEADERS 1000

typedef struct
{
  KomaFeatureVector *const *vectors;
  guint                     n;
  GCancellable             *cancellable;

  KomaVectorIndex *index;   /* of the leaders */
  float           *cosines; /* [MAX_LEADERS] */
  double           threshold;
} Search;

/* One group, so far. */
typedef struct
{
  guint  leader;
  guint  n;
  double sum;  /* of the cosines with the leader */
  guint  rank; /* in the end */
} Group;

/* The same pairs each time: golden ratio steps go through all distances. */
static double
find_threshold (const Search *self)
{
  const guint n_pairs = MIN ((guint64) N_PAIRS, (guint64) self->n * (self->n - 1) / 2);
  double      sum = 0, squares = 0;

  for (guint i = 0; i < n_pairs; i++) {
    const guint  a = i % self->n;
    const guint  b = (a + 1 + (guint) (i * 0.6180339887 * self->n) % (self->n - 1)) % self->n;
    const double cosine = koma_feature_vector_compare (self->vectors[a], self->vectors[b]);

    sum += cosine;
    squares += cosine * cosine;
  }
  sum /= n_pairs;
  squares = MAX (squares / n_pairs - sum * sum, 0);
  return CLAMP (sum + N_DEVIATIONS * sqrt (squares), MIN_THRESHOLD, MAX_THRESHOLD);
}

/* The leader that is most like; its cosine. */
static double
find_best (const Search *self,
           guint         picture,
           guint        *ret_leader)
{
  const guint n = koma_vector_index_get_count (self->index);
  double      best = -2;

  koma_vector_index_compare (self->index, koma_feature_vector_get_values (self->vectors[picture]),
                             self->cosines);
  for (guint i = 0; i < n; i++)
    if (self->cosines[i] > best) {
      best = self->cosines[i];
      *ret_leader = i;
    }
  return best;
}

static void
find_leaders (const Search *self,
              GArray       *groups)
{
  for (guint i = 0; i < self->n && groups->len < MAX_LEADERS; i++) {
    const Group group = { .leader = i };
    guint       leader = 0;

    if (g_cancellable_is_cancelled (self->cancellable))
      return;
    if (groups->len > 0 && find_best (self, i, &leader) >= self->threshold)
      continue;
    koma_vector_index_add (self->index, koma_feature_vector_get_values (self->vectors[i]));
    g_array_append_val (groups, group);
  }
}

static void
assign (const Search *self,
        GArray       *groups,
        guint        *ret_groups)
{
  for (guint i = 0; i < self->n; i++) {
    guint        leader = 0;
    const double cosine =
      g_cancellable_is_cancelled (self->cancellable) ? -2 : find_best (self, i, &leader);
    Group *group = &g_array_index (groups, Group, leader);

    ret_groups[i] = cosine >= self->threshold ? leader : KOMA_SIMILAR_ALONE;
    if (ret_groups[i] == KOMA_SIMILAR_ALONE)
      continue;
    group->n++;
    group->sum += cosine;
  }
}

/* Groups of near duplicates first, what is alone last. */
static int
compare_cb (gconstpointer a,
            gconstpointer b)
{
  const Group *one = *(const Group *const *) a, *other = *(const Group *const *) b;
  const double mean = one->n > 1 ? (one->sum - 1) / (one->n - 1) : -2;
  const double other_mean = other->n > 1 ? (other->sum - 1) / (other->n - 1) : -2;

  if (mean != other_mean)
    return mean > other_mean ? -1 : 1;
  return one->leader < other->leader ? -1 : 1;
}

/* Returns: how many have two pictures or more */
static guint
rank (GArray *groups)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  guint n_groups = 0;

  for (guint i = 0; i < groups->len; i++)
    g_ptr_array_add (order, &g_array_index (groups, Group, i));
  g_ptr_array_sort (order, compare_cb);
  for (guint i = 0; i < order->len; i++) {
    Group *group = order->pdata[i];

    group->rank = group->n > 1 ? n_groups++ : KOMA_SIMILAR_ALONE;
  }
  return n_groups;
}

/**
 * koma_similar_groups_find:
 * @vectors: (array length=n): of one width, of length 1
 * @cancellable: (nullable): what is left then is alone
 * @ret_groups: (out caller-allocates) (array length=n): the group of each, the closest is 0;
 *   %KOMA_SIMILAR_ALONE: none
 *
 * The same pictures in the same order make the same groups.
 *
 * Thread: any.
 *
 * Returns: how many groups there are
 */
guint
koma_similar_groups_find (KomaFeatureVector *const *vectors,
                          guint                     n,
                          GCancellable             *cancellable,
                          guint                    *ret_groups)
{
  g_autofree float *cosines = g_new (float, MAX_LEADERS);
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_autoptr (KomaVectorIndex) index = NULL;
  Search search = { vectors, n, cancellable };
  guint  n_groups = 0;

  for (guint i = 0; i < n; i++)
    ret_groups[i] = KOMA_SIMILAR_ALONE;
  if (n < 2)
    return 0;
  search.index = index = koma_vector_index_new (koma_feature_vector_get_n (vectors[0]));
  search.cosines = cosines;
  search.threshold = find_threshold (&search);
  find_leaders (&search, groups);
  if (groups->len == 0)
    return 0;
  assign (&search, groups, ret_groups);
  n_groups = rank (groups);
  for (guint i = 0; i < n; i++)
    if (ret_groups[i] != KOMA_SIMILAR_ALONE)
      ret_groups[i] = g_array_index (groups, Group, ret_groups[i]).rank;
  return n_groups;
}
