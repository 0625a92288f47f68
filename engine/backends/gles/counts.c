/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "counts.h"

static gsize counters[KOMA_GLES_N_COUNTERS];

static gsize
get (KomaGlesCounter counter)
{
  return __atomic_load_n (&counters[counter], __ATOMIC_RELAXED);
}

/**
 * koma_gles_count:
 * @change: how many there are more, or fewer
 */
void
koma_gles_count (KomaGlesCounter counter,
                 gssize          change)
{
  __atomic_add_fetch (&counters[counter], change, __ATOMIC_RELAXED);
}

/**
 * koma_gles_get_counts:
 *
 * Each counter by itself: threads go on meanwhile.
 */
void
koma_gles_get_counts (KomaGlesCounts *ret_counts)
{
  *ret_counts = (KomaGlesCounts){
    .n_devices = get (KOMA_GLES_DEVICES),
    .n_programs = get (KOMA_GLES_PROGRAMS),
    .n_buffers = get (KOMA_GLES_BUFFERS),
    .n_texels = get (KOMA_GLES_TEXELS),
    .n_textures = get (KOMA_GLES_TEXTURES),
    .n_framebuffers = get (KOMA_GLES_FRAMEBUFFERS),
    .size_bytes = get (KOMA_GLES_BYTES),
  };
}
