/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The numbers that dark and light become. */
#include "recipe.h"

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"

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

static void
set_named_range (KomaRecipe       *recipe,
                 const NamedRange *range)
{
  memcpy (recipe->scale, range->scale, sizeof range->scale);
  memcpy (recipe->offset, range->offset, sizeof range->offset);
  if (range->is_bgr && recipe->channels == KOMA_CHANNELS_RGB)
    recipe->channels = KOMA_CHANNELS_BGR;
}

/* "A,B,…" up to @end_char: @n finite numbers. */
static gboolean
parse_numbers (const char **text, /* afterwards behind @end_char */
               char         end_char,
               guint        n,
               double      *ret_numbers) /* [n] */
{
  for (guint i = 0; i < n; i++) {
    char      *end = NULL;
    const char expected = i + 1 < n ? ',' : end_char;

    ret_numbers[i] = g_ascii_strtod (*text, &end);
    if (end == *text || *end != expected || !isfinite (ret_numbers[i]))
      return FALSE;
    *text = end + 1;
  }
  return TRUE;
}

static gboolean
set_bounds (KomaRecipe *recipe,
            const char *range)
{
  double bounds[2] = { 0 };

  if (!parse_numbers (&range, '\0', 2, bounds) || bounds[0] == bounds[1])
    return FALSE;
  for (guint c = 0; c < 3; c++) {
    recipe->scale[c] = (bounds[1] - bounds[0]) / 255.0;
    recipe->offset[c] = bounds[0];
  }
  return TRUE;
}

/* As torchvision's Normalize counts them: of values from 0 to 1. */
static gboolean
set_mean (KomaRecipe *recipe,
          const char *range)
{
  double mean[3] = { 0 };
  double std[3] = { 0 };

  if (!parse_numbers (&range, '/', 3, mean) || !parse_numbers (&range, '\0', 3, std) ||
      std[0] == 0 || std[1] == 0 || std[2] == 0)
    return FALSE;
  for (guint c = 0; c < 3; c++) {
    recipe->scale[c] = 1.0 / (255.0 * std[c]);
    recipe->offset[c] = -mean[c] / std[c];
  }
  return TRUE;
}

/**
 * koma_recipe_set_range:
 * @recipe: the recipe to change
 * @range: `"LOW,HIGH"`, the values that black and white become (`"-1,1"`,
 *   `"0,1"`, `"0,255"`, …); mean and standard deviation of each channel, of
 *   values from 0 to 1 (`"0.5,0.5,0.5/0.25,0.25,0.25"`); or the name of a habit:
 *   `"imagenet"` (its mean and deviation), `"caffe"` (BGR less the mean),
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
  for (guint i = 0; i < G_N_ELEMENTS (named_ranges); i++)
    if (g_str_equal (range, named_ranges[i].name)) {
      set_named_range (recipe, &named_ranges[i]);
      return TRUE;
    }

  if (set_bounds (recipe, range) || set_mean (recipe, range))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
               "Range “%s”: expected two different numbers as in “-1,1”, or "
               "“MEAN,MEAN,MEAN/STD,STD,STD”, or “imagenet”, “caffe” or “teachable-machine”",
               range);
  return FALSE;
}

/**
 * koma_recipe_is_inverted:
 *
 * Returns: whether dark becomes a greater number than light, as networks want it that were trained
 *   with white strokes on black. Thread: any.
 */
gboolean
koma_recipe_is_inverted (const KomaRecipe *recipe)
{
  return recipe->scale[0] < 0;
}

/**
 * koma_recipe_set_inverted:
 *
 * Exchanges, where need be, the numbers of dark and light in each channel.
 */
void
koma_recipe_set_inverted (KomaRecipe *recipe,
                          gboolean    is_inverted)
{
  if (koma_recipe_is_inverted (recipe) == !!is_inverted)
    return;
  for (guint c = 0; c < 3; c++) {
    recipe->offset[c] += 255.0 * recipe->scale[c];
    recipe->scale[c] = -recipe->scale[c];
  }
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

/**
 * koma_recipe_is_uniform:
 *
 * Returns: whether dark and light become the same numbers in each channel. Thread: any.
 */
gboolean
koma_recipe_is_uniform (const KomaRecipe *recipe)
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

static void
append_three (GString *text,
              double   first,
              double   second,
              double   third)
{
  g_autofree char *one = dup_bound (first);
  g_autofree char *two = dup_bound (second);
  g_autofree char *three = dup_bound (third);

  g_string_append_printf (text, "%s,%s,%s", one, two, three);
}

static char *
dup_mean (const KomaRecipe *recipe)
{
  const double *scale = recipe->scale;
  const double *offset = recipe->offset;
  GString      *text = g_string_new (NULL);

  append_three (text, -offset[0] / (255.0 * scale[0]), -offset[1] / (255.0 * scale[1]),
                -offset[2] / (255.0 * scale[2]));
  g_string_append_c (text, '/');
  append_three (text, 1 / (255.0 * scale[0]), 1 / (255.0 * scale[1]), 1 / (255.0 * scale[2]));
  return g_string_free (text, FALSE);
}

/**
 * koma_recipe_dup_range:
 * @recipe: a recipe
 *
 * Returns: (transfer full): what koma_recipe_set_range() makes these values of, but for the sixth
 *   digit
 */
char *
koma_recipe_dup_range (const KomaRecipe *recipe)
{
  const NamedRange *named = find_named_range (recipe);
  g_autofree char  *low = dup_bound (recipe->offset[0]);
  g_autofree char  *high = dup_bound (recipe->scale[0] * 255.0 + recipe->offset[0]);

  if (named != NULL)
    return g_strdup (named->name);
  return koma_recipe_is_uniform (recipe) ? g_strdup_printf ("%s,%s", low, high) : dup_mean (recipe);
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

/**
 * koma_recipe_dup_range_words:
 *
 * Returns: (transfer full): the range for people, in English: "−1 … 1"
 */
char *
koma_recipe_dup_range_words (const KomaRecipe *recipe)
{
  KomaRecipe        upright = *recipe;
  const NamedRange *named = NULL;
  GString          *text = g_string_new (NULL);

  append_bounds (text, recipe, 0);
  for (guint c = 1; c < 3 && !koma_recipe_is_uniform (recipe); c++) {
    g_string_append (text, c == 1 ? ", " : " and ");
    append_bounds (text, recipe, c);
  }
  koma_recipe_set_inverted (&upright, FALSE);
  named = find_named_range (&upright);
  if (named != NULL)
    g_string_append_printf (text, " (%s)", named->name);
  return g_string_free (text, FALSE);
}
