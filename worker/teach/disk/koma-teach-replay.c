/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-replay.h"

#include <string.h>

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "engine/koma-app.h"

typedef struct
{
  KomaTeachReplay *replay;
  GHashTable      *examples; /* (element-type KomaTeachExampleRecord) by their keys */
} Reader;

/* FALSE: it is missing, not a number, or out of the range. */
static gboolean
get_number (JsonObject *object,
            const char *name,
            gint64      min,
            gint64      max,
            gint64     *ret_value)
{
  gint64 value = 0;

  if (!koma_json_node_int (koma_json_get (object, name), &value) || value < min || value > max)
    return FALSE;
  *ret_value = value;
  return TRUE;
}

/* A file of the folder of pictures, and nothing else. */
static gboolean
is_picture (const char *name)
{
  return name != NULL && *name != '\0' && *name != '.' && strchr (name, '/') == NULL;
}

static gboolean
read_project (Reader     *reader,
              JsonObject *object)
{
  KomaTeachProjectRecord *project = &reader->replay->project;
  gint64                  n_hidden = 0;

  koma_teach_project_record_clear (project);
  project->name = g_strdup (koma_json_get_string (object, "name"));
  project->base = g_strdup (koma_json_get_string (object, "base"));
  project->base_name = g_strdup (koma_json_get_string (object, "base-name"));
  project->tuned = g_strdup (koma_json_get_string (object, "tuned"));
  project->saved = g_strdup (koma_json_get_string (object, "saved"));
  get_number (object, "hidden", 0, KOMA_TEACH_MAX_HIDDEN, &n_hidden);
  project->n_hidden = (guint) n_hidden;
  return TRUE;
}

static KomaTeachClassRecord *
read_class (JsonObject *object)
{
  KomaTeachClassRecord *record = NULL;
  const char           *name = koma_json_get_string (object, "name");
  gint64                id = 0;
  gint64                colour = 0;

  if (name == NULL || !get_number (object, "id", 1, G_MAXINT, &id))
    return NULL;
  get_number (object, "colour", 0, G_MAXINT, &colour);
  record = g_new0 (KomaTeachClassRecord, 1);
  record->id = (guint) id;
  record->name = g_strdup (name);
  record->colour = (guint) colour;
  return record;
}

static gboolean
has_class (const GPtrArray *classes,
           guint            id)
{
  for (guint i = 0; i < classes->len; i++)
    if (((const KomaTeachClassRecord *) classes->pdata[i])->id == id)
      return TRUE;
  return FALSE;
}

static gboolean
read_classes (Reader    *reader,
              JsonArray *array)
{
  KomaTeachReplay *replay = reader->replay;
  g_autoptr (GPtrArray) classes =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_class_record_free);

  if (koma_json_array_length (array) > KOMA_TEACH_MAX_CLASSES)
    return FALSE;
  for (guint i = 0; i < koma_json_array_length (array); i++) {
    g_autoptr (KomaTeachClassRecord) record =
      read_class (koma_json_node_object (koma_json_element (array, i)));

    if (record == NULL || has_class (classes, record->id))
      return FALSE;
    replay->last_class_id = MAX (replay->last_class_id, record->id);
    g_ptr_array_add (classes, g_steal_pointer (&record));
  }
  g_ptr_array_unref (replay->classes);
  replay->classes = g_steal_pointer (&classes);
  return TRUE;
}

static gboolean
read_example (Reader     *reader,
              JsonObject *object)
{
  KomaTeachExampleRecord *record = NULL;
  const char             *picture = koma_json_get_string (object, "picture");
  gint64                  key = 0;
  gint64                  class_id = 0;
  gboolean                is_from_camera = FALSE;

  if (!is_picture (picture) || !get_number (object, "key", 1, G_MAXINT64 - 1, &key) ||
      !get_number (object, "class", 0, G_MAXINT, &class_id))
    return FALSE;
  koma_json_node_boolean (koma_json_get (object, "camera"), &is_from_camera);
  record = g_new0 (KomaTeachExampleRecord, 1);
  record->key = (guint64) key;
  record->class_id = (guint) class_id;
  record->picture = g_strdup (picture);
  record->source = g_strdup (koma_json_get_string (object, "source"));
  record->is_from_camera = is_from_camera;
  g_hash_table_replace (reader->examples, &record->key, record);
  g_hash_table_add (reader->replay->pictures, g_strdup (picture));
  reader->replay->last_key = MAX (reader->replay->last_key, record->key);
  return TRUE;
}

static gboolean
read_move (Reader     *reader,
           JsonObject *line)
{
  JsonArray *keys = koma_json_get_array (line, "move");
  gint64     class_id = 0;
  gboolean   is_known = get_number (line, "class", 0, G_MAXINT, &class_id);

  for (guint i = 0; is_known && i < koma_json_array_length (keys); i++) {
    gint64                  key = 0;
    KomaTeachExampleRecord *record = NULL;

    if (koma_json_node_int (koma_json_element (keys, i), &key))
      record = g_hash_table_lookup (reader->examples, &key);
    if (record != NULL)
      record->class_id = (guint) class_id;
    else
      is_known = FALSE;
  }
  return is_known;
}

static gboolean
read_line (Reader     *reader,
           const char *line,
           gsize       length)
{
  g_autoptr (JsonNode) node = koma_json_parse (line, length, "journal", NULL);
  JsonObject *object = koma_json_node_object (node);

  if (koma_json_get_object (object, "project") != NULL)
    return read_project (reader, koma_json_get_object (object, "project"));
  if (koma_json_get_array (object, "classes") != NULL)
    return read_classes (reader, koma_json_get_array (object, "classes"));
  if (koma_json_get_object (object, "example") != NULL)
    return read_example (reader, koma_json_get_object (object, "example"));
  return koma_json_get_array (object, "move") != NULL && read_move (reader, object);
}

static gpointer
fail_foreign (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                       _ ("this is no project of Koma; nothing in the folder was changed"));
  return NULL;
}

/* Of a new journal; nothing at all, too. */
static gboolean
is_half_version (const char *text,
                 gsize       length)
{
  g_autofree char *line = koma_teach_record_version ();

  return length < strlen (line) && memcmp (line, text, length) == 0;
}

static gboolean
read_version (const char *line,
              gsize       length,
              GError    **error)
{
  g_autoptr (JsonNode) node = koma_json_parse (line, length, "journal", NULL);
  gint64 version = 0;

  if (!get_number (koma_json_node_object (node), "koma-teach", 1, G_MAXINT, &version))
    return fail_foreign (error) != NULL;
  if (version > KOMA_TEACH_RECORD_VERSION) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         _ ("a later version of Koma made this project; open it there"));
    return FALSE;
  }
  return TRUE;
}

static gboolean
read_lines (Reader     *reader,
            const char *text,
            GError    **error)
{
  KomaTeachReplay *replay = reader->replay;
  const char      *at = text;
  const char      *end = text + replay->whole_bytes;

  while (at < end) {
    const char *newline = memchr (at, '\n', (gsize) (end - at));
    gsize       length = (gsize) (newline - at);

    if (replay->n_lines++ == 0) {
      if (!read_version (at, length, error))
        return FALSE;
    } else if (!read_line (reader, at, length))
      replay->n_unknown++;
    at = newline + 1;
  }
  return TRUE;
}

static int
compare_examples (gconstpointer a,
                  gconstpointer b)
{
  const KomaTeachExampleRecord *first = *(KomaTeachExampleRecord *const *) a;
  const KomaTeachExampleRecord *second = *(KomaTeachExampleRecord *const *) b;

  if (first->class_id != second->class_id)
    return first->class_id < second->class_id ? -1 : 1;
  return first->key < second->key ? -1 : first->key > second->key;
}

static void
collect_examples (Reader *reader)
{
  KomaTeachReplay        *replay = reader->replay;
  GHashTableIter          iter;
  KomaTeachExampleRecord *record = NULL;

  g_hash_table_iter_init (&iter, reader->examples);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &record)) {
    if (!has_class (replay->classes, record->class_id))
      continue;
    g_ptr_array_add (replay->examples, record);
    g_hash_table_iter_steal (&iter);
  }
  g_ptr_array_sort (replay->examples, compare_examples);
}

static KomaTeachReplay *
new_empty (const char *text,
           gsize       length)
{
  KomaTeachReplay *self = g_new0 (KomaTeachReplay, 1);
  const char      *last = length > 0 ? memrchr (text, '\n', length) : NULL;

  self->whole_bytes = last != NULL ? (gsize) (last + 1 - text) : 0;
  self->cut_bytes = length - self->whole_bytes;
  self->classes = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_class_record_free);
  self->examples =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_example_record_free);
  self->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/**
 * koma_teach_replay_new:
 * @text: a journal; empty for a new one
 * @length: bytes
 * @error: return location
 *
 * Reads a journal. Lines that it does not understand are counted and left out, whatever is in them.
 *
 * Thread: any. Errors: %G_IO_ERROR_INVALID_DATA.
 *
 * Returns: (transfer full): what they come to
 */
KomaTeachReplay *
koma_teach_replay_new (const char *text,
                       gsize       length,
                       GError    **error)
{
  g_autoptr (KomaTeachReplay) self = new_empty (text, length);
  g_autoptr (GHashTable) examples =
    g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL,
                           (GDestroyNotify) koma_teach_example_record_free);
  Reader reader = { self, examples };

  if (self->whole_bytes == 0 && !is_half_version (text, length))
    return fail_foreign (error);
  if (!read_lines (&reader, text, error))
    return NULL;
  collect_examples (&reader);
  return g_steal_pointer (&self);
}

void
koma_teach_replay_free (KomaTeachReplay *self)
{
  koma_teach_project_record_clear (&self->project);
  g_ptr_array_unref (self->classes);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_hash_table_unref (self->pictures);
  g_free (self);
}

static void
add_line (GString *text,
          char    *line) /* (transfer full) */
{
  g_string_append (text, line);
  g_free (line);
}

/**
 * koma_teach_replay_write:
 *
 * Thread: any. Returns: (transfer full): the shortest journal that comes to the same
 */
char *
koma_teach_replay_write (const KomaTeachReplay *self)
{
  GString *text = g_string_new (NULL);

  add_line (text, koma_teach_record_version ());
  add_line (text, koma_teach_record_project (&self->project));
  add_line (text, koma_teach_record_classes (self->classes));
  for (guint i = 0; i < self->examples->len; i++)
    add_line (text, koma_teach_record_example (self->examples->pdata[i]));
  return g_string_free (text, FALSE);
}
