/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_GLES_DEVICES,
  KOMA_GLES_PROGRAMS, /* with a name */
  KOMA_GLES_BUFFERS,
  KOMA_GLES_TEXELS, /* textures over ranges of buffers */
  KOMA_GLES_TEXTURES,
  KOMA_GLES_FRAMEBUFFERS,
  KOMA_GLES_BYTES, /* of buffers and textures, as requested from the driver */
  KOMA_GLES_N_COUNTERS,
} KomaGlesCounter;

/* Live GL objects in all contexts of the process. */
typedef struct
{
  guint n_devices;
  guint n_programs;
  guint n_buffers;
  guint n_texels;
  guint n_textures;
  guint n_framebuffers;
  gsize size_bytes;
} KomaGlesCounts;

/* Thread: any. */
void koma_gles_count (KomaGlesCounter counter, gssize change);
void koma_gles_get_counts (KomaGlesCounts *ret_counts);

G_END_DECLS
