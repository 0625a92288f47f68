/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tta.h"

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"

#define DEFAULT_BELOW 0.9

/**
 * koma_tta_free:
 * @tta: (nullable) (transfer full):
 *
 * Thread: any.
 */
void
koma_tta_free (KomaTta *tta)
{
  if (tta == NULL)
    return;
  g_free (tta->swap);
  g_free (tta);
}

static KomaTta *
tta_new (guint n_classes)
{
  KomaTta *self = g_new0 (KomaTta, 1);

  self->n_classes = n_classes;
  self->swap = g_new (guint, n_classes);
  for (guint i = 0; i < n_classes; i++)
    self->swap[i] = i;
  return self;
}

static gboolean
find_class (const KomaLabels *labels,
            const char       *label,
            guint            *ret_index,
            GError          **error)
{
  for (guint i = 0; i < koma_labels_get_n (labels); i++) {
    if (g_str_equal (koma_labels_get (labels, i), label)) {
      *ret_index = i;
      return TRUE;
    }
  }
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "“swap”: there is no class “%s”", label);
  return FALSE;
}

static gboolean
swap_classes (KomaTta          *self,
              const KomaLabels *labels,
              const char       *first,
              const char       *second,
              GError          **error)
{
  guint a = 0, b = 0;

  if (!find_class (labels, first, &a, error) || !find_class (labels, second, &b, error))
    return FALSE;
  if (a == b || self->swap[a] != a || self->swap[b] != b) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "“swap”: “%s” and “%s”: a class can be swapped with one other only", first,
                 second);
    return FALSE;
  }
  self->swap[a] = b;
  self->swap[b] = a;
  return TRUE;
}

/* “FU_up” without its “_up”, and with “_down” then; NULL: does not end so. */
static char *
replace_ending (const char *label,
                const char *ending,
                const char *other)
{
  gsize length = strlen (label);

  if (!g_str_has_suffix (label, ending))
    return NULL;
  return g_strdup_printf ("%.*s%s", (int) (length - strlen (ending)), label, other);
}

/* Each class with either ending needs its partner. */
static gboolean
swap_endings (KomaTta          *self,
              const KomaLabels *labels,
              const char       *first,
              const char       *second,
              GError          **error)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < self->n_classes; i++) {
    const char      *label = koma_labels_get (labels, i);
    g_autofree char *other = replace_ending (label, first, second);

    if (other == NULL)
      other = replace_ending (label, second, first);
    if (other == NULL)
      continue;
    is_found = TRUE;
    if (self->swap[i] == i && !swap_classes (self, labels, label, other, error))
      return FALSE;
  }
  if (!is_found)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "“swap”: no class ends in “%s” or “%s”", first, second);
  return is_found;
}

typedef gboolean (*SwapFunc) (KomaTta          *self,
                              const KomaLabels *labels,
                              const char       *first,
                              const char       *second,
                              GError          **error);

static gboolean
read_pair (KomaTta          *self,
           const KomaLabels *labels,
           JsonArray        *pair, /* (nullable) */
           SwapFunc          swap,
           GError          **error)
{
  const char *first = koma_json_node_string (koma_json_element (pair, 0));
  const char *second = koma_json_node_string (koma_json_element (pair, 1));

  if (koma_json_array_length (pair) != 2 || first == NULL || second == NULL || *first == '\0' ||
      *second == '\0' || g_str_equal (first, second)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "“swap” is neither two endings of labels nor a list of pairs of labels");
    return FALSE;
  }
  return swap (self, labels, first, second, error);
}

static gboolean
read_swap (KomaTta          *self,
           const KomaLabels *labels,
           JsonArray        *array, /* (nullable) */
           GError          **error)
{
  if (koma_json_node_array (koma_json_element (array, 0)) == NULL)
    return read_pair (self, labels, array, swap_endings, error);
  for (guint i = 0; i < koma_json_array_length (array); i++) {
    JsonArray *pair = koma_json_node_array (koma_json_element (array, i));

    if (!read_pair (self, labels, pair, swap_classes, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_below (JsonNode *node, /* (nullable) */
            double   *ret_below,
            GError  **error)
{
  double below = DEFAULT_BELOW;

  if (node != NULL && !(koma_json_node_double (node, &below) && below > 0 && below <= 1))
    return koma_fail (error, KOMA_ERROR_MODEL, "“below” is no number above 0 and up to 1");
  *ret_below = below;
  return TRUE;
}

/**
 * koma_tta_new_from_json:
 * @node: `{"swap": …, "below": 0.9}`; without "below" it is 0.9
 * @labels: one for each class
 * @ret_below: (out): for the recipe
 *
 * Errors: %KOMA_ERROR_MODEL where a class is not there, has no partner or has
 * two, or where a value is of the wrong kind. Thread: any.
 *
 * Returns: (transfer full):
 */
KomaTta *
koma_tta_new_from_json (JsonNode         *node,
                        const KomaLabels *labels,
                        double           *ret_below,
                        GError          **error)
{
  g_autoptr (KomaTta) self = tta_new (koma_labels_get_n (labels));
  JsonObject *object = koma_json_node_object (node);

  if (read_swap (self, labels, koma_json_get_array (object, "swap"), error) &&
      read_below (koma_json_get (object, "below"), ret_below, error))
    return g_steal_pointer (&self);
  g_prefix_error (error, "halfTurn: ");
  return NULL;
}

/**
 * koma_tta_is_unsure:
 * @recipe: says below which score
 * @scores: (array): probabilities, `[n_classes]`
 *
 * Thread: any.
 *
 * Returns: whether the picture should be looked at the other way round too;
 *   so where no score is a number
 */
gboolean
koma_tta_is_unsure (const KomaTta    *tta,
                    const KomaRecipe *recipe,
                    const float      *scores)
{
  for (guint i = 0; i < tta->n_classes; i++)
    if (scores[i] >= recipe->tta_below)
      return FALSE;
  return TRUE;
}

/**
 * koma_tta_average:
 * @scores: (inout) (array): probabilities of the picture, `[n_classes]`; then
 *   the mean of both answers, each class counted for what it is the right way
 *   round
 * @turned: (array): those of the picture turned by half a turn, `[n_classes]`
 *
 * Thread: any.
 */
void
koma_tta_average (const KomaTta *tta,
                  float         *scores,
                  const float   *turned)
{
  for (guint i = 0; i < tta->n_classes; i++)
    scores[i] = (scores[i] + turned[tta->swap[i]]) / 2;
}

/**
 * koma_tta_turn_input:
 * @input: (inout) (array): a picture made ready, `[height, width, channels]` of the recipe, any
 *   range; then the same turned by half a turn
 *
 * The last pixel becomes the first. Cropping and scaling are the same both ways round, so this is
 * what the turned photograph would have become.
 *
 * Thread: any.
 */
void
koma_tta_turn_input (const KomaRecipe *recipe,
                     float            *input)
{
  const gsize n_pixels = (gsize) recipe->width * recipe->height;
  const guint n_channels = koma_recipe_get_n_channels (recipe);

  for (gsize i = 0; i < n_pixels / 2; i++)
    for (guint c = 0; c < n_channels; c++) {
      float      *pixel = &input[i * n_channels + c];
      float      *other = &input[(n_pixels - 1 - i) * n_channels + c];
      const float value = *pixel;

      *pixel = *other;
      *other = value;
    }
}
