/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipe-part.h"

#include <glib/gi18n.h>

static const struct
{
  const char *name;
  const char *title;
} parts[KOMA_N_PARTS] = {
  [KOMA_PART_SIZE] = { "size", N_ ("Size") },
  [KOMA_PART_RANGE] = { "range", N_ ("Range of Values") },
  [KOMA_PART_INVERT] = { "invert", N_ ("Light and Dark Swapped") },
  [KOMA_PART_CHANNELS] = { "channels", N_ ("Order of Colors") },
  [KOMA_PART_FIT] = { "fit", N_ ("Part of the Picture") },
  [KOMA_PART_RESIZE] = { "resize", N_ ("Scaling") },
  [KOMA_PART_SCORES] = { "scores", N_ ("Meaning of the Output") },
  [KOMA_PART_BACKGROUND] = { "background", N_ ("First Class Means Nothing") },
  [KOMA_PART_LABELS] = { "labels", N_ ("Labels") },
  [KOMA_PART_TEMPERATURE] = { "temperature", N_ ("Temperature") },
  [KOMA_PART_SURE_FROM] = { "sureFrom", N_ ("Sure From") },
  [KOMA_PART_CLASSES] = { "classes", N_ ("Classes") },
  [KOMA_PART_PROMPTS] = { "prompts", N_ ("Sentences for Classes") },
};

static const struct
{
  const char *name;
  const char *words;
} sources[] = {
  [KOMA_SOURCE_GUESS] = { "guess", N_ ("A guess") },
  [KOMA_SOURCE_PICTURES] = { "pictures", N_ ("Found by comparing your pictures") },
  [KOMA_SOURCE_GRAPH] = { "graph", N_ ("From the graph") },
  [KOMA_SOURCE_METADATA] = { "metadata", N_ ("From the model’s metadata") },
  [KOMA_SOURCE_KOMA_JSON] = { "koma.json", N_ ("From koma.json") },
  [KOMA_SOURCE_OPTION] = { "option", N_ ("Chosen by you") },
};

/**
 * koma_recipe_part_get_name:
 *
 * Returns: (transfer none): the member of koma.json: "sureFrom". Thread: any.
 */
const char *
koma_recipe_part_get_name (KomaRecipePart part)
{
  return parts[part].name;
}

/**
 * koma_recipe_part_get_title:
 *
 * Returns: (transfer none): for people, in English, to be translated: "Sure From". Thread: any.
 */
const char *
koma_recipe_part_get_title (KomaRecipePart part)
{
  return parts[part].title;
}

/**
 * koma_recipe_source_get_name:
 *
 * Returns: (transfer none): for programs: "option", "koma.json", "metadata", "graph", "pictures",
 *   "guess".
 *   Thread: any.
 */
const char *
koma_recipe_source_get_name (KomaRecipeSource source)
{
  return sources[source].name;
}

/**
 * koma_recipe_source_get_words:
 *
 * Returns: (transfer none): for people, in English, to be translated: "From the graph".
 *   Thread: any.
 */
const char *
koma_recipe_source_get_words (KomaRecipeSource source)
{
  return sources[source].words;
}
