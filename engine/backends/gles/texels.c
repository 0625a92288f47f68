/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* llvmpipe reads storage buffers lane by lane, with a test of bounds for each
 * float; texels it reads for all lanes at once, in a quarter of the time. The
 * buffers are the same: only the way to read them is another. */

#include "texels.h"

#include <EGL/egl.h>
#include <string.h>

/* Behind gl31.h. */
#include <GLES2/gl2ext.h>

#include "context.h"
#include "counts.h"
#include "engine/runtime/flags.h"
#include "kernel.h"

/* Where ranges begin that commands.c lays out. */
#define ALIGNMENT 16

/* Those of ES 3.2 are also there by name in every driver that has it. */
static const struct
{
  const char *extension;
  const char *function;
} kinds[] = {
  { "GL_EXT_texture_buffer", "glTexBufferRangeEXT" },
  { "GL_OES_texture_buffer", "glTexBufferRangeOES" },
};

/* Whether all that compute programs read can be read like this. */
static gboolean
is_large_enough (void)
{
  GLint max_texels = 0;
  GLint alignment = 0;

  glGetIntegerv (GL_MAX_TEXTURE_BUFFER_SIZE_EXT, &max_texels);
  glGetIntegerv (GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT_EXT, &alignment);
  return max_texels >= (GLint) (KOMA_GLES_MAX_BYTES / sizeof (float)) && alignment <= ALIGNMENT;
}

/**
 * koma_gles_texels_find:
 * @ret_texels: (out)
 *
 * Asks the current context.
 */
void
koma_gles_texels_find (KomaGlesTexels *ret_texels)
{
  const char *extensions = (const char *) glGetString (GL_EXTENSIONS);

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  *ret_texels = (KomaGlesTexels){ 0 };
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && ret_texels->extension == NULL; i++) {
    if (extensions == NULL || strstr (extensions, kinds[i].extension) == NULL ||
        !is_large_enough ())
      continue;
    ret_texels->set_range = (PFNGLTEXBUFFERRANGEEXTPROC) eglGetProcAddress (kinds[i].function);
    ret_texels->extension = ret_texels->set_range != NULL ? kinds[i].extension : NULL;
  }
}

/**
 * koma_gles_texels_are_wanted:
 *
 * Graphics cards read storage as fast, and not everything about it is known of
 * them: there only the flag asks for texels.
 */
gboolean
koma_gles_texels_are_wanted (const KomaGlesTexels *texels,
                             gboolean              is_software)
{
  const int flag = koma_flags_get (KOMA_FLAG_GLES_TEXELS);

  return texels->extension != NULL && (flag == KOMA_FLAG_AUTO ? is_software : flag != 0);
}

/**
 * koma_gles_texels_create:
 * @reading: as ones or as fours
 * @is_half: of float16
 * @offset: in @buffer, bytes
 *
 * What goes wrong is found out by koma_gles_device_check().
 *
 * Returns: the name of a texture
 */
GLuint
koma_gles_texels_create (const KomaGlesTexels *texels,
                         KomaGlesReading       reading,
                         gboolean              is_half,
                         GLuint                buffer,
                         gsize                 offset,
                         gsize                 size_bytes)
{
  static const GLenum formats[2][2] = { { GL_R32F, GL_R16F }, { GL_RGBA32F, GL_RGBA16F } };
  GLuint              texture = 0;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  glGenTextures (1, &texture);
  glBindTexture (GL_TEXTURE_BUFFER_EXT, texture);
  texels->set_range (GL_TEXTURE_BUFFER_EXT, formats[reading == KOMA_GLES_AS_FOURS][is_half],
                     buffer, offset, size_bytes);
  koma_gles_count (KOMA_GLES_TEXELS, 1);
  return texture;
}

/**
 * koma_gles_texels_bind:
 *
 * For the next dispatch.
 */
void
koma_gles_texels_bind (guint  unit,
                       GLuint texture)
{
  KOMA_GLES_ASSERT_ANY_CURRENT ();

  glActiveTexture (GL_TEXTURE0 + unit);
  glBindTexture (GL_TEXTURE_BUFFER_EXT, texture);
}

/**
 * koma_gles_texels_destroy:
 * @texture: 0 is none
 * @is_current: whether the context could be made so; it took its textures with
 *   it otherwise
 */
void
koma_gles_texels_destroy (GLuint   texture,
                          gboolean is_current)
{
  if (texture == 0)
    return;
  if (is_current)
    glDeleteTextures (1, &texture);
  koma_gles_count (KOMA_GLES_TEXELS, -1);
}
