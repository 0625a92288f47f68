/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-drop.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

typedef struct
{
  KomaPictureInput *input;
  GdkDrop          *drop;
} Dropped;

static void
dropped_free (Dropped *dropped)
{
  g_object_unref (dropped->input);
  g_object_unref (dropped->drop);
  g_free (dropped);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Dropped, dropped_free)

static void
dropped_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Dropped) dropped = user_data;
  g_autoptr (KomaTransfer) transfer = koma_transfer_read_finish (result, NULL);

  gdk_drop_finish (dropped->drop, transfer != NULL ? GDK_ACTION_COPY : 0);
  koma_picture_input_take (dropped->input, transfer, _ ("What was dropped could not be read"));
}

/* GTK takes the answer of one handler alone, and emits no "drag-leave" before a drop: it is emitted
 * here to hide the overlay. */
static gboolean
drop_cb (KomaPictureInput   *input,
         GdkDrop            *drop,
         double              x,
         double              y,
         GtkDropTargetAsync *target)
{
  Dropped *dropped = g_new (Dropped, 1);

  g_signal_emit_by_name (target, "drag-leave", drop);
  dropped->input = g_object_ref (input);
  dropped->drop = g_object_ref (drop);
  koma_transfer_read_drop_async (drop, NULL, dropped_cb, dropped);
  return TRUE;
}

static GdkDragAction
show_overlay_cb (GtkRevealer *overlay)
{
  gtk_revealer_set_reveal_child (overlay, TRUE);
  return GDK_ACTION_COPY;
}

static void
hide_overlay_cb (GtkRevealer *overlay)
{
  gtk_revealer_set_reveal_child (overlay, FALSE);
}

GtkDropTargetAsync *
koma_picture_drop_connect (GtkWidget        *widget,
                           GtkRevealer      *overlay,
                           KomaPictureInput *input)
{
  GtkDropTargetAsync *target = gtk_drop_target_async_new (koma_transfer_get_formats (),
                                                          GDK_ACTION_COPY);

  g_signal_connect_object (target, "drag-enter", G_CALLBACK (show_overlay_cb), overlay,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drag-leave", G_CALLBACK (hide_overlay_cb), overlay,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), input, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
  return target;
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
