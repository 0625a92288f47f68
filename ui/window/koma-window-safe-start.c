/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window after a crash. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

void
koma_window_be_safe (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_backend_control_set_option (self->backends, "cpu");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.camera", FALSE);
}

/**
 * koma_window_tell_safe_start:
 * @self: a window
 * @state: the folder of the user's state files, which the program does not touch
 *
 * Says so, and offers to show them.
 */
void
koma_window_tell_safe_start (KomaWindow *self,
                             const char *state)
{
  g_autoptr (GFile) file = g_file_new_build_filename (state, "koma", "state.ini", NULL);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *action = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  action = g_action_print_detailed_name ("win.show-in-files", g_variant_new_string (uri));
  koma_notice_show (self->safe_notice,
                    _ ("Safe start: your settings, models and projects are left alone, and nothing "
                       "is kept. If Koma works now, one of its files may be damaged."),
                    _ ("Show in Files"), action);
}
