/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kinds.h"

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "localized.h"

/* Classes of the same kinds. */
typedef struct
{
  char *name;
  char *words;
} Group;

struct _KomaKinds
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  GArray  *groups;  /* Group */
  guint16 *numbers; /* [n_lines] index of the group + 1; 0: none */
  guint    n_lines;
};

static void
group_clear (gpointer data)
{
  Group *group = data;

  g_free (group->name);
  g_free (group->words);
}

KomaKinds *
koma_kinds_ref (KomaKinds *kinds)
{
  g_atomic_ref_count_inc (&kinds->ref_count);
  return kinds;
}

void
koma_kinds_unref (KomaKinds *kinds)
{
  if (kinds == NULL || !g_atomic_ref_count_dec (&kinds->ref_count))
    return;
  g_array_unref (kinds->groups);
  g_free (kinds->numbers);
  g_free (kinds);
}

/* One element of "kinds", the coarsest first. */
static gboolean
add_kind (Group             *group,
          JsonNode          *texts,
          const char *const *languages,
          gboolean           is_one_language)
{
  const char      *name = koma_localized_choose (texts, languages);
  g_autofree char *all = is_one_language ? g_strconcat (name, "\n", NULL)
                                         : koma_localized_list (texts);
  g_autofree char *before = g_steal_pointer (&group->words);

  if (name == NULL)
    return FALSE;
  if (group->name == NULL)
    group->name = g_strdup (name);
  group->words = g_strconcat (before != NULL ? before : "", all, NULL);
  return TRUE;
}

static gboolean
read_group (JsonObject        *names,
            JsonObject        *entry,
            const char *const *languages,
            gboolean           is_one_language,
            Group             *group)
{
  JsonArray *path = koma_json_get_array (entry, "kinds");

  for (guint i = 0; i < koma_json_array_length (path); i++) {
    const char *id = koma_json_node_string (koma_json_element (path, i));

    if (id == NULL || !add_kind (group, koma_json_get (names, id), languages, is_one_language))
      return FALSE;
  }
  return group->name != NULL;
}

/* A line, or [first, last]. */
static gboolean
mark_lines (KomaKinds *self,
            JsonNode  *node,
            guint16    number)
{
  JsonArray *range = koma_json_node_array (node);
  gint64     first = 0, last = 0;

  if (!koma_json_node_int (range != NULL ? koma_json_element (range, 0) : node, &first) ||
      !koma_json_node_int (range != NULL ? koma_json_element (range, 1) : node, &last) ||
      first < 1 || last < first || last > self->n_lines)
    return FALSE;
  for (gint64 line = first; line <= last; line++)
    self->numbers[line - 1] = number;
  return TRUE;
}

static gboolean
read_entry (KomaKinds         *self,
            JsonObject        *names,
            JsonObject        *entry,
            const char *const *languages,
            gboolean           is_one_language)
{
  JsonArray *lines = koma_json_get_array (entry, "lines");
  Group      group = { 0 };
  gboolean   is_good = read_group (names, entry, languages, is_one_language, &group) &&
                     self->groups->len < G_MAXUINT16;

  g_array_append_val (self->groups, group);
  for (guint i = 0; is_good && i < koma_json_array_length (lines); i++)
    is_good = mark_lines (self, koma_json_element (lines, i), (guint16) self->groups->len);
  return is_good;
}

/**
 * koma_kinds_read:
 * @folder: that has kinds.json
 * @n_lines: classes that the file may speak of
 * @languages: NULL-terminated: of names, the first one first
 * @is_one_language: words in these are enough
 *
 * Thread: any; reads a file.
 *
 * Returns: (transfer full) (nullable): what the file says; %NULL where it is missing or not whole
 */
KomaKinds *
koma_kinds_read (const char        *folder,
                 guint              n_lines,
                 const char *const *languages,
                 gboolean           is_one_language)
{
  g_autofree char *path = g_build_filename (folder, KOMA_KINDS_FILE, NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, NULL, NULL);
  JsonObject *names = koma_json_get_object (koma_json_node_object (root), "kinds");
  JsonArray  *entries = koma_json_get_array (koma_json_node_object (root), "classes");
  g_autoptr (KomaKinds) self = g_new0 (KomaKinds, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->groups = g_array_new (FALSE, FALSE, sizeof (Group));
  g_array_set_clear_func (self->groups, group_clear);
  self->numbers = g_new0 (guint16, n_lines);
  self->n_lines = n_lines;
  if (names == NULL || entries == NULL)
    return NULL;
  for (guint i = 0; i < koma_json_array_length (entries); i++)
    if (!read_entry (self, names, koma_json_node_object (koma_json_element (entries, i)),
                     languages, is_one_language))
      return NULL;
  return g_steal_pointer (&self);
}

static const Group *
find_group (const KomaKinds *kinds,
            guint            line)
{
  const guint number = line < kinds->n_lines ? kinds->numbers[line] : 0;

  return number > 0 ? &g_array_index (kinds->groups, Group, number - 1) : NULL;
}

const char *
koma_kinds_get_name (const KomaKinds *kinds,
                     guint            line)
{
  const Group *group = find_group (kinds, line);

  return group != NULL ? group->name : NULL;
}

const char *
koma_kinds_get_words (const KomaKinds *kinds,
                      guint            line)
{
  const Group *group = find_group (kinds, line);

  return group != NULL ? group->words : NULL;
}
