/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tiles.h"

#include "engine/graph/half.h"
#include "fragment/extent.h"
#include "probe.h"

/**
 * koma_gles_tiles_supports:
 * @n_weights: of one output channel
 * @out_c: of one group
 *
 * Whether the packed weights fit into one buffer: with one channel in each
 * group they are sixteen times as large.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if they do not fit.
 */
gboolean
koma_gles_tiles_supports (gsize    n_groups,
                          gsize    n_weights,
                          gsize    out_c,
                          GError **error)
{
  const double n_tiles = n_groups * ceil ((double) out_c / KOMA_GLES_TILE);

  const double n_bytes = n_tiles * KOMA_GLES_TILE * (2.0 + n_weights) * sizeof (float);

  return n_bytes <= koma_gles_probe_limits ().max_bytes ||
         koma_gles_refuse (error, "the weights are too large when packed");
}

/* Output channels of an invocation. */
static gsize
get_tile (const KomaGlesPlan *plan)
{
  return plan->tier == KOMA_GLES_TIER_FRAGMENT ? 4 : KOMA_GLES_TILE;
}

static gsize
count_tiles (const KomaGlesPlan   *plan,
             const KomaGlesFilter *filter)
{
  const gsize tile = get_tile (plan);

  return filter->n_groups * ((filter->out_c + tile - 1) / tile);
}

static gboolean
is_in_fours (gsize n_channels)
{
  return n_channels % 4 == 0;
}

/* As float16 a bias would be rounded by as much as what it is often added to
 * cancel out: so what the first row loses is in a second. Textures have
 * weights in float32. */
static gboolean
has_split_bias (const KomaGlesPlan *plan)
{
  return plan->is_half && plan->tier == KOMA_GLES_TIER_COMPUTE;
}

static void
split_bias (float *rows) /* [2][KOMA_GLES_TILE] */
{
  for (guint i = 0; i < KOMA_GLES_TILE; i++)
    if (isfinite (rows[i]))
      rows[KOMA_GLES_TILE + i] = rows[i] - koma_half_to_float (koma_half_from_float (rows[i]));
}

static void
pack_tile (const KomaGlesFilter *filter,
           gsize                 tile,
           gsize                 group,
           gsize                 first_channel, /* in the group */
           gboolean              is_split,
           float                *packed)
{
  const gsize first = group * filter->out_c + first_channel;
  const gsize n_channels = MIN (tile, filter->out_c - first_channel);

  for (gsize i = 0; i < n_channels && filter->bias != NULL; i++)
    packed[i] = filter->bias[first + i];
  if (is_split) {
    split_bias (packed);
    packed += tile;
  }
  for (gsize tap = 0; tap < filter->n_taps; tap++)
    for (gsize k = 0; k < filter->in_c; k++) {
      const float *weights = filter->weights + tap * filter->tap_stride + k * filter->k_stride;

      packed += tile;
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
  const gsize     tile = get_tile (plan);
  const gboolean  is_split = has_split_bias (plan);
  const gsize     tile_elems = ((is_split ? 2 : 1) + filter->n_taps * filter->in_c) * tile;
  const gsize     n_tiles = count_tiles (plan, filter);
  const gsize     tiles_per_group = n_tiles / filter->n_groups;
  KomaGlesBinding weights = { 0 };
  float          *packed = koma_gles_plan_add_constant (plan, n_tiles * tile_elems, FALSE,
                                                        &weights, error);

  if (packed == NULL)
    return FALSE;
  for (gsize i = 0; i < n_tiles; i++)
    pack_tile (filter, tile, i / tiles_per_group, i % tiles_per_group * tile, is_split,
               packed + i * tile_elems);
  koma_gles_dispatch_bind_texels (dispatch, input, is_in_fours (filter->in_c));
  koma_gles_dispatch_bind_texels (dispatch, weights, TRUE);
  koma_gles_dispatch_bind (dispatch, output);
  return TRUE;
}

static gboolean
has_pixels (gsize                 n_pixels,
            const KomaGlesFilter *filter,
            gsize                 channels_of_group)
{
  const gsize n_channels = filter->n_groups * channels_of_group;

  return koma_gles_extent_has_pixels (n_pixels * n_channels, n_channels);
}

/* A program of its own: a fragment is four channels of a pixel, or of four. A
 * constant has one layer. */
static gboolean
add_fragments (KomaGlesPlan         *plan,
               KomaGlesDispatch     *dispatch,
               const KomaGlesFilter *filter,
               gsize                 n_pixels,
               const char           *form,
               GError              **error)
{
  const gboolean has_quarters =
    is_in_fours (filter->out_c) && has_pixels (n_pixels, filter, filter->out_c);
  const gboolean is_in_quarters = has_quarters && is_in_fours (filter->in_c) &&
                                  has_pixels (n_pixels, filter, filter->in_c) &&
                                  !dispatch->bindings[0].is_constant;
  g_autofree char *defines =
    g_strdup_printf ("#define IN_FLOATS %d\n%s%s", is_in_fours (filter->in_c) ? 4 : 1,
                     is_in_quarters ? "#define IS_IN_QUARTERS\n" : "", form);

  dispatch->shader = "conv-2d.frag";
  dispatch->is_in_fours = is_in_fours (filter->out_c);
  dispatch->has_quarters = has_quarters;
  dispatch->defines = defines;
  return koma_gles_plan_add_elements (plan, dispatch,
                                      n_pixels * filter->n_groups * filter->out_c, error);
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
  const guint      n_per_tile = n_pixels == 1 ? 1 : plan->sizes.tile_pixels;
  const gsize      n_tiles = count_tiles (plan, filter);
  const gsize      n_columns = (n_pixels + n_per_tile - 1) / n_per_tile;
  g_autofree char *defines =
    g_strdup_printf ("#define N_PIXELS %u\n#define IN_FLOATS %d\n#define OUT_FLOATS %d\n%s",
                     n_per_tile, is_in_fours (filter->in_c) ? 4 : 1,
                     is_in_fours (filter->out_c) ? 4 : 1, form);

  koma_gles_dispatch_set (dispatch, 5,
                          (gint32[]){ n_pixels, filter->in_c, filter->out_c,
                                      n_tiles / filter->n_groups });
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    return add_fragments (plan, dispatch, filter, n_pixels, form, error);
  dispatch->shader = "conv-2d.comp";
  dispatch->defines = defines;
  dispatch->n_lanes = plan->sizes.tile_lanes;
  return koma_gles_plan_add_line (plan, dispatch, n_columns * n_tiles, error);
}
