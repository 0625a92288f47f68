/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "info.h"

#include <EGL/egl.h>
#include <string.h>

/* Behind gl31.h. */
#include <GLES2/gl2ext.h>

#include "context.h"
#include "engine/runtime/flags.h"

/* As many threads as the driver likes. */
#define ALL_THREADS 0xffffffffu

static gboolean
is_rasteriser (const char *renderer)
{
  static const char *const names[] = { "llvmpipe", "softpipe", "SwiftShader", "swrast" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strstr (renderer, names[i]) != NULL)
      return TRUE;
  return FALSE;
}

static char *
get_string (GLenum name)
{
  const GLubyte *text = glGetString (name);

  return g_strdup (text != NULL ? (const char *) text : "");
}

/**
 * koma_gles_has_extension:
 *
 * A context must be current.
 */
gboolean
koma_gles_has_extension (const char *name)
{
  const char *extensions = (const char *) glGetString (GL_EXTENSIONS);

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  return extensions != NULL && strstr (extensions, name) != NULL;
}

static gboolean
ask_for_threads (void)
{
  PFNGLMAXSHADERCOMPILERTHREADSKHRPROC set_threads = NULL;

  if (koma_flags_get (KOMA_FLAG_GLES_PARALLEL_COMPILE) == 0 ||
      !koma_gles_has_extension ("GL_KHR_parallel_shader_compile"))
    return FALSE;
  set_threads = (PFNGLMAXSHADERCOMPILERTHREADSKHRPROC)
    eglGetProcAddress ("glMaxShaderCompilerThreadsKHR");
  if (set_threads != NULL)
    set_threads (ALL_THREADS);
  return set_threads != NULL;
}

static void
read_compute_limits (KomaGlesInfo *info)
{
  GLint major = 0;
  GLint minor = 0;
  GLint width = 0;
  GLint n_lanes = 0;

  glGetIntegerv (GL_MAJOR_VERSION, &major);
  glGetIntegerv (GL_MINOR_VERSION, &minor);
  info->has_compute = major > 3 || minor > 0;
  if (!info->has_compute)
    return;
  glGetIntegerv (GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &info->max_block_bytes);
  glGetIntegeri_v (GL_MAX_COMPUTE_WORK_GROUP_SIZE, 0, &width);
  glGetIntegerv (GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &n_lanes);
  info->max_lanes = MAX (MIN (width, n_lanes), 0);
  glGetIntegerv (GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT, &info->storage_alignment);
}

/* GLES 3.0 reads float textures, but writes none without an extension; from
 * 3.2 on it is no longer one. */
static void
read_texture_limits (KomaGlesInfo *info)
{
  glGetIntegerv (GL_MAX_TEXTURE_SIZE, &info->max_texture_size);
  if (koma_gles_has_extension ("GL_EXT_color_buffer_float") ||
      strstr (info->version, "OpenGL ES 3.2") != NULL)
    info->texture_format = GL_RGBA32F;
  else if (koma_gles_has_extension ("GL_EXT_color_buffer_half_float"))
    info->texture_format = GL_RGBA16F;
}

/**
 * koma_gles_info_read:
 *
 * Asks the current context for what it can do. The caller frees it with
 * koma_gles_info_clear().
 */
void
koma_gles_info_read (KomaGlesInfo *ret_info)
{
  KOMA_GLES_ASSERT_ANY_CURRENT ();

  ret_info->vendor = get_string (GL_VENDOR);
  ret_info->renderer = get_string (GL_RENDERER);
  ret_info->version = get_string (GL_VERSION);
  ret_info->is_software = is_rasteriser (ret_info->renderer);
  glGetIntegerv (GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &ret_info->uniform_alignment);
  ret_info->has_timer_queries = koma_gles_has_extension ("GL_EXT_disjoint_timer_query");
  ret_info->compiles_in_parallel = ask_for_threads ();
  koma_gles_texels_find (&ret_info->texels);
  read_compute_limits (ret_info);
  read_texture_limits (ret_info);
}

/**
 * koma_gles_info_clear:
 *
 * Frees what @info holds; it may be all zeros.
 */
void
koma_gles_info_clear (KomaGlesInfo *info)
{
  g_clear_pointer (&info->vendor, g_free);
  g_clear_pointer (&info->renderer, g_free);
  g_clear_pointer (&info->version, g_free);
}
