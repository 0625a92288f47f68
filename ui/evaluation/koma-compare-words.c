/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compare-words.h"

#include <glib/gi18n-lib.h>

#include "ui/models/koma-model-control.h"
#include "ui/models/koma-recipe-words.h"

static const char *
find_title (KomaRecipePart part,
            const char    *word)
{
  const KomaRecipeWord *words = koma_recipe_words_list (part);

  for (guint i = 0; words != NULL && words[i].word != NULL; i++)
    if (g_str_equal (words[i].word, word))
      return _ (words[i].title);
  return word;
}

static void
append (GString    *text,
        const char *title, /* (nullable) */
        const char *value)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  if (title != NULL)
    /* Translators: what is chosen for a part of the recipe */
    g_string_append_printf (text, C_ ("recipe", "%s: %s"), title, value);
  else
    g_string_append (text, value);
}

static char *
describe (const KomaWorkerModel *other,
          const char            *model) /* (nullable) what another one is called */
{
  GString *text = g_string_new (NULL);

  append (text, NULL, model != NULL ? model : _ ("The Same Model"));
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    if (other->parts[part] != NULL)
      append (text, _ (koma_recipe_part_get_title (part)), find_title (part, other->parts[part]));
  return g_string_free (text, FALSE);
}

/**
 * koma_compare_words:
 * @other: a model
 * @name: (nullable): of it, where it is another one
 *
 * Returns: (transfer full): what a model is compared with: "Copy · Scaling: Nearest Pixel". Thread:
 *   main.
 */
char *
koma_compare_words (const KomaWorkerModel *other,
                    const char            *name)
{
  return describe (other, name);
}

/**
 * koma_compare_words_with_path:
 *
 * Returns: (transfer full): the same with the path of another model, for where its name stands
 *   already. Thread: main.
 */
char *
koma_compare_words_with_path (const KomaWorkerModel *other)
{
  g_autofree char *path = other->path != NULL ? g_filename_display_name (other->path) : NULL;

  return describe (other, path);
}
