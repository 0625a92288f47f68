/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture-session.h"

#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/model/purpose.h"

static gboolean
check_input (KomaPictureSession *self,
             GError            **error)
{
  const guint      n_inputs = koma_session_get_n_inputs (self->session);
  const KomaValue *input = NULL;
  gsize            count = 0;
  g_autofree char *shape = NULL;

  if (n_inputs != 1)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "The model has %u inputs, a classifier of pictures has 1", n_inputs);
  input = koma_session_get_input (self->session, 0);
  count = koma_shape_count (&input->shape);
  if (input->dtype == KOMA_DTYPE_FLOAT32 && self->batch > 0 && count % self->batch == 0) {
    self->input_size = count / self->batch;
    return TRUE;
  }
  shape = koma_shape_to_string (&input->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "Input “%s” is %s %s, pictures are float32 [%u,height,width,channels]",
                    input->name, koma_dtype_name (input->dtype), shape, self->batch);
}

static gboolean
check_output (KomaPictureSession *self,
              GError            **error)
{
  const KomaValue *output = koma_session_get_output (self->session, self->output);
  const gsize      count = koma_shape_count (&output->shape);
  g_autofree char *shape = NULL;

  if (output->dtype == KOMA_DTYPE_FLOAT32 && count >= self->batch && count % self->batch == 0 &&
      count / self->batch <= KOMA_MAX_CLASSES) {
    self->n_classes = count / self->batch;
    return TRUE;
  }
  shape = koma_shape_to_string (&output->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "Output “%s” is %s %s, scores are float32 [%u,classes]",
                    koma_session_get_output_name (self->session, self->output),
                    koma_dtype_name (output->dtype), shape, self->batch);
}

/* An output of that name that is no vector of each picture is one as any other. */
static void
find_vectors (KomaPictureSession *self)
{
  self->vectors = -1;
  for (guint i = 0; i < koma_session_get_n_outputs (self->session); i++) {
    const KomaValue *output = koma_session_get_output (self->session, i);
    const gsize      count = koma_shape_count (&output->shape);

    if (i != self->output && output->dtype == KOMA_DTYPE_FLOAT32 && output->shape.rank == 2 &&
        count > 0 && count % self->batch == 0 &&
        g_strcmp0 (koma_session_get_output_name (self->session, i), KOMA_VECTOR_OUTPUT) == 0) {
      self->vectors = (int) i;
      self->width = (guint) (count / self->batch);
    }
  }
}

/* @session: (transfer full) unless it is borrowed; (nullable): @error is set */
static KomaPictureSession *
see (KomaSession *session,
     gboolean     is_borrowed,
     guint        output,
     GError     **error)
{
  g_autoptr (KomaPictureSession) self = NULL;

  if (session == NULL)
    return NULL;
  self = g_new0 (KomaPictureSession, 1);
  self->session = session;
  self->is_borrowed = is_borrowed;
  self->output = output;
  self->batch = koma_session_get_batch (session);
  self->run_ms = INFINITY;
  find_vectors (self);
  return check_input (self, error) && check_output (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_picture_session_new:
 * @graph: a classifier of pictures
 * @output: index of the output with the scores
 * @options: backend, batch and threads
 *
 * Compiles @graph. Errors: those of koma_session_new(); %KOMA_ERROR_SHAPE where inputs or scores
 * are not one block for each picture.
 *
 * Thread: the one that is going to run it.
 *
 * Returns: (transfer full): ready to run, its input zero
 */
KomaPictureSession *
koma_picture_session_new (const KomaGraph          *graph,
                          guint                     output,
                          const KomaSessionOptions *options,
                          GError                  **error)
{
  const gint64        start_us = g_get_monotonic_time ();
  KomaPictureSession *self = see (koma_session_new (graph, options, error), FALSE, output, error);

  if (self != NULL)
    self->make_ms = (double) (g_get_monotonic_time () - start_us) / 1000;
  return self;
}

/**
 * koma_picture_session_borrow:
 * @session: (transfer none): must live longer
 * @output: index of the output with the scores
 *
 * Errors: %KOMA_ERROR_SHAPE, as for koma_picture_session_new(). Thread: that of @session.
 *
 * Returns: (transfer full): @session as a classifier sees it
 */
KomaPictureSession *
koma_picture_session_borrow (KomaSession *session,
                             guint        output,
                             GError     **error)
{
  return see (session, TRUE, output, error);
}

/**
 * koma_picture_session_free:
 * @self: (nullable) (transfer full): a session of pictures
 */
void
koma_picture_session_free (KomaPictureSession *self)
{
  if (self == NULL)
    return;

  if (!self->is_borrowed)
    koma_session_free (self->session);
  g_free (self);
}

static void
take_time (KomaPictureSession *self,
           gint64              start_us)
{
  self->run_ms = MIN (self->run_ms, (double) (g_get_monotonic_time () - start_us) / 1000);
}

/**
 * koma_picture_session_warm:
 * @progress: (nullable): told how far it is
 *
 * Runs once on what stands in the input. It is slow: memory is touched, code and weights are
 * fetched, drivers compile. Takes the time too, which stands until a faster run. Errors:
 * %KOMA_ERROR_BACKEND, if a device was lost; %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_picture_session_warm (KomaPictureSession *self,
                           const KomaProgress *progress,
                           GError            **error)
{
  const gint64 start_us = g_get_monotonic_time ();

  if (!koma_session_warm (self->session, progress, error))
    return FALSE;
  take_time (self, start_us);
  return TRUE;
}

static gboolean
run_session (KomaPictureSession *self,
             GError            **error)
{
  const gint64 start_us = g_get_monotonic_time ();

  if (!koma_session_run (self->session, error))
    return FALSE;
  take_time (self, start_us);
  return TRUE;
}

static void
give_vectors (KomaPictureSession    *self,
              const KomaPictureWork *work,
              guint                  first,
              guint                  n_pictures)
{
  const float *vectors = NULL;

  if (work->take_vector == NULL || self->vectors < 0)
    return;
  vectors = koma_session_get_output_data (self->session, (guint) self->vectors);
  for (guint i = 0; i < n_pictures; i++)
    work->take_vector (first + i, vectors + (gsize) i * self->width, self->width,
                       work->user_data);
}

/**
 * koma_picture_session_run:
 * @work: fills the input of each picture, where the session reads it, and takes its scores
 * @first: index of the first picture
 * @n_pictures: 1 … batch; what is left in the places past them is computed and not looked at
 *
 * Computes one batch. Allocates nothing. Errors: %KOMA_ERROR_BACKEND, if a device was lost; those
 * of koma_session_check_output() where scores of these pictures are not finite.
 *
 * Returns: whether all scores were taken
 */
gboolean
koma_picture_session_run (KomaPictureSession    *self,
                          const KomaPictureWork *work,
                          guint                  first,
                          guint                  n_pictures,
                          GError               **error)
{
  float       *input = koma_session_get_input_data (self->session, 0);
  const float *scores = NULL;

  g_assert (n_pictures <= self->batch);

  for (guint i = 0; i < n_pictures; i++)
    work->fill_input (first + i, input + i * self->input_size, work->user_data);
  if (!run_session (self, error) ||
      !koma_session_check_output (self->session, self->output, (gsize) n_pictures * self->n_classes,
                                  error))
    return FALSE;
  give_vectors (self, work, first, n_pictures);
  scores = koma_session_get_output_data (self->session, self->output);
  for (guint i = 0; i < n_pictures; i++)
    work->take_scores (first + i, scores + (gsize) i * self->n_classes, work->user_data);
  return TRUE;
}
