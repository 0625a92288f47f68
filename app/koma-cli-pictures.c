/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-pictures.h"

#include "engine/picture/preprocess.h"
#include "koma-cli-session.h"
#include "koma-cli.h"
#include "worker/box/koma-box.h"

/* As koma classify decodes: twice the model's size leaves the resize enough to average over. */
static gboolean
read_picture (const KomaCliPictures *self,
              KomaCliJob            *job,
              const char            *path,
              float                 *ret_input,
              GError               **error)
{
  const KomaRecipe *recipe = koma_model_get_recipe (self->model, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaPicture) picture = koma_box_decode_file (
    file, 2 * MAX (recipe->width, recipe->height), job->cancellable, error);

  return picture != NULL && koma_preprocess (recipe, picture->rgb, picture->width, picture->height,
                                             picture->stride, ret_input, error);
}

static gboolean
run_one (const KomaCliPictures *self,
         KomaCliJob            *job,
         KomaSession           *session,
         guint                  class_index,
         const char            *path,
         GPtrArray             *failures,
         GError               **error)
{
  g_autoptr (GError) failure = NULL;

  if (!read_picture (self, job, path, koma_session_get_input_data (session, 0), &failure)) {
    g_ptr_array_add (failures, g_strdup_printf ("%s: %s", path, failure->message));
    return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
  }
  if (!koma_session_run (session, error))
    return FALSE;
  self->found (class_index, path, koma_session_get_output_data (session, self->output),
               koma_value_get_bytes (koma_session_get_output (session, self->output)) /
                 sizeof (float),
               self->user_data);
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

/**
 * koma_cli_pictures_run:
 *
 * Errors: those of koma_session_new() and koma_session_run(); %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_cli_pictures_run (const KomaCliPictures *self,
                       KomaCliJob            *job,
                       GPtrArray             *ret_failures,
                       GError               **error)
{
  const guint        n = koma_class_folders_count (self->classes);
  KomaSessionOptions options = { 0 };
  g_autoptr (KomaSession) session = NULL;
  guint n_done = 0;

  if (!koma_cli_get_session_options (self->options, self->model, 1, &options, error))
    return FALSE;
  session = koma_session_new (self->graph, &options, error);
  for (guint c = 0; session != NULL && c < self->classes->len; c++) {
    const KomaClassFolder *class = self->classes->pdata[c];

    for (guint i = 0; i < class->paths->len; i++) {
      koma_cli_job_report (job, self->stage, (double) n_done++ / n);
      if (!run_one (self, job, session, c, class->paths->pdata[i], ret_failures, error))
        return FALSE;
    }
  }
  return session != NULL;
}

/**
 * koma_cli_pictures_end:
 * @code: of koma_cli_job_run()
 * @failures: (element-type utf8): sentences; told unless a signal ended the work
 *
 * Returns: the exit code
 */
int
koma_cli_pictures_end (int              code,
                       const GPtrArray *failures)
{
  for (guint i = 0; i < failures->len && code < KOMA_EXIT_SIGNAL; i++)
    koma_cli_warn ("%s", (const char *) failures->pdata[i]);
  return code == KOMA_EXIT_OK && failures->len > 0 ? KOMA_EXIT_SOME_FAILED : code;
}
