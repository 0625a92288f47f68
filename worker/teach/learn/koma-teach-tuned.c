/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file is a line of JSON and the numbers of the weights:
 *   {"base":…,"held-out":8,"before":6,"after":7,"seen":["….jpg", …]} */
#include "koma-teach-tuned.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "worker/koma-fail-errno.h"
#include "worker/koma-json.h"

static void
clear (gpointer data)
{
  KomaTeachTuned *self = data;

  g_free (self->hash);
  g_free (self->base);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_clear_pointer (&self->weights, g_bytes_unref);
}

KomaTeachTuned *
koma_teach_tuned_ref (KomaTeachTuned *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
koma_teach_tuned_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static char *
make_line (const KomaTeachTuned *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;
  GHashTableIter   iter;
  const char      *name = NULL;

  json_builder_begin_object (builder);
  koma_json_string (builder, "base", self->base);
  koma_json_int (builder, "held-out", self->n_held_out);
  koma_json_int (builder, "before", self->n_right_before);
  koma_json_int (builder, "after", self->n_right_after);
  json_builder_set_member_name (builder, "seen");
  json_builder_begin_array (builder);
  g_hash_table_iter_init (&iter, self->seen);
  while (g_hash_table_iter_next (&iter, (gpointer *) &name, NULL))
    json_builder_add_string_value (builder, name);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  text = koma_json_to_string (builder, FALSE);
  return g_strconcat (g_strchomp (text), "\n", NULL);
}

static char *
make_hash (const char *data,
           gsize       length)
{
  g_autoptr (KomaContentHash) hash = koma_content_hash_new ();

  koma_content_hash_update (hash, data, length);
  return koma_content_hash_to_string (hash);
}

static char *
make_path (const char *folder,
           const char *hash)
{
  return g_strdup_printf ("%s/" KOMA_TEACH_TUNED "/%s.bin", folder, hash);
}

/*< private >
 * koma_teach_tuned_write:
 * @folder: of the project
 * @values: all but the hash; what it points to goes over
 *
 * Thread: any but main. Errors: those of koma_fail_errno() and g_file_set_contents_full().
 *
 * Returns: (transfer full): as it is on the disk
 */
KomaTeachTuned *
koma_teach_tuned_write (const char     *folder,
                        KomaTeachTuned *values,
                        GError        **error)
{
  g_autoptr (KomaTeachTuned) self = g_atomic_rc_box_dup (sizeof *values, values);
  g_autofree char *parent = g_build_filename (folder, KOMA_TEACH_TUNED, NULL);
  g_autofree char *line = make_line (self);
  g_autofree char *path = NULL;
  GString         *content = g_string_new (line);
  gsize            n_bytes = 0;
  const char      *bytes = g_bytes_get_data (self->weights, &n_bytes);
  gboolean         is_written = FALSE;

  g_string_append_len (content, bytes, (gssize) n_bytes);
  self->hash = make_hash (content->str, content->len);
  path = make_path (folder, self->hash);
  is_written = g_mkdir_with_parents (parent, 0700) == 0 &&
               g_file_set_contents_full (path, content->str, (gssize) content->len,
                                         G_FILE_SET_CONTENTS_CONSISTENT |
                                           G_FILE_SET_CONTENTS_DURABLE,
                                         0600, error);
  if (!is_written && error != NULL && *error == NULL)
    koma_fail_errno (error, errno, parent);
  g_string_free (content, TRUE);
  return is_written ? g_steal_pointer (&self) : NULL;
}

static guint
get_number (JsonObject *object,
            const char *name)
{
  gint64 value = 0;

  return koma_json_node_int (koma_json_get (object, name), &value) && value > 0 ? (guint) value : 0;
}

static gboolean
read_line (KomaTeachTuned *self,
           const char     *line,
           gsize           length)
{
  g_autoptr (JsonNode) node = koma_json_parse (line, length, "tuned", NULL);
  JsonObject *object = koma_json_node_object (node);
  JsonArray  *seen = koma_json_get_array (object, "seen");

  if (koma_json_get_string (object, "base") == NULL || seen == NULL)
    return FALSE;
  self->base = g_strdup (koma_json_get_string (object, "base"));
  self->n_held_out = get_number (object, "held-out");
  self->n_right_before = get_number (object, "before");
  self->n_right_after = get_number (object, "after");
  self->seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < koma_json_array_length (seen); i++)
    if (koma_json_node_string (koma_json_element (seen, i)) != NULL)
      g_hash_table_add (self->seen,
                        g_strdup (koma_json_node_string (koma_json_element (seen, i))));
  return TRUE;
}

/*< private >
 * koma_teach_tuned_read:
 * @folder: of the project
 * @hash: its name
 *
 * Thread: any but main. Errors: %G_IO_ERROR_INVALID_DATA; #GFileError.
 *
 * Returns: (transfer full): as it was written
 */
KomaTeachTuned *
koma_teach_tuned_read (const char *folder,
                       const char *hash,
                       GError    **error)
{
  g_autoptr (KomaTeachTuned) self = g_atomic_rc_box_new0 (KomaTeachTuned);
  g_autofree char *path = make_path (folder, hash);
  g_autofree char *content = NULL, *found = NULL;
  const char      *newline = NULL;
  gsize            length = 0;

  if (strchr (hash, '/') != NULL || !g_file_get_contents (path, &content, &length, error)) {
    if (error != NULL && *error == NULL)
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, hash);
    return NULL;
  }
  found = make_hash (content, length);
  newline = memchr (content, '\n', length);
  if (!g_str_equal (found, hash) || newline == NULL ||
      !read_line (self, content, (gsize) (newline - content))) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: the file is damaged", path);
    return NULL;
  }
  self->hash = g_strdup (hash);
  self->weights = g_bytes_new (newline + 1, length - (gsize) (newline + 1 - content));
  return g_steal_pointer (&self);
}

/*< private >*/
void
koma_teach_tuned_prune (const char *folder,
                        const char *hash)
{
  g_autofree char *parent = g_build_filename (folder, KOMA_TEACH_TUNED, NULL);
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (parent, name, NULL);

    if (hash == NULL || !g_str_has_prefix (name, hash))
      (void) g_unlink (path);
  }
}
