/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-explanation.h"

#include <math.h>
#include <string.h>

/* Log-odds: a score of 0.5 becomes 0.50025. Float16 rounds so. */
#define NOISE 1e-3f

static GBytes *
ref_bytes (GBytes *bytes) /* (nullable) */
{
  return bytes != NULL ? g_bytes_ref (bytes) : NULL;
}

static const float *
get_floats (GBytes *bytes) /* (nullable) */
{
  return bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;
}

/**
 * koma_explanation_copy:
 * @explanation: what is known so far
 *
 * Copies no scores: they do not change.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the same, to be added to
 */
KomaExplanation *
koma_explanation_copy (const KomaExplanation *explanation)
{
  KomaExplanation *copy = g_memdup2 (explanation, sizeof *explanation);

  g_atomic_ref_count_init (&copy->ref_count);
  koma_active_model_ref (copy->active_model);
  copy->no_activation = g_strdup (explanation->no_activation);
  copy->scores = ref_bytes (explanation->scores);
  copy->places = ref_bytes (explanation->places);
  copy->sight = ref_bytes (explanation->sight);
  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++)
    copy->levels[i] = ref_bytes (explanation->levels[i]);
  return copy;
}

/**
 * koma_explanation_ref:
 *
 * Thread: any.
 *
 * Returns: (transfer full): @explanation
 */
KomaExplanation *
koma_explanation_ref (KomaExplanation *explanation)
{
  g_return_val_if_fail (explanation != NULL, NULL);

  g_atomic_ref_count_inc (&explanation->ref_count);
  return explanation;
}

/**
 * koma_explanation_unref:
 * @explanation: (nullable) (transfer full): an explanation
 *
 * Thread: any.
 */
void
koma_explanation_unref (KomaExplanation *explanation)
{
  if (explanation == NULL || !g_atomic_ref_count_dec (&explanation->ref_count))
    return;

  g_clear_pointer (&explanation->active_model, koma_active_model_unref);
  g_clear_pointer (&explanation->no_activation, g_free);
  g_clear_pointer (&explanation->scores, g_bytes_unref);
  g_clear_pointer (&explanation->places, g_bytes_unref);
  g_clear_pointer (&explanation->sight, g_bytes_unref);
  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++)
    g_clear_pointer (&explanation->levels[i], g_bytes_unref);
  g_free (explanation);
}

guint
koma_explanation_get_n_levels (const KomaExplanation *explanation)
{
  guint n = 0;

  while (n < KOMA_OCCLUSION_LEVELS && explanation->levels[n] != NULL)
    n++;
  return n;
}

gboolean
koma_explanation_has_map (const KomaExplanation *explanation)
{
  return explanation->places != NULL || explanation->levels[0] != NULL;
}

static void
make_occlusion_map (const KomaExplanation *explanation,
                    guint                  class_index,
                    KomaExplanationMap    *map)
{
  KomaOcclusion occlusion = { .base = get_floats (explanation->scores),
                              .n_classes = explanation->active_model->n_classes };

  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++)
    occlusion.levels[i] = get_floats (explanation->levels[i]);
  map->rows = map->columns = KOMA_OCCLUSION_MAP_SIDE;
  map->values = g_new (float, map->rows * map->columns);
  koma_occlusion_make_map (&occlusion, class_index, map->values);
}

/* From places to the patches that they see. */
static void
spread_over_sight (const KomaExplanation *explanation,
                   KomaExplanationMap    *map)
{
  float *values = g_new (float, KOMA_RECEPTIVE_FIELD_N_PATCHES);

  koma_receptive_field_make_map (map->values, get_floats (explanation->sight),
                                 map->rows * map->columns, values);
  g_free (map->values);
  *map = (KomaExplanationMap){ KOMA_RECEPTIVE_FIELD_SIDE, KOMA_RECEPTIVE_FIELD_SIDE, values };
}

static void
make_activation_map (const KomaExplanation *explanation,
                     guint                  class_index,
                     KomaExplanationMap    *map)
{
  map->rows = explanation->rows;
  map->columns = explanation->columns;
  map->values = g_new (float, (gsize) map->rows * map->columns);
  koma_class_activation_make_map (get_floats (explanation->places), map->rows * map->columns,
                                  get_floats (explanation->scores),
                                  explanation->active_model->n_classes, class_index, map->values);
  if (explanation->sight != NULL)
    spread_over_sight (explanation, map);
}

static void
mirror (KomaExplanationMap *map)
{
  for (guint y = 0; y < map->rows; y++)
    for (guint x = 0; x < map->columns / 2; x++) {
      float      *left = &map->values[y * map->columns + x];
      float      *right = &map->values[(y + 1) * map->columns - 1 - x];
      const float value = *left;

      *left = *right;
      *right = value;
    }
}

/* What is left of a picture that is the same all over: drawn in full colours it would pass for
 * something. */
static void
drop_noise (KomaExplanationMap *map)
{
  const gsize n_places = (gsize) map->rows * map->columns;

  for (gsize i = 0; i < n_places; i++)
    if (fabsf (map->values[i]) >= NOISE)
      return;
  memset (map->values, 0, n_places * sizeof *map->values);
}

/**
 * koma_explanation_make_map:
 * @explanation: one with koma_explanation_has_map()
 * @class_index: of the model's classes
 * @ret_map: (out caller-allocates): koma_explanation_map_clear(); it covers
 *   `explanation->region` of the picture. All of it is 0 if no place has more than rounding does
 *
 * Costs no run of the model. Thread: any.
 */
void
koma_explanation_make_map (const KomaExplanation *explanation,
                           guint                  class_index,
                           KomaExplanationMap    *ret_map)
{
  g_return_if_fail (koma_explanation_has_map (explanation));
  g_return_if_fail (class_index < explanation->active_model->n_classes);

  if (explanation->places != NULL)
    make_activation_map (explanation, class_index, ret_map);
  else
    make_occlusion_map (explanation, class_index, ret_map);
  drop_noise (ret_map);
  if (explanation->is_mirrored)
    mirror (ret_map);
}

/**
 * koma_explanation_get_shown:
 * @explanation: an explanation
 *
 * With bars the map is more than the picture. Thread: any.
 *
 * Returns: the part of a map that lies on the picture, in parts of the map's width and height
 */
KomaPreprocessRegion
koma_explanation_get_shown (const KomaExplanation *explanation)
{
  const KomaPreprocessRegion *region = &explanation->region;
  const double                left = MAX (0, -region->x / region->width);
  const double                top = MAX (0, -region->y / region->height);

  return (KomaPreprocessRegion){ left, top, MIN (1, (1 - region->x) / region->width) - left,
                                 MIN (1, (1 - region->y) / region->height) - top };
}

/**
 * koma_explanation_find_point:
 * @explanation: an explanation
 * @x: 0 is the picture's left edge, 1 the right one
 * @y: likewise, from the top
 * @ret_x: (out): where that is on a map, 0 … 1
 * @ret_y: (out): likewise
 *
 * Thread: any.
 *
 * Returns: whether the model saw that point
 */
gboolean
koma_explanation_find_point (const KomaExplanation *explanation,
                             double                 x,
                             double                 y,
                             double                *ret_x,
                             double                *ret_y)
{
  const KomaPreprocessRegion *region = &explanation->region;
  const double                across = (x - region->x) / region->width;
  const double                down = (y - region->y) / region->height;

  if (across < 0 || across > 1 || down < 0 || down > 1)
    return FALSE;
  *ret_x = across;
  *ret_y = down;
  return TRUE;
}
