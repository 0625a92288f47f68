/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where models keep the names of their classes, in the order in which they
 * are looked for: inside the graph, in the file's own metadata, beside it. */
#include "labels-find.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"

/* Members that writers of metadata put the list in. */
static const char *const members[] = { "labels", "class_names", "classNames", "classes",
                                       "wordLabels" };

static KomaLabels *
new_from_array (JsonArray  *array,
                const char *source,
                GError    **error)
{
  guint n = koma_json_array_length (array);
  g_autoptr (GPtrArray) names = g_ptr_array_new_full (n + 1, g_free);

  for (guint i = 0; i < n; i++) {
    const char *name = koma_json_node_string (koma_json_element (array, i));

    if (name == NULL || strlen (name) > KOMA_MAX_LABEL_BYTES || n > KOMA_MAX_CLASSES) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "%s: label %u is no text, or longer than %d bytes", source, i,
                   KOMA_MAX_LABEL_BYTES);
      return NULL;
    }
    g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_add (names, NULL);
  return koma_labels_new ((char **) g_ptr_array_free (g_steal_pointer (&names), FALSE), source);
}

static gsize
count_names (const char *text)
{
  gsize n = 1;

  /* Not strchr(): AddressSanitizer, told to be strict, looks for the end each time. */
  for (const char *at = text; *at != '\0'; at++)
    n += *at == ',';
  return n;
}

static KomaLabels *
new_from_joined (const char *text,
                 const char *source,
                 GError    **error)
{
  const gsize n_names = count_names (text);
  g_auto (GStrv) names = NULL;

  if (!g_utf8_validate (text, -1, NULL)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s: labels are not UTF-8", source);
    return NULL;
  }
  if (n_names > KOMA_MAX_CLASSES) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "%s: %" G_GSIZE_FORMAT " labels, more than %d",
                 source, n_names, KOMA_MAX_CLASSES);
    return NULL;
  }
  /* As many as there are: GLib makes room for the limit at once. */
  names = g_strsplit (text, ",", n_names);
  for (guint i = 0; names[i] != NULL; i++) {
    g_strstrip (names[i]);
    if (strlen (names[i]) > KOMA_MAX_LABEL_BYTES) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s: label %u is longer than %d bytes",
                   source, i, KOMA_MAX_LABEL_BYTES);
      return NULL;
    }
  }
  return koma_labels_new (g_steal_pointer (&names), source);
}

/**
 * koma_labels_new_from_constant:
 * @tensor: int32: the bytes of the names in UTF-8, joined by commas; some
 *   writers store one Unicode character in each number instead
 * @source: where from, for people
 *
 * Errors: %KOMA_ERROR_MODEL. Thread: any.
 */
KomaLabels *
koma_labels_new_from_constant (const KomaArray *tensor,
                               const char      *source,
                               GError         **error)
{
  gsize    count = tensor->count;
  gboolean are_bytes = TRUE;
  g_autoptr (GString) text = g_string_new (NULL);

  if (tensor->dtype != KOMA_DTYPE_INT32 || count == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s: constant “labels” is no list of int32",
                 source);
    return NULL;
  }
  for (gsize i = 0; i < count; i++)
    are_bytes = are_bytes && koma_array_get_int (tensor, i) <= 0xff;
  for (gsize i = 0; i < count; i++) {
    gint64 number = koma_array_get_int (tensor, i);

    if (number <= 0 || number > 0x10ffff || !g_unichar_validate ((gunichar) number)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                   "%s: constant “labels” holds %" G_GINT64_FORMAT ", which is no character",
                   source, number);
      return NULL;
    }
    if (are_bytes)
      g_string_append_c (text, (char) number);
    else
      g_string_append_unichar (text, (gunichar) number);
  }
  return new_from_joined (text->str, source, error);
}

static JsonNode *
find_list (JsonObject *object)
{
  for (guint i = 0; i < G_N_ELEMENTS (members); i++) {
    JsonNode *node = koma_json_get (object, members[i]);

    if (koma_json_array_length (koma_json_node_array (node)) > 0 ||
        koma_json_node_string (node) != NULL)
      return node;
  }
  return NULL;
}

/**
 * koma_labels_new_from_json:
 * @text: an object with a list "labels" (or the like), or with an object that
 *   has one
 *
 * Returns: (nullable): %NULL without an error where there is no such list
 *
 * Errors: %KOMA_ERROR_MODEL. Thread: any.
 */
KomaLabels *
koma_labels_new_from_json (const char *text,
                           gsize       length,
                           const char *source,
                           GError    **error)
{
  g_autoptr (JsonNode) root = koma_json_parse (text, length, source, error);
  JsonObject *object = koma_json_node_object (root);
  JsonNode   *list = NULL;
  g_autoptr (GList) values = NULL;

  if (object == NULL)
    return NULL;
  list = find_list (object);
  values = json_object_get_values (object);
  for (GList *v = values; v != NULL && list == NULL; v = v->next)
    list = find_list (koma_json_node_object (v->data));
  if (koma_json_node_array (list) != NULL)
    return new_from_array (koma_json_node_array (list), source, error);
  return list != NULL ? new_from_joined (koma_json_node_string (list), source, error) : NULL;
}

/* metadata.json, as Teachable Machine writes it. */
static KomaLabels *
read_metadata (const char         *folder,
               const KomaRawModel *raw,
               GError            **error)
{
  g_autofree char *path = g_build_filename (folder, "metadata.json", NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;

  if (!g_file_test (path, G_FILE_TEST_EXISTS) ||
      !koma_file_read (path, KOMA_MAX_NAMES_BYTES, &text, &length, error))
    return NULL;
  return koma_labels_new_from_json (text, length, "metadata.json", error);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* labels.txt before dict.txt before the first of *_labels.txt */
static char *
find_text_file (const char *folder)
{
  static const char *const fixed[] = { "labels.txt", "dict.txt" };
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++) {
    g_autofree char *path = g_build_filename (folder, fixed[i], NULL);

    if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
      return g_steal_pointer (&path);
  }
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    if (g_str_has_suffix (name, "_labels.txt"))
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_sort (names, compare_names);
  return names->len > 0 ? g_build_filename (folder, names->pdata[0], NULL) : NULL;
}

static KomaLabels *
read_constant (const char         *folder,
               const KomaRawModel *raw,
               GError            **error)
{
  return raw->labels != NULL ? koma_labels_new_from_constant (raw->labels, "the graph", error)
                             : NULL;
}

static KomaLabels *
read_lines (const char         *folder,
            const KomaRawModel *raw,
            GError            **error)
{
  return raw->label_lines != NULL
           ? koma_labels_new_from_text (raw->label_lines, strlen (raw->label_lines), "metadata",
                                        error)
           : NULL;
}

static KomaLabels *
read_own_metadata (const char         *folder,
                   const KomaRawModel *raw,
                   GError            **error)
{
  return raw->metadata != NULL
           ? koma_labels_new_from_json (raw->metadata, strlen (raw->metadata),
                                        "userDefinedMetadata", error)
           : NULL;
}

static KomaLabels *
read_text_file (const char         *folder,
                const KomaRawModel *raw,
                GError            **error)
{
  g_autofree char *path = find_text_file (folder);

  return path != NULL ? koma_labels_new_from_file (path, error) : NULL;
}

typedef KomaLabels *(*Reader) (const char *folder, const KomaRawModel *raw, GError **error);

/* Those before count more. */
static const Reader places[] = { read_constant, read_metadata, read_lines, read_own_metadata,
                                 read_text_file };

/**
 * koma_labels_find:
 * @path: of the model file
 * @warnings: (element-type utf8):
 *
 * Thread: any; reads files.
 */
KomaLabels *
koma_labels_find (const char         *path,
                  const KomaRawModel *raw,
                  GPtrArray          *warnings)
{
  g_autofree char *folder = g_path_get_dirname (path);
  KomaLabels      *labels = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (places) && labels == NULL; i++) {
    g_autoptr (GError) error = NULL;

    labels = places[i](folder, raw, &error);
    /* What could not be read becomes a warning. */
    if (error != NULL)
      g_ptr_array_add (warnings, g_strdup (error->message));
  }
  return labels;
}

/* class_names.txt, or the only *.txt; NULL where there are none or several. */
static char *
find_lone_file (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *fixed = g_build_filename (folder, "class_names.txt", NULL);
  g_autofree char *only = NULL;
  const char      *name = NULL;

  if (g_file_test (fixed, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&fixed);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    if (!g_str_has_suffix (name, ".txt"))
      continue;
    if (only != NULL)
      return NULL;
    only = g_build_filename (folder, name, NULL);
  }
  return g_steal_pointer (&only);
}

/**
 * koma_labels_find_lone:
 * @path: of the model file
 * @n_classes: of the model
 *
 * Thread: any; reads a file.
 *
 * Returns: (transfer full) (nullable): as many labels as classes; a file with
 *   any other number of lines is something else
 */
KomaLabels *
koma_labels_find_lone (const char *path,
                       guint       n_classes)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = find_lone_file (folder);
  g_autoptr (KomaLabels) labels = NULL;

  if (file != NULL && g_file_test (file, G_FILE_TEST_IS_REGULAR))
    labels = koma_labels_new_from_file (file, NULL);
  return labels != NULL && koma_labels_get_n (labels) == n_classes ? g_steal_pointer (&labels)
                                                                   : NULL;
}
