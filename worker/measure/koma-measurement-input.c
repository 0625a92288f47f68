/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-measurement-input.h"

#include "worker/decode/koma-input.h"
#include "worker/koma-thread.h"

/**
 * koma_measurement_make_input:
 * @ret_picture: (out) (transfer full) (nullable): the picture's input,
 *   [active_model->input_size]; %NULL where there is none
 *
 * Errors: those of koma_input_decode().
 */
gboolean
koma_measurement_make_input (KomaMeasurement       *measurement,
                             const KomaActiveModel *active_model,
                             float                **ret_picture,
                             GError               **error)
{
  KomaRequest *request = measurement->options.request;
  g_autoptr (KomaPicture) picture = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  *ret_picture = NULL;
  if (request == NULL)
    return TRUE;
  picture = koma_input_decode (request, active_model, NULL, error);
  if (picture != NULL)
    *ret_picture = koma_input_make (request, active_model, picture, error);
  return *ret_picture != NULL;
}

/**
 * koma_measurement_choose_n_threads:
 *
 * Returns: those asked for, or those of the model in use
 */
guint
koma_measurement_choose_n_threads (const KomaMeasurementOptions *options,
                                   const KomaActiveModel        *active_model)
{
  return options->n_threads > 0 ? options->n_threads
                                : active_model->info->n_threads;
}
