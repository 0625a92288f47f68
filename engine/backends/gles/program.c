/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a program: version, sizes, its defines, common.glsl, and the
 * file itself. */

#include "program.h"

#include <gio/gio.h>

#include "koma-gles-resources.h"
#include "program-cache.h"

#define FOLDER  "/app/koma/gles/"
#define N_PARTS 4

static gboolean
fail (const char *shader,
      const char *log,
      GError    **error)
{
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND, "The program “%s” could not be built: %s",
               shader, log);
  return FALSE;
}

static GBytes *
load (const char *file,
      GError    **error)
{
  g_autofree char *path = g_strconcat (FOLDER, file, NULL);

  return g_resource_lookup_data (koma_gles_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 error);
}

static gboolean
compile (GLuint      shader,
         const char *file,
         GError    **error)
{
  GLint ok = GL_FALSE;
  char  log[1024] = "";

  glCompileShader (shader);
  glGetShaderiv (shader, GL_COMPILE_STATUS, &ok);
  if (ok)
    return TRUE;
  glGetShaderInfoLog (shader, sizeof log, NULL, log);
  return fail (file, log, error);
}

static gboolean
link_program (GLuint      program,
              const char *file,
              GError    **error)
{
  GLint ok = GL_FALSE;
  char  log[1024] = "";

  glLinkProgram (program);
  glGetProgramiv (program, GL_LINK_STATUS, &ok);
  if (ok)
    return TRUE;
  glGetProgramInfoLog (program, sizeof log, NULL, log);
  return fail (file, log, error);
}

static GLuint
build (const char *const *parts,   /* [N_PARTS] */
       const GLint       *lengths, /* [N_PARTS] -1: up to the zero */
       const char        *file,
       GError           **error)
{
  GLuint   shader = glCreateShader (GL_COMPUTE_SHADER);
  GLuint   program = glCreateProgram ();
  gboolean is_built = FALSE;

  glProgramParameteri (program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
  glShaderSource (shader, N_PARTS, parts, lengths);
  is_built = compile (shader, file, error);
  if (is_built) {
    glAttachShader (program, shader);
    is_built = link_program (program, file, error);
    glDetachShader (program, shader);
  }
  glDeleteShader (shader);
  if (is_built)
    return program;
  glDeleteProgram (program);
  return 0;
}

/**
 * koma_gles_program_build:
 * @shader: a file of shaders/
 * @defines: lines for the preprocessor, maybe none
 *
 * From the cache, or from its text. Errors: %KOMA_ERROR_BACKEND, with what
 * the compiler says.
 */
GLuint
koma_gles_program_build (KomaGlesDevice *device,
                         const char     *shader,
                         const char     *defines,
                         GError        **error)
{
  g_autoptr (GBytes) common = load ("common.glsl", error);
  g_autoptr (GBytes) text = common != NULL ? load (shader, error) : NULL;
  g_autofree char   *head = g_strdup_printf ("#version 310 es\n#define LANES %d\n"
                                               "#define MAX_GROUPS %d\n",
                                             KOMA_GLES_LANES, KOMA_GLES_MAX_GROUPS);
  const char        *parts[N_PARTS] = { head, defines };
  GLint              lengths[N_PARTS] = { -1, -1 };
  GLuint             program = 0;
  KomaGlesProgramKey key;

  if (text == NULL)
    return 0;
  parts[2] = g_bytes_get_data (common, NULL);
  parts[3] = g_bytes_get_data (text, NULL);
  lengths[2] = g_bytes_get_size (common);
  lengths[3] = g_bytes_get_size (text);
  koma_gles_program_key_make (koma_gles_device_get_info (device), parts, lengths, N_PARTS, &key);
  program = koma_gles_program_cache_load (&key);
  if (program != 0)
    return program;
  program = build (parts, lengths, shader, error);
  if (program != 0)
    koma_gles_program_cache_store (&key, program);
  return program;
}
