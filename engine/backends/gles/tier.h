/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "device.h"

G_BEGIN_DECLS

/* Limit of one tensor, in bytes: every driver takes a storage block of this
 * size; textures have the same limit. */
#define KOMA_GLES_MAX_BYTES (G_GUINT64_CONSTANT (1) << 27)

/* How programs compute; the numbers are those of the flag GLES_TIER. */
typedef enum {
  KOMA_GLES_TIER_COMPUTE = 1,  /* GLES 3.1: compute programs over storage buffers */
  KOMA_GLES_TIER_FRAGMENT = 2, /* GLES 3.0: fragment programs over float textures */
} KomaGlesTier;

/* Limits that decide whether a node is computed on the device. */
typedef struct
{
  KomaGlesTier tier;
  gsize        max_bytes;   /* of one tensor */
  gboolean     has_float32; /* else tensors are float16 */
} KomaGlesLimits;

gboolean       koma_gles_limits_choose (const KomaGlesInfo *info,
                                        KomaGlesLimits     *ret_limits,
                                        GError            **error);
KomaGlesLimits koma_gles_limits_guess (void);

G_END_DECLS
