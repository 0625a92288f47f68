/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* For the commands that look at models themselves instead of having the
 * worker classify: these use the engine, on the main thread. */
#include "koma-cli-session.h"

#include <glib/gi18n.h>

#include "koma-cli.h"

/**
 * koma_cli_parse_shapes:
 * @texts: (nullable) (array zero-terminated=1): "1,224,224,3"
 * @ret_shapes: (transfer full) (array length=ret_n_shapes):
 */
gboolean
koma_cli_parse_shapes (char      **texts,
                       KomaShape **ret_shapes,
                       guint      *ret_n_shapes,
                       GError    **error)
{
  const guint           n_shapes = texts != NULL ? g_strv_length (texts) : 0;
  g_autofree KomaShape *shapes = g_new0 (KomaShape, MAX (n_shapes, 1));

  for (guint i = 0; i < n_shapes; i++) {
    if (!koma_shape_parse (texts[i], &shapes[i], error))
      return FALSE;
  }
  *ret_shapes = g_steal_pointer (&shapes);
  *ret_n_shapes = n_shapes;
  return TRUE;
}

KomaModel *
koma_cli_load_model (const KomaCliOptions *options,
                     const char           *path,
                     GError              **error)
{
  const KomaModelOptions model_options = {
    .labels_path = options->labels,
    .range = options->range,
    .fit = options->fit,
    .output = options->output_name,
  };

  return koma_model_load (path, &model_options, NULL, NULL, error);
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
 * koma_cli_get_session_options:
 * @ret_options: (out): borrow from @options and @model
 *
 * How a model is to be compiled for the backend asked for. Errors: that the
 * model has ops Koma does not know.
 */
gboolean
koma_cli_get_session_options (const KomaCliOptions *options,
                              KomaModel            *model,
                              guint                 batch,
                              KomaSessionOptions   *ret_options,
                              GError              **error)
{
  *ret_options = (KomaSessionOptions){
    .backend = options->backend,
    .batch = batch,
    .n_threads = options->n_threads,
    .precision = options->precision,
    .recipe = koma_model_get_recipe (model, NULL),
  };
  return check_supported (model, error);
}

/**
 * koma_cli_open_session:
 *
 * Compiles a model for the backend asked for.
 */
KomaSession *
koma_cli_open_session (const KomaCliOptions *options,
                       KomaModel            *model,
                       guint                 batch,
                       char                **shapes,
                       GError              **error)
{
  KomaSessionOptions    session_options;
  g_autofree KomaShape *input_shapes = NULL;

  if (!koma_cli_get_session_options (options, model, batch, &session_options, error) ||
      !koma_cli_parse_shapes (shapes, &input_shapes, &session_options.n_input_shapes, error))
    return NULL;
  session_options.input_shapes = session_options.n_input_shapes > 0 ? input_shapes : NULL;
  return koma_session_new (koma_model_get_graph (model), &session_options, error);
}
