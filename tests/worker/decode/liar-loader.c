/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A loader of gdk-pixbuf, as other packages install them, of animations whose
 * frames have another size than it says: "LIAR", then four decimal numbers,
 * the size that it says and the size of the frame. */

#include <stdio.h>

#define GDK_PIXBUF_ENABLE_BACKEND
#include <gdk-pixbuf/gdk-pixbuf.h>

G_MODULE_EXPORT void  fill_vtable (GdkPixbufModule *module);
G_MODULE_EXPORT void  fill_info (GdkPixbufFormat *info);
G_MODULE_EXPORT guint liar_n_pixbufs; /* made so far */

typedef struct
{
  GdkPixbufModuleSizeFunc     size_func;
  GdkPixbufModulePreparedFunc prepared_func;
  gpointer                    user_data;
} Context;

static gpointer
begin_load (GdkPixbufModuleSizeFunc     size_func,
            GdkPixbufModulePreparedFunc prepared_func,
            GdkPixbufModuleUpdatedFunc  updated_func,
            gpointer                    user_data,
            GError                    **error)
{
  Context *context = g_new0 (Context, 1);

  context->size_func = size_func;
  context->prepared_func = prepared_func;
  context->user_data = user_data;
  return context;
}

static gboolean
load_increment (gpointer      data,
                const guchar *buffer,
                guint         size,
                GError      **error)
{
  Context         *context = data;
  g_autofree char *text = g_strndup ((const char *) buffer, size);
  int              said_width = 0, said_height = 0, width = 0, height = 0;
  g_autoptr (GdkPixbuf) pixbuf = NULL;
  g_autoptr (GdkPixbufSimpleAnim) animation = NULL;

  g_assert (sscanf (text, "LIAR %d %d %d %d", &said_width, &said_height, &width, &height) == 4);
  context->size_func (&said_width, &said_height, context->user_data);
  if (said_width == 0 || said_height == 0) {
    g_set_error_literal (error, GDK_PIXBUF_ERROR, GDK_PIXBUF_ERROR_FAILED, "stopped");
    return FALSE;
  }
  liar_n_pixbufs++;
  pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, width, height);
  gdk_pixbuf_fill (pixbuf, 0);
  animation = gdk_pixbuf_simple_anim_new (said_width, said_height, 1);
  gdk_pixbuf_simple_anim_add_frame (animation, pixbuf);
  context->prepared_func (pixbuf, GDK_PIXBUF_ANIMATION (animation), context->user_data);
  return TRUE;
}

static gboolean
stop_load (gpointer data,
           GError **error)
{
  g_free (data);
  return TRUE;
}

void
fill_vtable (GdkPixbufModule *module)
{
  module->begin_load = begin_load;
  module->load_increment = load_increment;
  module->stop_load = stop_load;
}

void
fill_info (GdkPixbufFormat *info)
{
}
