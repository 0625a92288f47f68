/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-vectors.h"

#include <glib/gi18n.h>

#include "koma-cli-pictures.h"
#include "koma-cli-session.h"
#include "koma-cli-source.h"

void
koma_cli_vectors_init (KomaCliVectors       *self,
                       const KomaCliOptions *options)
{
  *self = (KomaCliVectors){
    .options = options,
    .paths = g_ptr_array_new_with_free_func (g_free),
    .pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref),
    .failures = g_ptr_array_new_with_free_func (g_free),
  };
}

void
koma_cli_vectors_clear (KomaCliVectors *self)
{
  g_clear_pointer (&self->space, koma_word_space_unref);
  g_clear_pointer (&self->model, koma_model_unref);
  g_clear_pointer (&self->paths, g_ptr_array_unref);
  g_clear_pointer (&self->pictures, g_ptr_array_unref);
  g_clear_pointer (&self->failures, g_ptr_array_unref);
}

/**
 * koma_cli_vectors_load:
 *
 * Errors: those of koma_box_load_model(), koma_word_space_new() and koma_model_get_recipe().
 */
gboolean
koma_cli_vectors_load (KomaCliVectors *self,
                       GError        **error)
{
  const KomaWordHead *head = NULL;

  self->model = koma_cli_load_model (self->options, self->options->model, error);
  if (self->model == NULL)
    return FALSE;
  head = koma_word_head_find (self->model);
  if (head != NULL)
    self->space = koma_word_space_ref (koma_word_head_get_space (head));
  else if (koma_model_get_purpose (self->model) == KOMA_PURPOSE_WORDS)
    self->space = koma_word_space_new (self->model, error);
  else
    return koma_model_get_recipe (self->model, error) != NULL;
  return self->space != NULL;
}

static void
add_vector (guint        class_index,
            const char  *path,
            const float *values,
            gsize        n,
            gpointer     user_data)
{
  KomaCliVectors   *self = user_data;
  g_autofree float *unit = g_memdup2 (values, n * sizeof *values);

  koma_vector_make_unit (unit, (guint) n);
  g_ptr_array_add (self->pictures, koma_feature_vector_new (unit, (guint) n));
  g_ptr_array_add (self->paths, g_strdup (path));
}

/**
 * koma_cli_vectors_add_pictures:
 * @paths: (element-type filename): of pictures
 *
 * Errors: those of koma_features_graph_new() and koma_cli_pictures_run().
 */
gboolean
koma_cli_vectors_add_pictures (KomaCliVectors *self,
                               GPtrArray      *paths,
                               KomaCliJob     *job,
                               GError        **error)
{
  KomaClassFolder all = { NULL, paths };
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();
  g_autoptr (KomaGraph) graph = NULL;
  KomaCliPictures pictures = {
    .options = self->options,
    .model = self->model,
    .classes = folders,
    .stage = _ ("Looking at the pictures:"),
    .found = add_vector,
    .user_data = self,
  };

  g_ptr_array_add (folders, &all);
  graph = self->space != NULL
            ? koma_graph_copy (koma_towers_get_pictures (koma_word_space_get_towers (self->space)))
            : koma_features_graph_new (koma_model_get_graph (self->model),
                                       koma_model_get_output (self->model), NULL, error);
  pictures.graph = graph;
  return graph != NULL && koma_cli_pictures_run (&pictures, job, self->failures, error);
}

/**
 * koma_cli_vectors_encode:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED where the model knows no words; those of
 * koma_word_space_encode().
 *
 * Returns: (transfer full) (nullable): of length 1
 */
KomaFeatureVector *
koma_cli_vectors_encode (KomaCliVectors *self,
                         const char     *text,
                         GError        **error)
{
  const char *const texts[] = { text, NULL };
  g_autofree float *vector = NULL;
  guint             width = 0;

  if (self->space == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 _ ("%s: this model knows no words; it can find pictures like another, with "
                    "--like"),
                 koma_model_get_name (self->model));
    return NULL;
  }
  width = koma_towers_get_width (koma_word_space_get_towers (self->space));
  vector = g_new (float, width);
  return koma_word_space_encode (self->space, texts, vector, error)
           ? koma_feature_vector_new (vector, width)
           : NULL;
}

/* The iteration that is waited for has ended. */
static void
ready_cb (gpointer user_data)
{
}

/**
 * koma_cli_vectors_find_pictures:
 * @arguments: NULL-terminated, as koma_cli_source_new() takes them
 *
 * Thread: main; waits for the disk.
 *
 * Returns: (transfer full) (element-type filename):
 */
GPtrArray *
koma_cli_vectors_find_pictures (char **arguments)
{
  g_autoptr (KomaCliSource) source = koma_cli_source_new (arguments, FALSE, ready_cb, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  while (!koma_cli_source_is_done (source)) {
    char *path = koma_cli_source_take (source);

    if (path != NULL)
      g_ptr_array_add (paths, path);
    else
      g_main_context_iteration (NULL, TRUE);
  }
  return paths;
}
