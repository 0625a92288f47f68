/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "label-aliases.h"

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "label-names.h"

/* The strongest first: a class that has a word as its label is not another one that has it as a
 * name. */
enum {
  LABELS,
  NAMES,  /* for people, in any language */
  FOLDED, /* both, without case */
  N_STAGES,
};

struct _KomaLabelAliases
{
  GHashTable *stages[N_STAGES]; /* utf8 → index + 1; 0: several classes */
};

static void
add_to (GHashTable *stage,
        char       *word, /* (transfer full) */
        guint       index)
{
  gpointer before = NULL;

  if (g_hash_table_lookup_extended (stage, word, NULL, &before) &&
      GPOINTER_TO_UINT (before) != index + 1)
    g_hash_table_insert (stage, word, GUINT_TO_POINTER (0));
  else
    g_hash_table_insert (stage, word, GUINT_TO_POINTER (index + 1));
}

static char *
fold (const char *word)
{
  g_autofree char *normal = g_utf8_normalize (word, -1, G_NORMALIZE_ALL_COMPOSE);

  return g_utf8_casefold (normal != NULL ? normal : word, -1);
}

static void
add (KomaLabelAliases *self,
     guint             stage,
     const char       *word,
     guint             index)
{
  add_to (self->stages[stage], g_strdup (word), index);
  add_to (self->stages[FOLDED], fold (word), index);
}

/* The names of one label, in all languages. @names: a text, or an object of texts. */
static void
add_names (KomaLabelAliases *self,
           JsonNode         *names, /* (nullable) */
           guint             index)
{
  JsonObject *object = koma_json_node_object (names);
  g_autoptr (GList) texts = object != NULL ? json_object_get_values (object) : NULL;

  if (koma_json_node_string (names) != NULL)
    add (self, NAMES, koma_json_node_string (names), index);
  for (GList *l = texts; l != NULL; l = l->next)
    if (koma_json_node_string (l->data) != NULL)
      add (self, NAMES, koma_json_node_string (l->data), index);
}

/* A table of names whose keys are @labels; where there is none, there are no more names. */
static void
add_table (KomaLabelAliases *self,
           const KomaLabels *labels,
           const char       *folder)
{
  g_autofree char *path = g_build_filename (folder, KOMA_LABEL_NAMES_FILE, NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, NULL);

  for (guint i = 0; i < koma_labels_get_n (labels); i++)
    add_names (self, koma_json_get (koma_json_node_object (root), koma_labels_get (labels, i)), i);
}

static gboolean
have_same_names (const KomaLabels *a,
                 const KomaLabels *b)
{
  if (koma_labels_get_n (a) != koma_labels_get_n (b))
    return FALSE;
  for (guint i = 0; i < koma_labels_get_n (a); i++)
    if (!g_str_equal (koma_labels_get_name (a, i), koma_labels_get_name (b, i)))
      return FALSE;
  return TRUE;
}

/* ImageNet's names in all languages, where people see those of the model's classes. */
static void
add_imagenet (KomaLabelAliases *self,
              const KomaLabels *labels,
              const char       *folder)
{
  g_autofree char *path = g_build_filename (folder, "labels.txt", NULL);
  g_autoptr (KomaLabels) all = koma_labels_new_from_file (path, NULL);
  g_autoptr (KomaLabels) fitted = NULL;
  g_autoptr (KomaLabels) named = NULL;
  g_autoptr (GPtrArray) ignored = g_ptr_array_new_with_free_func (g_free);

  if (all == NULL || !koma_labels_fits (all, koma_labels_get_n (labels)))
    return;
  fitted = koma_labels_fit (all, koma_labels_get_n (labels), NULL);
  named = koma_label_names_apply (fitted, folder, ignored);
  if (!have_same_names (labels, named))
    return;
  for (guint i = 0; i < koma_labels_get_n (fitted); i++)
    add (self, NAMES, koma_labels_get (fitted, i), i);
  add_table (self, fitted, folder);
}

/**
 * koma_label_aliases_new:
 * @model: with labels
 * @imagenet_folder: (nullable): as koma_model_load() got it
 *
 * Collects the labels of the classes, and their names in all languages that there are names in.
 *
 * Thread: any; reads files.
 *
 * Returns: (transfer full): the names
 */
KomaLabelAliases *
koma_label_aliases_new (const KomaModel *model,
                        const char      *imagenet_folder)
{
  KomaLabelAliases *self = g_new0 (KomaLabelAliases, 1);
  const KomaLabels *labels = koma_model_get_labels (model);
  g_autofree char  *folder = g_path_get_dirname (koma_model_get_path (model));

  for (guint stage = 0; stage < N_STAGES; stage++)
    self->stages[stage] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < koma_labels_get_n (labels); i++) {
    add (self, LABELS, koma_labels_get (labels, i), i);
    add (self, NAMES, koma_labels_get_name (labels, i), i);
  }
  add_table (self, labels, folder);
  if (imagenet_folder != NULL)
    add_imagenet (self, labels, imagenet_folder);
  return self;
}

/**
 * koma_label_aliases_free:
 * @aliases: (nullable) (transfer full)
 */
void
koma_label_aliases_free (KomaLabelAliases *aliases)
{
  if (aliases == NULL)
    return;
  for (guint stage = 0; stage < N_STAGES; stage++)
    g_hash_table_unref (aliases->stages[stage]);
  g_free (aliases);
}

/**
 * koma_label_aliases_find:
 * @word: UTF-8
 * @ret_index: (out): the class, where it is found
 *
 * Finds the class by its label, else by a name in any language, else by either without case.
 *
 * Thread: any.
 */
KomaAliasMatch
koma_label_aliases_find (const KomaLabelAliases *aliases,
                         const char             *word,
                         guint                  *ret_index)
{
  g_autofree char *folded = fold (word);

  for (guint stage = 0; stage < N_STAGES; stage++) {
    gpointer found = NULL;

    if (!g_hash_table_lookup_extended (aliases->stages[stage], stage == FOLDED ? folded : word,
                                       NULL, &found))
      continue;
    *ret_index = GPOINTER_TO_UINT (found) - 1;
    return found != NULL ? KOMA_ALIAS_FOUND : KOMA_ALIAS_AMBIGUOUS;
  }
  return KOMA_ALIAS_UNKNOWN;
}
