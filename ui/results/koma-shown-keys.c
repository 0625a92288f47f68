/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shown-keys.h"

#include <glib/gi18n-lib.h>

#include "koma-search-text.h"
#include "koma-shown-similar.h"

/* A class that is not the best is found from this score on: each row of a small model shows all of
 * its classes. */
#define MIN_FOUND_SCORE 0.1f

/* Of texts that are asked for at once. */
#define TEXTS_BYTES (1 << 16)

struct _KomaShownKeys
{
  GHashTable *classes; /* (element-type utf8 KomaShownGroup) by name */
  GHashTable *kinds;   /* (element-type utf8 KomaShownGroup) by name */
  GHashTable *folders; /* (element-type utf8 KomaShownGroup) by path */
  /* (element-type KomaLabels): [classes of the model] groups, NULL where none was needed yet */
  GHashTable *tables;

  KomaShownGroup *states[KOMA_ITEM_STOPPED + 1]; /* by KomaItemState; not DONE */
  KomaShownGroup *no_folder;
  KomaShownGroup *no_kind;
  GPtrArray      *similar; /* KomaShownGroup, as many as there ever were; each has a number */
  KomaShownGroup *alone;
  GStringChunk   *texts; /* of entries: one behind the other, a third of what malloc () takes */
};

/* ---- The tables ---- */

KomaShownKeys *
koma_shown_keys_new (void)
{
  KomaShownKeys *keys = g_new0 (KomaShownKeys, 1);

  keys->classes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, koma_shown_group_free);
  keys->kinds = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, koma_shown_group_free);
  keys->folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, koma_shown_group_free);
  keys->tables = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) koma_labels_unref, g_free);
  /* Translators: a group of pictures that no class is known of */
  keys->states[KOMA_ITEM_WAITING] = koma_shown_group_new (_ ("Waiting"), "1");
  /* Translators: a group of pictures that no class is known of */
  keys->states[KOMA_ITEM_STOPPED] = koma_shown_group_new (_ ("Stopped"), "2");
  /* Translators: a group of pictures that no class is known of */
  keys->states[KOMA_ITEM_FAILED] = koma_shown_group_new (_ ("Errors"), "3");
  /* Translators: a group of pictures that are in no folder */
  keys->no_folder = koma_shown_group_new (_ ("No Folder"), "1");
  /* Translators: a group of pictures of classes that are of no kind */
  keys->no_kind = koma_shown_group_new (_ ("Other"), "0");
  keys->similar = g_ptr_array_new_with_free_func (koma_shown_group_free);
  /* Translators: a group of pictures */
  keys->alone = koma_shown_group_new (_ ("Like No Other"), "0");
  keys->texts = g_string_chunk_new (TEXTS_BYTES);
  return keys;
}

void
koma_shown_keys_free (KomaShownKeys *keys)
{
  g_hash_table_unref (keys->classes);
  g_hash_table_unref (keys->kinds);
  g_hash_table_unref (keys->folders);
  g_hash_table_unref (keys->tables);
  for (guint i = 0; i < G_N_ELEMENTS (keys->states); i++)
    g_clear_pointer (&keys->states[i], koma_shown_group_free);
  koma_shown_group_free (keys->no_folder);
  koma_shown_group_free (keys->no_kind);
  g_ptr_array_unref (keys->similar);
  koma_shown_group_free (keys->alone);
  g_string_chunk_free (keys->texts);
  g_free (keys);
}

void
koma_shown_keys_clear (KomaShownKeys *keys)
{
  g_hash_table_remove_all (keys->tables);
  g_hash_table_remove_all (keys->classes);
  g_hash_table_remove_all (keys->kinds);
  g_hash_table_remove_all (keys->folders);
  g_string_chunk_clear (keys->texts);
}

/* ---- Classes and folders ---- */

static KomaShownGroup *
add_class (KomaShownKeys *keys,
           KomaLabels    *labels,
           guint          index)
{
  const char      *name = koma_labels_get_name (labels, index);
  const char      *kinds = koma_labels_get_kind_words (labels, index);
  KomaShownGroup  *group = g_hash_table_lookup (keys->classes, name);
  g_autofree char *all = NULL;

  if (group != NULL)
    return group;
  group = koma_shown_group_new (name, NULL);
  all = g_strjoin ("\n", name, koma_labels_get (labels, index),
                   koma_labels_get_other_names (labels, index), kinds, NULL);
  g_free (group->folded);
  group->folded = koma_search_text_fold (all);
  g_hash_table_insert (keys->classes, group->title, group);
  return group;
}

/* What a person says: a class of the model, or a word of their own. */
static KomaShownGroup *
add_said (KomaShownKeys        *keys,
          const KomaShownEntry *entry)
{
  const KomaCorrection *said = koma_shown_entry_get_correction (entry);
  const char           *label = said->label;
  const int             index = koma_correction_find_class (said, entry->result);
  KomaShownGroup       *group = NULL;

  if (index >= 0)
    return add_class (keys, entry->result->labels, index);
  group = g_hash_table_lookup (keys->classes, label);
  if (group != NULL)
    return group;
  group = koma_shown_group_new (label, NULL);
  g_free (group->folded);
  group->folded = koma_search_text_fold (label);
  g_hash_table_insert (keys->classes, group->title, group);
  return group;
}

static KomaShownGroup *
find_kind (KomaShownKeys        *keys,
           const KomaShownEntry *entry)
{
  const KomaCorrection *said = koma_shown_entry_get_correction (entry);
  const char           *name = said != NULL ? koma_correction_get_kind (said, entry->result)
                                            : koma_result_get_kind (entry->result, NULL);
  KomaShownGroup       *group = name != NULL ? g_hash_table_lookup (keys->kinds, name)
                                             : keys->no_kind;

  if (group == NULL) {
    group = koma_shown_group_new (name, NULL);
    g_hash_table_insert (keys->kinds, group->title, group);
  }
  return group;
}

/* (nullable): where it was not added yet */
static KomaShownGroup *
get_class (KomaShownKeys *keys,
           KomaLabels    *labels,
           guint          index)
{
  KomaShownGroup **table = g_hash_table_lookup (keys->tables, labels);

  return table != NULL ? table[index] : NULL;
}

static void
prepare_classes (KomaShownKeys  *keys,
                 KomaShownEntry *entry)
{
  KomaLabels      *labels = entry->result->labels;
  KomaShownGroup **table = g_hash_table_lookup (keys->tables, labels);

  if (table == NULL) {
    table = g_new0 (KomaShownGroup *, koma_labels_get_n (labels));
    g_hash_table_insert (keys->tables, koma_labels_ref (labels), table);
  }
  for (guint i = 0; i < entry->result->n_classes; i++) {
    guint index = entry->result->classes[i].index;

    if (table[index] == NULL)
      table[index] = add_class (keys, labels, index);
  }
}

static KomaShownGroup *
find_folder (KomaShownKeys *keys,
             GFile         *file) /* (nullable) */
{
  g_autoptr (GFile) parent = file != NULL ? g_file_get_parent (file) : NULL;
  g_autofree char *path = parent != NULL ? g_file_get_parse_name (parent) : NULL;
  KomaShownGroup  *group = path != NULL ? g_hash_table_lookup (keys->folders, path) : NULL;

  if (path == NULL)
    return keys->no_folder;
  if (group != NULL)
    return group;
  group = koma_shown_group_new (path, NULL);
  g_free (group->sort_key);
  group->sort_key = g_utf8_collate_key_for_filename (path, -1);
  g_hash_table_insert (keys->folders, g_steal_pointer (&path), group);
  return group;
}

/* ---- Keys ---- */

static gboolean
is_by_folder (const KomaResultQuery *query)
{
  return query->sort == KOMA_SORT_FOLDER || query->group == KOMA_GROUP_FOLDER;
}

static gboolean
is_by_name (const KomaResultQuery *query)
{
  return query->sort == KOMA_SORT_NAME || query->sort == KOMA_SORT_FOLDER;
}

static const char *
keep_text (KomaShownKeys *keys,
           char          *text) /* (transfer full) */
{
  g_autofree char *own = text;

  return g_string_chunk_insert (keys->texts, own);
}

static char *
dup_name (const KomaShownEntry *entry)
{
  const char *path = koma_result_item_get_path (entry->item);
  g_autoptr (GFile) file = path == NULL ? koma_result_item_dup_file (entry->item) : NULL;
  g_autofree char *base = NULL;

  if (path == NULL && file == NULL)
    return g_strdup (entry->more->name);
  base = path != NULL ? g_path_get_basename (path) : g_file_get_basename (file);
  return g_filename_display_name (base);
}

static guint32
read_date (GFile *file) /* (nullable) */
{
  g_autoptr (GFileInfo) info = NULL;
  guint64 time = 0;

  if (file != NULL)
    info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED, G_FILE_QUERY_INFO_NONE, NULL,
                              NULL);
  /* One second after the beginning of time where it can not be read: that is read once, too. */
  if (info == NULL)
    return 1;
  time = g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED);
  return (guint32) CLAMP (time, 1, G_MAXUINT32);
}

static gboolean
is_found (KomaShownKeys        *keys,
          const KomaShownEntry *entry,
          const char           *word,
          guint                 n_results)
{
  if (strstr (entry->search, word) != NULL)
    return TRUE;
  if (koma_shown_entry_get_correction (entry) != NULL)
    return entry->class != NULL && strstr (entry->class->folded, word) != NULL;
  for (guint i = 0; entry->result != NULL && i < MIN (n_results, entry->result->n_classes); i++) {
    const KomaClassScore *found = &entry->result->classes[i];
    const KomaShownGroup *class =
      get_class (keys, entry->result->labels, found->index);

    if ((i == 0 || found->score >= MIN_FOUND_SCORE) && class != NULL &&
        strstr (class->folded, word) != NULL)
      return TRUE;
  }
  return FALSE;
}

static gboolean
are_found (KomaShownKeys        *keys,
           const KomaShownEntry *entry,
           char                **words,
           guint                 n_results)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (!is_found (keys, entry, words[i], n_results))
      return FALSE;
  return TRUE;
}

/* Whether @entry has all that @query asks for. */
static gboolean
is_prepared (KomaShownKeys         *keys,
             const KomaShownEntry  *entry,
             const KomaResultQuery *query)
{
  return (entry->search != NULL || !koma_result_query_is_searching (query)) &&
         (entry->name_key != NULL || !is_by_name (query)) &&
         (entry->folder != NULL || !is_by_folder (query)) &&
         (entry->date != 0 || query->sort != KOMA_SORT_DATE) &&
         koma_shown_entry_is_compared (entry, query) &&
         (entry->class != NULL || entry->result == NULL || entry->result->n_classes == 0);
}

/**
 * koma_shown_keys_prepare:
 *
 * Finds all that @query asks for. Reads the date of the file for a query by date alone. Once known,
 * it is kept.
 *
 * Thread: any; one at a time
 */
void
koma_shown_keys_prepare (KomaShownKeys         *keys,
                         KomaShownEntry        *entry,
                         const KomaResultQuery *query,
                         char                 **words,
                         guint                  n_results)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *name = NULL;

  if (is_prepared (keys, entry, query))
    return;
  if (is_by_folder (query) || query->sort == KOMA_SORT_DATE)
    file = koma_result_item_dup_file (entry->item);
  name = dup_name (entry);
  if (entry->search == NULL && koma_result_query_is_searching (query))
    entry->search = keep_text (keys, koma_search_text_fold (name));
  if (entry->name_key == NULL && is_by_name (query))
    entry->name_key = keep_text (keys, g_utf8_collate_key_for_filename (name, -1));
  if (entry->folder == NULL && is_by_folder (query))
    entry->folder = find_folder (keys, file);
  if (entry->date == 0 && query->sort == KOMA_SORT_DATE)
    entry->date = read_date (file);
  if (entry->class == NULL && entry->result != NULL && entry->result->n_classes > 0) {
    prepare_classes (keys, entry);
    entry->class = koma_shown_entry_get_correction (entry) != NULL
                     ? add_said (keys, entry)
                     : get_class (keys, entry->result->labels, entry->result->classes[0].index);
    entry->kind = find_kind (keys, entry);
  }
  if (query->like != NULL)
    koma_shown_entry_compare (entry, query,
                              words[0] != NULL && are_found (keys, entry, words, n_results));
}

/* ---- Questions ---- */

void
koma_shown_keys_group_similar (KomaShownKeys *keys,
                               GPtrArray     *entries,
                               GCancellable  *cancellable)
{
  koma_shown_similar_group (entries, keys->similar, cancellable);
}

static gboolean
is_let_through (const KomaShownEntry *entry,
                KomaOnly              only)
{
  if (only >= KOMA_ONLY_ONE_STAR && only <= KOMA_ONLY_FIVE_STARS)
    return entry->stars == 1 + (int) (only - KOMA_ONLY_ONE_STAR);
  switch ((guint) only) {
  case KOMA_ONLY_RATED:
    return entry->stars > 0;
  case KOMA_ONLY_REJECTED:
    return entry->stars == KOMA_RATING_REJECTED;
  case KOMA_ONLY_NOT_SURE:
    return entry->result != NULL && !entry->is_sure;
  case KOMA_ONLY_CORRECTED:
    return koma_shown_entry_get_correction (entry) != NULL;
  case KOMA_ONLY_FAILED:
    return entry->state == KOMA_ITEM_FAILED;
  case KOMA_ONLY_WAITING:
    return entry->state == KOMA_ITEM_WAITING || entry->state == KOMA_ITEM_STOPPED;
  case KOMA_ONLY_ALL:
  case KOMA_N_ONLYS:
  default:
    return TRUE;
  }
}

/**
 * koma_shown_keys_matches:
 *
 * A word is found in the name of the file, or in a name of one of the best @n_results classes, as
 * far as they are likely at all; where a person says what is there, in that alone. What is compared
 * with a vector needs no names, but a vector.
 *
 * Returns: whether @entry is to be shown
 */
gboolean
koma_shown_keys_matches (KomaShownKeys         *keys,
                         const KomaShownEntry  *entry,
                         const KomaResultQuery *query,
                         char                 **words,
                         guint                  n_results)
{
  if (!is_let_through (entry, query->only))
    return FALSE;
  if (query->class_name != NULL &&
      (entry->class == NULL || !g_str_equal (entry->class->title, query->class_name)))
    return FALSE;
  if (query->kind_name != NULL &&
      (entry->class == NULL || !g_str_equal (entry->kind->title, query->kind_name)))
    return FALSE;
  if (koma_result_query_has_range (query) &&
      (entry->class == NULL || entry->result->classes[0].score < query->min_score ||
       entry->result->classes[0].score > query->max_score))
    return FALSE;
  return query->like != NULL ? koma_shown_entry_has_likeness (entry, query)
                             : are_found (keys, entry, words, n_results);
}

/**
 * koma_shown_keys_get_group:
 *
 * Returns: (nullable) (transfer none): the group of @entry; %NULL where there are none
 */
KomaShownGroup *
koma_shown_keys_get_group (KomaShownKeys        *keys,
                           const KomaShownEntry *entry,
                           KomaGroupBy           group)
{
  if (group == KOMA_GROUP_FOLDER)
    return entry->folder;
  if (group == KOMA_GROUP_SIMILAR && entry->class != NULL)
    return entry->more != NULL && entry->more->similar != NULL ? entry->more->similar : keys->alone;
  if (group == KOMA_GROUP_SIMILAR)
    return keys->states[entry->state];
  if (group != KOMA_GROUP_CLASS && group != KOMA_GROUP_KIND)
    return NULL;
  if (entry->class == NULL)
    return keys->states[entry->state];
  return group == KOMA_GROUP_KIND ? entry->kind : entry->class;
}
