/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a program: version, sizes, its defines, what its tier has,
 * common.glsl, and the file itself. Nothing is asked of the driver between compiling and the end of
 * linking: whatever question would wait for its threads. */

#include "program.h"

#include <gio/gio.h>

/* Behind gl31.h. */
#include <GLES2/gl2ext.h>

#include "context.h"
#include "counts.h"
#include "engine/koma/koma-error.h"
#include "fragment/program.h"
#include "fragment/texture.h"
#include "koma-gles-resources.h"
#include "plan.h"
#include "program-cache.h"

#define FOLDER  "/app/koma/gles/"
#define N_PARTS 5

typedef enum {
  STATE_WANTED,
  STATE_BUILDING,
  STATE_BUILT,
} State;

struct _KomaGlesProgram
{
  /* Immutable after construction. */
  const char *shader;
  const char *defines;

  State              state;
  GLuint             name;   /* unless WANTED */
  GLuint             object; /* the shader; 0 unless BUILDING */
  KomaGlesProgramKey key;    /* unless WANTED */
};

typedef struct
{
  char       *head;
  GBytes     *files[3];
  const char *texts[N_PARTS];
  GLint       lengths[N_PARTS]; /* -1: up to the zero */
} Source;

static void
source_clear (Source *source)
{
  g_free (source->head);
  for (guint i = 0; i < G_N_ELEMENTS (source->files); i++)
    g_clear_pointer (&source->files[i], g_bytes_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Source, source_clear)

static GBytes *
load (const char *file,
      GError    **error)
{
  g_autofree char *path = g_strconcat (FOLDER, file, NULL);

  return g_resource_lookup_data (koma_gles_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 error);
}

static gboolean
is_fragment (const KomaGlesProgram *program)
{
  return g_str_has_prefix (program->defines, KOMA_GLES_FRAGMENT);
}

static char *
make_head (const KomaGlesProgram *program)
{
  return is_fragment (program)
           ? g_strdup_printf ("#version 300 es\n#define MAX_BINDINGS %d\n"
                              "#define TENSOR_WIDTH %d\n#define TENSOR_BITS %d\n"
                              "#define CONSTANT_WIDTH %d\n#define CONSTANT_BITS %d\n",
                              KOMA_GLES_MAX_BINDINGS, KOMA_GLES_TENSOR_WIDTH,
                              g_bit_nth_lsf (KOMA_GLES_TENSOR_WIDTH, -1), KOMA_GLES_CONSTANT_WIDTH,
                              g_bit_nth_lsf (KOMA_GLES_CONSTANT_WIDTH, -1))
           : g_strdup_printf ("#version 310 es\n#define MAX_GROUPS %d\n", KOMA_GLES_MAX_GROUPS);
}

static gboolean
source_read (Source                *source,
             const KomaGlesProgram *program,
             GError               **error)
{
  const char *const files[] = { is_fragment (program) ? "fragment.glsl" : "compute.glsl",
                                "common.glsl", program->shader };

  source->head = make_head (program);
  source->texts[0] = source->head;
  source->texts[1] = program->defines;
  source->lengths[0] = source->lengths[1] = -1;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    source->files[i] = load (files[i], error);
    if (source->files[i] == NULL)
      return FALSE;
    source->texts[2 + i] = g_bytes_get_data (source->files[i], NULL);
    source->lengths[2 + i] = g_bytes_get_size (source->files[i]);
  }
  return TRUE;
}

/**
 * koma_gles_program_new:
 * @shader: a file of shaders/, a static string
 * @defines: lines for the preprocessor, maybe none, a static string
 *
 * Returns: (transfer full): a program that is wanted
 */
KomaGlesProgram *
koma_gles_program_new (const char *shader,
                       const char *defines)
{
  KomaGlesProgram *program = g_new0 (KomaGlesProgram, 1);

  program->shader = shader;
  program->defines = defines;
  return program;
}

static void
release_object (KomaGlesProgram *program)
{
  if (program->object != 0)
    glDeleteShader (program->object);
  program->object = 0;
}

/* Back to WANTED. */
static void
reset (KomaGlesProgram *program)
{
  release_object (program);
  glDeleteProgram (program->name);
  koma_gles_count (KOMA_GLES_PROGRAMS, -1);
  program->name = 0;
  program->state = STATE_WANTED;
}

/**
 * koma_gles_program_free:
 * @program: (transfer full): a program
 * @is_current: whether the device's context is; what it holds goes with it
 *   otherwise
 */
void
koma_gles_program_free (KomaGlesProgram *program,
                        gboolean         is_current)
{
  if (program->state != STATE_WANTED && is_current)
    reset (program);
  else if (program->state != STATE_WANTED)
    koma_gles_count (KOMA_GLES_PROGRAMS, -1);
  g_free (program);
}

static void
take_name (KomaGlesProgram *program,
           GLuint           name)
{
  program->name = name;
  koma_gles_count (KOMA_GLES_PROGRAMS, 1);
}

/* Binaries do not keep it. */
static void
finish_name (KomaGlesProgram *program)
{
  g_autoptr (GBytes) text = is_fragment (program) ? load (program->shader, NULL) : NULL;

  program->state = STATE_BUILT;
  if (text != NULL)
    koma_gles_fragment_name_samplers (program->name, text);
}

static void
begin_building (KomaGlesProgram *program,
                const Source    *source)
{
  take_name (program, glCreateProgram ());
  program->state = STATE_BUILDING;
  program->object =
    glCreateShader (is_fragment (program) ? GL_FRAGMENT_SHADER : GL_COMPUTE_SHADER);
  glProgramParameteri (program->name, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
  glShaderSource (program->object, N_PARTS, source->texts, source->lengths);
  glCompileShader (program->object);
  glAttachShader (program->name, program->object);
  if (is_fragment (program))
    koma_gles_fragment_attach_vertices (program->name);
  glLinkProgram (program->name);
}

/**
 * koma_gles_program_start:
 * @info: of the device
 *
 * Takes a wanted program from the cache, or lets the driver begin with its
 * text; does nothing for others. Errors: %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_program_start (KomaGlesProgram    *program,
                         const KomaGlesInfo *info,
                         GError            **error)
{
  g_auto (Source) source = { 0 };
  GLuint name = 0;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  if (program->state != STATE_WANTED)
    return TRUE;
  if (!source_read (&source, program, error))
    return FALSE;
  koma_gles_program_key_make (info, source.texts, source.lengths, N_PARTS, &program->key);
  name = koma_gles_program_cache_load (&program->key);
  if (name == 0) {
    begin_building (program, &source);
    return TRUE;
  }
  take_name (program, name);
  finish_name (program);
  return TRUE;
}

/**
 * koma_gles_program_is_ready:
 * @program: one that was started
 *
 * Returns: whether koma_gles_program_finish() would not wait; always, where the
 *   driver can not tell
 */
gboolean
koma_gles_program_is_ready (const KomaGlesProgram *program,
                            const KomaGlesInfo    *info)
{
  GLint is_complete = GL_TRUE;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  if (program->state == STATE_BUILDING && info->compiles_in_parallel)
    glGetProgramiv (program->name, GL_COMPLETION_STATUS_KHR, &is_complete);
  return is_complete;
}

/* What the compiler says, or the linker. */
static void
set_error (const KomaGlesProgram *program,
           GError               **error)
{
  GLint ok = GL_FALSE;
  char  log[1024] = "";

  glGetShaderiv (program->object, GL_COMPILE_STATUS, &ok);
  if (ok)
    glGetProgramInfoLog (program->name, sizeof log, NULL, log);
  else
    glGetShaderInfoLog (program->object, sizeof log, NULL, log);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND, "The program “%s” could not be built: %s",
               program->shader, log);
}

/**
 * koma_gles_program_finish:
 * @program: one that was started
 *
 * Waits until it is built, and keeps it in the cache. Errors:
 * %KOMA_ERROR_BACKEND, with what the compiler says; it is wanted again then.
 */
gboolean
koma_gles_program_finish (KomaGlesProgram *program,
                          GError         **error)
{
  GLint ok = GL_FALSE;

  KOMA_GLES_ASSERT_ANY_CURRENT ();

  if (program->state == STATE_BUILT)
    return TRUE;
  glGetProgramiv (program->name, GL_LINK_STATUS, &ok);
  if (!ok) {
    set_error (program, error);
    reset (program);
    return FALSE;
  }
  glDetachShader (program->name, program->object);
  release_object (program);
  finish_name (program);
  koma_gles_program_cache_store (&program->key, program->name);
  return TRUE;
}

/**
 * koma_gles_program_is_built:
 *
 * Returns: whether it can be used
 */
gboolean
koma_gles_program_is_built (const KomaGlesProgram *program)
{
  return program->state == STATE_BUILT;
}

/**
 * koma_gles_program_get_name:
 * @program: a built one
 *
 * Returns: what GL calls it
 */
GLuint
koma_gles_program_get_name (const KomaGlesProgram *program)
{
  return program->name;
}
