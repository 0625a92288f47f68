/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-out-of-sight.h"

typedef struct
{
  GtkWidget *widget; /* (borrowed) */
  void (*gone) (GtkWidget *widget);
} Watch;

static gboolean
is_out_of_sight (GdkToplevelState state)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  if ((state & GDK_TOPLEVEL_STATE_SUSPENDED) != 0)
    return TRUE;
#endif
  return (state & GDK_TOPLEVEL_STATE_MINIMIZED) != 0;
}

static void
state_cb (GdkToplevel *surface,
          GParamSpec  *pspec,
          const Watch *watch)
{
  if (is_out_of_sight (gdk_toplevel_get_state (surface)))
    watch->gone (watch->widget);
}

static GdkSurface *
get_surface (GtkWidget *widget)
{
  return gtk_native_get_surface (gtk_widget_get_native (widget));
}

static void
free_watch (gpointer  watch,
            GClosure *closure)
{
  g_free (watch);
}

gulong
koma_out_of_sight_connect (GtkWidget *widget,
                           void (*gone) (GtkWidget *widget))
{
  Watch *watch = g_new (Watch, 1);

  *watch = (Watch){ widget, gone };
  return g_signal_connect_data (get_surface (widget), "notify::state", G_CALLBACK (state_cb), watch,
                                free_watch, 0);
}

void
koma_out_of_sight_disconnect (GtkWidget *widget,
                              gulong    *handler)
{
  g_clear_signal_handler (handler, get_surface (widget));
}
