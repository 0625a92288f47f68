/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Building many programs. With KHR_parallel_shader_compile the driver has all
 * of them at once, on threads of its own, and is asked now and then which are
 * ready; without it they are built one after the other, because a compiler
 * that is called can not be stopped. */

#include "programs.h"

#include <string.h>

#include "program.h"

#define POLL_US (2 * G_TIME_SPAN_MILLISECOND)

struct _KomaGlesPrograms
{
  GHashTable *by_key; /* Key → KomaGlesProgram */
};

/* Both interned. */
typedef struct
{
  const char *shader;
  const char *defines;
} Key;

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_direct_hash (key->shader) * 31 + g_direct_hash (key->defines);
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

/**
 * koma_gles_programs_new:
 *
 * Returns: (transfer full): none yet
 */
KomaGlesPrograms *
koma_gles_programs_new (void)
{
  KomaGlesPrograms *self = g_new0 (KomaGlesPrograms, 1);

  self->by_key = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  return self;
}

/**
 * koma_gles_programs_free:
 * @self: (transfer full): the programs
 * @is_current: as for koma_gles_program_free()
 */
void
koma_gles_programs_free (KomaGlesPrograms *self,
                         gboolean          is_current)
{
  GHashTableIter iter;
  gpointer       program = NULL;

  g_hash_table_iter_init (&iter, self->by_key);
  while (g_hash_table_iter_next (&iter, NULL, &program))
    koma_gles_program_free (program, is_current);
  g_hash_table_unref (self->by_key);
  g_free (self);
}

/**
 * koma_gles_programs_want:
 * @shader: a file of shaders/
 * @defines: lines for the preprocessor, maybe none
 *
 * Returns: (transfer none): the program of these texts, built or not
 */
KomaGlesProgram *
koma_gles_programs_want (KomaGlesPrograms *self,
                         const char       *shader,
                         const char       *defines)
{
  Key              key = { g_intern_string (shader), g_intern_string (defines) };
  KomaGlesProgram *program = g_hash_table_lookup (self->by_key, &key);

  if (program == NULL) {
    program = koma_gles_program_new (key.shader, key.defines);
    g_hash_table_insert (self->by_key, g_memdup2 (&key, sizeof key), program);
  }
  return program;
}

static guint
count_built (KomaGlesProgram *const *programs,
             guint                   n_programs)
{
  guint n_built = 0;

  for (guint i = 0; i < n_programs; i++)
    n_built += koma_gles_program_is_built (programs[i]);
  return n_built;
}

static gboolean
start_all (KomaGlesProgram *const *programs,
           guint                   n_programs,
           const KomaGlesInfo     *info,
           GError                **error)
{
  for (guint i = 0; i < n_programs; i++)
    if (!koma_gles_program_start (programs[i], info, error))
      return FALSE;
  return TRUE;
}

/* Those that are ready; without threads of the driver's the next one. */
static gboolean
build_some (KomaGlesProgram *const *programs,
            guint                   n_programs,
            const KomaGlesInfo     *info,
            GError                **error)
{
  for (guint i = 0; i < n_programs; i++) {
    if (koma_gles_program_is_built (programs[i]))
      continue;
    if (!koma_gles_program_start (programs[i], info, error))
      return FALSE;
    if (!koma_gles_program_is_ready (programs[i], info))
      continue;
    if (!koma_gles_program_finish (programs[i], error))
      return FALSE;
    if (!info->compiles_in_parallel)
      break;
  }
  return TRUE;
}

/**
 * koma_gles_programs_build:
 * @programs: (array length=n_programs): started or not, each once
 * @info: of their device, whose context is current
 * @progress: (nullable): told after each program; those that are not built yet
 *   when it stops go on from where they are in the next call
 *
 * Ends when all are built. Errors: %KOMA_ERROR_BACKEND, with what the compiler
 * says; %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_gles_programs_build (KomaGlesProgram *const *programs,
                          guint                   n_programs,
                          const KomaGlesInfo     *info,
                          const KomaProgress     *progress,
                          GError                **error)
{
  const guint n_before = count_built (programs, n_programs);
  guint       n_built = n_before;

  if (info->compiles_in_parallel && !start_all (programs, n_programs, info, error))
    return FALSE;
  while (n_built < n_programs) {
    guint n_now = 0;

    if (!build_some (programs, n_programs, info, error))
      return FALSE;
    n_now = count_built (programs, n_programs);
    if (n_now == n_built)
      g_usleep (POLL_US);
    n_built = n_now;
    if (!koma_progress_report (progress, (double) (n_built - n_before) / (n_programs - n_before),
                               error))
      return FALSE;
  }
  return TRUE;
}
