/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Copies, and notes the first element that is out of its range. One unit: indices are few beside
 * what they name, and the first one is the same each time. */
#include <string.h>

#include "refuse.h"
#include "step.h"

typedef struct
{
  gsize count;
  gsize first_wrong; /* count: none */
} Check;

/* Of an open size, 0 or more. */
static gboolean
is_within (double index,
           gint64 size)
{
  return index >= 0 && (size < 0 || index < (double) size);
}

static double
get_index (const KomaCpuStep *step,
           gsize              i)
{
  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_INT32)
    return ((const gint32 *) step->in[0])[i];
  return ((const float *) step->in[0])[i];
}

static void
check_run (const KomaCpuStep *step,
           gsize              unit)
{
  const KomaIndexRanges *params = &step->node->params.indices;
  Check                 *check = step->data;
  gsize                  i = 0;

  while (i < check->count && is_within (get_index (step, i), params->sizes[i % params->n_sizes]))
    i++;
  check->first_wrong = i;
  if (step->out[0] != step->in[0])
    memcpy (step->out[0], step->in[0], check->count * sizeof (gint32));
}

/* “0 to 4”, “0 or more” */
static char *
describe_range (gint64 size)
{
  if (size < 0)
    return g_strdup ("0 or more");
  return size == 0 ? g_strdup ("none, since there is nothing to choose from")
                   : g_strdup_printf ("0 to %" G_GINT64_FORMAT, size - 1);
}

/* “index 3”, and of lines “index 3, number 1” */
static char *
describe_place (const KomaIndexRanges *params,
                gsize                  i)
{
  const char *what = params->is_label ? "label" : "index";

  return params->n_sizes == 1
           ? g_strdup_printf ("%s %" G_GSIZE_FORMAT, what, i)
           : g_strdup_printf ("%s %" G_GSIZE_FORMAT ", number %" G_GSIZE_FORMAT ",", what,
                              i / params->n_sizes, i % params->n_sizes);
}

static gboolean
check_tell (const KomaCpuStep *step,
            GError           **error)
{
  const KomaIndexRanges *params = &step->node->params.indices;
  const Check           *check = step->data;
  g_autofree char       *place = NULL;
  g_autofree char       *range = NULL;

  if (check->first_wrong == check->count)
    return TRUE;
  place = describe_place (params, check->first_wrong);
  range = describe_range (params->sizes[check->first_wrong % params->n_sizes]);
  return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: %s is %.10g, expected %s", step->node->name,
                    place, get_index (step, check->first_wrong), range);
}

gboolean
koma_cpu_check_indices_prepare (KomaCpuStep *step,
                                GError     **error)
{
  Check *check = NULL;

  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_INT32 &&
      koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32)
    return koma_cpu_refuse_dtype (step, "int32 or float32", error);
  check = g_new0 (Check, 1);
  check->count = check->first_wrong = koma_shape_count (koma_cpu_step_out_shape (step, 0));
  step->data = check;
  step->free_data = g_free;
  step->run = check_run;
  step->check = check_tell;
  step->n_units = check->count > 0 ? 1 : 0;
  return TRUE;
}
