/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-picture-drop.h"
#include "ui/models/koma-address-dialog.h"
#include "ui/models/koma-library-window.h"
#include "worker/koma-thread.h"

static char *
describe_load (const char *key)
{
  g_autoptr (GVariant) target = g_variant_ref_sink (g_variant_new_string (key));

  return g_action_print_detailed_name ("win.load-model", target);
}

static void
fetch_failed_cb (KomaWindow      *self,
                 KomaLibraryItem *item,
                 GError          *error)
{
  g_autofree char *action = describe_load (item->key);
  /* Translators: the name of a model that could not be downloaded, and why */
  g_autofree char *text = g_strdup_printf (C_ ("download", "“%s”: %s"), item->name,
                                           item->fetch.error);

  if (item->fetch.state == KOMA_FETCH_FAILED)
    koma_notice_show (self->notice, text, _ ("Try Again"), action);
  else
    koma_toast_show_with_details (self->toast, _ ("The model could not be removed"), item->name,
                                  error->message);
}

/* Said once, it is not said again. */
static void
show_answers_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  koma_preferences_set_model_suggested (self->preferences);
  koma_window_update (self);
}

/* ---- All models, and addresses ---- */

static void
open_address_cb (KomaWindow *self,
                 const char *address)
{
  if (self->library != NULL)
    koma_library_open (self->library, address);
}

static void
ask_address (KomaWindow *self,
             const char *address)
{
  KomaAddressDialog *dialog = koma_address_dialog_new (GTK_WINDOW (self), address);

  g_signal_connect_object (dialog, "open", G_CALLBACK (open_address_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
open_address_action (GtkWidget  *widget,
                     const char *name,
                     GVariant   *parameter)
{
  ask_address (KOMA_WINDOW (widget), NULL);
}

/* The models on this computer are listed all the same. */
static void
catalogue_damaged_cb (KomaWindow *self,
                      const char *message)
{
  koma_toast_show_with_details (self->toast, _ ("The list of models to download is damaged"),
                                _ ("Models"), message);
}

static void
library_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->library_window == NULL) {
    GtkWindow *window = koma_library_window_new (GTK_WINDOW (self), self->library);

    g_set_weak_pointer (&self->library_window, window);
    koma_picture_drop_connect (GTK_WIDGET (window),
                               koma_library_window_get_overlay (KOMA_LIBRARY_WINDOW (window)),
                               self->input);
  }
  gtk_window_present (self->library_window);
}

void
koma_window_install_library_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.library", NULL, library_action);
  gtk_widget_class_install_action (widget_class, "win.open-address", NULL, open_address_action);
  gtk_widget_class_install_action (widget_class, "win.show-answers", NULL, show_answers_action);
}

void
koma_window_connect_library (KomaWindow *self)
{
  KomaModelOffers *offers = g_object_new (KOMA_TYPE_MODEL_OFFERS, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_offers_set_library (self->offers, self->library, self->control);
  koma_model_offers_set_library (offers, self->library, self->control);
  koma_model_page_set_offers (self->model_page, GTK_WIDGET (offers));
  g_signal_connect_object (self->library, "changed", G_CALLBACK (koma_window_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->library, "damaged", G_CALLBACK (catalogue_damaged_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->library, "failed", G_CALLBACK (fetch_failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "address", G_CALLBACK (ask_address), self,
                           G_CONNECT_SWAPPED);
}
