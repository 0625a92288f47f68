/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma inspect --try: which range makes a model surest of pictures. */
#include <glib/gi18n.h>

#include "engine/picture/preprocess.h"
#include "koma-cli-inspect-try.h"
#include "koma-cli-source.h"
#include "koma-cli.h"
#include "worker/box/koma-box.h"

typedef struct
{
  const KomaRecipe *recipe;
  GPtrArray        *paths;  /* (element-type filename) */
  GPtrArray        *inputs; /* (element-type float*) what could be decoded */
} Preparation;

static void
ready_cb (gpointer user_data)
{
}

static GPtrArray *
find_pictures (char **arguments)
{
  g_autoptr (KomaCliSource) source = koma_cli_source_new (arguments, FALSE, ready_cb, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  while (paths->len < KOMA_MAX_RANGE_PICTURES) {
    char *path = koma_cli_source_take (source);

    if (path != NULL)
      g_ptr_array_add (paths, path);
    else if (koma_cli_source_is_done (source))
      break;
    else
      g_main_context_iteration (NULL, TRUE);
  }
  return paths;
}

static float *
prepare (const KomaRecipe *recipe,
         const char       *path,
         GError          **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaPicture) picture =
    koma_box_decode_file (file, MAX (recipe->width, recipe->height), NULL, error);
  g_autofree float *input = NULL;

  if (picture == NULL)
    return NULL;
  input =
    g_new (float, (gsize) recipe->width * recipe->height * koma_recipe_get_n_channels (recipe));
  if (!koma_preprocess (recipe, picture->rgb, picture->width,
                        picture->height, picture->stride, input,
                        error))
    return NULL;
  return g_steal_pointer (&input);
}

/* Decoders never run on the main thread. */
static gpointer
prepare_all (gpointer data)
{
  Preparation *self = data;

  for (guint i = 0; i < self->paths->len; i++) {
    const char *path = g_ptr_array_index (self->paths, i);
    g_autoptr (GError) error = NULL;
    float *input = prepare (self->recipe, path, &error);

    if (input != NULL)
      g_ptr_array_add (self->inputs, input);
    else
      koma_cli_warn ("%s: %s", path, error->message);
  }
  return NULL;
}

/**
 * koma_inspection_try:
 * @arguments: (array zero-terminated=1): pictures and folders of them
 *
 * Compares the ranges that a network may have been trained with on up to
 * %KOMA_MAX_RANGE_PICTURES pictures. One that can not be decoded is told and left out.
 *
 * Errors: that there is no session, or no picture; those of koma_model_get_recipe() and
 * koma_range_evidence().
 */
gboolean
koma_inspection_try (KomaInspection *self,
                     char          **arguments,
                     GError        **error)
{
  g_autoptr (GPtrArray) paths = NULL;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_free);
  Preparation preparation = { .recipe = koma_model_get_recipe (self->model, error),
                              .inputs = inputs };

  if (preparation.recipe == NULL)
    return FALSE;
  if (self->session == NULL) {
    g_propagate_error (error, g_error_copy (self->session_error));
    return FALSE;
  }
  preparation.paths = paths = find_pictures (arguments);
  g_thread_join (g_thread_new ("koma-try", prepare_all, &preparation));
  if (inputs->len == 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                         _ ("there is no picture to try"));
    return FALSE;
  }
  self->n_tried = inputs->len;
  return koma_range_evidence (self->session, koma_model_get_output (self->model),
                              preparation.recipe, (const float *const *) inputs->pdata,
                              inputs->len, self->candidates, error);
}
