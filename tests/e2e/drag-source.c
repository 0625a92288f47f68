/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Another program's window, to drag something out of:
 *
 *   drag-source PATH…                 files, as a file manager offers them
 *   drag-source --raw MIME TEXT …     these bytes; TEXT may be @FILE, and may
 *                                     have escapes as in C
 *
 * It says on standard output when a window would take them, “accepted”, and when the drag is over,
 * “ended”.
 */
#include <gtk/gtk.h>

static GBytes *
read_text (const char *text)
{
  char *contents = NULL;
  gsize size = 0;

  if (text[0] == '@' && g_file_get_contents (text + 1, &contents, &size, NULL))
    return g_bytes_new_take (contents, size);

  contents = g_strcompress (text);
  return g_bytes_new_take (contents, strlen (contents));
}

static GdkContentProvider *
create_raw (char **words)
{
  GdkContentProvider *providers[8];
  guint               n_providers = 0;

  for (; words[0] != NULL && n_providers < G_N_ELEMENTS (providers); words += 2) {
    g_autoptr (GBytes) bytes = read_text (words[1]);

    providers[n_providers++] = gdk_content_provider_new_for_bytes (words[0], bytes);
  }
  return gdk_content_provider_new_union (providers, n_providers);
}

static GdkContentProvider *
create_files (char **paths)
{
  g_auto (GValue) value = G_VALUE_INIT;
  GSList *files = NULL;

  for (; *paths != NULL; paths++)
    files = g_slist_append (files, g_file_new_for_path (*paths));
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  g_slist_free_full (files, g_object_unref);
  return gdk_content_provider_new_for_value (&value);
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source,
            double         x,
            double         y,
            gpointer       words)
{
  char **what = words;

  return g_strcmp0 (what[0], "--raw") == 0 ? create_raw (what + 1) : create_files (what);
}

static void
action_cb (GdkDrag *drag)
{
  if (gdk_drag_get_selected_action (drag) != 0)
    g_print ("accepted\n");
}

static void
begin_cb (GtkDragSource *source,
          GdkDrag       *drag)
{
  g_signal_connect (drag, "notify::selected-action", G_CALLBACK (action_cb), NULL);
}

static void
end_cb (void)
{
  g_print ("ended\n");
}

static void
activate_cb (GtkApplication *app,
             gpointer        words)
{
  GtkWidget     *window = gtk_application_window_new (app);
  GtkWidget     *label = gtk_label_new ("Drag me");
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  g_signal_connect (source, "prepare", G_CALLBACK (prepare_cb), words);
  g_signal_connect (source, "drag-begin", G_CALLBACK (begin_cb), NULL);
  g_signal_connect (source, "drag-end", G_CALLBACK (end_cb), NULL);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (source));

  gtk_window_set_title (GTK_WINDOW (window), "drag-source");
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 300);
  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GtkApplication) app = gtk_application_new ("app.koma.DragSource",
                                                        G_APPLICATION_NON_UNIQUE);

  g_signal_connect (app, "activate", G_CALLBACK (activate_cb), argv + 1);
  return g_application_run (G_APPLICATION (app), 1, argv);
}
