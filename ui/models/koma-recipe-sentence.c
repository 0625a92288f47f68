/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recipe-sentence.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "koma-recipe-words.h"
#include "ui/koma-words.h"

static const char *
describe_resize (KomaResize resize)
{
  switch (resize) {
  case KOMA_RESIZE_BILINEAR:
    return C_ ("resize", "bilinear");
  case KOMA_RESIZE_BICUBIC:
    return C_ ("resize", "bicubic");
  case KOMA_RESIZE_NEAREST:
    return C_ ("resize", "nearest");
  case KOMA_RESIZE_LANCZOS:
    return "Lanczos";
  case KOMA_RESIZE_BOX:
    return C_ ("resize", "box");
  case KOMA_RESIZE_HAMMING:
    return "Hamming";
  case KOMA_N_RESIZES:
    break;
  }
  g_return_val_if_reached ("?");
}

static char *
describe_fit (const KomaRecipe *recipe)
{
  const char *resize = describe_resize (recipe->resize);
  const guint width = recipe->width;
  const guint height = recipe->height;

  if (recipe->scaled_width > 0 && recipe->fit == KOMA_FIT_STRETCH)
    /* Translators: width and height in pixels, and “bilinear”, “bicubic” or “nearest” */
    return g_strdup_printf (_ ("whole picture, stretched, then its centre of %u × %u (%s)"),
                            width, height, resize);
  if (recipe->scaled_width > 0)
    return g_strdup_printf (_ ("picture resized, then its centre of %u × %u (%s)"), width, height,
                            resize);
  if (recipe->fit == KOMA_FIT_STRETCH)
    /* Translators: width and height in pixels, and “bilinear”, “bicubic” or “nearest” */
    return g_strdup_printf (_ ("whole picture, stretched to %u × %u (%s)"), width, height, resize);
  if (recipe->fit == KOMA_FIT_PAD)
    return g_strdup_printf (_ ("whole picture between bars, resized to %u × %u (%s)"), width,
                            height, resize);
  if (width != height)
    return g_strdup_printf (_ ("centre, cropped and resized to %u × %u (%s)"), width, height,
                            resize);
  return g_strdup_printf (_ ("centre square, resized to %u × %u (%s)"), width, height, resize);
}

static const char *
describe_channels (KomaChannels channels)
{
  switch (channels) {
  case KOMA_CHANNELS_RGB:
    return "RGB";
  case KOMA_CHANNELS_BGR:
    return "BGR";
  case KOMA_CHANNELS_GREY:
    return C_ ("channels", "grey");
  }
  g_return_val_if_reached ("?");
}

static const char *
describe_scores (KomaScores scores)
{
  switch (scores) {
  case KOMA_SCORES_PROBABILITIES:
    return C_ ("scores", "probabilities");
  case KOMA_SCORES_LOGITS:
    return C_ ("scores", "logits (softmax is applied)");
  case KOMA_SCORES_LOG:
    return C_ ("scores", "logarithms of probabilities");
  case KOMA_SCORES_MULTI_LABEL:
    return C_ ("scores", "logits of several classes at once (sigmoid is applied)");
  }
  g_return_val_if_reached ("?");
}

/* With a real minus sign, and no "-0". */
static void
append_number (GString *text,
               double   value)
{
  g_autofree char *digits = g_strdup_printf ("%.4g", fabs (value));

  if (value < 0 && !g_str_equal (digits, "0"))
    g_string_append (text, "−");
  g_string_append (text, digits);
}

/* Not to be broken. */
static char *
describe_bounds (const KomaRecipe *recipe,
                 guint             channel)
{
  g_autoptr (GString) text = g_string_new (NULL);

  append_number (text, recipe->offset[channel]);
  g_string_append (text, "\u00a0…\u00a0");
  append_number (text, recipe->scale[channel] * 255.0 + recipe->offset[channel]);
  return g_strdup (text->str);
}

/* Returns: (nullable): of a habit that has one, whichever way round light and dark are */
static const char *
find_name (const KomaRecipe *recipe)
{
  KomaRecipe            upright = *recipe;
  const KomaRecipeWord *words = koma_recipe_words_list (KOMA_PART_RANGE);
  g_autofree char      *range = NULL;

  koma_recipe_set_inverted (&upright, FALSE);
  range = koma_recipe_dup_range (&upright);
  for (guint i = 0; g_ascii_isalpha (range[0]) && words[i].word != NULL; i++)
    if (g_str_equal (words[i].word, range))
      return words[i].title;
  return NULL;
}

static char *
describe_range (const KomaRecipe *recipe)
{
  const char      *name = find_name (recipe);
  g_autofree char *first = describe_bounds (recipe, 0);
  g_autofree char *second = describe_bounds (recipe, 1);
  g_autofree char *third = describe_bounds (recipe, 2);
  g_autofree char *all = NULL;

  if (koma_recipe_is_uniform (recipe))
    all = g_steal_pointer (&first);
  else
    /* Translators: the values of three channels, such as “−2.118 … 2.249”; between them stands what
     * is no decimal sign */
    all = g_strdup_printf (C_ ("recipe", "%s, %s and %s"), first, second, third);
  return name != NULL ? g_strdup_printf ("%s (%s)", all, name) : g_steal_pointer (&all);
}

static void
append (GString    *text,
        const char *words)
{
  g_autofree char *before = g_strdup (text->str);

  /* Translators: what a model expects, and more of it */
  g_string_printf (text, C_ ("recipe", "%s; %s"), before, words);
}

static void
append_turned (GString *text,
               double   below)
{
  g_autofree char *percent = koma_words_for_share (below);
  g_autofree char *words = NULL;

  /* Translators: a percentage */
  words = g_strdup_printf (_ ("where the best class has less than %s, averaged with the picture "
                              "turned by half a turn, which costs a second run"),
                           percent);
  append (text, words);
}

/**
 * koma_recipe_sentence_create:
 *
 * What of it is a guess is told apart.
 *
 * Returns: (transfer full): “centre square, resized to 224 × 224 (bilinear), RGB, values
 *   −1 … 1; output: probabilities”
 */
char *
koma_recipe_sentence_create (const KomaRecipe *recipe)
{
  g_autofree char *fit = describe_fit (recipe);
  g_autofree char *range = describe_range (recipe);
  g_autofree char *temperature = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  /* Translators: how a picture is cut to size, “RGB”, numbers, and what a model's scores are */
  g_string_printf (text, C_ ("recipe", "%s, %s, values %s; output: %s"), fit,
                   describe_channels (recipe->channels), range, describe_scores (recipe->scores));
  if (recipe->temperature != 0 && recipe->temperature != 1) {
    temperature = g_strdup_printf (_ ("temperature of the scores %.4g"), recipe->temperature);
    append (text, temperature);
  }
  if (recipe->is_selfie)
    append (text, _ ("pictures of a camera are mirrored"));
  if (recipe->tta_below > 0)
    append_turned (text, recipe->tta_below);
  return g_strdup (text->str);
}
