/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/gles/device.h"

G_BEGIN_DECLS

/* Texels in a row of a texture. A texel holds four consecutive elements of a
 * tensor. Every driver has rows of this width; a power of two, so that a
 * division by it is a shift. */
#define KOMA_GLES_TEXTURE_WIDTH 1024

typedef struct
{
  GLuint name;
  GLuint framebuffer; /* 0: only read */
  gsize  size_bytes;
} KomaGlesTexture;

/* The size of a texture for @n_elems elements. */
typedef struct
{
  guint n_texels;
  guint width;
  guint height;
} KomaGlesExtent;

KomaGlesExtent koma_gles_extent_make (gsize n_elems);

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
