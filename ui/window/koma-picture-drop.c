/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-drop.h"

#include <glib/gi18n-lib.h>

#include "koma-transfer-drop.h"
#include "worker/koma-thread.h"

static void
dropped_cb (GtkWidget    *widget,
            KomaTransfer *transfer,
            gpointer      input)
{
  koma_picture_input_take (input, transfer, _ ("What was dropped could not be read"));
}

GtkDropTargetAsync *
koma_picture_drop_connect (GtkWidget        *widget,
                           GtkRevealer      *overlay,
                           KomaPictureInput *input)
{
  return koma_transfer_drop_connect (widget, overlay, dropped_cb, input);
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaPictureInput) input = user_data;
  g_autoptr (KomaTransfer) transfer = koma_transfer_read_finish (result, NULL);

  koma_picture_input_take (input, transfer, _ ("What is on the clipboard could not be read"));
}

void
koma_picture_drop_paste (GdkClipboard     *clipboard,
                         KomaPictureInput *input)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_transfer_read_clipboard_async (clipboard, NULL, pasted_cb, g_object_ref (input));
}
