/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "widget-tests.h"

#include "koma-resources.h"

#if GTK_CHECK_VERSION(4, 14, 0)
/* Takes the place of GTK's: the context for tests, which is set below, has no announcements, and
 * GTK 4.18 crashes instead of leaving them out. */
void
gtk_accessible_announce (GtkAccessible                    *self,
                         const char                       *message,
                         GtkAccessibleAnnouncementPriority priority)
{
}
#endif

gboolean
widget_tests_init (int    *argc,
                   char ***argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  g_test_init (argc, argv, NULL);
  if (!gtk_init_check ()) {
    g_print ("1..0 # SKIP no display\n");
    return FALSE;
  }
  adw_init ();
  g_resources_register (koma_get_resource ());
  return TRUE;
}

static void
test_life (gconstpointer data)
{
  GType    type = GPOINTER_TO_SIZE (data);
  GObject *widget = g_object_ref_sink (g_object_new (type, NULL));

  g_assert_finalize_object (widget);
}

void
widget_tests_add_life (const char *path,
                       GType       type)
{
  g_autofree char *whole = g_strconcat (path, g_type_name (type), NULL);

  g_test_add_data_func (whole, GSIZE_TO_POINTER (type), test_life);
}

GtkWidget *
find_of_type (GtkWidget *widget,
              GType      type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_of_type (child, type);

    if (found != NULL)
      return found;
  }
  return NULL;
}

GtkWidget *
find_visible (GtkWidget  *widget,
              GType       type,
              const char *text)
{
  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) &&
      (text == NULL || g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_visible (child, type, text);

    if (found != NULL)
      return found;
  }
  return NULL;
}

GtkWidget *
find_visible_label (GtkWidget  *widget,
                    const char *text)
{
  return find_visible (widget, GTK_TYPE_LABEL, text);
}

gboolean
has_tooltip (GtkWidget *widget)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 0, 0, FALSE, tooltip, &is_shown);
  return gtk_widget_get_has_tooltip (widget) && is_shown;
}

void
widget_tests_settle (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);

  for (const gint64 end = gdk_frame_clock_get_frame_counter (clock) + 4;
       gdk_frame_clock_get_frame_counter (clock) < end;) {
    gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
    g_main_context_iteration (NULL, TRUE);
  }
}
