/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the places of a class activation map see. Usually a place is drawn over its block: of 3 × 3
 * places the first over the upper left ninth of the picture. But a place of a deep network sees
 * much more than its block, and what it depends on most may lie beside it (Luo and others,
 * “Understanding the Effective Receptive Field in Deep Convolutional Neural Networks”, 2016). Of
 * Koma's own model the first two of three columns of places see nearly the same.
 *
 * Of MobileNetV2's 7 × 7, those beside an edge between two things see both.
 *
 * So where there are few places, what each sees is measured on the picture: each patch in turn is
 * covered, and sight (place, patch) is by how much the features of the place change, as a part of
 * all the changes of that place. The share s of each place is then spread over what it sees:
 *
 *   map (patch) = Σ s (place) · sight (place, patch)
 *
 * Shares are taken less their mean, so what all places see alike falls out of the sum. The shares
 * are those of the one run with nothing covered, and the sum over all patches is theirs. */
#include "receptive-field.h"

#include <math.h>

#include "log-odds.h"

/**
 * koma_receptive_field_is_wanted:
 * @activation: how classes are made of features
 *
 * Thread: any.
 *
 * Returns: whether patches are at least as fine as places, along either side
 */
gboolean
koma_receptive_field_is_wanted (const KomaClassActivation *activation)
{
  return MIN (activation->rows, activation->columns) <= KOMA_RECEPTIVE_FIELD_SIDE;
}

/**
 * koma_receptive_field_get_patch:
 * @size: of the input
 * @index: of the patch, row by row
 *
 * Patches lie side by side. Thread: any.
 *
 * Returns: the patch, of a pixel at least
 */
KomaPatch
koma_receptive_field_get_patch (const KomaOcclusionInput *size,
                                guint                     index)
{
  const guint row = index / KOMA_RECEPTIVE_FIELD_SIDE, column = index % KOMA_RECEPTIVE_FIELD_SIDE;
  const guint x = column * size->width / KOMA_RECEPTIVE_FIELD_SIDE;
  const guint y = row * size->height / KOMA_RECEPTIVE_FIELD_SIDE;

  return (KomaPatch){ x, y, MAX ((column + 1) * size->width / KOMA_RECEPTIVE_FIELD_SIDE - x, 1),
                      MAX ((row + 1) * size->height / KOMA_RECEPTIVE_FIELD_SIDE - y, 1) };
}

/**
 * koma_receptive_field_measure:
 * @activation: how classes are made of features
 * @features: the first output of the graph, for the picture
 * @covered: likewise, with patch @index covered
 * @index: of the patch
 * @sight: (inout): `[places, KOMA_RECEPTIVE_FIELD_N_PATCHES]`; column @index is set to the sum of
 *   the changes of all features of each place
 *
 * Thread: any.
 */
void
koma_receptive_field_measure (const KomaClassActivation *activation,
                              const float               *features,
                              const float               *covered,
                              guint                      index,
                              float                     *sight)
{
  const gsize n_places = (gsize) activation->rows * activation->columns;
  const gsize n_features = activation->n_features;
  const gsize next_feature = activation->is_channels_first ? n_places : 1;
  const gsize next_place = activation->is_channels_first ? 1 : n_features;

  for (gsize i = 0; i < n_places; i++) {
    double sum = 0;

    for (gsize k = 0; k < n_features; k++) {
      const gsize at = i * next_place + k * next_feature;

      sum += fabs ((double) covered[at] - features[at]);
    }
    sight[i * KOMA_RECEPTIVE_FIELD_N_PATCHES + index] = (float) sum;
  }
}

/* A place that no patch changes sees all alike. */
static void
add_share (float        share,
           const float *sight, /* [KOMA_RECEPTIVE_FIELD_N_PATCHES] */
           float       *map)         /* (inout) likewise */
{
  double sum = 0;

  for (guint i = 0; i < KOMA_RECEPTIVE_FIELD_N_PATCHES; i++)
    sum += sight[i];
  for (guint i = 0; i < KOMA_RECEPTIVE_FIELD_N_PATCHES; i++)
    map[i] += (float) (share * (sum > 0 ? sight[i] / sum : 1.0 / KOMA_RECEPTIVE_FIELD_N_PATCHES));
}

/**
 * koma_receptive_field_make_map:
 * @shares: (array length=n_places): of koma_class_activation_make_map()
 * @sight: `[n_places, KOMA_RECEPTIVE_FIELD_N_PATCHES]` of koma_receptive_field_measure()
 * @n_places: number of places
 * @ret_map: (out caller-allocates) (array length=KOMA_RECEPTIVE_FIELD_N_PATCHES): the shares
 *   spread over what places see, less the mean of all
 *
 * Thread: any.
 */
void
koma_receptive_field_make_map (const float *shares,
                               const float *sight,
                               guint        n_places,
                               float       *ret_map)
{
  for (guint i = 0; i < KOMA_RECEPTIVE_FIELD_N_PATCHES; i++)
    ret_map[i] = 0;
  for (guint i = 0; i < n_places; i++)
    add_share (shares[i], sight + (gsize) i * KOMA_RECEPTIVE_FIELD_N_PATCHES, ret_map);
  koma_log_odds_centre (ret_map, KOMA_RECEPTIVE_FIELD_N_PATCHES);
}
