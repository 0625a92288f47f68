/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-look.h"

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const KomaPicture *picture = task_data;
  KomaBoardCandidate candidates[KOMA_BOARD_MAX_CANDIDATES];

  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_return_boolean (task, koma_board_search (picture, candidates) > 0 &&
                                 candidates[0].lines >= KOMA_BOARD_LINES_MIN);
}

void
koma_board_look_async (KomaPicture        *picture,
                       GCancellable       *cancellable,
                       GAsyncReadyCallback callback,
                       gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_board_look_async);
  g_task_set_task_data (task, koma_picture_ref (picture), (GDestroyNotify) koma_picture_unref);
  koma_task_run_in_thread (task, look_thread);
}

gboolean
koma_board_look_finish (GAsyncResult *result,
                        GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
