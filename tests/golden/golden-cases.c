/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* golden-cases GOLDEN RESULTS: computes a folder of golden data but for its JavaScript, and writes
 * what check.py of that folder compares. The cases are data: expressions, specifications; nothing
 * here knows a name. */
#include <glib/gstdio.h>

#include "engine/formats/json.h"
#include "golden-tensor.h"
#include "part-api.h"
#include "part-gradients.h"
#include "part-models.h"

static JsonNode *
load (const char *folder,
      const char *name,
      GError    **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return golden_load (path, error);
}

static gboolean
save (JsonBuilder *builder,
      const char  *folder,
      const char  *name,
      GError     **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (builder);

  json_generator_set_root (generator, root);
  return json_generator_to_file (generator, path, error);
}

/* A part that the folder has not is left out. */
static gboolean
has_part (const char *golden,
          const char *name)
{
  g_autofree char *path = g_build_filename (golden, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Lists of cases: members of files, each of which gives a member of an object. */
static const struct
{
  const char *file;
  const char *member;
  gboolean (*write) (JsonBuilder *builder, JsonObject *one, GError **error);
} parts[] = {
  { "api.json", "cases", part_case },
  { "api.json", "print", part_print },
  { "api.json", "models", part_model },
  { "gradients.json", "cases", part_gradients },
};

/* A case that can not be computed is told to standard error and left out. */
static void
write_cases (JsonBuilder *builder,
             guint        part,
             JsonArray   *cases)
{
  json_builder_begin_object (builder);
  for (guint i = 0; i < koma_json_array_length (cases); i++) {
    JsonObject *one = koma_json_node_object (koma_json_element (cases, i));
    KomaScope  *scope = koma_scope_begin ();
    g_autoptr (GError) error = NULL;

    if (!parts[part].write (builder, one, &error))
      g_printerr ("%s %s %s: %s\n", parts[part].file, parts[part].member,
                  koma_json_get_string (one, "name"),
                  error != NULL ? error->message : "no result");
    g_object_unref (scope);
  }
  json_builder_end_object (builder);
}

/* The results of gradients.json are not in a member. */
static gboolean
compute (const char *golden,
         const char *results,
         const char *file,
         GError    **error)
{
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  const gboolean has_members = g_str_equal (file, "api.json");
  JsonObject    *object = NULL;

  if (!has_part (golden, file))
    return TRUE;
  node = load (golden, file, error);
  object = koma_json_node_object (node);
  if (object == NULL)
    return FALSE;
  if (has_members)
    json_builder_begin_object (builder);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    if (!g_str_equal (parts[i].file, file))
      continue;
    if (has_members)
      json_builder_set_member_name (builder, parts[i].member);
    write_cases (builder, i, koma_json_get_array (object, parts[i].member));
  }
  if (has_members)
    json_builder_end_object (builder);
  return save (builder, results, file, error);
}

int
main (int   argc,
      char *argv[])
{
  g_autoptr (GError) error = NULL;

  if (argc != 3) {
    g_printerr ("Usage: %s GOLDEN RESULTS\n", argv[0]);
    return 2;
  }
  if (g_mkdir_with_parents (argv[2], 0777) != 0) {
    g_printerr ("%s can not be made: %s\n", argv[2], g_strerror (errno));
    return 1;
  }
  if (!compute (argv[1], argv[2], "api.json", &error) ||
      !compute (argv[1], argv[2], "gradients.json", &error)) {
    g_printerr ("%s\n", error != NULL ? error->message : "A file holds no object");
    return 1;
  }
  if (has_part (argv[1], "layers"))
    part_layers (argv[1], argv[2]);
  if (has_part (argv[1], "training"))
    part_training (argv[1], argv[2]);
  return 0;
}
