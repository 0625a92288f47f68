/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-request.h"

#define DEFAULT_TOP_K 3

static gboolean
is_valid (const KomaRequest *values)
{
  guint n_sources = (values->file != NULL) + (values->bytes != NULL) + (values->picture != NULL) +
                    (values->grid != NULL);

  return n_sources == 1 && values->priority < KOMA_N_PRIORITIES &&
         (values->grid == NULL || values->cell < koma_grid_picture_get_n_cells (values->grid));
}

/**
 * koma_request_new:
 * @values: what to ask for, the reference count aside; copied, with references
 *   to the picture
 *
 * Thread: any.
 *
 * Returns: (transfer full): a new request
 */
KomaRequest *
koma_request_new (const KomaRequest *values)
{
  KomaRequest *request = NULL;

  g_return_val_if_fail (is_valid (values), NULL);

  request = g_memdup2 (values, sizeof *values);
  g_atomic_ref_count_init (&request->ref_count);
  if (request->top_k == 0)
    request->top_k = DEFAULT_TOP_K;
  if (request->earlier != NULL)
    koma_result_ref (request->earlier);
  if (request->file != NULL)
    g_object_ref (request->file);
  if (request->bytes != NULL)
    g_bytes_ref (request->bytes);
  if (request->picture != NULL)
    koma_picture_ref (request->picture);
  if (request->grid != NULL)
    koma_grid_picture_ref (request->grid);
  return request;
}

/**
 * koma_request_ref:
 * @request: a request
 *
 * Thread: any.
 *
 * Returns: (transfer full): @request
 */
KomaRequest *
koma_request_ref (KomaRequest *request)
{
  g_return_val_if_fail (request != NULL, NULL);

  g_atomic_ref_count_inc (&request->ref_count);
  return request;
}

/**
 * koma_request_unref:
 * @request: (nullable) (transfer full): a request
 *
 * Thread: any.
 */
void
koma_request_unref (KomaRequest *request)
{
  if (request == NULL || !g_atomic_ref_count_dec (&request->ref_count))
    return;

  g_clear_pointer (&request->earlier, koma_result_unref);
  g_clear_object (&request->file);
  g_clear_pointer (&request->bytes, g_bytes_unref);
  g_clear_pointer (&request->picture, koma_picture_unref);
  g_clear_pointer (&request->grid, koma_grid_picture_unref);
  g_free (request);
}
