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

static void
write_tensor (JsonBuilder *builder,
              KomaTensor  *tensor /* (nullable) */)
{
  if (tensor == NULL) {
    json_builder_add_null_value (builder);
    return;
  }
  json_builder_begin_object (builder);
  (void) !golden_tensor_write (builder, tensor, NULL);
  json_builder_end_object (builder);
}

static void
write_case (JsonBuilder *builder,
            JsonObject  *one)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) gradients = NULL;
  KomaTensor *value = part_gradients_compute (one, &gradients, &error);

  if (value == NULL) {
    g_printerr ("gradients %s: %s\n", koma_json_get_string (one, "name"), error->message);
    return;
  }
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "value");
  write_tensor (builder, value);
  json_builder_set_member_name (builder, "grads");
  json_builder_begin_array (builder);
  for (guint i = 0; i < gradients->len; i++)
    write_tensor (builder, gradients->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

void
part_gradients (JsonBuilder *builder,
                JsonArray   *cases)
{
  json_builder_begin_object (builder);
  for (guint i = 0; i < koma_json_array_length (cases); i++) {
    g_autoptr (KomaScope) scope = koma_scope_begin ();

    write_case (builder, koma_json_node_object (koma_json_element (cases, i)));
    koma_scope_end (scope);
  }
  json_builder_end_object (builder);
}
