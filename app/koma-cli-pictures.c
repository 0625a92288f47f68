/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-pictures.h"

#include <string.h>

#include "koma-cli-read-ahead.h"
#include "koma-cli-session.h"
#include "koma-cli.h"

static gboolean
run_one (const KomaCliPictures *self,
         KomaCliJob            *job,
         KomaCliReadAhead      *pictures,
         KomaSession           *session,
         guint                  class_index,
         const char            *path,
         GPtrArray             *failures,
         GError               **error)
{
  g_autoptr (GError) failure = NULL;
  const float *input = koma_cli_read_ahead_take (pictures, &failure);

  if (input == NULL) {
    g_ptr_array_add (failures, g_strdup_printf ("%s: %s", path, failure->message));
    return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
  }
  memcpy (koma_session_get_input_data (session, 0), input,
          koma_value_get_bytes (koma_session_get_input (session, 0)));
  if (!koma_session_run (session, error))
    return FALSE;
  self->found (class_index, path, koma_session_get_output_data (session, self->output),
               koma_value_get_bytes (koma_session_get_output (session, self->output)) /
                 sizeof (float),
               self->user_data);
  return !g_cancellable_set_error_if_cancelled (job->cancellable, error);
}

static GPtrArray *
list_paths (const GPtrArray *classes)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (guint c = 0; c < classes->len; c++) {
    const KomaClassFolder *class = classes->pdata[c];

    for (guint i = 0; i < class->paths->len; i++)
      g_ptr_array_add (paths, class->paths->pdata[i]);
  }
  return paths;
}

static gboolean
run_all (const KomaCliPictures *self,
         KomaCliJob            *job,
         KomaSession           *session,
         GPtrArray             *failures,
         GError               **error)
{
  g_autoptr (GPtrArray) paths = list_paths (self->classes);
  const gsize bytes = koma_value_get_bytes (koma_session_get_input (session, 0));
  g_autoptr (KomaCliReadAhead) pictures =
    koma_cli_read_ahead_new (koma_model_get_picture_recipe (self->model), paths,
                             bytes / sizeof (float), job->cancellable);
  guint n_done = 0;

  for (guint c = 0; c < self->classes->len; c++) {
    const KomaClassFolder *class = self->classes->pdata[c];

    for (guint i = 0; i < class->paths->len; i++) {
      koma_cli_job_report (job, self->stage, (double) n_done++ / paths->len);
      if (!run_one (self, job, pictures, session, c, class->paths->pdata[i], failures, error))
        return FALSE;
    }
  }
  return TRUE;
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
  KomaSessionOptions options = { 0 };
  g_autoptr (KomaSession) session = NULL;

  if (!koma_cli_get_session_options (self->options, self->model, 1, &options, error))
    return FALSE;
  session = koma_session_new (self->graph, &options, error);
  return session != NULL && run_all (self, job, session, ret_failures, error);
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
