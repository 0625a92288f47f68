/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-other-model.h"

#include <glib/gi18n.h>

#include "worker/box/koma-box.h"
#include "worker/measure/koma-autotune-store.h"
#include "worker/models/koma-data-dir.h"
#include "worker/models/koma-model-settings.h"
#include "worker/words/koma-usual-classes.h"

#include "engine/koma-app.h"

typedef struct
{
  const KomaWorkerModel *wanted;
  KomaModelSettings     *settings; /* once the hash is known */
} Choices;

static void
complete_cb (const char       *hash,
             KomaModelOptions *options,
             gpointer          user_data)
{
  Choices *choices = user_data;

  choices->settings = koma_model_settings_find (hash);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    options->parts[i] = choices->wanted->parts[i] != NULL ? choices->wanted->parts[i]
                                                          : choices->settings->parts[i];
}

/* Words of earlier give way where they do not fit; those of the comparison are what it is about. */
static gboolean
check_parts (const KomaModel       *model,
             const KomaWorkerModel *wanted,
             GError               **error)
{
  const KomaRecipe *recipe = koma_model_get_recipe (model, error);

  if (recipe == NULL)
    return FALSE;
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    if (wanted->parts[part] != NULL && recipe->sources[part] != KOMA_SOURCE_OPTION) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   /* Translators: a model, and a part of its recipe with its value */
                   _ ("%s can not be read with this: %s, %s"), koma_model_get_name (model),
                   _ (koma_recipe_part_get_title (part)), wanted->parts[part]);
      return FALSE;
    }
  return TRUE;
}

/**
 * koma_other_model_load:
 * @wanted: its path and parts; no other member counts
 *
 * A stranger's model is read by a helper. Errors: those of koma_box_load_model() and
 * koma_model_get_recipe(); %KOMA_ERROR_MODEL: a part of @wanted does not fit. Thread: any but main.
 *
 * Returns: (transfer full): a classifier
 */
KomaModel *
koma_other_model_load (const KomaWorkerModel *wanted,
                       const char            *own_path,
                       GError               **error)
{
  g_autofree char       *imagenet_folder = koma_data_dir_find (KOMA_DATA_DIR_IMAGENET);
  Choices                choices = { .wanted = wanted };
  const KomaModelOptions options = {
    .are_parts_optional = TRUE,
    .usual_classes = KOMA_USUAL_CLASSES,
    .imagenet_folder = imagenet_folder,
    .complete = complete_cb,
    .complete_data = &choices,
  };
  g_autoptr (KomaModel) model =
    koma_box_load_model (wanted->path != NULL ? wanted->path : own_path, &options, NULL, NULL,
                         error);

  koma_model_settings_free (choices.settings);
  if (model == NULL)
    g_prefix_error (error, "%s: ", _ ("The other model can not be read"));
  return model != NULL && check_parts (model, wanted, error) ? g_steal_pointer (&model) : NULL;
}

/**
 * koma_other_model_get_options:
 * @precision: that is wished for
 *
 * Thread: any but main.
 *
 * Returns: how @model is compiled on the backend that an earlier measurement found for it, or the
 *   first that works; borrows from @model
 */
KomaSessionOptions
koma_other_model_get_options (const KomaModel *model,
                              KomaPrecision    precision)
{
  const KomaSessionOptions computed = {
    .n_threads = koma_cpu_count_for_one_picture (),
    .precision = precision,
  };
  const char *hash = koma_word_classes_get_file_hash (model);
  const char *measured = koma_autotune_store_find_best (hash, &computed);

  return (KomaSessionOptions){
    .backend = measured,
    .precision = koma_backends_fit_precision (measured, precision),
    .recipe = koma_model_get_recipe (model, NULL),
  };
}
