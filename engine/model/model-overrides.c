/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-overrides.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "labels-find.h"
#include "localized.h"

/* One number for all channels, or one for each. */
static gboolean
read_channels (JsonNode *node,   /* (nullable) */
               double   *values, /* [3] */
               GError  **error)
{
  JsonArray *array = koma_json_node_array (node);
  double     number = 0;

  if (node == NULL)
    return TRUE;
  for (guint i = 0; i < 3; i++) {
    guint     index = MIN (i, MAX (koma_json_array_length (array), 1) - 1);
    JsonNode *element = array != NULL ? koma_json_element (array, index) : node;

    if (!koma_json_node_double (element, &number)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "“scale” or “offset” is no number, or three");
      return FALSE;
    }
    values[i] = number;
  }
  return TRUE;
}

/* Texts, a truth and a number, each as the word that an option would have for it. */
static gboolean
read_part (JsonObject         *object,
           KomaRecipePart      part,
           KomaModelOverrides *overrides,
           GError            **error)
{
  const char *name = koma_recipe_part_get_name (part);
  JsonNode   *node = koma_json_get (object, name);
  char        buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double      number = 0;
  gboolean    truth = FALSE;

  if (part == KOMA_PART_INVERT && koma_json_node_boolean (node, &truth))
    overrides->parts[part] = g_strdup (truth ? "true" : "false");
  else if ((part == KOMA_PART_SURE_FROM || part == KOMA_PART_TEMPERATURE) && node != NULL) {
    if (!koma_json_node_double (node, &number))
      return koma_fail (error, KOMA_ERROR_MODEL, "“%s” is no number", name);
    overrides->parts[part] = g_strdup (g_ascii_dtostr (buffer, sizeof buffer, number));
  } else if (part != KOMA_PART_LABELS)
    overrides->parts[part] = g_strdup (koma_json_get_string (object, name));
  return TRUE;
}

static gboolean
read_parts (JsonObject         *object,
            KomaModelOverrides *overrides,
            GError            **error)
{
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    if (!read_part (object, part, overrides, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_labels (const char         *folder,
             JsonObject         *object,
             const char         *text,
             gsize               length,
             KomaModelOverrides *overrides,
             GError            **error)
{
  const char *name = koma_json_get_string (object, "labels");
  JsonArray  *list = koma_json_get_array (object, "labels");

  if (name != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (!koma_file_is_inside (name)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "“labels”: expected the path of a file in the model's folder, found “%s”", name);
      return FALSE;
    }
    overrides->labels = koma_labels_new_from_file (path, error);
    return overrides->labels != NULL;
  }
  if (list == NULL)
    return TRUE;
  if (koma_json_array_length (list) == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "“labels” is empty");
    return FALSE;
  }
  overrides->labels = koma_labels_new_from_json (text, length, KOMA_MODEL_OVERRIDES_FILE, error);
  return overrides->labels != NULL;
}

static gboolean
read_object (const char         *folder,
             const char         *text,
             gsize               length,
             KomaModelOverrides *overrides,
             GError            **error)
{
  g_autoptr (JsonNode) root = koma_json_parse (text, length, KOMA_MODEL_OVERRIDES_FILE, error);
  JsonObject *object = koma_json_node_object (root);

  if (root == NULL)
    return FALSE;
  if (object == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "expected an object");
    return FALSE;
  }
  overrides->name = g_strdup (koma_localized_get (koma_json_get (object, "name")));
  overrides->output = g_strdup (koma_json_get_string (object, "output"));
  overrides->has_scale = koma_json_get (object, "scale") != NULL;
  if (koma_json_get (object, "halfTurn") != NULL)
    overrides->tta = json_node_copy (koma_json_get (object, "halfTurn"));
  return read_channels (koma_json_get (object, "scale"), overrides->scale, error) &&
         read_channels (koma_json_get (object, "offset"), overrides->offset, error) &&
         read_parts (object, overrides, error) &&
         read_labels (folder, object, text, length, overrides, error);
}

/**
 * koma_model_overrides_read:
 * @folder: that holds the model
 * @ret_overrides: (out): all empty where there is no koma.json
 *
 * Errors: %KOMA_ERROR_MODEL and those of reading files, naming koma.json.
 * Thread: any.
 */
gboolean
koma_model_overrides_read (const char         *folder,
                           KomaModelOverrides *ret_overrides,
                           GError            **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_MODEL_OVERRIDES_FILE, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_auto (KomaModelOverrides) overrides = { 0 };

  if (g_file_test (path, G_FILE_TEST_EXISTS)) {
    if (!koma_file_read (path, KOMA_MAX_NAMES_BYTES, &text, &length, error))
      return FALSE;
    if (!read_object (folder, text, length, &overrides, error)) {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  }
  *ret_overrides = overrides;
  memset (&overrides, 0, sizeof overrides);
  return TRUE;
}

/**
 * koma_model_overrides_clear:
 *
 * Frees what it holds; it may be all zeros.
 */
void
koma_model_overrides_clear (KomaModelOverrides *overrides)
{
  g_clear_pointer (&overrides->name, g_free);
  g_clear_pointer (&overrides->labels, koma_labels_unref);
  g_clear_pointer (&overrides->output, g_free);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    g_clear_pointer (&overrides->parts[i], g_free);
  g_clear_pointer (&overrides->tta, json_node_unref);
}
