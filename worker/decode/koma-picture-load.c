/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-load.h"

#include "koma-cached-thumbnail.h"
#include "worker/box/koma-box.h"
#include "worker/koma-thread.h"

typedef struct
{
  KomaRequest *request;
  guint        side;
  gboolean     may_be_cached;
} Load;

static void
load_free (gpointer data)
{
  Load *load = data;

  koma_request_unref (load->request);
  g_free (load);
}

static KomaPicture *
decode_whole (KomaRequest  *request,
              guint         side,
              GCancellable *cancellable,
              GError      **error)
{
  if (request->picture != NULL)
    return koma_picture_ref (request->picture);
  if (request->grid != NULL)
    return koma_grid_picture_decode_cell (request->grid, request->cell, side, cancellable, error);
  if (request->bytes != NULL)
    return koma_box_decode_bytes (request->bytes, side, cancellable, error);
  return koma_box_decode_file (request->file, side, cancellable, error);
}

static void
decode (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  const Load *load = task_data;
  GError     *error = NULL;
  g_autoptr (KomaPicture) whole = NULL;
  KomaPicture *picture = NULL;

  if (g_task_return_error_if_cancelled (task))
    return;
  if (load->may_be_cached && load->request->file != NULL)
    whole = koma_cached_thumbnail_read (load->request->file, load->side, cancellable);
  if (whole == NULL)
    whole = decode_whole (load->request, load->side, cancellable, &error);
  if (whole != NULL)
    picture = koma_picture_scale_to_fit (whole, load->side);
  if (picture != NULL)
    g_task_return_pointer (task, picture, (GDestroyNotify) koma_picture_unref);
  else if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NO_SPACE, "No memory for the picture");
}

static void
load (const Load         *values,
      GCancellable       *cancellable,
      GAsyncReadyCallback callback,
      gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Load *owned = g_memdup2 (values, sizeof *values);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_request_ref (owned->request);
  g_task_set_source_tag (task, koma_picture_load_async);
  g_task_set_task_data (task, owned, load_free);
  g_task_run_in_thread (task, decode);
}

void
koma_picture_load_async (KomaRequest        *request,
                         guint               side,
                         GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  const Load values = { .request = request, .side = side };

  load (&values, cancellable, callback, user_data);
}

void
koma_picture_load_thumbnail_async (KomaRequest        *request,
                                   guint               side,
                                   GCancellable       *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer            user_data)
{
  const Load values = { .request = request, .side = side, .may_be_cached = TRUE };

  load (&values, cancellable, callback, user_data);
}

KomaPicture *
koma_picture_load_finish (GAsyncResult *result,
                          GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
