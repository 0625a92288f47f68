/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model from a file, a folder or an archive. */

#include "model-private.h"

#include "engine/formats/archive.h"
#include "engine/passes/passes.h"
#include "model-find.h"
#include "model-reader.h"

static const KomaModelReader reader_here = { .read = koma_format_read,
                                             .read_archive = koma_archive_read };

static const KomaModelReader *
get_reader (const KomaModelOptions *options)
{
  return options->reader != NULL ? options->reader : &reader_here;
}

static KomaModel *
model_new (char *path) /* (transfer full) */
{
  KomaModel *self = g_new0 (KomaModel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = path;
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* The graph and all that stands in the file. */
static gboolean
read_file (KomaModel              *self,
           const KomaModelOptions *options,
           KomaModelProgress       progress,
           gpointer                user_data,
           GError                **error)
{
  const KomaFormat   *format = koma_formats_find (self->path, error);
  const KomaModelFile file = {
    .path = self->path,
    .shapes = options->input_shapes,
    .n_shapes = options->n_input_shapes,
    .inputs = options->inputs,
    .n_inputs = options->n_inputs,
    .progress = progress,
    .user_data = user_data,
  };

  if (format == NULL || !get_reader (options)->read (format, &file, &self->raw, error) ||
      !koma_pass_bind_given (self->raw.graph, options->input_shapes, options->n_input_shapes,
                             error))
    return FALSE;
  if (self->raw.warning != NULL)
    g_ptr_array_add (self->warnings, g_strdup (self->raw.warning));
  return TRUE;
}

/* The model in @file, which is called after @path: that file, or the archive that it was in. */
static KomaModel *
load_file (const char             *file,
           const char             *path,
           const KomaModelOptions *options,
           KomaModelProgress       progress,
           gpointer                user_data,
           GError                **error)
{
  g_autofree char *folder = g_path_get_dirname (file);
  KomaModelOptions given = *options;
  g_autoptr (KomaModel) self = model_new (g_strdup (file));
  g_auto (KomaModelOverrides) overrides = { 0 };

  self->reader = options->reader;
  if (!read_file (self, options, progress, user_data, error))
    return NULL;
  if (given.complete != NULL)
    given.complete (self->raw.hash, &given, given.complete_data);
  if (!koma_model_overrides_read (folder, &overrides, error) ||
      !koma_model_understand (self, &overrides, &given, error))
    return NULL;
  self->name =
    overrides.name != NULL ? g_steal_pointer (&overrides.name) : koma_model_name_from_path (path);
  g_free (self->path);
  self->path = g_strdup (path);
  g_ptr_array_add (self->warnings, NULL);
  g_ptr_array_add (self->notes, NULL);
  return g_steal_pointer (&self);
}

static KomaModel *
load_archive (const char             *path,
              const KomaModelOptions *options,
              KomaModelProgress       progress,
              gpointer                user_data,
              GError                **error)
{
  g_auto (KomaUnpacked) unpacked = { 0 };
  g_autofree char *name = g_filename_display_basename (path);
  const char      *file = NULL;
  KomaModel       *self = NULL;

  if (!koma_archive_unpack (path, get_reader (options)->read_archive, &unpacked, error))
    return NULL;
  file = koma_model_find_among (unpacked.paths, error);
  if (file != NULL)
    self = load_file (file, path, options, progress, user_data, error);
  if (self == NULL)
    g_prefix_error (error, "%s: ", name);
  return self;
}

/**
 * koma_model_load:
 * @path: a model file, a folder that holds one, or a zip or tar archive with one in it
 * @options: (nullable): what the caller knows better
 * @progress: (nullable): called on this thread while the file is read
 *
 * Reads a model, finds its labels and guesses its recipe. A model that Koma
 * can not run, or that is no classifier, is loaded all the same:
 * koma_model_get_unsupported() and koma_model_get_recipe() tell. An archive
 * is unpacked into a folder for temporary files, which is gone afterwards.
 *
 * Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_NO_MODEL or %KOMA_ERROR_SEVERAL_MODELS (a folder or an
 * archive does not hold one), %KOMA_ERROR_SHAPE (also where a shape of
 * @options does not fit), %KOMA_ERROR_MEMORY, %KOMA_ERROR_UNSUPPORTED (no
 * format that Koma reads, or an option that is none), #GFileError. Thread: any; reads files.
 *
 * Returns: (transfer full):
 */
KomaModel *
koma_model_load (const char             *path,
                 const KomaModelOptions *options,
                 KomaModelProgress       progress,
                 gpointer                user_data,
                 GError                **error)
{
  static const KomaModelOptions none = { 0 };
  const KomaModelOptions       *wanted = options != NULL ? options : &none;
  g_autofree char              *file = koma_model_find_file (path, error);

  if (file == NULL)
    return NULL;
  if (koma_archive_is (file))
    return load_archive (file, wanted, progress, user_data, error);
  return load_file (file, file, wanted, progress, user_data, error);
}
