/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Which tensors take turns in which texture. A program can not write what it
 * reads, so there is no arena here: a tensor has a texture for itself as long
 * as it lives. All are equally wide, so any will do that is high enough. */

#include "texture-plan.h"

static int
compare_first (gconstpointer a,
               gconstpointer b)
{
  const KomaGlesTexturePlan *left = *(KomaGlesTexturePlan *const *) a;
  const KomaGlesTexturePlan *right = *(KomaGlesTexturePlan *const *) b;

  if (left->first != right->first)
    return left->first < right->first ? -1 : 1;
  return left < right ? -1 : 1;
}

/* The least that is high enough, else the highest, which then grows; as many
 * as there are if none is free. */
static guint
find_texture (const KomaGlesTexturePlan *tensor,
              const guint               *heights,
              const guint               *busy_until,
              guint                      n_textures)
{
  guint best = n_textures;

  for (guint i = 0; i < n_textures; i++) {
    if (busy_until[i] >= tensor->first)
      continue;
    if (best == n_textures)
      best = i;
    else if (heights[best] < tensor->height ? heights[i] > heights[best]
                                            : heights[i] >= tensor->height &&
                                                heights[i] < heights[best])
      best = i;
  }
  return best;
}

/**
 * koma_gles_texture_plan:
 * @tensors: (array length=n_tensors): all but @texture filled in
 * @ret_heights: (out): rows of each texture
 *
 * Returns: how many textures it takes
 */
guint
koma_gles_texture_plan (KomaGlesTexturePlan *tensors,
                        guint                n_tensors,
                        guint               *ret_heights)
{
  g_autofree KomaGlesTexturePlan **order = g_new (KomaGlesTexturePlan *, n_tensors + 1);
  g_autofree guint                *busy_until = g_new0 (guint, n_tensors + 1);
  guint                            n_textures = 0;

  for (guint i = 0; i < n_tensors; i++)
    order[i] = &tensors[i];
  qsort (order, n_tensors, sizeof *order, compare_first);
  for (guint i = 0; i < n_tensors; i++) {
    KomaGlesTexturePlan *tensor = order[i];

    tensor->texture = find_texture (tensor, ret_heights, busy_until, n_textures);
    if (tensor->texture == n_textures)
      ret_heights[n_textures++] = 0;
    ret_heights[tensor->texture] = MAX (ret_heights[tensor->texture], tensor->height);
    busy_until[tensor->texture] = tensor->last;
  }
  return n_textures;
}
