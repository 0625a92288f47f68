/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a recipe by the words that koma.json and options have for them. */
#include "recipe.h"

#include "engine/evaluation/temperature.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

/* The words of a part, in the order of its enum. */
static const char *const invert_words[] = { "false", "true", NULL };
static const char *const channel_words[] = { "rgb", "bgr", "grey", NULL };
static const char *const fit_words[] = { "crop", "stretch", "pad", NULL };
static const char *const resize_words[] = { "bilinear", "bicubic", "nearest",
                                            "lanczos", "box", "hamming", NULL };
static const char *const score_words[] = { "probabilities", "logits", "log", "multi-label", NULL };
static const char *const background_words[] = { "none", "first", NULL };

static const char *const *const words_of[KOMA_N_PARTS] = {
  [KOMA_PART_INVERT] = invert_words,
  [KOMA_PART_CHANNELS] = channel_words,
  [KOMA_PART_FIT] = fit_words,
  [KOMA_PART_RESIZE] = resize_words,
  [KOMA_PART_SCORES] = score_words,
  [KOMA_PART_BACKGROUND] = background_words,
};

static gboolean
find_word (KomaRecipePart part,
           const char    *word,
           guint         *ret_value,
           GError       **error)
{
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; words_of[part][i] != NULL; i++) {
    if (g_str_equal (words_of[part][i], word)) {
      *ret_value = i;
      return TRUE;
    }
    g_string_append_printf (all, "%s“%s”", i > 0 ? ", " : "", words_of[part][i]);
  }
  return koma_fail (error, KOMA_ERROR_MODEL, "%s “%s” is none of %s",
                    koma_recipe_part_get_name (part), word, all->str);
}

static gboolean
parse_side (const char  *text,
            char         end_char,
            guint       *ret_side,
            const char **ret_end)
{
  char         *end = NULL;
  const guint64 side = g_ascii_strtoull (text, &end, 10);

  if (!g_ascii_isdigit (*text) || *end != end_char || side == 0 || side > KOMA_MAX_INPUT_SIDE)
    return FALSE;
  *ret_side = (guint) side;
  *ret_end = end + 1;
  return TRUE;
}

/* A size that the graph has is not to be chosen. */
static gboolean
set_size (KomaRecipe *recipe,
          const char *word,
          GError    **error)
{
  const char *end = word;
  guint       width = 0;
  guint       height = 0;

  if (!parse_side (end, 'x', &width, &end) || !parse_side (end, '\0', &height, &end))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "size “%s” is not WIDTHxHEIGHT, each a number from 1 to %u", word,
                      KOMA_MAX_INPUT_SIDE);
  if (recipe->width > 0 && (recipe->width != width || recipe->height != height))
    return koma_fail (error, KOMA_ERROR_MODEL, "size “%s” for a model that takes %ux%u", word,
                      recipe->width, recipe->height);
  recipe->width = width;
  recipe->height = height;
  return TRUE;
}

static gboolean
set_range (KomaRecipe      *recipe,
           const char      *word,
           KomaRecipeSource source,
           GError         **error)
{
  const KomaChannels channels = recipe->channels;

  if (!koma_recipe_set_range (recipe, word, error))
    return FALSE;
  recipe->sources[KOMA_PART_INVERT] = source;
  if (recipe->channels != channels)
    recipe->sources[KOMA_PART_CHANNELS] = source;
  return TRUE;
}

static gboolean
set_sure_from (KomaRecipe *recipe,
               const char *word,
               GError    **error)
{
  char        *end = NULL;
  const double value = g_ascii_strtod (word, &end);

  if (end == word || *end != '\0' || !(value >= 0 && value <= 1))
    return koma_fail (error, KOMA_ERROR_MODEL, "sureFrom “%s” is no number from 0 to 1", word);
  recipe->sure_from = value;
  return TRUE;
}

static gboolean
set_temperature (KomaRecipe *recipe,
                 const char *word,
                 GError    **error)
{
  char        *end = NULL;
  const double value = g_ascii_strtod (word, &end);

  if (end == word || *end != '\0' ||
      !(value >= KOMA_MIN_TEMPERATURE && value <= KOMA_MAX_TEMPERATURE))
    return koma_fail (error, KOMA_ERROR_MODEL, "temperature “%s” is no number from %g to %g", word,
                      KOMA_MIN_TEMPERATURE, KOMA_MAX_TEMPERATURE);
  recipe->temperature = value;
  return TRUE;
}

static gboolean
check_text (KomaRecipePart part,
            const char    *text,
            GError       **error)
{
  const gsize length = strlen (text);

  if (!g_utf8_validate_len (text, length, NULL))
    return koma_fail (error, KOMA_ERROR_MODEL, "%s are not UTF-8",
                      koma_recipe_part_get_name (part));
  return length <= KOMA_MAX_NAMES_BYTES ||
         koma_fail (error, KOMA_ERROR_MODEL, "%s are %zu bytes long, expected at most %u",
                    koma_recipe_part_get_name (part), length, (guint) KOMA_MAX_NAMES_BYTES);
}

/* @value is an index into the words of @part. */
static gboolean
set_word (KomaRecipe    *recipe,
          KomaRecipePart part,
          const char    *word,
          guint          value,
          GError       **error)
{
  if (part == KOMA_PART_CHANNELS && (value == KOMA_CHANNELS_GREY) !=
                                      (recipe->channels == KOMA_CHANNELS_GREY))
    return koma_fail (error, KOMA_ERROR_MODEL, "channels “%s” for a model that takes %u", word,
                      koma_recipe_get_n_channels (recipe));
  if (part == KOMA_PART_INVERT)
    koma_recipe_set_inverted (recipe, value == 1);
  else if (part == KOMA_PART_CHANNELS)
    recipe->channels = value;
  else if (part == KOMA_PART_FIT)
    koma_recipe_set_fit (recipe, value);
  else if (part == KOMA_PART_RESIZE)
    recipe->resize = value;
  else if (part == KOMA_PART_SCORES)
    recipe->scores = value;
  else
    recipe->has_background = value == 1;
  return TRUE;
}

/**
 * koma_recipe_set_part:
 * @recipe: the recipe to change; a width of 0 is one that the graph leaves open
 * @part: any
 * @word: one of this part, see recipe-part.h
 * @source: who says so
 *
 * Sets a part and where it was learned from. A range also sets whether light and dark are swapped,
 * and may set the order of the channels: these come after it. Of texts only the source is set.
 *
 * Errors: %KOMA_ERROR_MODEL if @word is none of @part, or not for this model; those of
 * koma_recipe_set_range().
 *
 * Returns: whether it was set; @recipe is untouched otherwise
 */
gboolean
koma_recipe_set_part (KomaRecipe      *recipe,
                      KomaRecipePart   part,
                      const char      *word,
                      KomaRecipeSource source,
                      GError         **error)
{
  guint value = 0;

  if ((part == KOMA_PART_SIZE && !set_size (recipe, word, error)) ||
      (part == KOMA_PART_RANGE && !set_range (recipe, word, source, error)) ||
      (part == KOMA_PART_TEMPERATURE && !set_temperature (recipe, word, error)) ||
      (part == KOMA_PART_SURE_FROM && !set_sure_from (recipe, word, error)) ||
      ((part == KOMA_PART_CLASSES || part == KOMA_PART_PROMPTS) &&
       !check_text (part, word, error)))
    return FALSE;
  if (words_of[part] != NULL && (!find_word (part, word, &value, error) ||
                                 !set_word (recipe, part, word, value, error)))
    return FALSE;
  recipe->sources[part] = source;
  return TRUE;
}

static char *
dup_upright_range (const KomaRecipe *recipe)
{
  KomaRecipe upright = *recipe;

  koma_recipe_set_inverted (&upright, FALSE);
  return koma_recipe_dup_range (&upright);
}

static char *
dup_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", value));
}

/**
 * koma_recipe_dup_part:
 *
 * Returns: (transfer full) (nullable): the word of a part as koma_recipe_set_part() takes it; the
 *   range without light and dark swapped; %NULL of texts. Thread: any.
 */
char *
koma_recipe_dup_part (const KomaRecipe *recipe,
                      KomaRecipePart    part)
{
  switch (part) {
  case KOMA_PART_SIZE:
    return g_strdup_printf ("%ux%u", recipe->width, recipe->height);
  case KOMA_PART_RANGE:
    return dup_upright_range (recipe);
  case KOMA_PART_INVERT:
    return g_strdup (invert_words[koma_recipe_is_inverted (recipe)]);
  case KOMA_PART_CHANNELS:
    return g_strdup (channel_words[recipe->channels]);
  case KOMA_PART_FIT:
    return g_strdup (fit_words[recipe->fit]);
  case KOMA_PART_RESIZE:
    return g_strdup (resize_words[recipe->resize]);
  case KOMA_PART_SCORES:
    return g_strdup (score_words[recipe->scores]);
  case KOMA_PART_BACKGROUND:
    return g_strdup (background_words[!!recipe->has_background]);
  case KOMA_PART_TEMPERATURE:
    return dup_number (recipe->temperature != 0 ? recipe->temperature : 1);
  case KOMA_PART_SURE_FROM:
    return dup_number (recipe->sure_from);
  case KOMA_PART_LABELS:
  case KOMA_PART_CLASSES:
  case KOMA_PART_PROMPTS:
  case KOMA_N_PARTS:
  default:
    return NULL;
  }
}
