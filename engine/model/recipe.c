/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipe.h"

#include <math.h>
#include <string.h>

#include "engine/koma-error.h"

/* A way of making numbers of bytes that has a name of its own. */
typedef struct
{
  const char *name;
  double      scale[3];
  double      offset[3];
  gboolean    is_bgr;
} NamedRange;

#define IMAGENET_SCALE(std)        (1.0 / (255.0 * (std)))
#define IMAGENET_OFFSET(mean, std) (-(mean) / (std))

static const NamedRange named_ranges[] = {
  /* What torchvision subtracts and divides by, RGB. */
  { "imagenet",
    { IMAGENET_SCALE (0.229), IMAGENET_SCALE (0.224), IMAGENET_SCALE (0.225) },
    { IMAGENET_OFFSET (0.485, 0.229), IMAGENET_OFFSET (0.456, 0.224),
      IMAGENET_OFFSET (0.406, 0.225) },
    FALSE },
  /* Caffe's networks: blue first, the mean subtracted, not divided. */
  { "caffe", { 1.0, 1.0, 1.0 }, { -104.0, -117.0, -123.0 }, TRUE },
  /* Its own code divides by 127, so that white becomes 1.0079. */
  { "teachable-machine",
    { 1.0 / 127.0, 1.0 / 127.0, 1.0 / 127.0 },
    { -1.0, -1.0, -1.0 },
    FALSE },
};

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

static void
set_named_range (KomaRecipe       *recipe,
                 const NamedRange *range)
{
  memcpy (recipe->scale, range->scale, sizeof range->scale);
  memcpy (recipe->offset, range->offset, sizeof range->offset);
  if (range->is_bgr && recipe->channels == KOMA_CHANNELS_RGB)
    recipe->channels = KOMA_CHANNELS_BGR;
}

static gboolean
parse_bounds (const char *range,
              double     *ret_low,
              double     *ret_high)
{
  char  *end = NULL;
  double low = g_ascii_strtod (range, &end);
  double high = 0.0;

  if (end == range || *end != ',')
    return FALSE;
  range = end + 1;
  high = g_ascii_strtod (range, &end);
  if (end == range || *end != '\0')
    return FALSE;
  if (!isfinite (low) || !isfinite (high) || low == high)
    return FALSE;

  *ret_low = low;
  *ret_high = high;
  return TRUE;
}

/**
 * koma_recipe_set_range:
 * @recipe: the recipe to change
 * @range: `"LOW,HIGH"`, the values that black and white become (`"-1,1"`,
 *   `"0,1"`, `"0,255"`, …), or the name of a habit: `"imagenet"` (mean and
 *   standard deviation of each channel), `"caffe"` (BGR less the mean),
 *   `"teachable-machine"` (p / 127 - 1)
 * @error: return location
 *
 * Sets scale and offset of every channel; `"caffe"` also the order of an
 * RGB recipe. A grey recipe uses the first channel's. Untouched on failure.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED: @range is none of these.
 */
gboolean
koma_recipe_set_range (KomaRecipe *recipe,
                       const char *range,
                       GError    **error)
{
  double low = 0.0;
  double high = 0.0;

  for (guint i = 0; i < G_N_ELEMENTS (named_ranges); i++)
    if (g_str_equal (range, named_ranges[i].name)) {
      set_named_range (recipe, &named_ranges[i]);
      return TRUE;
    }

  if (!parse_bounds (range, &low, &high)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "Range “%s”: expected two different numbers as in “-1,1”, or “imagenet”, "
                 "“caffe” or “teachable-machine”",
                 range);
    return FALSE;
  }
  for (guint c = 0; c < 3; c++) {
    recipe->scale[c] = (high - low) / 255.0;
    recipe->offset[c] = low;
  }
  return TRUE;
}

static gboolean
is_close (double a,
          double b)
{
  return fabs (a - b) <= 1e-5 * MAX (1.0, fabs (b));
}

static const NamedRange *
find_named_range (const KomaRecipe *recipe)
{
  for (guint i = 0; i < G_N_ELEMENTS (named_ranges); i++) {
    const NamedRange *range = &named_ranges[i];
    gboolean          is_equal = TRUE;

    for (guint c = 0; c < 3; c++)
      is_equal = is_equal && is_close (recipe->scale[c], range->scale[c]) &&
                 is_close (recipe->offset[c], range->offset[c]);
    if (is_equal)
      return range;
  }
  return NULL;
}

static gboolean
is_uniform (const KomaRecipe *recipe)
{
  return recipe->channels == KOMA_CHANNELS_GREY ||
         (is_close (recipe->scale[0], recipe->scale[1]) &&
          is_close (recipe->scale[0], recipe->scale[2]) &&
          is_close (recipe->offset[0], recipe->offset[1]) &&
          is_close (recipe->offset[0], recipe->offset[2]));
}

/* As C writes it, but no "-0". */
static char *
dup_bound (double value)
{
  const double rounded = fabs (value) < 1e-9 ? 0 : value;
  char         buffer[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.6g", rounded));
}

/**
 * koma_recipe_dup_range:
 * @recipe: a recipe
 *
 * Returns: (transfer full) (nullable): what koma_recipe_set_range() makes these values of, but for
 *   the sixth digit; %NULL where the channels have values of their own that have no name
 */
char *
koma_recipe_dup_range (const KomaRecipe *recipe)
{
  const NamedRange *named = find_named_range (recipe);
  g_autofree char  *low = dup_bound (recipe->offset[0]);
  g_autofree char  *high = dup_bound (recipe->scale[0] * 255.0 + recipe->offset[0]);

  if (named != NULL)
    return g_strdup (named->name);
  return is_uniform (recipe) ? g_strdup_printf ("%s,%s", low, high) : NULL;
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
         a->fit == b->fit && a->resize == b->resize && a->scores == b->scores &&
         a->is_selfie == b->is_selfie;
}

/* A number as people write it: a real minus sign, no "-0". */
static void
append_number (GString *text,
               double   value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.4g", fabs (value));
  if (value < 0 && !g_str_equal (buffer, "0"))
    g_string_append (text, "−");
  g_string_append (text, buffer);
}

static void
append_bounds (GString          *text,
               const KomaRecipe *recipe,
               guint             channel)
{
  append_number (text, recipe->offset[channel]);
  g_string_append (text, " … ");
  append_number (text, recipe->scale[channel] * 255.0 + recipe->offset[channel]);
}

static void
append_range (GString          *text,
              const KomaRecipe *recipe)
{
  const NamedRange *named = find_named_range (recipe);

  g_string_append (text, "values ");
  append_bounds (text, recipe, 0);
  for (guint c = 1; c < 3 && !is_uniform (recipe); c++) {
    g_string_append (text, c == 1 ? ", " : " and ");
    append_bounds (text, recipe, c);
  }
  if (named != NULL)
    g_string_append_printf (text, " (%s)", named->name);
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
  }
  g_return_val_if_reached ("?");
}

static const char *
describe_fit (const KomaRecipe *recipe)
{
  if (recipe->fit == KOMA_FIT_STRETCH)
    return "whole picture, stretched";
  return recipe->width == recipe->height ? "centre square, resized" : "centre, cropped and resized";
}

/**
 * koma_range_source_get_name:
 *
 * Returns: (transfer none): a word for programs: "option", "koma.json", "metadata",
 *   "graph", "guess"
 */
const char *
koma_range_source_get_name (KomaRangeSource source)
{
  switch (source) {
  case KOMA_RANGE_OPTION:
    return "option";
  case KOMA_RANGE_KOMA_JSON:
    return "koma.json";
  case KOMA_RANGE_METADATA:
    return "metadata";
  case KOMA_RANGE_GRAPH:
    return "graph";
  case KOMA_RANGE_GUESS:
    return "guess";
  }
  g_return_val_if_reached ("?");
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
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%s to %u × %u (%s), %s, ",
                          describe_fit (recipe), recipe->width, recipe->height,
                          recipe->resize == KOMA_RESIZE_NEAREST ? "nearest" : "bilinear",
                          describe_channels (recipe->channels));
  append_range (text, recipe);
  if (recipe->range_source == KOMA_RANGE_GUESS)
    g_string_append (text, ", guessed");
  g_string_append_printf (text, "; output: %s%s", describe_scores (recipe->scores),
                          recipe->is_scores_guess ? ", guessed" : "");
  if (recipe->is_selfie)
    g_string_append (text, "; pictures of a camera are mirrored");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
