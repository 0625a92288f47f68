/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-value.h"

#include <glib/gi18n.h>

char *
koma_cli_value_to_string (const KomaGraph *graph,
                          KomaValueId      id,
                          const KomaValue *value)
{
  KomaQuantization quantization = { 0 };
  char             scale[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *shape =
    value->shape.rank <= KOMA_MAX_RANK ? koma_shape_to_string (&value->shape) : g_strdup ("");

  if (!koma_graph_find_quantization (graph, id, &quantization))
    return g_strdup_printf ("%s %s", koma_dtype_name (value->dtype), shape);
  g_ascii_formatd (scale, sizeof scale, "%.9g", quantization.scale);
  /* Translators: type and shape of numbers, and which real numbers these integers stand for */
  return g_strdup_printf (_ ("%s %s, scale %s, zero point %d"),
                          koma_dtype_name (quantization.dtype), shape, scale,
                          quantization.zero_point);
}

void
koma_cli_value_to_json (JsonBuilder     *builder,
                        const KomaGraph *graph,
                        KomaValueId      id,
                        const KomaValue *value)
{
  KomaQuantization quantization = { .dtype = value->dtype };
  const gboolean   is_quantized = koma_graph_find_quantization (graph, id, &quantization);

  koma_json_string (builder, "dtype", koma_dtype_name (quantization.dtype));
  koma_json_shape (builder, "shape", &value->shape);
  if (is_quantized) {
    koma_json_double (builder, "scale", quantization.scale);
    koma_json_int (builder, "zero_point", quantization.zero_point);
  }
}
