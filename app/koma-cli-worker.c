/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-worker.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-cli.h"

KomaWorkerModel
koma_cli_worker_get_model (const KomaCliOptions *options)
{
  KomaWorkerModel model = {
    .path = options->model,
    .output = options->output_name,
    .backend = options->backend,
    .n_threads = options->n_threads,
    .precision = options->precision,
  };

  memcpy (model.parts, options->parts, sizeof model.parts);
  model.n_input_shapes = MIN (options->n_input_shapes, G_N_ELEMENTS (model.input_shapes));
  for (guint i = 0; i < model.n_input_shapes; i++)
    model.input_shapes[i] = options->input_shapes[i];
  return model;
}

static void
loaded_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      data)
{
  GAsyncResult **ret_result = data;

  *ret_result = g_object_ref (result);
}

KomaModelInfo *
koma_cli_worker_load_again (KomaWorker            *worker,
                            const KomaWorkerModel *model)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaModelInfo *info = NULL;

  koma_worker_load_model_async (worker, model, NULL, NULL, NULL, loaded_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  info = koma_worker_load_model_finish (worker, result, &error);
  if (info == NULL && g_error_matches (error, KOMA_PURPOSE_ERROR, KOMA_PURPOSE_WORDS))
    /* Translators: a sentence: “The model compares pictures with words, …” */
    koma_cli_warn (_ ("%s: name them, as with --classes “cat, dog, a receipt”"), error->message);
  else if (info == NULL && error->domain == KOMA_PURPOSE_ERROR)
    /* Translators: a sentence of what a model is for that is no classifier */
    koma_cli_warn (_ ("%s: choose a model that classifies pictures"), error->message);
  else if (info == NULL)
    koma_cli_warn ("%s", error->message);
  return info;
}

KomaModelInfo *
koma_cli_worker_load (KomaWorker            *worker,
                      const KomaWorkerModel *model)
{
  KomaModelInfo *info = koma_cli_worker_load_again (worker, model);

  for (guint i = 0; info != NULL && info->warnings != NULL && info->warnings[i] != NULL; i++)
    koma_cli_warn (_ ("warning: %s"), info->warnings[i]);
  return info;
}

void
koma_cli_worker_tell_change (KomaModelInfo **told,
                             KomaModelInfo  *info)
{
  const char *const *warnings = info->warnings;

  if (info == *told)
    return;
  if (koma_model_info_has_failed_over (info))
    /* Translators: the names of two backends, such as XNNPACK, and the reason in English */
    koma_cli_warn (_ ("%s stopped working, going on with %s (%s)"), info->before->backend_title,
                   info->backend_title, warnings[g_strv_length ((char **) warnings) - 1]);
  koma_model_info_unref (*told);
  *told = koma_model_info_ref (info);
}
