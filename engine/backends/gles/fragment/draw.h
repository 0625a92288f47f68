/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "texture.h"

G_BEGIN_DECLS

/* The block Params of fragment.glsl, as it lies in memory. */
typedef struct
{
  gint32 params[KOMA_GLES_N_PARAMS][4];
  gint32 layouts[KOMA_GLES_MAX_BINDINGS][4]; /* the last is the output's */
  gint32 padding[7][4];
} KomaGlesDrawParams;

/* One execution of a program: a triangle over the texels of its output, for
 * each layer or once for all of them. */
typedef struct
{
  GLuint                 names[KOMA_GLES_MAX_BINDINGS]; /* textures that are read, by unit */
  guint                  n_names;
  const KomaGlesTexture *target;
  gboolean               has_quarters;
  KomaGlesExtent         extent; /* of the output */
} KomaGlesDraw;

KomaGlesDrawParams koma_gles_draw_make_params (const KomaGlesPlan     *plan,
                                               const KomaGlesDispatch *dispatch);
void               koma_gles_draw_run (const KomaGlesDraw *draw);

G_END_DECLS
