/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-desktop-actions.h"

#include "ui/window/koma-window.h"

static void
activate_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  GtkApplication  *application = user_data;
  KomaWindow      *window = NULL;
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (G_ACTION (action)), NULL);

  g_application_activate (G_APPLICATION (application));
  window = koma_window_find (application);
  if (window != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (window), name, parameter);
}

static const GActionEntry actions[] = {
  { .name = "library", .activate = activate_cb },
  { .name = "show-camera", .activate = activate_cb },
  { .name = "show-failed", .activate = activate_cb },
  { .name = "show-in-files", .activate = activate_cb, .parameter_type = "s" },
  { .name = "show-pictures", .activate = activate_cb },
  { .name = "show-teaching", .activate = activate_cb },
};

void
koma_desktop_actions_add (GtkApplication *application)
{
  g_action_map_add_action_entries (G_ACTION_MAP (application), actions, G_N_ELEMENTS (actions),
                                   application);
}
