/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of api.json that are JavaScript. */
#include "engine/formats/json.h"
#include "golden-tensor.h"
#include "part-api.h"
#include "script/error.h"
#include "script/script.h"

/* A text that is not understood is not refused. */
gboolean
part_error (JsonBuilder *builder,
            JsonObject  *one,
            GError     **error)
{
  g_autoptr (Script) script = script_new ();
  g_autoptr (GError) refusal = NULL;
  const gboolean is_refused = !script_run (script, koma_json_get_string (one, "js"), &refusal);

  if (is_refused && refusal->domain == SCRIPT_ERROR) {
    g_propagate_error (error, g_steal_pointer (&refusal));
    return FALSE;
  }
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_add_boolean_value (builder, is_refused);
  return TRUE;
}

static gboolean
write_texts (JsonBuilder *builder,
             KomaTensor  *tensor,
             GError     **error)
{
  g_autofree char *text = koma_tensor_to_string (tensor, FALSE, error);
  g_autofree char *verbose = text != NULL ? koma_tensor_to_string (tensor, TRUE, error) : NULL;

  if (verbose == NULL)
    return FALSE;
  json_builder_set_member_name (builder, "text");
  json_builder_add_string_value (builder, text);
  json_builder_set_member_name (builder, "verbose");
  json_builder_add_string_value (builder, verbose);
  return golden_tensor_write (builder, tensor, error);
}

/* Those of the names that the case has. */
static gboolean
write_tensors (JsonBuilder *builder,
               Script      *script,
               JsonObject  *wanted,
               GError     **error)
{
  g_autoptr (GList) names = wanted != NULL ? json_object_get_members (wanted) : NULL;
  gboolean is_done = TRUE;

  json_builder_set_member_name (builder, "tensors");
  json_builder_begin_object (builder);
  for (GList *name = names; name != NULL && is_done; name = name->next) {
    KomaTensor *tensor = script_find_tensor (script, name->data);

    if (tensor == NULL)
      continue;
    json_builder_set_member_name (builder, name->data);
    json_builder_begin_object (builder);
    is_done = write_texts (builder, tensor, error);
    json_builder_end_object (builder);
  }
  json_builder_end_object (builder);
  return is_done;
}

static void
write_number (JsonBuilder *builder,
              const char  *name,
              gint64       number)
{
  json_builder_set_member_name (builder, name);
  json_builder_add_int_value (builder, number);
}

static KomaMemory
count_memory (void)
{
  KomaMemory memory = { 0 };

  koma_environment_get_memory (koma_environment_get (), &memory);
  return memory;
}

/* What is left behind since then. */
static void
write_memory (JsonBuilder      *builder,
              const KomaMemory *before,
              const KomaMemory *after)
{
  json_builder_set_member_name (builder, "memory");
  json_builder_begin_object (builder);
  write_number (builder, "numTensors", (gint64) (after->n_tensors - before->n_tensors));
  write_number (builder, "numDataBuffers",
                (gint64) (after->n_data_buffers - before->n_data_buffers));
  write_number (builder, "numBytes", (gint64) (after->n_bytes - before->n_bytes));
  json_builder_end_object (builder);
}

/* With a line that prints what the snippet leaves unprinted. */
gboolean
part_snippet (JsonBuilder *builder,
              JsonObject  *one,
              GError     **error)
{
  const KomaMemory before = count_memory ();
  const char      *more = koma_json_get_string (one, "more");
  g_autoptr (Script) script = script_new ();
  GPtrArray *printed = script_get_printed (script);
  KomaMemory after = { 0 };
  gboolean   is_done = FALSE;

  if (!script_run (script, koma_json_get_string (one, "code"), error) ||
      (more != NULL && !script_run (script, more, error)))
    return FALSE;
  after = count_memory ();
  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_object (builder);
  json_builder_set_member_name (builder, "printed");
  json_builder_begin_array (builder);
  for (guint i = 0; i < printed->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (printed, i));
  json_builder_end_array (builder);
  is_done = write_tensors (builder, script, koma_json_get_object (one, "tensors"), error);
  write_memory (builder, &before, &after);
  json_builder_end_object (builder);
  return is_done;
}

/* Tensors, buffers and bytes after each line, less those before the first. The lines share “v”. */
gboolean
part_memory (JsonBuilder *builder,
             JsonObject  *one,
             GError     **error)
{
  const KomaMemory before = count_memory ();
  JsonArray       *steps = koma_json_get_array (one, "steps");
  g_autoptr (Script) script = script_new ();
  gboolean is_done = script_run (script, "const v = {};", error);

  json_builder_set_member_name (builder, koma_json_get_string (one, "name"));
  json_builder_begin_array (builder);
  for (guint i = 0; is_done && i < koma_json_array_length (steps); i++) {
    JsonObject *step = koma_json_node_object (koma_json_element (steps, i));
    KomaMemory  now = { 0 };

    is_done = script_run (script, koma_json_get_string (step, "js"), error);
    script_make_weights (script);
    now = count_memory ();
    json_builder_begin_array (builder);
    json_builder_add_int_value (builder, (gint64) (now.n_tensors - before.n_tensors));
    json_builder_add_int_value (builder, (gint64) (now.n_data_buffers - before.n_data_buffers));
    json_builder_add_int_value (builder, (gint64) (now.n_bytes - before.n_bytes));
    json_builder_end_array (builder);
  }
  json_builder_end_array (builder);
  return is_done;
}
