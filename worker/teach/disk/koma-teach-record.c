/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-record.h"

#include "worker/koma-json.h"

void
koma_teach_project_record_clear (KomaTeachProjectRecord *record)
{
  g_free (record->name);
  g_free (record->base);
  g_free (record->base_name);
  g_free (record->tuned);
  g_free (record->saved);
}

void
koma_teach_class_record_free (KomaTeachClassRecord *record)
{
  g_free (record->name);
  g_free (record);
}

void
koma_teach_example_record_free (KomaTeachExampleRecord *record)
{
  g_free (record->picture);
  g_free (record->source);
  g_free (record);
}

static JsonBuilder *
begin (void)
{
  JsonBuilder *builder = json_builder_new ();

  json_builder_begin_object (builder);
  return builder;
}

static char *
end (JsonBuilder *builder) /* (transfer full) */
{
  G_GNUC_UNUSED    g_autoptr (JsonBuilder) owned = builder;
  g_autofree char *text = NULL;

  json_builder_end_object (builder);
  text = koma_json_to_string (builder, FALSE);
  return g_strconcat (g_strchomp (text), "\n", NULL);
}

static void
add_if (JsonBuilder *builder,
        const char  *name,
        const char  *value) /* (nullable) */
{
  if (value != NULL)
    koma_json_string (builder, name, value);
}

/**
 * koma_teach_record_version:
 *
 * Thread: any. Returns: (transfer full): the first line of a journal
 */
char *
koma_teach_record_version (void)
{
  JsonBuilder *builder = begin ();

  koma_json_int (builder, "koma-teach", KOMA_TEACH_RECORD_VERSION);
  return end (builder);
}

/**
 * koma_teach_record_project:
 *
 * Thread: any. Returns: (transfer full): a line
 */
char *
koma_teach_record_project (const KomaTeachProjectRecord *record)
{
  JsonBuilder *builder = begin ();

  json_builder_set_member_name (builder, "project");
  json_builder_begin_object (builder);
  add_if (builder, "name", record->name);
  add_if (builder, "base", record->base);
  add_if (builder, "base-name", record->base_name);
  add_if (builder, "tuned", record->tuned);
  if (record->n_hidden > 0)
    koma_json_int (builder, "hidden", record->n_hidden);
  add_if (builder, "saved", record->saved);
  json_builder_end_object (builder);
  return end (builder);
}

/**
 * koma_teach_record_classes:
 * @classes: (element-type KomaTeachClassRecord): all that there are
 *
 * Thread: any. Returns: (transfer full): a line
 */
char *
koma_teach_record_classes (const GPtrArray *classes)
{
  JsonBuilder *builder = begin ();

  json_builder_set_member_name (builder, "classes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < classes->len; i++) {
    const KomaTeachClassRecord *record = classes->pdata[i];

    json_builder_begin_object (builder);
    koma_json_int (builder, "id", record->id);
    koma_json_string (builder, "name", record->name);
    koma_json_int (builder, "colour", record->colour);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
  return end (builder);
}

/**
 * koma_teach_record_example:
 *
 * Thread: any. Returns: (transfer full): a line
 */
char *
koma_teach_record_example (const KomaTeachExampleRecord *record)
{
  JsonBuilder *builder = begin ();

  json_builder_set_member_name (builder, "example");
  json_builder_begin_object (builder);
  koma_json_int (builder, "key", (gint64) record->key);
  koma_json_int (builder, "class", record->class_id);
  koma_json_string (builder, "picture", record->picture);
  add_if (builder, "source", record->source);
  if (record->is_from_camera) {
    json_builder_set_member_name (builder, "camera");
    json_builder_add_boolean_value (builder, TRUE);
  }
  json_builder_end_object (builder);
  return end (builder);
}

/**
 * koma_teach_record_move:
 * @keys: `[n]` of examples
 * @n: how many
 * @class_id: where they are from now on; 0: nowhere
 *
 * Thread: any. Returns: (transfer full): a line
 */
char *
koma_teach_record_move (const guint64 *keys,
                        guint          n,
                        guint          class_id)
{
  JsonBuilder *builder = begin ();

  json_builder_set_member_name (builder, "move");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_int_value (builder, (gint64) keys[i]);
  json_builder_end_array (builder);
  koma_json_int (builder, "class", class_id);
  return end (builder);
}
