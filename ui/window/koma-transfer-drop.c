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

typedef struct
{
  GtkWidget          *widget;  /* borrowed, as the object */
  GtkRevealer        *overlay; /* (nullable) weak: a child of the widget goes before it */
  GObject            *object;
  KomaTransferDropped dropped;
} Target;

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

/* "drag-enter" ends at its first handler, which says what would be done: there can be no second one
 * that shows something else. */
static GdkDragAction
enter_cb (const Target *self)
{
  gtk_widget_add_css_class (self->widget, "drop-here");
  if (self->overlay != NULL)
    gtk_revealer_set_reveal_child (self->overlay, TRUE);
  return GDK_ACTION_COPY;
}

static void
end_highlight (GtkWidget *widget)
{
  gtk_widget_remove_css_class (widget, "drop-here");
  gtk_widget_unset_state_flags (widget, GTK_STATE_FLAG_DROP_ACTIVE);
}

static void
leave_cb (const Target *self)
{
  end_highlight (self->widget);
  if (self->overlay != NULL)
    gtk_revealer_set_reveal_child (self->overlay, FALSE);
}

/* GTK emits no "drag-leave" before a drop, neither here nor for the widgets around, which the drag
 * has entered as well. */
static gboolean
drop_cb (GtkDropTargetAsync *target,
         GdkDrop            *drop,
         double              x,
         double              y,
         const Target       *self)
{
  Dropped *dropped = g_new (Dropped, 1);

  g_signal_emit_by_name (target, "drag-leave", drop);
  for (GtkWidget *at = self->widget; at != NULL; at = gtk_widget_get_parent (at))
    end_highlight (at);
  dropped->widget = g_object_ref (self->widget);
  dropped->object = g_object_ref (self->object);
  dropped->drop = g_object_ref (drop);
  dropped->dropped = self->dropped;
  koma_transfer_read_drop_async (drop, NULL, dropped_cb, dropped);
  return TRUE;
}

static void
target_free (gpointer  data,
             GClosure *closure)
{
  Target *self = data;

  g_clear_weak_pointer (&self->overlay);
  g_free (self);
}

GtkDropTargetAsync *
koma_transfer_drop_connect (GtkWidget          *widget,
                            GtkRevealer        *overlay,
                            KomaTransferDropped dropped,
                            gpointer            object)
{
  GtkDropTargetAsync *target = gtk_drop_target_async_new (koma_transfer_get_formats (),
                                                          GDK_ACTION_COPY);
  Target             *self = g_new0 (Target, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  *self = (Target){ widget, NULL, object, dropped };
  g_set_weak_pointer (&self->overlay, overlay);
  g_signal_connect_swapped (target, "drag-enter", G_CALLBACK (enter_cb), self);
  g_signal_connect_swapped (target, "drag-leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_data (target, "drop", G_CALLBACK (drop_cb), self, target_free, 0);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (target));
  return target;
}
