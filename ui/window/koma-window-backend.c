/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "ui/koma-words.h"
#include "ui/preferences/koma-preferences-window.h"
#include "ui/preferences/koma-troubleshooting.h"

/**
 * koma_window_set_backend:
 * @self: a window
 * @backend: of the option --backend; "auto" for the best that works
 *
 * Takes effect at once where there is a model.
 */
void
koma_window_set_backend (KomaWindow *self,
                         const char *backend)
{
  koma_backend_control_set_option (self->backends, backend);
}

void
koma_window_use_automatic (KomaWindow *self)
{
  koma_backend_control_choose (self->backends, NULL);
}

void
koma_window_show_preferences (KomaWindow *self)
{
  if (self->preferences_window == NULL) {
    GtkWindow *window = koma_preferences_window_new (GTK_WINDOW (self), self->backends);

    g_set_weak_pointer (&self->preferences_window, window);
  }
  gtk_window_present (self->preferences_window);
}

static char *
describe_failure (KomaWindow *self)
{
  const char *choice = koma_model_control_get_choice (self->loader)->backend;

  /* Translators: the name of a backend */
  return g_strdup_printf (_ ("%s does not work here"), koma_words_for_backend (choice));
}

/* Where no other model serves, the offer stays until it is taken. */
void
koma_window_show_backend_failure (KomaWindow *self)
{
  g_autofree char *title = describe_failure (self);

  KomaActivity activity = {
    .title = title,
    .detail = koma_model_control_get_failure (self->loader)->message,
    .fraction = -1.0,
    .button = _ ("Use Automatic"),
    .action = "win.use-automatic",
  };

  koma_activity_bar_show (self->activity, &activity);
}

void
koma_window_tell_backend_failure (KomaWindow   *self,
                                  const GError *error)
{
  g_autofree char *title = describe_failure (self);

  /* The preferences say it in place. */
  if (self->preferences_window == NULL)
    koma_window_add_toast_with_story (self, title, title, error->message);
}

static void
listed_cb (GtkWidget          *about,
           KomaBackendControl *backends)
{
  g_autofree char *text = koma_troubleshooting_describe (backends);

  koma_message_set_troubleshooting (about, text);
}

void
koma_window_show_about (KomaWindow *self)
{
  g_autofree char *text = koma_troubleshooting_describe (self->backends);
  GtkWidget       *about = koma_message_show_about (GTK_WINDOW (self), text);

  g_signal_connect_object (self->backends, "listed", G_CALLBACK (listed_cb), about,
                           G_CONNECT_SWAPPED);
  koma_backend_control_list (self->backends);
}
