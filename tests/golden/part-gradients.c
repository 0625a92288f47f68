/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "part-gradients.h"

#include "engine/formats/json.h"
#include "expression.h"
#include "golden-tensor.h"

static gboolean
is_asked_for (JsonObject *one,
              guint       input)
{
  JsonNode *node = koma_json_element (koma_json_get_array (one, "grads"), input);

  return koma_json_node_object (node) != NULL;
}

static gboolean
watch (KomaTape   *tape,
       JsonObject *one,
       GPtrArray  *inputs,
       GPtrArray  *watched,
       GError    **error)
{
  for (guint i = 0; i < inputs->len; i++) {
    if (!is_asked_for (one, i))
      continue;
    g_ptr_array_add (watched, inputs->pdata[i]);
    if (!koma_tape_watch (tape, inputs->pdata[i], error))
      return FALSE;
  }
  return TRUE;
}

/* The gradients in the places of their inputs, zeros where the value does not depend on one. The
 * scope in force owns them as well. */
static GPtrArray *
spread (JsonObject *one,
        GPtrArray  *inputs,
        GPtrArray  *gradients,
        GError    **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_sized_new (inputs->len);
  guint next = 0;

  for (guint i = 0; i < inputs->len; i++) {
    KomaTensor *gradient = NULL;

    if (is_asked_for (one, i)) {
      gradient = gradients->pdata[next++];
      if (gradient == NULL)
        gradient = koma_tensor_zeros_like (inputs->pdata[i], error);
      if (gradient == NULL)
        return NULL;
    }
    g_ptr_array_add (all, gradient);
  }
  return g_steal_pointer (&all);
}

KomaTensor *
part_gradients_compute (JsonObject *one,
                        GPtrArray **ret_gradients,
                        GError    **error)
{
  g_autoptr (GPtrArray) inputs = golden_read_inputs (koma_json_get_array (one, "inputs"), error);
  JsonObject *dy_specification = koma_json_get_object (one, "dy");
  KomaTensor *dy = NULL;
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GPtrArray) watched = g_ptr_array_new ();
  g_autoptr (GPtrArray) results = NULL;
  g_autoptr (GPtrArray) gradients = NULL;

  if (dy_specification != NULL)
    dy = golden_tensor_read (dy_specification, error);
  if (inputs == NULL || (dy_specification != NULL && dy == NULL) ||
      !watch (tape, one, inputs, watched, error))
    return NULL;
  results = expression_evaluate (koma_json_get (one, "expr"), (KomaTensor *const *) inputs->pdata,
                                 inputs->len, error);
  koma_tape_end (tape);
  if (results == NULL)
    return NULL;
  gradients = koma_tape_gradient (tape, results->pdata[0], dy, (KomaTensor *const *) watched->pdata,
                                  watched->len, error);
  if (gradients == NULL)
    return NULL;
  *ret_gradients = spread (one, inputs, gradients, error);
  return *ret_gradients != NULL ? results->pdata[0] : NULL;
}

static gboolean
write_tensor (JsonBuilder *builder,
              KomaTensor  *tensor, /* (nullable) */
              GError     **error)
{
  gboolean is_done = TRUE;

  if (tensor == NULL) {
    json_builder_add_null_value (builder);
    return TRUE;
  }
  json_builder_begin_object (builder);
  is_done = golden_tensor_write (builder, tensor, error);
  json_builder_end_object (builder);
  return is_done;
}

gboolean
part_gradients (JsonBuilder *builder,
                JsonObject  *one,
                GError     **error)
{
  g_autoptr (GPtrArray) gradients = NULL;
  KomaTensor *value = part_gradients_compute (one, &gradients, error);
  gboolean    is_done = FALSE;

  if (value == NULL)
    return FALSE;
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "value");
  is_done = write_tensor (builder, value, error);
  json_builder_set_member_name (builder, "grads");
  json_builder_begin_array (builder);
  for (guint i = 0; i < gradients->len && is_done; i++)
    is_done = write_tensor (builder, gradients->pdata[i], error);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  return is_done;
}
