/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-input.h"

#include "worker/box/koma-box.h"

#include "engine/koma-app.h"

static guint
choose_min_side (KomaRequest      *request,
                 const KomaRecipe *recipe)
{
  if (request->is_full_decode)
    return 0;
  return MAX (koma_preprocess_get_min_side (recipe), request->thumbnail_side);
}

/**
 * koma_input_decode_request:
 * @request: which picture: a file, bytes, pixels or a cell
 * @file_bytes: (nullable): the contents of its file, where they were read already
 * @min_side: pixels that are enough for the shorter side: JPEG is decoded no larger than that
 *   needs; 0: all
 * @cancellable: (nullable): interrupts reading
 *
 * Errors: those of koma_decoder_decode_file() and koma_grid_picture_decode_cell().
 *
 * Returns: (transfer full): pixels, upright
 */
KomaPicture *
koma_input_decode_request (KomaRequest  *request,
                           GBytes       *file_bytes,
                           guint         min_side,
                           GCancellable *cancellable,
                           GError      **error)
{
  GBytes *bytes = file_bytes != NULL ? file_bytes : request->bytes;

  if (request->picture != NULL)
    return koma_picture_ref (request->picture);
  if (request->grid != NULL)
    return koma_grid_picture_decode_cell (request->grid, request->cell, min_side, cancellable,
                                          error);
  if (bytes != NULL)
    return koma_box_decode_bytes (bytes, min_side, cancellable, error);
  return koma_box_decode_file (request->file, min_side, cancellable, error);
}

/**
 * koma_input_decode:
 * @request: which picture
 * @active_model: the model that is to see it; JPEG is decoded no larger than it and
 *   the thumbnail need
 * @cancellable: (nullable): interrupts reading
 *
 * Errors: those of koma_input_decode_request().
 *
 * Returns: (transfer full): pixels
 */
KomaPicture *
koma_input_decode (KomaRequest           *request,
                   const KomaActiveModel *active_model,
                   GCancellable          *cancellable,
                   GError               **error)
{
  return koma_input_decode_request (request, NULL,
                                    choose_min_side (request, &active_model->recipe), cancellable,
                                    error);
}

/**
 * koma_input_choose_recipe:
 * @request: what is asked for
 * @active_model: the model that is to see it
 *
 * Returns: the model's recipe, but for what @request wants otherwise
 */
KomaRecipe
koma_input_choose_recipe (KomaRequest           *request,
                          const KomaActiveModel *active_model)
{
  KomaRecipe recipe = active_model->recipe;

  if (request->fit == KOMA_REQUEST_FIT_CROP)
    koma_recipe_set_fit (&recipe, KOMA_FIT_CROP);
  /* Bars show all of it, too. */
  if (request->fit == KOMA_REQUEST_FIT_STRETCH && recipe.fit != KOMA_FIT_PAD)
    koma_recipe_set_fit (&recipe, KOMA_FIT_STRETCH);
  return recipe;
}

static gboolean
fail_without_memory (const KomaActiveModel *active_model,
                     GError               **error)
{
  return koma_fail (error, KOMA_ERROR_MEMORY,
                    "No memory for an input of %" G_GSIZE_FORMAT " values",
                    active_model->input_size);
}

/**
 * koma_input_make_pixels:
 * @request: what @picture was decoded for
 * @active_model: the model that is to see it
 * @picture: pixels
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): pixels as the model sees them, [active_model->input_size]; what
 *   koma_preprocess_numbers() makes the input of
 */
guint8 *
koma_input_make_pixels (KomaRequest           *request,
                        const KomaActiveModel *active_model,
                        const KomaPicture     *picture,
                        GError               **error)
{
  const KomaRecipe   recipe = koma_input_choose_recipe (request, active_model);
  g_autofree guint8 *pixels = g_try_new (guint8, active_model->input_size);

  if (pixels == NULL)
    fail_without_memory (active_model, error);
  if (pixels == NULL ||
      !koma_preprocess_pixels (&recipe,
                               picture->rgb,
                               picture->width,
                               picture->height,
                               picture->stride,
                               pixels, error))
    return NULL;
  if (recipe.is_selfie && request->is_from_camera)
    koma_preprocess_mirror (&recipe, pixels);
  return g_steal_pointer (&pixels);
}

/**
 * koma_input_make:
 *
 * koma_input_make_pixels(), and of them the input.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): the input, [active_model->input_size] values as the
 *   model's recipe has them
 */
float *
koma_input_make (KomaRequest           *request,
                 const KomaActiveModel *active_model,
                 const KomaPicture     *picture,
                 GError               **error)
{
  g_autofree guint8 *pixels = koma_input_make_pixels (request, active_model, picture, error);
  g_autofree float  *input = g_try_new (float, active_model->input_size);

  if (pixels == NULL)
    return NULL;
  if (input == NULL)
    fail_without_memory (active_model, error);
  else
    koma_preprocess_numbers (&active_model->recipe, pixels, input);
  return g_steal_pointer (&input);
}

/**
 * koma_input_paint:
 * @request: what @pixels were made for
 * @active_model: the model that is to see them
 * @pixels: of koma_input_make_pixels()
 * @ret_painted: return location for what the picture does not tell
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): the picture as the model sees it, see koma_paint()
 */
KomaPicture *
koma_input_paint (KomaRequest           *request,
                  const KomaActiveModel *active_model,
                  const guint8          *pixels,
                  KomaPainted           *ret_painted,
                  GError               **error)
{
  const KomaRecipe   recipe = koma_input_choose_recipe (request, active_model);
  const gsize        stride = 3 * (gsize) recipe.width;
  g_autofree float  *input = g_try_new (float, active_model->input_size);
  g_autofree guint8 *rgb = g_try_malloc_n (recipe.height, stride);

  if (input == NULL || rgb == NULL) {
    fail_without_memory (active_model, error);
    return NULL;
  }
  koma_preprocess_numbers (&recipe, pixels, input);
  koma_paint (&recipe, input, rgb, ret_painted);
  return koma_picture_new_take (g_steal_pointer (&rgb), recipe.width, recipe.height, stride);
}
