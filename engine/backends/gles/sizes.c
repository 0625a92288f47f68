/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes that there are, and the file that says which were found to be the
 * fastest. It lies among the built programs, in the same form and with the same
 * key of driver and engine (program-cache.c); its digest keeps damage out, and
 * nothing but sizes that are tried here, and that the device takes, is believed
 * of it. */
#include "sizes.h"

#include <string.h>

#include "program-cache.h"

/* Of what a file means; also to be raised where programs change so much that
 * other sizes may be best. */
#define FORMAT 1

/* The first is for graphics cards, which want many invocations; the second for
 * rasterisers in software, which want large tiles and few invocations in a work
 * group, as each of their threads gets as many groups as any other. Tiles and
 * lines are chosen by themselves: a row is what one trial times of both. */
static const KomaGlesSizes table[] = {
  { 4, 64, 1, 64 },
  { 7, 8, 2, 64 },
  { 4, 32, 1, 32 },
  { 7, 32, 2, 32 },
  { 2, 64, 1, 128 },
  { 4, 128, 2, 128 },
};

/**
 * koma_gles_sizes_get_n:
 *
 * Returns: how many there are
 */
guint
koma_gles_sizes_get_n (void)
{
  return G_N_ELEMENTS (table);
}

/**
 * koma_gles_sizes_get:
 *
 * Returns: (transfer none): those at @index, for tiles and for lines
 */
const KomaGlesSizes *
koma_gles_sizes_get (guint index)
{
  g_assert (index < G_N_ELEMENTS (table));

  return &table[index];
}

/**
 * koma_gles_sizes_get_usual:
 *
 * Returns: what is good on most devices of this kind; every device takes it
 */
KomaGlesSizes
koma_gles_sizes_get_usual (const KomaGlesInfo *info)
{
  return table[info->is_software ? 1 : 0];
}

/**
 * koma_gles_sizes_are_possible:
 *
 * Returns: whether there are such programs, and the device takes them
 */
gboolean
koma_gles_sizes_are_possible (const KomaGlesSizes *sizes,
                              const KomaGlesInfo  *info)
{
  gboolean has_tiles = FALSE;
  gboolean has_lines = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++) {
    has_tiles |= sizes->tile_pixels == table[i].tile_pixels &&
                 sizes->tile_lanes == table[i].tile_lanes;
    has_lines |= sizes->window_lines == table[i].window_lines &&
                 sizes->window_lanes == table[i].window_lanes;
  }
  return has_tiles && has_lines && MAX (sizes->tile_lanes, sizes->window_lanes) <= info->max_lanes;
}

static void
make_key (const KomaGlesSizesOwner *owner,
          KomaGlesProgramKey       *ret_key)
{
  const char *const parts[] = { "sizes", G_STRINGIFY (FORMAT), owner->is_half ? "half" : "float",
                                owner->has_texels ? "texels" : "storage" };
  const GLint       lengths[] = { -1, -1, -1, -1 };

  koma_gles_program_key_make (owner->info, parts, lengths, G_N_ELEMENTS (parts), ret_key);
}

/**
 * koma_gles_sizes_load:
 * @ret_sizes: (out): not touched where there is nothing
 *
 * Returns: whether a file says which are fastest. Thread: any.
 */
gboolean
koma_gles_sizes_load (const KomaGlesSizesOwner *owner,
                      KomaGlesSizes            *ret_sizes)
{
  KomaGlesProgramKey    key;
  KomaGlesProgramBinary kept;
  KomaGlesSizes         sizes;
  g_autofree char      *contents = NULL;

  make_key (owner, &key);
  contents = koma_gles_program_cache_read (&key, &kept);
  if (contents == NULL || kept.size_bytes != sizeof sizes)
    return FALSE;
  memcpy (&sizes, kept.data, sizeof sizes);
  if (!koma_gles_sizes_are_possible (&sizes, owner->info))
    return FALSE;
  *ret_sizes = sizes;
  return TRUE;
}

/**
 * koma_gles_sizes_store:
 *
 * Returns: whether they are kept: there is a folder for it. Thread: any but one
 *   that shows something.
 */
gboolean
koma_gles_sizes_store (const KomaGlesSizesOwner *owner,
                       const KomaGlesSizes      *sizes)
{
  const KomaGlesProgramBinary kept = { 0, sizeof *sizes, (const char *) sizes };
  KomaGlesProgramKey          key;

  make_key (owner, &key);
  return koma_gles_program_cache_write (&key, &kept);
}

/**
 * koma_gles_sizes_forget:
 *
 * Removes the file. Thread: as koma_gles_sizes_store().
 */
void
koma_gles_sizes_forget (const KomaGlesSizesOwner *owner)
{
  KomaGlesProgramKey key;

  make_key (owner, &key);
  koma_gles_program_cache_remove (&key);
}
