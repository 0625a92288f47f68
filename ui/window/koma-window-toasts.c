/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-toasts.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-message.h"
#include "worker/koma-thread.h"

/* Long enough to get to the button. */
#define DETAILS_SECONDS 8

static AdwToast *
create_toast (const char      *text,
              AdwToastPriority priority)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast        *toast = adw_toast_new (markup);

  adw_toast_set_priority (toast, priority);
  return toast;
}

void
koma_window_toasts_add (AdwToastOverlay *toasts,
                        const char      *text)
{
  KOMA_ASSERT_MAIN_THREAD ();

  adw_toast_overlay_add_toast (toasts, create_toast (text, ADW_TOAST_PRIORITY_HIGH));
}

/* ---- Details ---- */

typedef struct
{
  GtkWidget *toasts; /* borrowed: it owns the toast */
  char      *heading;
  char      *text;
} Details;

static void
details_free (gpointer  data,
              GClosure *closure)
{
  Details *details = data;

  g_free (details->heading);
  g_free (details->text);
  g_free (details);
}

static void
show_details_cb (AdwToast *toast,
                 Details  *details)
{
  koma_message_show (GTK_WINDOW (gtk_widget_get_root (details->toasts)), details->heading,
                     details->text);
}

void
koma_window_toasts_add_with_details (AdwToastOverlay *toasts,
                                     AdwToastPriority priority,
                                     const char      *text,
                                     const char      *heading,
                                     const char      *details)
{
  AdwToast *toast = create_toast (text, priority);
  Details  *data = g_new (Details, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  data->toasts = GTK_WIDGET (toasts);
  data->heading = g_strdup (heading);
  data->text = g_strdup (details);
  adw_toast_set_timeout (toast, DETAILS_SECONDS);
  adw_toast_set_button_label (toast, _ ("Details"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (show_details_cb), data,
                         details_free, 0);
  adw_toast_overlay_add_toast (toasts, toast);
}

void
koma_window_toasts_add_refused (AdwToastOverlay   *toasts,
                                const char        *name,
                                const KomaForeign *foreign)
{
  /* Translators: the name of a file, and its kind: “cat.onnx is an ONNX model” */
  g_autofree char *text = g_strdup_printf (_ ("%s is %s"), name, _ (foreign->kind));

  koma_window_toasts_add_with_details (toasts, ADW_TOAST_PRIORITY_HIGH, text, text,
                                       _ (foreign->advice));
}

/* ---- Undo ---- */

AdwToast *
koma_window_toasts_offer_undo (AdwToastOverlay *toasts,
                               AdwToast        *shown,
                               guint            n_removed)
{
  g_autofree char *text = g_strdup_printf (ngettext ("%'u picture removed",
                                                     "%'u pictures removed", n_removed),
                                           n_removed);
  AdwToast        *toast = shown != NULL ? shown : create_toast (text, ADW_TOAST_PRIORITY_HIGH);

  KOMA_ASSERT_MAIN_THREAD ();

  adw_toast_set_title (toast, text);
  adw_toast_set_button_label (toast, _ ("Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  if (shown == NULL)
    adw_toast_overlay_add_toast (toasts, toast);
  return toast;
}

/* ---- Failures ---- */

void
koma_window_toasts_add_failures (AdwToastOverlay        *toasts,
                                 const KomaFeedProgress *progress)
{
  g_autofree char *text = NULL;
  AdwToast        *toast = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (progress->n_failed == 0)
    return;

  text = g_strdup_printf (ngettext ("%'u of %'u picture could not be classified",
                                    "%'u of %'u pictures could not be classified",
                                    progress->n_total),
                          progress->n_failed, progress->n_total);
  toast = create_toast (text, ADW_TOAST_PRIORITY_NORMAL);
  adw_toast_set_button_label (toast, _ ("Show"));
  adw_toast_set_action_name (toast, "win.show-failed");
  adw_toast_overlay_add_toast (toasts, toast);
}
