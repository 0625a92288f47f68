/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* golden-layers GOLDEN RESULTS: computes a folder of golden data, and writes what check.py of that
 * folder compares. The cases are data: expressions, specifications; nothing here knows a name. */
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

static gboolean
compute_api (const char *golden,
             const char *results,
             GError    **error)
{
  g_autoptr (JsonNode) node = load (golden, "api.json", error);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  JsonObject *api = koma_json_node_object (node);

  if (api == NULL)
    return FALSE;
  json_builder_begin_object (builder);
  part_api_cases (builder, koma_json_get_array (api, "cases"));
  part_api_print (builder, koma_json_get_array (api, "print"));
  part_api_models (builder, koma_json_get_array (api, "models"));
  part_scripts_errors (builder, koma_json_get_array (api, "errors"));
  part_scripts_memory (builder, koma_json_get_array (api, "memory"));
  part_scripts_snippets (builder, koma_json_get_array (api, "seed004"));
  json_builder_end_object (builder);
  return save (builder, results, "api.json", error);
}

static gboolean
compute_gradients (const char *golden,
                   const char *results,
                   GError    **error)
{
  g_autoptr (JsonNode) node = load (golden, "gradients.json", error);
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  JsonObject *object = koma_json_node_object (node);

  if (object == NULL)
    return FALSE;
  part_gradients (builder, koma_json_get_array (object, "cases"));
  return save (builder, results, "gradients.json", error);
}

/* A part that the folder has not is left out. */
static gboolean
has_part (const char *golden,
          const char *name)
{
  g_autofree char *path = g_build_filename (golden, name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
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
  if ((has_part (argv[1], "api.json") && !compute_api (argv[1], argv[2], &error)) ||
      (has_part (argv[1], "gradients.json") && !compute_gradients (argv[1], argv[2], &error))) {
    g_printerr ("%s\n", error != NULL ? error->message : "A file holds no object");
    return 1;
  }
  if (has_part (argv[1], "layers"))
    part_layers (argv[1], argv[2]);
  if (has_part (argv[1], "training"))
    part_training (argv[1], argv[2]);
  return 0;
}
