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

static double
read_limit (KomaBuilder      *b,
            const KomaTfCall *call,
            guint             input)
{
  const KomaArray *tensor = koma_builder_get_constant (b, call->inputs[input]);

  if (tensor == NULL)
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "Dequantize (computed range)");
  else if (tensor->dtype != KOMA_DTYPE_FLOAT32 || tensor->count != 1)
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "Dequantize (a range for each channel)");
  else
    return *(const float *) tensor->data;
  return 0;
}

static Quantized
read_range (KomaBuilder      *b,
            const KomaTfCall *call)
{
  const KomaAttrs *attrs = call->node->attrs;
  const char      *name = koma_attrs_get_string (attrs, "T", "DT_QUINT8");
  Quantized        q = { .mode = koma_attrs_get_string (attrs, "mode", "MIN_COMBINED") };

  if (strcmp (name, "DT_QUINT8") == 0) {
    q.highest = G_MAXUINT8;
  } else if (strcmp (name, "DT_QINT8") == 0) {
    q.lowest = G_MININT8;
    q.highest = G_MAXINT8;
  } else {
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "Dequantize (of %s)", name);
  }
  q.min = read_limit (b, call, 1);
  q.max = read_limit (b, call, 2);
  return q;
}

static Line
get_line (KomaBuilder     *b,
          const Quantized *q)
{
  const double step = (q->max - q->min) / (q->highest - q->lowest);

  if (!isfinite (step) || step <= 0)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "Dequantize: a range from %g to %g", q->min, q->max);

  if (strcmp (q->mode, "MIN_COMBINED") == 0)
    return (Line){ step, q->min - q->lowest * step };
  if (strcmp (q->mode, "MIN_FIRST") == 0)
    return (Line){ step, round (q->min / step) * step - q->lowest * step };
  if (strcmp (q->mode, "SCALED") == 0)
    return (Line){ fmax (q->lowest < 0 ? q->min / q->lowest : 0, q->max / q->highest), 0 };
  koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "Dequantize (mode %s)", q->mode);
  return (Line){ 0 };
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
KomaValueId
koma_tf_rule_dequantize (KomaBuilder      *b,
                         const KomaTfCall *call)
{
  const KomaArray *stored = koma_builder_get_constant (b, call->inputs[0]);
  Quantized        range = { 0 };
  Line             line = { 0 };
  g_autoptr (KomaArray) tensor = NULL;

  if (stored == NULL || stored->dtype != KOMA_DTYPE_INT32)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "Dequantize (of computed numbers)");

  range = read_range (b, call);
  line = get_line (b, &range);
  if (b->error == NULL)
    tensor = dequantize (stored, &line, &b->error);
  return tensor != NULL ? koma_builder_array (b, tensor) : KOMA_VALUE_NONE;
}
