/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "extent.h"

G_BEGIN_DECLS

typedef struct
{
  GLuint name;
  GLuint framebuffers[KOMA_GLES_N_LAYERS]; /* of one layer each; 0: only read */
  GLuint all_layers;                       /* the framebuffer of all */
  gsize  size_bytes;
} KomaGlesTexture;

gboolean koma_gles_texture_create (KomaGlesTexture      *ret_texture,
                                   KomaGlesDevice       *device,
                                   GLenum                format,
                                   const KomaGlesExtent *extent,
                                   const char           *what,
                                   GError              **error);
gboolean koma_gles_texture_make_target (KomaGlesTexture *texture,
                                        KomaGlesDevice  *device,
                                        GError         **error);
void     koma_gles_texture_destroy (KomaGlesTexture *texture, KomaGlesDevice *device);
void     koma_gles_texture_write (const KomaGlesTexture *texture,
                                  const KomaGlesExtent  *extent,
                                  gboolean               is_integer,
                                  gconstpointer          data);

G_END_DECLS
