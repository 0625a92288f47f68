/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Dequantize (input, min_range, max_range) of constants: frozen graphs store their weights as
 * 8-bit numbers. The formulas are those of tensorflow/core/kernels/dequantize_op.cc. */

#include "rules.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *mode;
  double      lowest;  /* of the stored type */
  double      highest; /* of the stored type */
  double      min;     /* that @lowest stands for */
  double      max;     /* that @highest stands for */
} Quantized;

/* number = stored · scale + offset */
typedef struct
{
  double scale;
  double offset;
} Line;

static gboolean
read_type (const KomaTfNode *node,
           Quantized        *ret_quantized,
           GError          **error)
{
  const char *name = koma_attrs_get_string (node->attrs, "T", "DT_QUINT8");

  if (strcmp (name, "DT_QUINT8") == 0) {
    ret_quantized->highest = G_MAXUINT8;
  } else if (strcmp (name, "DT_QINT8") == 0) {
    ret_quantized->lowest = G_MININT8;
    ret_quantized->highest = G_MAXINT8;
  } else {
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "Dequantize (of %s)", name);
  }

  ret_quantized->mode = koma_attrs_get_string (node->attrs, "mode", "MIN_COMBINED");
  return TRUE;
}

static gboolean
read_limit (const KomaTfCall *call,
            const KomaGraph  *graph,
            guint             input,
            double           *ret_limit,
            GError          **error)
{
  const KomaArray *tensor = koma_graph_get_value (graph, call->inputs[input])->constant;

  if (tensor == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "Dequantize (computed range)");
  if (tensor->dtype != KOMA_DTYPE_FLOAT32 || tensor->count != 1)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "Dequantize (a range for each channel)");

  *ret_limit = *(const float *) tensor->data;
  return TRUE;
}

static gboolean
get_line (const Quantized *q,
          Line            *ret_line,
          GError         **error)
{
  const double step = (q->max - q->min) / (q->highest - q->lowest);

  if (!isfinite (step) || step <= 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "Dequantize: a range from %g to %g", q->min, q->max);

  if (strcmp (q->mode, "MIN_COMBINED") == 0)
    *ret_line = (Line){ step, q->min - q->lowest * step };
  else if (strcmp (q->mode, "MIN_FIRST") == 0)
    *ret_line = (Line){ step, round (q->min / step) * step - q->lowest * step };
  else if (strcmp (q->mode, "SCALED") == 0)
    *ret_line = (Line){ fmax (q->lowest < 0 ? q->min / q->lowest : 0, q->max / q->highest), 0 };
  else
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "Dequantize (mode %s)", q->mode);

  return TRUE;
}

static KomaArray *
dequantize (const KomaArray *stored,
            const Line      *line,
            GError         **error)
{
  KomaArray *tensor = koma_array_new (KOMA_DTYPE_FLOAT32, &stored->shape, error);

  for (gsize i = 0; tensor != NULL && i < stored->count; i++)
    ((float *) tensor->data)[i] =
      (float) ((double) koma_array_get_int (stored, i) * line->scale + line->offset);

  return tensor;
}

/* A constant of float32 in place of the node. */
gboolean
koma_tf_rule_dequantize (const KomaTfCall *call,
                         KomaGraph        *graph,
                         GArray           *outputs,
                         GError          **error)
{
  Quantized   quantized = { 0 };
  Line        line = { 0 };
  KomaArray  *stored = NULL;
  KomaValueId value = KOMA_VALUE_NONE;
  g_autoptr (KomaArray) tensor = NULL;

  if (call->n_inputs != 3)
    return koma_fail (error, KOMA_ERROR_MODEL, "Dequantize '%s': expected 3 inputs, found %u",
                      call->node->name, call->n_inputs);

  stored = koma_graph_get_value (graph, call->inputs[0])->constant;
  if (stored == NULL || stored->dtype != KOMA_DTYPE_INT32)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "Dequantize (of computed numbers)");
  if (!read_type (call->node, &quantized, error) ||
      !read_limit (call, graph, 1, &quantized.min, error) ||
      !read_limit (call, graph, 2, &quantized.max, error) ||
      !get_line (&quantized, &line, error))
    return FALSE;

  tensor = dequantize (stored, &line, error);
  if (tensor == NULL)
    return FALSE;
  value = koma_graph_add_constant (graph, call->node->name, tensor);
  g_array_append_val (outputs, value);
  return TRUE;
}
