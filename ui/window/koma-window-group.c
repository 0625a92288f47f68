/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups of pictures: one is selected, and gets a name. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "worker/koma-thread.h"

static void
select_group_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  koma_results_view_select_group (KOMA_WINDOW (widget)->results);
}

static void
named_cb (const char *name,
          gpointer    user_data)
{
  KomaWindow *self = user_data;

  if (self->control != NULL)
    koma_words_bar_add (self->words_bar, name);
}

static void
name_group_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_results_view_select_group (self->results);
  koma_message_ask_name (GTK_WINDOW (self), _ ("Name This Group"),
                         _ ("Its name becomes a word that pictures are compared with. To teach "
                            "Koma with these pictures instead, choose “This Is a…” in their menu."),
                         "", _ ("_Add Word"), named_cb, g_object_ref (self), g_object_unref);
}

void
koma_window_install_group_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.select-group", NULL, select_group_action);
  gtk_widget_class_install_action (widget_class, "win.name-group", NULL, name_group_action);
}
