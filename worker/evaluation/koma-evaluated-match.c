/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "koma-evaluated-private.h"

#include "engine/koma-app.h"

static void
count_uncounted (KomaEvaluated *self,
                 const char    *label,
                 gboolean       is_ambiguous)
{
  const KomaUncounted one = { label, is_ambiguous, 1 };

  for (guint i = 0; i < self->uncounted->len; i++) {
    KomaUncounted *uncounted = &g_array_index (self->uncounted, KomaUncounted, i);

    if (uncounted->label == label) {
      uncounted->n++;
      return;
    }
  }
  g_array_append_val (self->uncounted, one);
}

static int
compare_uncounted (gconstpointer a,
                   gconstpointer b)
{
  const KomaUncounted *x = a, *y = b;

  return x->n != y->n ? (x->n < y->n ? 1 : -1) : strcmp (x->label, y->label);
}

/* A picture may have several labels, of which one is to be a class. */
static KomaAliasMatch
find_class (const KomaLabelAliases *aliases,
            const char             *label,
            guint                  *ret_index)
{
  g_auto (GStrv) words = g_strsplit (label, KOMA_GROUND_TRUTH_SEPARATOR, -1);
  KomaAliasMatch match = koma_label_aliases_find (aliases, label, ret_index);

  for (guint i = 0; match == KOMA_ALIAS_UNKNOWN && words[i] != NULL; i++)
    match = koma_label_aliases_find (aliases, words[i], ret_index);
  for (guint i = 0; match == KOMA_ALIAS_FOUND && words[i] != NULL; i++) {
    guint other = 0;

    if (koma_label_aliases_find (aliases, words[i], &other) == KOMA_ALIAS_FOUND &&
        other != *ret_index)
      match = KOMA_ALIAS_AMBIGUOUS;
  }
  return match;
}

/* Which pictures count, and what the model calls what they show. */
static void
match (KomaEvaluated *self)
{
  g_autoptr (KomaLabelAliases) aliases = koma_label_aliases_new (self->labels);
  const GPtrArray *pictures = self->truth->pictures;

  self->pictures = g_new (guint, pictures->len);
  self->classes = g_new (guint, pictures->len);
  for (guint i = 0; i < pictures->len; i++) {
    const KomaGroundTruthPicture *picture = pictures->pdata[i];
    const KomaAliasMatch          found =
      find_class (aliases, picture->label, &self->classes[self->n]);

    if (found == KOMA_ALIAS_FOUND)
      self->pictures[self->n++] = i;
    else
      count_uncounted (self, picture->label, found == KOMA_ALIAS_AMBIGUOUS);
  }
  g_array_sort (self->uncounted, compare_uncounted);
}

static gboolean
check_match (const KomaEvaluated *self,
             GError             **error)
{
  if (self->n > 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               /* Translators: a label, a model */
               _ ("“%s” is no class of %s, nor is any other label of the pictures"),
               g_array_index (self->uncounted, KomaUncounted, 0).label, self->model);
  return FALSE;
}

gboolean
koma_evaluated_match (KomaEvaluated *self,
                      GError       **error)
{
  match (self);
  return check_match (self, error);
}
