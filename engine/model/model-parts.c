/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the caller says of a part goes over what koma.json says, which goes over what the graph lets
 * one guess. */
#include "model-private.h"

#include "engine/koma-limits.h"
#include "picture-layout.h"

/* Where nothing says a size: that of most classifiers. */
#define USUAL_SIDE 224

static void
keep_text (KomaModel     *self,
           KomaRecipePart part,
           const char    *text)
{
  if (part == KOMA_PART_CLASSES)
    self->classes = g_strdup (text);
  else if (part == KOMA_PART_PROMPTS)
    self->prompts = g_strdup (text);
}

/* Sets a part of @recipe as the caller says, else as koma.json does. */
static gboolean
apply_part (KomaModel                *self,
            const KomaModelOverrides *overrides,
            const KomaModelOptions   *options,
            KomaRecipePart            part,
            KomaRecipe               *recipe,
            GError                  **error)
{
  g_autoptr (GError) reason = NULL;

  if (options->parts[part] != NULL &&
      koma_recipe_set_part (recipe, part, options->parts[part], KOMA_SOURCE_OPTION, &reason)) {
    keep_text (self, part, options->parts[part]);
    return TRUE;
  }
  if (reason != NULL && !options->are_parts_optional) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  if (reason != NULL)
    g_ptr_array_add (self->warnings, g_strdup (reason->message));
  if (overrides->parts[part] == NULL ||
      koma_recipe_set_part (recipe, part, overrides->parts[part], KOMA_SOURCE_KOMA_JSON, error)) {
    keep_text (self, part, overrides->parts[part]);
    return TRUE;
  }
  g_prefix_error (error, "%s: " KOMA_MODEL_OVERRIDES_FILE ": ", self->path);
  return FALSE;
}

/**
 * koma_model_settle_size:
 * @graph: of @self, or that half of it that takes pictures
 *
 * Gives pictures of open size one.
 *
 * Errors: those of koma_recipe_set_part().
 */
gboolean
koma_model_settle_size (KomaModel                *self,
                        KomaGraph                *graph,
                        const KomaModelOverrides *overrides,
                        const KomaModelOptions   *options,
                        GError                  **error)
{
  KomaRecipe size = { 0 };

  if (!koma_picture_is_open (graph))
    return TRUE;
  if (!apply_part (self, overrides, options, KOMA_PART_SIZE, &size, error))
    return FALSE;
  if (size.width == 0)
    size.width = size.height = USUAL_SIDE;
  self->is_size_open = TRUE;
  self->size_source = size.sources[KOMA_PART_SIZE];
  koma_picture_settle_size (graph, size.width, size.height);
  return TRUE;
}

/* Stronger than a range of koma.json. */
static void
apply_scale (KomaModel                *self,
             const KomaModelOverrides *overrides)
{
  KomaRecipe *recipe = &self->recipe;

  if (!overrides->has_scale || recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_OPTION)
    return;
  memcpy (recipe->scale, overrides->scale, sizeof recipe->scale);
  memcpy (recipe->offset, overrides->offset, sizeof recipe->offset);
  recipe->sources[KOMA_PART_RANGE] = recipe->sources[KOMA_PART_INVERT] = KOMA_SOURCE_KOMA_JSON;
}

static void
add_notes (KomaModel *self)
{
  const KomaRecipeSource source = self->recipe.sources[KOMA_PART_RANGE];

  if (source == KOMA_SOURCE_KOMA_JSON)
    g_ptr_array_add (self->notes, g_strdup ("the range is koma.json's"));
  if (source == KOMA_SOURCE_OPTION)
    g_ptr_array_add (self->notes, g_strdup ("the range is the one asked for"));
  if (self->recipe.sources[KOMA_PART_SIZE] == KOMA_SOURCE_GUESS)
    g_ptr_array_add (self->notes, g_strdup ("the model takes pictures of any size: the usual one"));
}

/**
 * koma_model_apply_found_range:
 * @range: that @n_pictures pictures were found to fit best
 *
 * Light and dark stay swapped where they are.
 *
 * Errors: those of koma_recipe_set_range().
 */
gboolean
koma_model_apply_found_range (KomaModel  *self,
                              const char *range,
                              guint       n_pictures,
                              GError    **error)
{
  KomaRecipe recipe = self->recipe;

  if (!koma_recipe_set_range (&recipe, range, error))
    return FALSE;
  koma_recipe_set_inverted (&recipe, koma_recipe_is_inverted (&self->recipe));
  recipe.sources[KOMA_PART_RANGE] = KOMA_SOURCE_PICTURES;
  if (recipe.channels != self->recipe.channels)
    recipe.sources[KOMA_PART_CHANNELS] = KOMA_SOURCE_PICTURES;
  recipe.n_pictures = n_pictures;
  self->recipe = recipe;
  g_ptr_array_add (self->notes, g_strdup_printf ("range “%s”: of those in use it fits %u pictures "
                                                 "best",
                                                 range, n_pictures));
  return TRUE;
}

/* A word that is none was kept by hand: the guess stays. */
static void
apply_found_range (KomaModel              *self,
                   const KomaModelOptions *options)
{
  g_autoptr (GError) reason = NULL;

  if (options->found_range != NULL && self->recipe.sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS &&
      !koma_model_apply_found_range (self, options->found_range, options->n_pictures, &reason))
    g_ptr_array_add (self->warnings, g_strdup (reason->message));
}

/**
 * koma_model_apply_parts:
 *
 * Applies what koma.json and the caller say to the recipe that was inferred.
 *
 * Errors: those of koma_recipe_set_part().
 */
gboolean
koma_model_apply_parts (KomaModel                *self,
                        const KomaModelOverrides *overrides,
                        const KomaModelOptions   *options,
                        GError                  **error)
{
  KomaRecipeSource *sources = self->recipe.sources;

  sources[KOMA_PART_SIZE] = self->raw.is_size_guess ? KOMA_SOURCE_GUESS : KOMA_SOURCE_GRAPH;
  if (self->is_size_open)
    sources[KOMA_PART_SIZE] = self->size_source;
  if (options->n_input_shapes > 0)
    sources[KOMA_PART_SIZE] = KOMA_SOURCE_OPTION;
  if (overrides->labels != NULL)
    sources[KOMA_PART_LABELS] = KOMA_SOURCE_KOMA_JSON;
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++) {
    if (part != KOMA_PART_LABELS && (part != KOMA_PART_SIZE || !self->is_size_open) &&
        !apply_part (self, overrides, options, part, &self->recipe, error))
      return FALSE;
    if (part == KOMA_PART_RANGE) {
      apply_scale (self, overrides);
      apply_found_range (self, options);
    }
  }
  add_notes (self);
  return TRUE;
}
