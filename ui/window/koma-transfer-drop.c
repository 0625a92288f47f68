/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-transfer-drop.h"

#include "worker/koma-thread.h"

typedef struct
{
  GtkWidget          *widget;
  GObject            *object;
  GdkDrop            *drop;
  KomaTransferDropped dropped;
} Dropped;

static void
dropped_free (Dropped *dropped)
{
  g_object_unref (dropped->widget);
  g_object_unref (dropped->object);
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
  /* Its window may have been closed meanwhile. */
  if (gtk_widget_get_root (dropped->widget) != NULL)
    dropped->dropped (dropped->widget, transfer, dropped->object);
}

static GdkDragAction
enter_cb (GtkWidget *widget)
{
  gtk_widget_add_css_class (widget, "drop-here");
  return GDK_ACTION_COPY;
}

static void
leave_cb (GtkWidget *widget)
{
  gtk_widget_remove_css_class (widget, "drop-here");
  gtk_widget_unset_state_flags (widget, GTK_STATE_FLAG_DROP_ACTIVE);
}

/* GTK emits no "drag-leave" before a drop, neither here nor for the widgets around, which the drag
 * has entered as well. */
static gboolean
drop_cb (GtkDropTargetAsync *target,
         GdkDrop            *drop,
         double              x,
         double              y,
         const Dropped *template)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  Dropped   *dropped = g_new (Dropped, 1);

  g_signal_emit_by_name (target, "drag-leave", drop);
  for (GtkWidget *around = widget; around != NULL; around = gtk_widget_get_parent (around))
    leave_cb (around);
  dropped->widget = g_object_ref (widget);
  dropped->object = g_object_ref (template->object);
  dropped->drop = g_object_ref (drop);
  dropped->dropped = template->dropped;
  koma_transfer_read_drop_async (drop, NULL, dropped_cb, dropped);
  return TRUE;
}

static void
template_free (gpointer template,
               GClosure *closure)
{
  g_free (template);
}

GtkDropTargetAsync *
koma_transfer_drop_connect (GtkWidget          *widget,
                            KomaTransferDropped dropped,
                            gpointer            object)
{
  GtkDropTargetAsync *target = gtk_drop_target_async_new (koma_transfer_get_formats (),
                                                          GDK_ACTION_COPY);
  Dropped *template = g_new0 (Dropped, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  template->dropped = dropped;
  template->object = object;
  g_signal_connect_swapped (target, "drag-enter", G_CALLBACK (enter_cb), widget);
  g_signal_connect_swapped (target, "drag-leave", G_CALLBACK (leave_cb), widget);
  g_signal_connect_data (target, "drop", G_CALLBACK (drop_cb), template, template_free, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
  return target;
}
