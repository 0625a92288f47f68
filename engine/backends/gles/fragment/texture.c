/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "texture.h"

#include "engine/backends/gles/context.h"
#include "engine/backends/gles/counts.h"

static gsize
get_bytes (GLenum                format,
           const KomaGlesExtent *extent)
{
  return (gsize) extent->width * extent->height * extent->n_layers *
         (format == GL_RGBA16F ? 8 : 16);
}

/* A context that was lost gives no names. */
static void
count_texture (const KomaGlesTexture *texture,
               int                    sign)
{
  if (texture->name == 0)
    return;
  koma_gles_count (KOMA_GLES_TEXTURES, sign);
  koma_gles_count (KOMA_GLES_BYTES, sign * (gssize) texture->size_bytes);
}

/**
 * koma_gles_texture_create:
 * @ret_texture: (out): to be destroyed, where this fails too
 * @format: sized, of four channels
 * @what: what it is for
 *
 * Errors: %KOMA_ERROR_MEMORY, with how much was wanted; %KOMA_ERROR_BACKEND. Thread: the device's.
 */
gboolean
koma_gles_texture_create (KomaGlesTexture      *ret_texture,
                          KomaGlesDevice       *device,
                          GLenum                format,
                          const KomaGlesExtent *extent,
                          const char           *what,
                          GError              **error)
{
  KOMA_GLES_ASSERT_CURRENT (device);

  *ret_texture = (KomaGlesTexture){ .size_bytes = get_bytes (format, extent) };
  glGenTextures (1, &ret_texture->name);
  count_texture (ret_texture, 1);
  glBindTexture (GL_TEXTURE_2D_ARRAY, ret_texture->name);
  glTexStorage3D (GL_TEXTURE_2D_ARRAY, 1, format, extent->width, extent->height,
                  extent->n_layers);
  glTexParameteri (GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri (GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return koma_gles_device_check_memory (device, what, ret_texture->size_bytes, error);
}

/* The name is 0 if the context is lost. */
static GLuint
make_framebuffer (const KomaGlesTexture *texture,
                  guint                  first_layer,
                  guint                  n_layers)
{
  static const GLenum attachments[] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1,
                                        GL_COLOR_ATTACHMENT2, GL_COLOR_ATTACHMENT3 };
  GLuint              name = 0;

  G_STATIC_ASSERT (G_N_ELEMENTS (attachments) == KOMA_GLES_N_LAYERS);

  glGenFramebuffers (1, &name);
  koma_gles_count (KOMA_GLES_FRAMEBUFFERS, name != 0 ? 1 : 0);
  glBindFramebuffer (GL_FRAMEBUFFER, name);
  for (guint i = 0; i < n_layers; i++)
    glFramebufferTextureLayer (GL_FRAMEBUFFER, attachments[i], texture->name, 0, first_layer + i);
  glDrawBuffers (n_layers, attachments);
  return name;
}

/**
 * koma_gles_texture_make_target:
 * @texture: of KOMA_GLES_N_LAYERS layers
 *
 * Lets programs write to the texture. Errors: %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_texture_make_target (KomaGlesTexture *texture,
                               KomaGlesDevice  *device,
                               GError         **error)
{
  KOMA_GLES_ASSERT_CURRENT (device);

  for (guint i = 0; i < KOMA_GLES_N_LAYERS; i++)
    texture->framebuffers[i] = make_framebuffer (texture, i, 1);
  texture->all_layers = make_framebuffer (texture, 0, KOMA_GLES_N_LAYERS);
  if (glCheckFramebufferStatus (GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
    return koma_gles_device_check (device, "a framebuffer", error);
  if (koma_gles_device_check (device, "a framebuffer", error))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
                 "OpenGL ES can not render to a texture of floats");
  return FALSE;
}

static void
destroy_framebuffer (GLuint   name,
                     gboolean is_current)
{
  if (name != 0 && is_current)
    glDeleteFramebuffers (1, &name);
  koma_gles_count (KOMA_GLES_FRAMEBUFFERS, name != 0 ? -1 : 0);
}

/**
 * koma_gles_texture_destroy:
 * @texture: may be all zeros
 *
 * Thread: the device's.
 */
void
koma_gles_texture_destroy (KomaGlesTexture *texture,
                           KomaGlesDevice  *device)
{
  const gboolean is_current = koma_gles_device_enter_to_free (device);

  for (guint i = 0; i < KOMA_GLES_N_LAYERS; i++)
    destroy_framebuffer (texture->framebuffers[i], is_current);
  destroy_framebuffer (texture->all_layers, is_current);
  if (texture->name != 0 && is_current)
    glDeleteTextures (1, &texture->name);
  count_texture (texture, -1);
  *texture = (KomaGlesTexture){ 0 };
}

static void
write_rows (guint        layer,
            guint        y,
            guint        width,
            guint        height,
            gboolean     is_integer,
            const float *data)
{
  if (width > 0 && height > 0)
    glTexSubImage3D (GL_TEXTURE_2D_ARRAY, 0, 0, y, layer, width, height, 1,
                     is_integer ? GL_RGBA_INTEGER : GL_RGBA, is_integer ? GL_INT : GL_FLOAT,
                     data);
}

static void
write_layer (const KomaGlesExtent *extent,
             guint                 layer,
             gboolean              is_integer,
             const float          *data) /* of the tensor */
{
  const guint  row = extent->row;
  const guint  n_texels = koma_gles_extent_count_texels (extent, layer);
  const guint  n_full = n_texels / row;
  const float *begin = data + (gsize) layer * extent->quarter * 4;

  write_rows (layer, 0, row, n_full, is_integer, begin);
  write_rows (layer, n_full, n_texels % row, 1, is_integer, begin + (gsize) n_full * row * 4);
}

/**
 * koma_gles_texture_write:
 * @extent: of the tensor, maybe less than that of the texture
 * @data: readable to the last texel's end (KOMA_MEMORY_PADDING)
 *
 * Thread: the device's.
 */
void
koma_gles_texture_write (const KomaGlesTexture *texture,
                         const KomaGlesExtent  *extent,
                         gboolean               is_integer,
                         gconstpointer          data)
{
  KOMA_GLES_ASSERT_ANY_CURRENT ();

  glBindTexture (GL_TEXTURE_2D_ARRAY, texture->name);
  for (guint i = 0; i < extent->n_layers; i++)
    write_layer (extent, i, is_integer, data);
}
