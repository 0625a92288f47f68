/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-handle.h"

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>
#endif
#ifdef GDK_WINDOWING_WAYLAND
#include <gdk/wayland/gdkwayland.h>
#endif

#ifdef GDK_WINDOWING_X11
static char *
dup_x11_handle (GdkSurface *surface)
{
  if (!GDK_IS_X11_SURFACE (surface))
    return NULL;
  return g_strdup_printf ("x11:%lx", gdk_x11_surface_get_xid (surface));
}
#endif

#ifdef GDK_WINDOWING_WAYLAND
typedef struct
{
  KomaWindowHandleFunc callback;
  gpointer             user_data;
  GDestroyNotify       destroy;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  if (export->destroy != NULL)
    export->destroy (export->user_data);
  g_free (export);
}

static void
exported_cb (GdkToplevel *toplevel,
             const char  *name,
             gpointer     user_data)
{
  Export *export = user_data;
  g_autofree char *handle = g_strconcat ("wayland:", name, NULL);

  export->callback (handle, export->user_data);
}

static gboolean
export_from_wayland (GdkSurface          *surface,
                     KomaWindowHandleFunc callback,
                     gpointer             user_data,
                     GDestroyNotify       destroy)
{
  Export *export = NULL;

  if (!GDK_IS_WAYLAND_TOPLEVEL (surface))
    return FALSE;

  export = g_new (Export, 1);
  *export = (Export){ callback, user_data, destroy };
  if (gdk_wayland_toplevel_export_handle (GDK_TOPLEVEL (surface), exported_cb, export,
                                          export_free))
    return TRUE;

  g_free (export);
  return FALSE;
}
#endif

void
koma_window_handle_export (GtkWindow           *window,
                           KomaWindowHandleFunc callback,
                           gpointer             user_data,
                           GDestroyNotify       destroy)
{
  g_autofree char *handle = NULL;

#ifdef GDK_WINDOWING_WAYLAND
  if (export_from_wayland (gtk_native_get_surface (GTK_NATIVE (window)), callback, user_data,
                           destroy))
    return;
#endif
#ifdef GDK_WINDOWING_X11
  handle = dup_x11_handle (gtk_native_get_surface (GTK_NATIVE (window)));
#endif
  callback (handle, user_data);
  if (destroy != NULL)
    destroy (user_data);
}
