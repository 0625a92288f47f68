/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-value.h"

#include <glib/gi18n.h>

char *
koma_cli_value_to_string (const KomaGraph *graph,
                          KomaValueId      id,
                          const KomaValue *value)
{
  g_autoptr (KomaQuantization) quantization = koma_graph_find_quantization (graph, id);
  char             scale[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *shape =
    value->shape.rank <= KOMA_MAX_RANK ? koma_shape_to_string (&value->shape) : g_strdup ("");

  if (quantization == NULL)
    return g_strdup_printf ("%s %s", koma_dtype_name (value->dtype), shape);
  g_ascii_formatd (scale, sizeof scale, "%.9g", quantization->scales[0]);
  /* Translators: type and shape of numbers, and which real numbers these integers stand for */
  return g_strdup_printf (_ ("%s %s, scale %s, zero point %d"),
                          koma_dtype_name (quantization->dtype), shape, scale,
                          quantization->zero_point);
}

void
koma_cli_value_to_json (JsonBuilder     *builder,
                        const KomaGraph *graph,
                        KomaValueId      id,
                        const KomaValue *value)
{
  g_autoptr (KomaQuantization) quantization = koma_graph_find_quantization (graph, id);
  const KomaDType dtype = quantization != NULL ? quantization->dtype : value->dtype;

  koma_json_string (builder, "dtype", koma_dtype_name (dtype));
  koma_json_shape (builder, "shape", &value->shape);
  if (quantization != NULL) {
    koma_json_double (builder, "scale", quantization->scales[0]);
    koma_json_int (builder, "zero_point", quantization->zero_point);
  }
}
