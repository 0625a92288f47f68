/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK draws with OpenGL, or with Vulkan, wherever there is one, and where there is no graphics card
 * Mesa has one that computes on the processor. GTK's Cairo renderer, which is made for the
 * processor, draws the same in a fraction of the time and of the memory (tests/bench/README.md).
 * GTK 4.8 to 4.18 have it, on X11 and on Wayland. On X11 GTK looks for OpenGL even if it does not
 * draw with it, and Mesa's driver stays loaded: so GTK is told not to.
 *
 * The rule looks at device files alone. They are there before GTK is, at the first start too, and
 * never out of date, as notes of an earlier start would be. A card that programs can draw with has
 * one of those below: all drivers of Linux give it a render node, and some makers' drivers a file
 * of their own. A file without a card behind it, as in some virtual machines, leaves all to GTK.
 * koma (1) tells the rule to the user. Programs that Koma starts inherit the choice: they draw on
 * the same machine. */
#include "koma-renderer.h"

#include <gtk/gtk.h>

#define DEVICES           "/dev"
#define RENDERER_VARIABLE "GSK_RENDERER"
#define CAIRO             "cairo"
#define RENDER_NODE       "renderD"

/* Of those without a render node: NVIDIA's, WSL's, of Adreno, Mali, Vivante and PowerVR. */
static const char *const makers_files[] = {
  "nvidia",
  "dxg",
  "kgsl-3d",
  "mali",
  "galcore",
  "pvr",
};

static const char *chooser = "GTK";

static gboolean
has_prefix_in (const char        *name,
               const char *const *prefixes,
               guint              n_prefixes)
{
  for (guint i = 0; i < n_prefixes; i++)
    if (g_str_has_prefix (name, prefixes[i]))
      return TRUE;
  return FALSE;
}

/* Of a folder that may not be looked into nothing is known: it may have one. */
static gboolean
may_have (const char        *folder,
          const char *const *prefixes,
          guint              n_prefixes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name = NULL;

  if (dir == NULL)
    return !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (has_prefix_in (name, prefixes, n_prefixes))
      return TRUE;
  return FALSE;
}

gboolean
koma_renderer_may_have_card (const char *devices)
{
  static const char *const node[] = { RENDER_NODE };
  g_autofree char         *dri = g_build_filename (devices, "dri", NULL);

  return may_have (dri, node, G_N_ELEMENTS (node)) ||
         may_have (devices, makers_files, G_N_ELEMENTS (makers_files));
}

static void
add_to_variable (const char *name,
                 const char *before, /* (nullable) */
                 const char *value)
{
  g_autofree char *both = NULL;

  if (before != NULL && *before != '\0')
    both = g_strjoin (",", before, value, NULL);
  g_setenv (name, both != NULL ? both : value, TRUE);
}

/* The variable's name has changed, and GTK complains of words that it does not know. */
static void
do_without_graphics (void)
{
  if (gtk_get_major_version () > 4 || gtk_get_minor_version () >= 16)
    add_to_variable ("GDK_DISABLE", g_getenv ("GDK_DISABLE"), "gl,vulkan");
  else
    add_to_variable ("GDK_DEBUG", g_getenv ("GDK_DEBUG"), "gl-disable,vulkan-disable");
}

void
koma_renderer_choose (void)
{
  const char    *asked = g_getenv (RENDERER_VARIABLE);
  const gboolean may_have_card = koma_renderer_may_have_card (DEVICES);

  /* An empty one says nothing, as with other variables. */
  if (asked != NULL && *asked != '\0') {
    chooser = RENDERER_VARIABLE;
  } else if (may_have_card) {
    g_unsetenv (RENDERER_VARIABLE);
  } else {
    g_setenv (RENDERER_VARIABLE, CAIRO, TRUE);
    chooser = "no graphics card";
  }
  if (!may_have_card && g_str_equal (g_getenv (RENDERER_VARIABLE), CAIRO))
    do_without_graphics ();
}

char *
koma_renderer_describe (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkNative) window = g_list_model_get_item (windows, i);
    GskRenderer *renderer = gtk_native_get_renderer (window);

    if (renderer != NULL)
      return g_strdup_printf ("%s (%s)", G_OBJECT_TYPE_NAME (renderer), chooser);
  }
  return g_strdup_printf ("nothing yet (%s)", chooser);
}
