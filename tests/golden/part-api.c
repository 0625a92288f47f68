/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "part-api.h"

#include "description.h"
#include "engine/formats/json.h"
#include "expression.h"
#include "golden-tensor.h"

/* With its text, unless that shows digits of a float32 which the tolerances leave open; the prints
 * have texts of floats. */
static gboolean
write_output (JsonBuilder *builder,
              KomaTensor  *tensor,
              GError     **error)
{
  const gboolean   is_exact = koma_tensor_get_dtype (tensor) != KOMA_DTYPE_FLOAT32;
  g_autofree char *text = koma_tensor_to_string (tensor, FALSE, error);
  gboolean         is_done = text != NULL;

  json_builder_begin_object (builder);
  is_done = is_done && golden_tensor_write (builder, tensor, error);
  if (is_done && is_exact) {
    json_builder_set_member_name (builder, "text");
    json_builder_add_string_value (builder, text);
  }
  json_builder_end_object (builder);
  return is_done;
}

gboolean
part_case (JsonBuilder *builder,
           JsonObject  *one,
           GError     **error)
{
  g_autoptr (GPtrArray) inputs = golden_read_inputs (koma_json_get_array (one, "inputs"), error);
  g_autoptr (GPtrArray) outputs = NULL;
  gboolean is_done = inputs != NULL;

  if (is_done)
    outputs = expression_evaluate (koma_json_get (one, "expr"), (KomaTensor *const *) inputs->pdata,
                                   inputs->len, error);
  if (outputs == NULL)
    return FALSE;
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_array (builder);
  for (guint i = 0; i < outputs->len; i++)
    is_done = is_done && write_output (builder, g_ptr_array_index (outputs, i), error);
  json_builder_end_array (builder);
  return is_done;
}

gboolean
part_print (JsonBuilder *builder,
            JsonObject  *one,
            GError     **error)
{
  KomaTensor      *tensor = golden_tensor_read (koma_json_get_object (one, "tensor"), error);
  g_autofree char *text = tensor != NULL ? koma_tensor_to_string (tensor, FALSE, error) : NULL;
  g_autofree char *verbose = text != NULL ? koma_tensor_to_string (tensor, TRUE, error) : NULL;

  if (verbose == NULL)
    return FALSE;
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "text");
  json_builder_add_string_value (builder, text);
  json_builder_set_member_name (builder, "verbose");
  json_builder_add_string_value (builder, verbose);
  json_builder_end_object (builder);
  return TRUE;
}

/* Lines without the last, which is empty. */
static void
write_lines (JsonBuilder *builder,
             const char  *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  json_builder_begin_array (builder);
  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || lines[i][0] != '\0'); i++)
    json_builder_add_string_value (builder, lines[i]);
  json_builder_end_array (builder);
}

gboolean
part_model (JsonBuilder *builder,
            JsonObject  *one,
            GError     **error)
{
  g_autoptr (KomaLayersModel) model = description_build (one, error);
  g_autofree char *summary = NULL;
  gsize            n = 0;
  gsize            n_trainable = 0;

  if (model == NULL || !koma_layers_model_count_params (model, &n, &n_trainable, error))
    return FALSE;
  summary = koma_layers_model_summary (model, error);
  if (summary == NULL)
    return FALSE;
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "params");
  json_builder_add_int_value (builder, n);
  json_builder_set_member_name (builder, "summary");
  write_lines (builder, summary);
  json_builder_end_object (builder);
  return TRUE;
}
