/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* For the commands that look at models themselves instead of having the
 * worker classify: these use the engine, on the main thread. */
#include "koma-cli-session.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli.h"
#include "worker/box/koma-box.h"
#include "worker/measure/koma-autotune-store.h"
#include "worker/models/koma-data-dir.h"

KomaModel *
koma_cli_load_model (const KomaCliOptions *options,
                     const char           *path,
                     GError              **error)
{
  g_autofree char *imagenet_folder = koma_data_dir_find (KOMA_DATA_DIR_IMAGENET);
  KomaModelOptions model_options = {
    .output = options->output_name,
    .input_shapes = options->input_shapes,
    .n_input_shapes = options->n_input_shapes,
    .inputs = options->inputs,
    .n_inputs = options->n_inputs,
    .imagenet_folder = imagenet_folder,
  };

  memcpy (model_options.parts, options->parts, sizeof model_options.parts);
  return koma_box_load_model (path, &model_options, NULL, NULL, error);
}

static gboolean
check_supported (KomaModel *model,
                 GError   **error)
{
  GHashTable *unsupported = koma_model_get_unsupported (model);

  if (unsupported == NULL || g_hash_table_size (unsupported) == 0)
    return TRUE;
  /* The same sentence that tells why it is no classifier. */
  return koma_model_get_recipe (model, error) != NULL;
}

/**
 * koma_cli_find_measured:
 *
 * Returns: (transfer none) (nullable): the backend that an earlier measurement
 *   found for the model, as koma classify computes it; %NULL if there was none,
 *   or a backend was named
 */
const char *
koma_cli_find_measured (const KomaCliOptions *options,
                        KomaModel            *model)
{
  const KomaSessionOptions computed = {
    .n_threads = options->n_threads > 0 ? options->n_threads : koma_cpu_count_for_one_picture (),
    .precision = options->precision,
  };

  return options->backend == NULL
           ? koma_autotune_store_find_best (koma_word_classes_get_file_hash (model), &computed)
           : NULL;
}

/**
 * koma_cli_get_session_options:
 * @ret_options: (out): borrow from @options and @model
 *
 * How a model is to be compiled for the backend asked for, or measured to be the
 * fastest. Errors: that the
 * model has ops Koma does not know.
 */
gboolean
koma_cli_get_session_options (const KomaCliOptions *options,
                              KomaModel            *model,
                              guint                 batch,
                              KomaSessionOptions   *ret_options,
                              GError              **error)
{
  const char *measured = koma_cli_find_measured (options, model);

  *ret_options = (KomaSessionOptions){
    .backend = measured != NULL ? measured : options->backend,
    .batch = batch,
    .n_threads = options->n_threads,
    .precision = measured != NULL ? koma_backends_fit_precision (measured, options->precision)
                                  : options->precision,
    .recipe = koma_model_get_recipe (model, NULL),
  };
  return check_supported (model, error);
}

/**
 * koma_cli_open_session:
 *
 * Compiles a model for the backend asked for, with the batch that the model says.
 */
KomaSession *
koma_cli_open_session (const KomaCliOptions *options,
                       KomaModel            *model,
                       GError              **error)
{
  KomaSessionOptions session_options;

  if (!koma_cli_get_session_options (options, model, 0, &session_options, error))
    return NULL;
  return koma_session_new (koma_model_get_graph (model), &session_options, error);
}
