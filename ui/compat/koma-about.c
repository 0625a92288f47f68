/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-about.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#if ADW_CHECK_VERSION(1, 6, 0)
/* Newer than ADW_VERSION_MAX_ALLOWED. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static GType
get_type (void)
{
  return ADW_TYPE_ABOUT_DIALOG;
}

static void
present (GtkWidget *about,
         GtkWindow *parent)
{
  adw_dialog_present (ADW_DIALOG (about), GTK_WIDGET (parent));
}

G_GNUC_END_IGNORE_DEPRECATIONS
#else
static GType
get_type (void)
{
  return ADW_TYPE_ABOUT_WINDOW;
}

static void
present (GtkWidget *about,
         GtkWindow *parent)
{
  gtk_window_set_transient_for (GTK_WINDOW (about), parent);
  gtk_window_set_modal (GTK_WINDOW (about), TRUE);
  gtk_window_present (GTK_WINDOW (about));
}
#endif

/* clang-format off */
GtkWidget *
koma_about_show (GtkWindow  *parent,
                 const char *troubleshooting)
{
  static const char *const developers[] = { "The Koma authors", NULL };
  GtkWidget *about = g_object_new (get_type (),
    "application-name", _("Koma"),
    "application-icon", "app.koma.Koma",
    "version", KOMA_VERSION,
    "developer-name", _("The Koma authors"),
    "developers", developers,
    "copyright", "© 2026 The Koma authors",
    "license-type", GTK_LICENSE_GPL_3_0,
    "comments", _("Koma says what is in a picture, with a neural network "
                  "that runs on this computer alone."),
    /* Translators: your names, one a line */
    "translator-credits", _("translator-credits"),
    "debug-info", troubleshooting,
    "debug-info-filename", "koma.txt",
    NULL);

  present (about, parent);
  return about;
}
/* clang-format on */

void
koma_about_set_troubleshooting (GtkWidget  *about,
                                const char *troubleshooting)
{
  g_object_set (about, "debug-info", troubleshooting, NULL);
}
