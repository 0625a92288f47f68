/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "texture.h"

#include "engine/backends/gles/context.h"
#include "engine/backends/gles/counts.h"

/**
 * koma_gles_extent_make:
 *
 * Returns: the rectangle that @n_elems elements take, the last row perhaps not
 *   to its end
 */
KomaGlesExtent
koma_gles_extent_make (gsize n_elems)
{
  const guint n_texels = MAX ((n_elems + 3) / 4, 1);

  return (KomaGlesExtent){
    .n_texels = n_texels,
    .width = MIN (n_texels, KOMA_GLES_TEXTURE_WIDTH),
    .height = (n_texels + KOMA_GLES_TEXTURE_WIDTH - 1) / KOMA_GLES_TEXTURE_WIDTH,
  };
}

static gsize
get_bytes (GLenum                format,
           const KomaGlesExtent *extent)
{
  return (gsize) extent->width * extent->height * (format == GL_RGBA16F ? 8 : 16);
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
  glBindTexture (GL_TEXTURE_2D, ret_texture->name);
  glTexStorage2D (GL_TEXTURE_2D, 1, format, extent->width, extent->height);
  glTexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri (GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return koma_gles_device_check_memory (device, what, ret_texture->size_bytes, error);
}

/**
 * koma_gles_texture_make_target:
 *
 * Lets programs write to the texture. Errors: %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_texture_make_target (KomaGlesTexture *texture,
                               KomaGlesDevice  *device,
                               GError         **error)
{
  KOMA_GLES_ASSERT_CURRENT (device);

  glGenFramebuffers (1, &texture->framebuffer);
  koma_gles_count (KOMA_GLES_FRAMEBUFFERS, 1);
  glBindFramebuffer (GL_FRAMEBUFFER, texture->framebuffer);
  glFramebufferTexture2D (GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture->name, 0);
  if (glCheckFramebufferStatus (GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
    return koma_gles_device_check (device, "a framebuffer", error);
  if (koma_gles_device_check (device, "a framebuffer", error))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
                 "OpenGL ES can not render to a texture of floats");
  return FALSE;
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

  if (texture->framebuffer != 0 && is_current)
    glDeleteFramebuffers (1, &texture->framebuffer);
  if (texture->name != 0 && is_current)
    glDeleteTextures (1, &texture->name);
  koma_gles_count (KOMA_GLES_FRAMEBUFFERS, texture->framebuffer != 0 ? -1 : 0);
  count_texture (texture, -1);
  *texture = (KomaGlesTexture){ 0 };
}

static void
write_rows (guint         y,
            guint         width,
            guint         height,
            gboolean      is_integer,
            gconstpointer data)
{
  if (width > 0 && height > 0)
    glTexSubImage2D (GL_TEXTURE_2D, 0, 0, y, width, height,
                     is_integer ? GL_RGBA_INTEGER : GL_RGBA, is_integer ? GL_INT : GL_FLOAT,
                     (const float *) data + (gsize) y * KOMA_GLES_TEXTURE_WIDTH * 4);
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
  const guint n_full = extent->n_texels / KOMA_GLES_TEXTURE_WIDTH;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  glBindTexture (GL_TEXTURE_2D, texture->name);
  write_rows (0, KOMA_GLES_TEXTURE_WIDTH, n_full, is_integer, data);
  write_rows (n_full, extent->n_texels % KOMA_GLES_TEXTURE_WIDTH, 1, is_integer, data);
}
