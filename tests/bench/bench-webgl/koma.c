/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Koma's side of compare.py: one session in one process, run as it is told.
 *
 *   koma MODEL BACKEND BATCH INPUT
 *
 * INPUT holds float32 for all pictures. The first line of output says on which
 * device and what the first run took, with all that comes before it but the
 * reading of the model; then for each line "COUNT" of input one line of COUNT
 * times, and for each line "scores PATH" the output is written there. */
#include <stdlib.h>
#include <string.h>

#include "engine/model/model.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"

typedef struct
{
  KomaSession *session;
  char        *input;
  gsize        input_size;
} Contender;

static double
get_ms (gint64 begin_us)
{
  return (g_get_monotonic_time () - begin_us) / 1000.0;
}

/* What a caller does for each batch: input in, run, output there. */
static gboolean
run (Contender *self,
     GError   **error)
{
  memcpy (koma_session_get_input_data (self->session, 0), self->input, self->input_size);
  return koma_session_run (self->session, error);
}

static gboolean
check_input (const Contender *self,
             GError         **error)
{
  const KomaValue *value = koma_session_get_input (self->session, 0);
  const gsize      wanted = koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);

  if (self->input_size == wanted)
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
               "The input has %" G_GSIZE_FORMAT " bytes, the model wants %" G_GSIZE_FORMAT,
               self->input_size, wanted);
  return FALSE;
}

static gboolean
start (Contender        *self,
       const KomaGraph  *graph,
       const char *const arguments[], /* backend, batch, input */
       GError          **error)
{
  const KomaSessionOptions options = { .backend = arguments[0], .batch = atoi (arguments[1]) };
  const KomaBackendClass  *backend = koma_backends_find (arguments[0], error);
  g_autofree char         *device = NULL;
  gint64                   begin_us = 0;

  if (backend == NULL || !backend->probe (&device, error) ||
      !g_file_get_contents (arguments[2], &self->input, &self->input_size, error))
    return FALSE;
  begin_us = g_get_monotonic_time ();
  self->session = koma_session_new (graph, &options, error);
  if (self->session == NULL || !check_input (self, error) || !run (self, error))
    return FALSE;
  g_print ("%.3f %s\n", get_ms (begin_us), device);
  return TRUE;
}

static gboolean
write_scores (Contender  *self,
              const char *path,
              GError    **error)
{
  const KomaValue *value = koma_session_get_output (self->session, 0);

  return g_file_set_contents (path, koma_session_get_output_data (self->session, 0),
                              koma_shape_count (&value->shape) * koma_dtype_size (value->dtype),
                              error);
}

static gboolean
obey (Contender  *self,
      const char *line,
      GError    **error)
{
  const int n_runs = atoi (line);

  if (g_str_has_prefix (line, "scores ") &&
      !write_scores (self, line + strlen ("scores "), error))
    return FALSE;
  for (int i = 0; i < n_runs; i++) {
    const gint64 begin_us = g_get_monotonic_time ();

    if (!run (self, error))
      return FALSE;
    g_print ("%.3f ", get_ms (begin_us));
  }
  g_print ("\n");
  return TRUE;
}

static gboolean
work (Contender        *self,
      const char *const arguments[], /* model, backend, batch, input */
      GError          **error)
{
  g_autoptr (KomaModel) model = koma_flags_load (g_getenv ("KOMA_FLAGS"), error)
                                  ? koma_model_load (arguments[0], NULL, NULL, NULL, error)
                                  : NULL;
  g_autoptr (GIOChannel) lines = g_io_channel_unix_new (0);
  GIOStatus status = G_IO_STATUS_NORMAL;

  if (model == NULL || !start (self, koma_model_get_graph (model), arguments + 1, error))
    return FALSE;
  while (status == G_IO_STATUS_NORMAL) {
    g_autofree char *line = NULL;

    status = g_io_channel_read_line (lines, &line, NULL, NULL, error);
    if (status == G_IO_STATUS_NORMAL && !obey (self, g_strchomp (line), error))
      return FALSE;
  }
  return status == G_IO_STATUS_EOF;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  Contender self = { 0 };
  gboolean  is_done = FALSE;

  if (argc != 5) {
    g_printerr ("MODEL BACKEND BATCH INPUT\n");
    return 2;
  }
  is_done = work (&self, (const char *const *) argv + 1, &error);
  if (!is_done)
    g_printerr ("%s\n", error->message);
  g_clear_pointer (&self.session, koma_session_free);
  g_free (self.input);
  return is_done ? 0 : 1;
}
