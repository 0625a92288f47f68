/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A tensor that is needed from step @first to step @last, both included. */
typedef struct
{
  guint height; /* rows */
  guint first;
  guint last;
  guint texture; /* (out) */
} KomaGlesTexturePlan;

/* Heights of the textures, as many as are returned. */
guint koma_gles_texture_plan (KomaGlesTexturePlan *tensors,
                              guint                n_tensors,
                              guint               *ret_heights); /* [n_tensors] */

G_END_DECLS
