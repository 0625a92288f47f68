/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "label-aliases.h"

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

static void
add_names (KomaLabelAliases *self,
           const char       *names, /* one a line */
           guint             index)
{
  g_auto (GStrv) lines = g_strsplit (names, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      add (self, NAMES, lines[i], index);
}

/**
 * koma_label_aliases_new:
 * @labels: of the classes
 *
 * Collects the labels, and their names in all languages that there are names in.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the names
 */
KomaLabelAliases *
koma_label_aliases_new (const KomaLabels *labels)
{
  KomaLabelAliases *self = g_new0 (KomaLabelAliases, 1);

  for (guint stage = 0; stage < N_STAGES; stage++)
    self->stages[stage] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < koma_labels_get_n (labels); i++) {
    add (self, LABELS, koma_labels_get (labels, i), i);
    add (self, NAMES, koma_labels_get_name (labels, i), i);
    add_names (self, koma_labels_get_other_names (labels, i), i);
  }
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
