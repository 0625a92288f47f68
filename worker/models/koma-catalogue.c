/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-catalogue.h"

#include "engine/koma-app.h"
#include "worker/koma-json.h"
#include "koma-data-dir.h"

#define CATALOGUE "catalogue.json"

static const char *const kind_names[] = {
  [KOMA_MODEL_KIND_UNKNOWN] = "unknown",
  [KOMA_MODEL_KIND_CLASSIFIER] = "classifier",
  [KOMA_MODEL_KIND_FEATURES] = "features",
};

const char *
koma_model_kind_get_name (KomaModelKind kind)
{
  return kind_names[kind];
}

KomaModelKind
koma_model_kind_parse (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (kind_names); i++)
    if (g_strcmp0 (name, kind_names[i]) == 0)
      return i;
  return KOMA_MODEL_KIND_UNKNOWN;
}

static void
file_free (gpointer data)
{
  KomaCatalogueFile *file = data;

  g_free (file->name);
  g_free (file->role);
  g_free (file->path);
  g_free (file->sha256);
  g_free (file);
}

static void
entry_free (gpointer data)
{
  KomaCatalogueEntry *entry = data;

  g_free (entry->id);
  g_free (entry->name);
  g_free (entry->description);
  g_free (entry->licence);
  g_free (entry->source);
  g_free (entry->base);
  g_clear_pointer (&entry->files, g_ptr_array_unref);
  g_free (entry->koma_json);
  g_free (entry);
}

static KomaCatalogueFile *
read_file (JsonObject *object)
{
  KomaCatalogueFile *file = g_new0 (KomaCatalogueFile, 1);
  gint64             size_bytes = 0;

  file->role = g_strdup (koma_json_get_string (object, "role"));
  file->path = g_strdup (koma_json_get_string (object, "path"));
  file->sha256 = g_strdup (koma_json_get_string (object, "sha256"));
  file->name = file->path != NULL ? g_path_get_basename (file->path) : NULL;
  if (koma_json_node_int (koma_json_get (object, "bytes"), &size_bytes))
    file->size_bytes = (guint64) MAX (size_bytes, 0);
  return file;
}

static void
read_files (JsonObject         *object,
            KomaCatalogueEntry *entry)
{
  JsonArray *files = koma_json_get_array (object, "files");

  entry->files = g_ptr_array_new_with_free_func (file_free);
  for (guint i = 0; i < koma_json_array_length (files); i++) {
    KomaCatalogueFile *file =
      read_file (koma_json_node_object (koma_json_element (files, i)));

    g_ptr_array_add (entry->files, file);
    entry->size_bytes += file->size_bytes;
  }
}

/* The koma.json of the model: its names, and what its recipe says. */
static char *
make_koma_json (JsonObject *object)
{
  JsonObject *recipe = koma_json_get_object (object, "recipe");
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autoptr (JsonObject) made = json_object_new ();
  g_autoptr (GList) members = recipe != NULL ? json_object_get_members (recipe) : NULL;

  json_object_set_member (made, "name", json_node_copy (koma_json_get (object, "name")));
  for (GList *m = members; m != NULL; m = m->next)
    json_object_set_member (made, m->data, json_node_copy (koma_json_get (recipe, m->data)));
  json_node_set_object (root, made);
  return json_to_string (root, TRUE);
}

static gboolean
is_whole (const KomaCatalogueEntry *entry)
{
  for (guint i = 0; i < entry->files->len; i++) {
    const KomaCatalogueFile *file = entry->files->pdata[i];

    if (file->role == NULL || file->path == NULL || file->sha256 == NULL || file->size_bytes == 0 ||
        strlen (file->sha256) != 64)
      return FALSE;
  }
  return entry->id != NULL && entry->name != NULL && entry->description != NULL &&
         entry->licence != NULL && entry->source != NULL && entry->files->len > 0 &&
         strcspn (entry->id, "/.") == strlen (entry->id);
}

static KomaCatalogueEntry *
read_entry (JsonObject *object,
            const char *base)
{
  KomaCatalogueEntry *entry = g_new0 (KomaCatalogueEntry, 1);
  gint64              n_classes = 0;

  entry->id = g_strdup (koma_json_get_string (object, "id"));
  entry->name = g_strdup (koma_localized_get (koma_json_get (object, "name")));
  entry->description = g_strdup (koma_localized_get (koma_json_get (object, "description")));
  entry->licence = g_strdup (koma_json_get_string (object, "licence"));
  entry->source = g_strdup (koma_json_get_string (object, "source"));
  entry->base = g_strdup (base);
  entry->kind = koma_model_kind_parse (koma_json_get_string (object, "kind"));
  if (koma_json_node_int (koma_json_get (object, "classes"), &n_classes))
    entry->n_classes = (guint) CLAMP (n_classes, 0, KOMA_MAX_CLASSES);
  read_files (object, entry);
  if (entry->name != NULL)
    entry->koma_json = make_koma_json (object);
  return entry;
}

static GPtrArray *
read_catalogue (JsonObject *root,
                const char *path,
                GError    **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  JsonArray  *models = koma_json_get_array (root, "models");
  const char *base = koma_json_get_string (root, "base");

  for (guint i = 0; i < koma_json_array_length (models); i++) {
    KomaCatalogueEntry *entry =
      read_entry (koma_json_node_object (koma_json_element (models, i)), base);

    g_ptr_array_add (entries, entry);
    if (base == NULL || !is_whole (entry)) {
      koma_fail (error, KOMA_ERROR_MODEL, "%s: model %u of the catalogue is not whole", path, i);
      return NULL;
    }
  }
  return g_steal_pointer (&entries);
}

/**
 * koma_catalogue_load:
 * @error: return location
 *
 * Reads the models that Koma offers, from a file of its own: no network is asked.
 *
 * Thread: any but main. Errors: #GFileError where there is no catalogue; %KOMA_ERROR_MODEL.
 *
 * Returns: (transfer full) (element-type KomaCatalogueEntry): in the order in which they are
 * offered
 */
GPtrArray *
koma_catalogue_load (GError **error)
{
  g_autofree char *path = koma_data_dir_find (CATALOGUE);
  g_autoptr (JsonNode) root = NULL;

  if (path == NULL) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "%s: there is no such file", CATALOGUE);
    return NULL;
  }
  root = koma_json_load (path, KOMA_MAX_SMALL_BYTES, NULL, error);
  return root != NULL ? read_catalogue (koma_json_node_object (root), path, error) : NULL;
}

const KomaCatalogueEntry *
koma_catalogue_find (const GPtrArray *catalogue,
                     const char      *id)
{
  for (guint i = 0; i < catalogue->len; i++) {
    const KomaCatalogueEntry *entry = catalogue->pdata[i];

    if (g_str_equal (entry->id, id))
      return entry;
  }
  return NULL;
}
