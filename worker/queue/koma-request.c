/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-request.h"

#define DEFAULT_TOP_K 3

struct _KomaRequest
{
  gatomicrefcount ref_count;

  /* Immutable once sent. */
  guint64        key;
  guint64        generation;
  KomaPriority   priority;
  guint          top_k;
  guint          thumbnail_side;
  gboolean       is_full_decode;
  KomaRequestFit fit;
  gboolean       is_from_camera;

  /* Immutable after construction; exactly one is set. */
  GFile           *file;
  GBytes          *bytes;
  KomaPicture     *picture;
  KomaGridPicture *sheet;
  guint            cell; /* of @sheet */
};

static KomaRequest *
request_new (guint64      key,
             guint64      generation,
             KomaPriority priority)
{
  KomaRequest *request = g_new0 (KomaRequest, 1);

  g_atomic_ref_count_init (&request->ref_count);
  request->key = key;
  request->generation = generation;
  request->priority = priority;
  request->top_k = DEFAULT_TOP_K;
  return request;
}

/**
 * koma_request_new_for_file:
 * @key: names what the picture is for
 * @generation: grows with each request of the same @key
 * @priority: whether somebody waits for this very picture
 * @file: the picture file; first read when its turn comes
 *
 * Thread: any.
 *
 * Returns: (transfer full): a new request
 */
KomaRequest *
koma_request_new_for_file (guint64      key,
                           guint64      generation,
                           KomaPriority priority,
                           GFile       *file)
{
  KomaRequest *request = NULL;

  g_return_val_if_fail (priority < KOMA_N_PRIORITIES, NULL);
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  request = request_new (key, generation, priority);
  request->file = g_object_ref (file);
  return request;
}

/**
 * koma_request_new_for_bytes:
 * @key: names what the picture is for
 * @generation: grows with each request of the same @key
 * @priority: whether somebody waits for this very picture
 * @bytes: an encoded picture: the contents of a file
 *
 * Thread: any.
 *
 * Returns: (transfer full): a new request
 */
KomaRequest *
koma_request_new_for_bytes (guint64      key,
                            guint64      generation,
                            KomaPriority priority,
                            GBytes      *bytes)
{
  KomaRequest *request = NULL;

  g_return_val_if_fail (priority < KOMA_N_PRIORITIES, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);

  request = request_new (key, generation, priority);
  request->bytes = g_bytes_ref (bytes);
  return request;
}

/**
 * koma_request_new_for_picture:
 * @key: names what the picture is for
 * @generation: grows with each request of the same @key
 * @priority: whether somebody waits for this very picture
 * @picture: decoded pixels, as a camera delivers them
 *
 * Thread: any.
 *
 * Returns: (transfer full): a new request
 */
KomaRequest *
koma_request_new_for_picture (guint64      key,
                              guint64      generation,
                              KomaPriority priority,
                              KomaPicture *picture)
{
  KomaRequest *request = NULL;

  g_return_val_if_fail (priority < KOMA_N_PRIORITIES, NULL);
  g_return_val_if_fail (picture != NULL, NULL);

  request = request_new (key, generation, priority);
  request->picture = koma_picture_ref (picture);
  return request;
}

/**
 * koma_request_new_for_cell:
 * @key: names what the picture is for
 * @generation: grows with each request of the same @key
 * @priority: whether somebody waits for this very picture
 * @sheet: a picture that is cut into cells; first read when its turn comes
 * @index: which of the cells, row by row
 *
 * Thread: any.
 *
 * Returns: (transfer full): a new request
 */
KomaRequest *
koma_request_new_for_cell (guint64          key,
                           guint64          generation,
                           KomaPriority     priority,
                           KomaGridPicture *sheet,
                           guint            index)
{
  KomaRequest *request = NULL;

  g_return_val_if_fail (priority < KOMA_N_PRIORITIES, NULL);
  g_return_val_if_fail (
    index < koma_grid_picture_get_n_rows (sheet) * koma_grid_picture_get_n_columns (sheet), NULL);

  request = request_new (key, generation, priority);
  request->sheet = koma_grid_picture_ref (sheet);
  request->cell = index;
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

  g_clear_object (&request->file);
  g_clear_pointer (&request->bytes, g_bytes_unref);
  g_clear_pointer (&request->picture, koma_picture_unref);
  g_clear_pointer (&request->sheet, koma_grid_picture_unref);
  g_free (request);
}

/**
 * koma_request_set_top_k:
 * @request: a request that has not been sent
 * @top_k: how many classes the answer is to have at most; 3 by default
 */
void
koma_request_set_top_k (KomaRequest *request,
                        guint        top_k)
{
  g_return_if_fail (request != NULL);

  request->top_k = top_k;
}

/**
 * koma_request_set_thumbnail_side:
 * @request: a request that has not been sent
 * @side: pixels of the square that the thumbnail fits into; 0, the default:
 *   no thumbnail
 */
void
koma_request_set_thumbnail_side (KomaRequest *request,
                                 guint        side)
{
  g_return_if_fail (request != NULL);

  request->thumbnail_side = side;
}

/**
 * koma_request_set_full_decode:
 * @request: a request that has not been sent
 * @is_full: decode all pixels, even where an eighth of them would do
 */
void
koma_request_set_full_decode (KomaRequest *request,
                              gboolean     is_full)
{
  g_return_if_fail (request != NULL);

  request->is_full_decode = is_full;
}

/**
 * koma_request_set_fit:
 * @request: a request that has not been sent
 * @fit: which part of the picture the model sees
 */
void
koma_request_set_fit (KomaRequest   *request,
                      KomaRequestFit fit)
{
  g_return_if_fail (request != NULL);

  request->fit = fit;
}

/**
 * koma_request_set_from_camera:
 * @request: a request that has not been sent
 * @is_from_camera: whether the picture is a camera's, as it came: then it is
 *   mirrored for a model that was trained on mirrored ones
 */
void
koma_request_set_from_camera (KomaRequest *request,
                              gboolean     is_from_camera)
{
  g_return_if_fail (request != NULL);

  request->is_from_camera = is_from_camera;
}

/**
 * koma_request_get_key:
 * @request: a request
 *
 * Returns: what the picture is for
 */
guint64
koma_request_get_key (const KomaRequest *request)
{
  return request->key;
}

/**
 * koma_request_get_generation:
 * @request: a request
 *
 * Returns: which of several requests with one key this is
 */
guint64
koma_request_get_generation (const KomaRequest *request)
{
  return request->generation;
}

/**
 * koma_request_get_priority:
 * @request: a request
 *
 * Returns: whether somebody waits for this very picture
 */
KomaPriority
koma_request_get_priority (const KomaRequest *request)
{
  return request->priority;
}

/**
 * koma_request_get_file:
 * @request: a request
 *
 * Returns: (nullable) (transfer none): the picture file
 */
GFile *
koma_request_get_file (const KomaRequest *request)
{
  return request->file;
}

/**
 * koma_request_get_bytes:
 * @request: a request
 *
 * Returns: (nullable) (transfer none): the encoded picture
 */
GBytes *
koma_request_get_bytes (const KomaRequest *request)
{
  return request->bytes;
}

/**
 * koma_request_get_picture:
 * @request: a request
 *
 * Returns: (nullable) (transfer none): the decoded picture
 */
KomaPicture *
koma_request_get_picture (const KomaRequest *request)
{
  return request->picture;
}

/**
 * koma_request_get_sheet:
 * @request: a request
 *
 * Returns: (nullable) (transfer none): the picture that the cell is cut out of
 */
KomaGridPicture *
koma_request_get_sheet (const KomaRequest *request)
{
  return request->sheet;
}

/**
 * koma_request_get_cell:
 * @request: a request
 *
 * Returns: which cell of koma_request_get_sheet() is asked for
 */
guint
koma_request_get_cell (const KomaRequest *request)
{
  return request->cell;
}

/**
 * koma_request_get_top_k:
 * @request: a request
 *
 * Returns: how many classes the answer is to have at most
 */
guint
koma_request_get_top_k (const KomaRequest *request)
{
  return request->top_k;
}

/**
 * koma_request_get_thumbnail_side:
 * @request: a request
 *
 * Returns: pixels, or 0 when no thumbnail is wanted
 */
guint
koma_request_get_thumbnail_side (const KomaRequest *request)
{
  return request->thumbnail_side;
}

/**
 * koma_request_get_full_decode:
 * @request: a request
 *
 * Returns: whether all pixels are to be decoded
 */
gboolean
koma_request_get_full_decode (const KomaRequest *request)
{
  return request->is_full_decode;
}

/**
 * koma_request_get_fit:
 * @request: a request
 *
 * Returns: which part of the picture the model sees
 */
KomaRequestFit
koma_request_get_fit (const KomaRequest *request)
{
  return request->fit;
}

/**
 * koma_request_get_from_camera:
 * @request: a request
 *
 * Returns: whether the picture is a camera's
 */
gboolean
koma_request_get_from_camera (const KomaRequest *request)
{
  return request->is_from_camera;
}
