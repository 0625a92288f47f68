/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipe.h"

#include <string.h>

/**
 * koma_recipe_get_n_channels:
 * @recipe: a recipe
 *
 * Returns: channels of the model's input: 1 (grey) or 3
 */
guint
koma_recipe_get_n_channels (const KomaRecipe *recipe)
{
  return recipe->channels == KOMA_CHANNELS_GREY ? 1 : 3;
}

/**
 * koma_recipe_is_equal_fit:
 *
 * Returns: whether both take the same part of a picture, and resize it alike. Thread: any.
 */
gboolean
koma_recipe_is_equal_fit (const KomaRecipe *a,
                          const KomaRecipe *b)
{
  return a->fit == b->fit && a->resize == b->resize && a->scaled_width == b->scaled_width &&
         a->scaled_height == b->scaled_height && a->is_cut_rounded == b->is_cut_rounded;
}

/**
 * koma_recipe_set_fit:
 *
 * Sets which part of a picture a model sees, where its own fit does not count. Thread: any.
 */
void
koma_recipe_set_fit (KomaRecipe *recipe,
                     KomaFit     fit)
{
  recipe->fit = fit;
  recipe->scaled_width = recipe->scaled_height = 0;
}

/**
 * koma_recipe_is_equal:
 * @a: a recipe
 * @b: another
 *
 * Returns: whether a model answers the same with both; where they come from does not count
 */
gboolean
koma_recipe_is_equal (const KomaRecipe *a,
                      const KomaRecipe *b)
{
  return a->width == b->width && a->height == b->height && a->channels == b->channels &&
         memcmp (a->scale, b->scale, sizeof a->scale) == 0 &&
         memcmp (a->offset, b->offset, sizeof a->offset) == 0 &&
         koma_recipe_is_equal_fit (a, b) && a->scores == b->scores &&
         a->is_selfie == b->is_selfie && a->sure_from == b->sure_from &&
         a->temperature == b->temperature && a->tta_below == b->tta_below;
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
    return "grey";
  }
  g_return_val_if_reached ("?");
}

static const char *
describe_scores (KomaScores scores)
{
  switch (scores) {
  case KOMA_SCORES_PROBABILITIES:
    return "probabilities";
  case KOMA_SCORES_LOGITS:
    return "logits (softmax is applied)";
  case KOMA_SCORES_LOG:
    return "logarithms of probabilities";
  case KOMA_SCORES_MULTI_LABEL:
    return "logits of several classes at once (sigmoid is applied)";
  }
  g_return_val_if_reached ("?");
}

static const char *
describe_resize (KomaResize resize)
{
  switch (resize) {
  case KOMA_RESIZE_BILINEAR:
    return "bilinear";
  case KOMA_RESIZE_BICUBIC:
    return "bicubic";
  case KOMA_RESIZE_NEAREST:
    return "nearest";
  case KOMA_RESIZE_LANCZOS:
    return "lanczos";
  case KOMA_RESIZE_BOX:
    return "box";
  case KOMA_RESIZE_HAMMING:
    return "hamming";
  case KOMA_N_RESIZES:
    break;
  }
  g_return_val_if_reached ("?");
}

static const char *
describe_fit (const KomaRecipe *recipe)
{
  if (recipe->scaled_width > 0)
    return recipe->fit == KOMA_FIT_STRETCH ? "whole picture, stretched, its centre cut"
                                           : "scaled, its centre cut";
  if (recipe->fit == KOMA_FIT_STRETCH)
    return "whole picture, stretched";
  if (recipe->fit == KOMA_FIT_PAD)
    return "whole picture between bars, resized";
  return recipe->width == recipe->height ? "centre square, resized" : "centre, cropped and resized";
}

static gboolean
is_guess (const KomaRecipe *recipe,
          KomaRecipePart    part)
{
  return recipe->sources[part] == KOMA_SOURCE_GUESS;
}

/**
 * koma_recipe_to_string:
 * @recipe: a recipe
 *
 * Puts the recipe in words, in English: "centre square, resized to 224 × 224
 * (bilinear), RGB, values −1 … 1; output: probabilities".
 *
 * Returns: (transfer full): one line
 */
char *
koma_recipe_to_string (const KomaRecipe *recipe)
{
  g_autofree char *range = koma_recipe_dup_range_words (recipe);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s to %u × %u (%s), %s, values %s",
                          describe_fit (recipe), recipe->width, recipe->height,
                          describe_resize (recipe->resize),
                          describe_channels (recipe->channels), range);
  if (is_guess (recipe, KOMA_PART_RANGE))
    g_string_append (text, ", guessed");
  g_string_append_printf (text, "; output: %s%s", describe_scores (recipe->scores),
                          is_guess (recipe, KOMA_PART_SCORES) ? ", guessed" : "");
  if (recipe->temperature != 0 && recipe->temperature != 1)
    g_string_append_printf (text, ", at a temperature of %.4g", recipe->temperature);
  if (recipe->is_selfie)
    g_string_append (text, "; pictures of a camera are mirrored");
  if (recipe->tta_below > 0)
    g_string_append_printf (text, "; where the best class has less than %g %%, averaged with the "
                                  "picture turned by half a turn, which costs a second run",
                            recipe->tta_below * 100);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
