/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-vectors.h"

#include <glib/gi18n.h>

#include "koma-cli-collection.h"
#include "koma-cli-pictures.h"
#include "koma-cli-session.h"
#include "koma-cli-source.h"
#include "koma-cli.h"
#include "worker/models/koma-vector-space.h"

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
  g_clear_pointer (&self->collection, koma_collection_free);
  g_clear_pointer (&self->found, g_hash_table_unref);
  g_clear_pointer (&self->ids, g_hash_table_unref);
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

/* What a collection keeps is rounded; the first time is to give what all others do. */
static void
round_values (float *values,
              guint  n)
{
  g_autofree guint16 *halves = g_new (guint16, n);

  koma_half_from_floats (values, n, halves);
  koma_half_to_floats (halves, n, values);
}

/* What was computed is used all the same. */
static void
stop_keeping (KomaCliVectors *self,
              const GError   *error)
{
  /* Translators: a sentence that names a file and says what is wrong with it */
  g_ptr_array_add (self->failures,
                   g_strdup_printf (_ ("%s; answers are no longer kept"), error->message));
  g_clear_pointer (&self->collection, koma_collection_free);
}

static void
add_vector (guint        class_index,
            const char  *path,
            const float *values,
            gsize        n,
            gpointer     user_data)
{
  KomaCliVectors    *self = user_data;
  const KomaFileId  *id = g_hash_table_lookup (self->ids, path);
  g_autofree float  *unit = g_memdup2 (values, n * sizeof *values);
  KomaFeatureVector *vector = NULL;
  g_autoptr (GError) error = NULL;

  koma_vector_make_unit (unit, (guint) n);
  if (self->kept_in != NULL)
    round_values (unit, (guint) n);
  vector = koma_feature_vector_new (unit, (guint) n);
  g_hash_table_replace (self->found, g_strdup (path), vector);
  if (self->collection != NULL && id != NULL &&
      !koma_collection_add_vector (self->collection, path, id, vector, &error))
    stop_keeping (self, error);
}

static gboolean
compute (KomaCliVectors *self,
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

static gboolean
open_collection (KomaCliVectors *self,
                 GError        **error)
{
  g_autofree char *space = NULL;

  if (self->kept_in == NULL)
    return TRUE;
  space = koma_vector_space_dup_name (self->model, self->space);
  self->collection = koma_collection_open (self->kept_in, error);
  return self->collection != NULL && koma_collection_choose_space (self->collection, space, error);
}

/* Those that a person did not take out of the collection. (element-type filename) (transfer
 * container) */
static GPtrArray *
choose (KomaCliVectors *self,
        GPtrArray      *paths)
{
  GPtrArray *chosen = g_ptr_array_new ();

  for (guint i = 0; i < paths->len; i++) {
    gboolean is_out = FALSE;
    g_autoptr (GError) error = NULL;

    if (self->collection != NULL &&
        !koma_collection_is_left_out (self->collection, paths->pdata[i], &is_out, &error))
      g_ptr_array_add (self->failures, g_strdup (error->message));
    if (is_out && !(i == 0 && self->asked != NULL))
      self->n_left_out++;
    else
      g_ptr_array_add (chosen, paths->pdata[i]);
  }
  return chosen;
}

/* What can not be read is told, and computed anew. */
static gboolean
look_up (KomaCliVectors *self,
         const char     *path)
{
  KomaFileId         id = { 0 };
  KomaFeatureVector *vector = NULL;
  g_autoptr (GError) error = NULL;

  if (self->collection == NULL || !koma_collection_get_file_id (path, &id))
    return FALSE;
  vector = koma_collection_find_vector (self->collection, path, &id, &error);
  if (error != NULL)
    g_ptr_array_add (self->failures, g_strdup (error->message));
  if (vector != NULL)
    g_hash_table_replace (self->found, g_strdup (path), vector);
  else
    g_hash_table_replace (self->ids, g_strdup (path), g_memdup2 (&id, sizeof id));
  return vector != NULL;
}

/* In the order of the paths. */
static void
gather (KomaCliVectors *self,
        GPtrArray      *paths)
{
  for (guint i = 0; i < paths->len; i++) {
    KomaFeatureVector *vector = g_hash_table_lookup (self->found, paths->pdata[i]);

    if (vector == NULL)
      continue;
    g_ptr_array_add (self->pictures, koma_feature_vector_ref (vector));
    g_ptr_array_add (self->paths, g_strdup (paths->pdata[i]));
  }
}

/* What was computed until then is kept in any case. */
static gboolean
close_collection (KomaCliVectors *self,
                  gboolean        is_done)
{
  g_autoptr (GError) error = NULL;

  if (!koma_collection_close (g_steal_pointer (&self->collection), &error))
    stop_keeping (self, error);
  return is_done;
}

/**
 * koma_cli_vectors_add_pictures:
 * @paths: (element-type filename): of pictures; those that were taken out of the collection are not
 *   looked at
 *
 * Errors: those of koma_collection_open(), koma_features_graph_new() and koma_cli_pictures_run().
 */
gboolean
koma_cli_vectors_add_pictures (KomaCliVectors *self,
                               GPtrArray      *paths,
                               KomaCliJob     *job,
                               GError        **error)
{
  g_autoptr (GPtrArray) unknown = g_ptr_array_new ();
  g_autoptr (GPtrArray) chosen = NULL;

  self->found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) koma_feature_vector_unref);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!open_collection (self, error))
    return FALSE;
  chosen = choose (self, paths);
  for (guint i = 0; i < chosen->len; i++)
    if (!look_up (self, chosen->pdata[i]))
      g_ptr_array_add (unknown, chosen->pdata[i]);
  self->n_known = chosen->len - unknown->len;
  if (!close_collection (self, unknown->len == 0 || compute (self, unknown, job, error)))
    return FALSE;
  gather (self, chosen);
  return TRUE;
}

void
koma_cli_vectors_tell (const KomaCliVectors *self)
{
  const guint n_found = self->paths->len;

  if (self->kept_in != NULL)
    koma_cli_collection_tell (self->kept_in, self->n_known,
                              n_found - MIN (n_found, self->n_known), self->failures->len);
  if (self->n_left_out > 0)
    /* Translators: a file that keeps answers, and how many pictures a person took out of it */
    koma_cli_warn (_ ("%s: left out: %u"), self->kept_in, self->n_left_out);
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
