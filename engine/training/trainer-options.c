/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "trainer-options.h"

#include "metric.h"

static gboolean
check_options (const KomaTrainerOptions *options,
               GError                  **error)
{
  if (options->n_outputs == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "A model without outputs can not be trained");
  for (guint i = 0; i < options->n_outputs; i++) {
    const char *const *metrics = options->outputs[i].metrics;

    for (guint k = 0; metrics != NULL && metrics[k] != NULL; k++)
      if (!koma_metric_check (metrics[k], error))
        return FALSE;
  }
  return TRUE;
}

static const char *
own (GPtrArray  *owned,
     const char *text)
{
  char *copy = g_strdup (text);

  g_ptr_array_add (owned, copy);
  return copy;
}

static void
copy_weights (KomaTrainerOptions *self,
              GPtrArray          *owned)
{
  const guint        n = self->n_weights;
  KomaTrainerWeight *weights = g_memdup2 (self->weights, n * sizeof *weights);

  g_ptr_array_add (owned, weights);
  for (guint i = 0; i < n; i++)
    weights[i].name = own (owned, weights[i].name);
  self->weights = weights;
}

static void
copy_functions (KomaTrainerOutput *output,
                GPtrArray         *owned)
{
  const gsize          n_bytes = output->n_own_metrics * sizeof *output->own_metrics;
  KomaTrainerFunction *metrics = g_memdup2 (output->own_metrics, n_bytes);

  if (metrics == NULL)
    return;
  g_ptr_array_add (owned, metrics);
  for (guint i = 0; i < output->n_own_metrics; i++)
    metrics[i].name = own (owned, metrics[i].name);
  output->own_metrics = metrics;
}

static void
copy_outputs (KomaTrainerOptions *self,
              GPtrArray          *owned)
{
  const guint        n = self->n_outputs;
  KomaTrainerOutput *outputs = g_memdup2 (self->outputs, n * sizeof *outputs);

  g_ptr_array_add (owned, outputs);
  for (guint i = 0; i < n; i++) {
    const guint  n_metrics = outputs[i].metrics != NULL
                               ? g_strv_length ((char **) outputs[i].metrics)
                               : 0;
    const char **metrics = g_new0 (const char *, n_metrics + 1);

    for (guint k = 0; k < n_metrics; k++)
      metrics[k] = own (owned, outputs[i].metrics[k]);
    g_ptr_array_add (owned, metrics);
    outputs[i].metrics = metrics;
    copy_functions (&outputs[i], owned);
    outputs[i].name = own (owned, outputs[i].name);
  }
  self->outputs = outputs;
}

/**
 * koma_trainer_options_copy:
 * @options: stays as it is, and so does user_data
 * @owned: (element-type gpointer): gets what the copy points to, to be freed with g_free()
 * @ret_copy: (out): valid as long as @owned
 *
 * Thread: any.
 *
 * Errors: %KOMA_ERROR_MODEL if there is no output; %KOMA_ERROR_UNSUPPORTED if a metric is not
 * known.
 */
gboolean
koma_trainer_options_copy (const KomaTrainerOptions *options,
                           GPtrArray                *owned,
                           KomaTrainerOptions       *ret_copy,
                           GError                  **error)
{
  if (!check_options (options, error))
    return FALSE;
  *ret_copy = *options;
  copy_weights (ret_copy, owned);
  copy_outputs (ret_copy, owned);
  return TRUE;
}
