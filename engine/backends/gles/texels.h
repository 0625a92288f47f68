/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <GLES3/gl31.h>
#include <glib.h>

G_BEGIN_DECLS

/* How a program reads a range of a buffer: as a storage buffer, or through a
 * buffer texture with texels of one or of four floats (or halves). */
typedef enum {
  KOMA_GLES_AS_STORAGE,
  KOMA_GLES_AS_ONES,
  KOMA_GLES_AS_FOURS,
} KomaGlesReading;

/* The extension for buffer textures. */
typedef struct
{
  const char *extension; /* (nullable) by which programs name them; NULL: it has none */
  void (*set_range) (GLenum     target,
                     GLenum     format,
                     GLuint     buffer,
                     GLintptr   offset,
                     GLsizeiptr size);
} KomaGlesTexels;

void     koma_gles_texels_find (KomaGlesTexels *ret_texels);
gboolean koma_gles_texels_are_wanted (const KomaGlesTexels *texels,
                                      gboolean              is_software);

/* Textures over ranges of buffers. All want the device's context current. */
GLuint koma_gles_texels_create (const KomaGlesTexels *texels,
                                KomaGlesReading       reading,
                                gboolean              is_half,
                                GLuint                buffer,
                                gsize                 offset,
                                gsize                 size_bytes);
void   koma_gles_texels_bind (guint  unit,
                              GLuint texture);
void   koma_gles_texels_destroy (GLuint   texture,
                                 gboolean is_current);

G_END_DECLS
