/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures are kept as the bytes that preprocessing makes of them, which are the same for all
 * ranges. A comparison is made with as many as there are when the first of them are to be answered,
 * if these are enough; where they do not tell, or were too few, with more, once again.
 */
#include "koma-range-search.h"

#include "worker/koma-thread.h"

#include "engine/koma-app.h"

/* Numbers of all pictures together, in bytes: fewer pictures are compared of a large size. */
#define MAX_BYTES (64 << 20)

struct _KomaRangeSearch
{
  /* Immutable after construction. */
  KomaActiveModel *active_model; /* whose range is a guess */
  guint            n_max;        /* pictures that are compared at most */

  GPtrArray *pictures; /* (element-type guint8*) [active_model->input_size] each, no two alike */
  guint      n_tried;  /* pictures of the last comparison; 0: there was none */
};

/**
 * koma_range_search_new:
 * @active_model: the model in use
 *
 * Returns: (transfer full) (nullable): a search without pictures; %NULL where somebody or something
 *   says the range
 */
KomaRangeSearch *
koma_range_search_new (const KomaActiveModel *active_model)
{
  const gsize      n_bytes = MAX (active_model->input_size, 1) * sizeof (float);
  KomaRangeSearch *search = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  if (active_model->recipe.sources[KOMA_PART_RANGE] != KOMA_SOURCE_GUESS)
    return NULL;
  search = g_new0 (KomaRangeSearch, 1);
  search->active_model = koma_active_model_ref ((KomaActiveModel *) active_model);
  search->n_max = (guint) CLAMP (MAX_BYTES / n_bytes, KOMA_MIN_RANGE_PICTURES,
                                 KOMA_MAX_RANGE_PICTURES);
  search->pictures = g_ptr_array_new_with_free_func (g_free);
  return search;
}

void
koma_range_search_free (KomaRangeSearch *search)
{
  if (search == NULL)
    return;
  g_ptr_array_unref (search->pictures);
  koma_active_model_unref (search->active_model);
  g_free (search);
}

/* What a camera sees is the same again and again, and the cells of a picture are hardly pictures
 * that the model was made for. */
static gboolean
is_picture (const KomaRequest *request)
{
  return !request->is_from_camera && request->grid == NULL;
}

static gboolean
has_picture (const KomaRangeSearch *search,
             const guint8          *pixels)
{
  for (guint i = 0; i < search->pictures->len; i++)
    if (memcmp (search->pictures->pdata[i], pixels, search->active_model->input_size) == 0)
      return TRUE;
  return FALSE;
}

/**
 * koma_range_search_add:
 * @job: decoded
 *
 * Keeps its picture, unless it is of a camera or a cell, or there is the same already.
 */
void
koma_range_search_add (KomaRangeSearch *search,
                       const KomaJob   *job)
{
  if (search->pictures->len < search->n_max && is_picture (job->request) &&
      koma_active_model_takes_same_pixels (job->active_model, search->active_model) &&
      !has_picture (search, job->pixels))
    g_ptr_array_add (search->pictures,
                     g_memdup2 (job->pixels, search->active_model->input_size));
}

/**
 * koma_range_search_is_worth_waiting:
 * @n_waiting: pictures that are decoded and not answered
 *
 * Returns: whether more pictures should be decoded before the first are answered, if there are more
 */
gboolean
koma_range_search_is_worth_waiting (const KomaRangeSearch *search,
                                    guint                  n_waiting)
{
  return search->n_tried == 0 && search->pictures->len < search->n_max && n_waiting < search->n_max;
}

/**
 * koma_range_search_is_due:
 *
 * Returns: whether there are enough pictures for a comparison, the first or the next
 */
gboolean
koma_range_search_is_due (const KomaRangeSearch *search)
{
  const guint n = search->pictures->len;

  return n > search->n_tried &&
         (n == search->n_max || (search->n_tried == 0 && n >= KOMA_MIN_RANGE_PICTURES));
}

/**
 * koma_range_search_is_over:
 *
 * Returns: whether as many pictures have been compared as ever are
 */
gboolean
koma_range_search_is_over (const KomaRangeSearch *search)
{
  return search->n_tried == search->n_max;
}

static GPtrArray *
make_inputs (const KomaRangeSearch *search)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < search->pictures->len; i++) {
    float *input = g_new (float, search->active_model->input_size);

    koma_preprocess_numbers (&search->active_model->recipe, search->pictures->pdata[i], input);
    g_ptr_array_add (inputs, input);
  }
  return inputs;
}

/**
 * koma_range_search_run:
 * @options: as the model is compiled
 * @ret_trial: (out): what came of it
 *
 * Compares all ranges on the pictures that there are, with a classifier of its own, whose threads
 * work on one picture after the other. Takes some hundred runs of the model.
 *
 * Errors: those of koma_classifier_new() and koma_range_evidence(); then nothing was tried where
 * the error is %G_IO_ERROR_CANCELLED, and these pictures are not tried again where it is another.
 */
gboolean
koma_range_search_run (KomaRangeSearch          *search,
                       const KomaSessionOptions *options,
                       const KomaProgress       *progress,
                       KomaRangeTrial           *ret_trial,
                       GError                  **error)
{
  KomaModel *model = search->active_model->model;
  g_autoptr (GPtrArray) inputs = make_inputs (search);
  g_autoptr (KomaClassifier) classifier = NULL;
  g_autoptr (GError) reason = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);

  classifier = koma_classifier_new (koma_model_get_graph (model), koma_model_get_output (model),
                                    options, &reason);
  if (classifier != NULL &&
      koma_range_evidence (
        &(KomaRangeComparison){ .classifier = classifier,
                                .recipe = &search->active_model->recipe,
                                .inputs = (const float *const *) inputs->pdata,
                                .n_inputs = inputs->len,
                                .progress = progress },
        ret_trial, &reason)) {
    search->n_tried = inputs->len;
    return TRUE;
  }
  if (!g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    search->n_tried = inputs->len;
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}
