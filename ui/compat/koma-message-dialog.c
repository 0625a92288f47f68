/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-message-dialog.h"

#include "ui/koma-text-scale.h"

#if ADW_CHECK_VERSION(1, 6, 0)
/* Newer than ADW_VERSION_MAX_ALLOWED. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/* It scrolls by itself what has no room. */
GtkWidget *
koma_message_dialog_new (const char *name,
                         GtkWidget  *words,
                         gboolean    is_tall)
{
  AdwDialog *dialog = adw_alert_dialog_new (NULL, NULL);

  adw_dialog_set_title (dialog, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dialog), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  adw_alert_dialog_set_extra_child (ADW_ALERT_DIALOG (dialog), words);
  return GTK_WIDGET (dialog);
}

void
koma_message_dialog_add_response (GtkWidget            *dialog,
                                  const char           *response,
                                  const char           *label,
                                  AdwResponseAppearance appearance)
{
  AdwAlertDialog *alert = ADW_ALERT_DIALOG (dialog);

  adw_alert_dialog_add_response (alert, response, label);
  adw_alert_dialog_set_response_appearance (alert, response, appearance);
}

void
koma_message_dialog_set_response_enabled (GtkWidget  *dialog,
                                          const char *response,
                                          gboolean    is_enabled)
{
  adw_alert_dialog_set_response_enabled (ADW_ALERT_DIALOG (dialog), response, is_enabled);
}

void
koma_message_dialog_set_defaults (GtkWidget  *dialog,
                                  const char *at_return,
                                  const char *at_close)
{
  adw_alert_dialog_set_default_response (ADW_ALERT_DIALOG (dialog), at_return);
  adw_alert_dialog_set_close_response (ADW_ALERT_DIALOG (dialog), at_close);
}

void
koma_message_dialog_present (GtkWidget *dialog,
                             GtkWindow *parent,
                             GtkWidget *focus)
{
  if (focus != NULL)
    adw_dialog_set_focus (ADW_DIALOG (dialog), focus);
  adw_dialog_present (ADW_DIALOG (dialog), GTK_WIDGET (parent));
  /* Its buttons, which are there now, libadwaita has side by side in a low window, and cuts. */
  if (koma_text_scale_is_large (dialog))
    koma_text_scale_wrap_buttons (dialog);
}

void
koma_message_dialog_focus_default (GtkWidget *dialog)
{
  GtkWidget *button = adw_dialog_get_default_widget (ADW_DIALOG (dialog));

  if (button != NULL)
    gtk_widget_grab_focus (button);
}

void
koma_message_dialog_close (GtkWidget *dialog)
{
  adw_dialog_close (ADW_DIALOG (dialog));
}

void
koma_message_dialog_close_within (AdwApplicationWindow *window)
{
  AdwDialog *dialog = NULL;

  while ((dialog = adw_application_window_get_visible_dialog (window)) != NULL)
    adw_dialog_force_close (dialog);
}

G_GNUC_END_IGNORE_DEPRECATIONS
#else
/* Of words that are tall, in pixels: with the buttons they fit on small screens. */
#define MAX_HEIGHT 460

/* AdwMessageDialog grows over the edges of the screen. */
static GtkWidget *
create_scroller (GtkWidget *words)
{
  GtkWidget         *scroller = gtk_scrolled_window_new ();
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scroller);

  gtk_scrolled_window_set_policy (window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_width (window, TRUE);
  gtk_scrolled_window_set_propagate_natural_height (window, TRUE);
  gtk_scrolled_window_set_max_content_height (window, MAX_HEIGHT);
  gtk_scrolled_window_set_child (window, words);
  return scroller;
}

/* Beside a low window libadwaita 1.5 puts the buttons side by side, where the screen is too narrow
 * for them too; and it finds the height of the window after it has measured the dialog. */
static void
leave_short (GtkWidget *dialog)
{
  gtk_widget_remove_css_class (dialog, "short");
}

GtkWidget *
koma_message_dialog_new (const char *name,
                         GtkWidget  *words,
                         gboolean    is_tall)
{
  GtkWidget *dialog = adw_message_dialog_new (NULL, NULL, NULL);

  leave_short (dialog);
  g_signal_connect (dialog, "notify::css-classes", G_CALLBACK (leave_short), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (dialog), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog),
                                      is_tall ? create_scroller (words) : words);
  return dialog;
}

void
koma_message_dialog_add_response (GtkWidget            *dialog,
                                  const char           *response,
                                  const char           *label,
                                  AdwResponseAppearance appearance)
{
  AdwMessageDialog *message = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_add_response (message, response, label);
  adw_message_dialog_set_response_appearance (message, response, appearance);
}

void
koma_message_dialog_set_response_enabled (GtkWidget  *dialog,
                                          const char *response,
                                          gboolean    is_enabled)
{
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), response, is_enabled);
}

void
koma_message_dialog_set_defaults (GtkWidget  *dialog,
                                  const char *at_return,
                                  const char *at_close)
{
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), at_return);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), at_close);
}

void
koma_message_dialog_present (GtkWidget *dialog,
                             GtkWindow *parent,
                             GtkWidget *focus)
{
  gtk_window_set_transient_for (GTK_WINDOW (dialog), parent);
  gtk_window_present (GTK_WINDOW (dialog));
  if (focus != NULL)
    gtk_widget_grab_focus (focus);
}

void
koma_message_dialog_focus_default (GtkWidget *dialog)
{
  GtkWidget *button = gtk_window_get_default_widget (GTK_WINDOW (dialog));

  if (button != NULL)
    gtk_widget_grab_focus (button);
}

void
koma_message_dialog_close (GtkWidget *dialog)
{
  gtk_window_close (GTK_WINDOW (dialog));
}

void
koma_message_dialog_close_within (AdwApplicationWindow *window)
{
}
#endif
