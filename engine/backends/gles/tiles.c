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

static gboolean
is_in_fours (gsize n_channels)
{
  return n_channels % 4 == 0;
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
 * koma_gles_tiles_bind:
 * @input: [.., groups * in_c]
 * @output: [.., groups * out_c]
 *
 * Binds what conv-2d.comp reads and writes; the weights it packs. Errors:
 * %KOMA_ERROR_MEMORY.
 */
gboolean
koma_gles_tiles_bind (KomaGlesPlan         *plan,
                      const KomaGlesFilter *filter,
                      KomaGlesBinding       input,
                      KomaGlesBinding       output,
                      KomaGlesDispatch     *dispatch,
                      GError              **error)
{
  const gsize     tile_elems = (1 + filter->n_taps * filter->in_c) * KOMA_GLES_TILE;
  const gsize     n_tiles = koma_gles_tiles_count (filter);
  const gsize     tiles_per_group = n_tiles / filter->n_groups;
  KomaGlesBinding weights = { 0 };
  float          *packed = koma_gles_plan_add_constant (plan, n_tiles * tile_elems, &weights, error);

  if (packed == NULL)
    return FALSE;
  for (gsize i = 0; i < n_tiles; i++)
    pack_tile (filter, i / tiles_per_group, i % tiles_per_group * KOMA_GLES_TILE,
               packed + i * tile_elems);
  koma_gles_dispatch_bind_texels (dispatch, input, is_in_fours (filter->in_c));
  koma_gles_dispatch_bind_texels (dispatch, weights, TRUE);
  koma_gles_dispatch_bind (dispatch, output);
  return TRUE;
}

/**
 * koma_gles_tiles_record:
 * @dispatch: by koma_gles_tiles_bind(), params 1 to 4 set
 * @form: lines for the preprocessor that say how pixels are found
 *
 * Chooses the variant by what is divisible by 4, and adds the dispatch.
 * Rasterisers want large tiles and few invocations in a work group, as each of
 * their threads gets as many groups as any other; graphics cards want many
 * invocations. Errors: %KOMA_ERROR_BACKEND, %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_gles_tiles_record (KomaGlesPlan         *plan,
                        KomaGlesDispatch     *dispatch,
                        const KomaGlesFilter *filter,
                        gsize                 n_pixels,
                        const char           *form,
                        GError              **error)
{
  const gboolean   is_software = koma_gles_device_get_info (plan->device)->is_software;
  const guint      n_per_tile = n_pixels == 1 ? 1 : is_software ? 7
                                                                : 4;
  const gsize      n_columns = (n_pixels + n_per_tile - 1) / n_per_tile;
  g_autofree char *defines =
    g_strdup_printf ("#define N_PIXELS %u\n#define IN_FLOATS %d\n#define OUT_FLOATS %d\n%s",
                     n_per_tile, is_in_fours (filter->in_c) ? 4 : 1, is_in_fours (filter->out_c) ? 4 : 1,
                     form);

  dispatch->shader = "conv-2d.comp";
  dispatch->defines = defines;
  dispatch->n_lanes = is_software ? KOMA_GLES_FEW_LANES : KOMA_GLES_LANES;
  koma_gles_dispatch_set (dispatch, 5,
                          (gint32[]){ n_pixels, filter->in_c, filter->out_c,
                                      koma_gles_tiles_count (filter) / filter->n_groups });
  return koma_gles_plan_add_line (plan, dispatch, n_columns * koma_gles_tiles_count (filter),
                                  error);
}
