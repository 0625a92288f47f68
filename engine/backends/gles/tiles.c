/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tiles.h"

/**
 * koma_gles_tiles_supports:
 * @n_weights: of one output channel
 * @out_c: of one group
 *
 * Whether the packed weights fit into one buffer: with one channel in each
 * group they are sixteen times as large.
 */
gboolean
koma_gles_tiles_supports (gsize    n_groups,
                          gsize    n_weights,
                          gsize    out_c,
                          GError **error)
{
  const double n_tiles = n_groups * ceil ((double) out_c / KOMA_GLES_TILE);

  return n_tiles * KOMA_GLES_TILE * (1.0 + n_weights) * sizeof (float) <= KOMA_GLES_MAX_BYTES ||
         koma_gles_refuse (error, "the weights are above 128 MiB when packed");
}

/**
 * koma_gles_tiles_count:
 *
 * Returns: tiles of all groups
 */
gsize
koma_gles_tiles_count (const KomaGlesFilter *filter)
{
  return filter->n_groups * ((filter->out_c + KOMA_GLES_TILE - 1) / KOMA_GLES_TILE);
}

static void
pack_tile (const KomaGlesFilter *filter,
           gsize                 group,
           gsize                 first_channel, /* in the group */
           float                *packed)
{
  const gsize first = group * filter->out_c + first_channel;
  const gsize n_channels = MIN (KOMA_GLES_TILE, filter->out_c - first_channel);

  for (gsize i = 0; i < n_channels && filter->bias != NULL; i++)
    packed[i] = filter->bias[first + i];
  for (gsize tap = 0; tap < filter->n_taps; tap++)
    for (gsize k = 0; k < filter->in_c; k++) {
      const float *weights = filter->weights + tap * filter->tap_stride + k * filter->k_stride;

      packed += KOMA_GLES_TILE;
      for (gsize i = 0; i < n_channels; i++)
        packed[i] = weights[(first + i) * filter->channel_stride];
    }
}

/**
 * koma_gles_tiles_pack:
 * @ret_binding: (out): the packed weights
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_gles_tiles_pack (KomaGlesPlan         *plan,
                      const KomaGlesFilter *filter,
                      KomaGlesBinding      *ret_binding,
                      GError              **error)
{
  const gsize tile_elems = (1 + filter->n_taps * filter->in_c) * KOMA_GLES_TILE;
  const gsize n_tiles = koma_gles_tiles_count (filter);
  const gsize tiles_per_group = n_tiles / filter->n_groups;
  float      *packed = koma_gles_plan_add_constant (plan, n_tiles * tile_elems, ret_binding,
                                                    error);

  for (gsize i = 0; i < n_tiles && packed != NULL; i++)
    pack_tile (filter, i / tiles_per_group, i % tiles_per_group * KOMA_GLES_TILE,
               packed + i * tile_elems);
  return packed != NULL;
}

/**
 * koma_gles_tiles_record:
 * @dispatch: everything bound, params 1 to 4 set
 * @form: lines for the preprocessor that say how pixels are found
 *
 * Chooses the variant by what is divisible by 4, and adds the dispatch.
 * Rasterisers want large tiles, graphics cards many invocations. Errors:
 * %KOMA_ERROR_BACKEND, %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_gles_tiles_record (KomaGlesPlan         *plan,
                        KomaGlesDispatch     *dispatch,
                        const KomaGlesFilter *filter,
                        gsize                 n_pixels,
                        const char           *form,
                        GError              **error)
{
  const guint      n_per_tile = koma_gles_device_get_info (plan->device)->is_software ? 8 : 4;
  g_autofree char *defines =
    g_strdup_printf ("#define N_PIXELS %u\n#define IN_FLOATS %d\n#define OUT_FLOATS %d\n%s",
                     n_per_tile, filter->in_c % 4 == 0 ? 4 : 1, filter->out_c % 4 == 0 ? 4 : 1,
                     form);

  dispatch->shader = "conv-2d.comp";
  dispatch->defines = defines;
  koma_gles_dispatch_set (dispatch, 5,
                          (gint32[]){ n_pixels, filter->in_c, filter->out_c,
                                      koma_gles_tiles_count (filter) / filter->n_groups });
  return koma_gles_plan_add_rows (plan, dispatch, (n_pixels + n_per_tile - 1) / n_per_tile,
                                  koma_gles_tiles_count (filter), error);
}
