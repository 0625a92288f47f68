/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The vectors of a library of pictures, on one thread: how long one question takes, beside a loop
 * over floats, and which of the 20 nearest are found. Vectors are made up: around a thousand
 * places, and with two numbers that are large for all of them, as CLIP has them.
 *
 *   bench-vector-index [COUNT] [WIDTH]     100000 512 if not given
 */
#include <math.h>
#include <stdlib.h>

#include "engine/teach/dot.h"
#include "engine/teach/feature-vector.h"
#include "engine/words/text-tower.h"
#include "engine/words/vector-index.h"

#define N_PLACES  1000
#define N_WANTED  40
#define N_NEAREST 20
#define N_TURNS   15

typedef struct
{
  guint  count;
  guint  width;
  GRand *random;
  float *places;  /* [N_PLACES][width] */
  float *vectors; /* [count][width] */
  float *cosines; /* [count] */
} Set;

/* Nearly normal, of variance 1: the sum of four bytes. */
static float
make_number (GRand *random)
{
  const guint32 bits = g_rand_int (random);
  const int     sum =
    (int) ((bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24)) - 510;

  return (float) sum / 147.8f;
}

static void
make_vector (const Set *set,
             float     *ret_vector)
{
  const float *place =
    set->places + (gsize) g_rand_int_range (set->random, 0, N_PLACES) * set->width;

  for (guint i = 0; i < set->width; i++)
    ret_vector[i] = 0.6f * place[i] + make_number (set->random);
  ret_vector[set->width / 4] += 15;
  ret_vector[set->width / 5] -= 8;
  koma_vector_make_unit (ret_vector, set->width);
}

static void
set_init (Set  *self,
          guint count,
          guint width)
{
  *self = (Set){ .count = count, .width = width, .random = g_rand_new_with_seed (1) };
  self->places = g_new (float, N_PLACES *(gsize) width);
  self->vectors = g_new (float, (gsize) count *width);
  self->cosines = g_new (float, count);
  for (gsize i = 0; i < (gsize) N_PLACES * width; i++)
    self->places[i] = make_number (self->random);
  for (guint i = 0; i < count; i++)
    make_vector (self, self->vectors + (gsize) i * width);
}

static void
set_clear (Set *self)
{
  g_rand_free (self->random);
  g_free (self->places);
  g_free (self->vectors);
  g_free (self->cosines);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Set, set_clear)

static double
get_ms (gint64 since_us)
{
  return (g_get_monotonic_time () - since_us) / 1e3;
}

static void
compare_floats (const Set   *set,
                const float *wanted,
                float       *ret_cosines)
{
  for (guint i = 0; i < set->count; i++)
    ret_cosines[i] = (float) dot (set->vectors + (gsize) i * set->width, wanted, set->width);
}

/* What was not taken: int8, with a scale for each vector. */
static void
round_to_bytes (const float *vector,
                guint        width,
                float       *ret_vector)
{
  float largest = 0;

  for (guint i = 0; i < width; i++)
    largest = MAX (largest, fabsf (vector[i]));
  for (guint i = 0; i < width; i++)
    ret_vector[i] = rintf (vector[i] / largest * G_MAXINT8) * largest / G_MAXINT8;
}

static void
compare_bytes (const Set   *set,
               const float *wanted,
               float       *ret_cosines)
{
  g_autofree float *rounded = g_new (float, set->width);

  for (guint i = 0; i < set->count; i++) {
    round_to_bytes (set->vectors + (gsize) i * set->width, set->width, rounded);
    ret_cosines[i] = (float) dot (rounded, wanted, set->width);
  }
}

static void
find_nearest (const float *cosines,
              guint        count,
              guint        ret_nearest[N_NEAREST])
{
  guint n = 0;

  for (guint i = 0; i < count; i++) {
    guint at = n;

    for (; at > 0 && cosines[ret_nearest[at - 1]] < cosines[i]; at--)
      if (at < N_NEAREST)
        ret_nearest[at] = ret_nearest[at - 1];
    if (at < N_NEAREST)
      ret_nearest[at] = i;
    n = MIN (n + 1, N_NEAREST);
  }
}

/* Which share of the nearest by floats is among the nearest by others. */
static double
get_recall (const Set   *set,
            const float *exact,
            const float *others)
{
  guint wanted[N_NEAREST] = { 0 };
  guint found[N_NEAREST] = { 0 };
  guint n_found = 0;

  find_nearest (exact, set->count, wanted);
  find_nearest (others, set->count, found);
  for (guint i = 0; i < N_NEAREST; i++)
    for (guint k = 0; k < N_NEAREST; k++)
      n_found += wanted[i] == found[k];
  return (double) n_found / N_NEAREST;
}

static void
measure_recall (const Set             *set,
                const KomaVectorIndex *index)
{
  g_autofree float *wanted = g_new (float, set->width);
  g_autofree float *exact = g_new (float, set->count);
  double            recall = 0, bytes_recall = 0, error = 0, bytes_error = 0;

  for (guint q = 0; q < N_WANTED; q++) {
    make_vector (set, wanted);
    compare_floats (set, wanted, exact);
    koma_vector_index_compare (index, wanted, set->cosines);
    recall += get_recall (set, exact, set->cosines) / N_WANTED;
    for (guint i = 0; i < set->count; i++)
      error = MAX (error, fabs ((double) exact[i] - set->cosines[i]));
    compare_bytes (set, wanted, set->cosines);
    bytes_recall += get_recall (set, exact, set->cosines) / N_WANTED;
    for (guint i = 0; i < set->count; i++)
      bytes_error = MAX (bytes_error, fabs ((double) exact[i] - set->cosines[i]));
  }
  g_print ("of the %d nearest, of %d questions: %.2f %% found, error of a cosine at most %.6f\n",
           N_NEAREST, N_WANTED, 100 * recall, error);
  g_print ("  with bytes and a scale: %.2f %%, %.6f\n", 100 * bytes_recall, bytes_error);
}

/* Turn by turn; the fastest count. */
static void
measure_times (const Set             *set,
               const KomaVectorIndex *index,
               GPtrArray             *features)
{
  const float *wanted = set->vectors;
  double       floats_ms = INFINITY, objects_ms = INFINITY, index_ms = INFINITY;

  for (guint turn = 0; turn < N_TURNS; turn++) {
    gint64 start = g_get_monotonic_time ();

    koma_vector_index_compare (index, wanted, set->cosines);
    index_ms = MIN (index_ms, get_ms (start));
    start = g_get_monotonic_time ();
    compare_floats (set, wanted, set->cosines);
    floats_ms = MIN (floats_ms, get_ms (start));
    start = g_get_monotonic_time ();
    for (guint i = 0; i < features->len; i++)
      set->cosines[i] = (float) koma_feature_vector_compare (features->pdata[0],
                                                             features->pdata[i]);
    objects_ms = MIN (objects_ms, get_ms (start));
  }
  g_print ("one question: %.2f ms, a loop over floats %.2f ms (ratio %.2f), "
           "koma_feature_vector_compare () %.2f ms (%.2f)\n",
           index_ms, floats_ms, index_ms / floats_ms, objects_ms, index_ms / objects_ms);
}

int
main (int    argc,
      char **argv)
{
  const guint count = argc > 1 ? (guint) atoi (argv[1]) : 100000;
  const guint width = argc > 2 ? (guint) atoi (argv[2]) : 512;
  g_auto (Set) set = { 0 };
  g_autoptr (KomaVectorIndex) index = koma_vector_index_new (width);
  g_autoptr (GPtrArray) features =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  gint64 start = 0;

  set_init (&set, count, width);
  start = g_get_monotonic_time ();
  for (guint i = 0; i < count; i++)
    koma_vector_index_add (index, set.vectors + (gsize) i * width);
  g_print ("%u vectors of %u: added in %.1f ms, %.1f MB, as floats %.1f\n", count, width,
           get_ms (start), (double) koma_vector_index_get_size (index) / 1e6,
           (double) count * width * sizeof (float) / 1e6);
  for (guint i = 0; i < count; i++)
    g_ptr_array_add (features, koma_feature_vector_new (set.vectors + (gsize) i * width, width));
  measure_times (&set, index, features);
  measure_recall (&set, index);
  return 0;
}
