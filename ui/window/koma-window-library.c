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

/* Of all answers, more than a half. */
static gboolean
is_mostly_unsure (KomaWindow *self)
{
  GListModel *items = koma_result_feed_get_items (self->feed);
  guint       n_sure = 0, n_unsure = 0;

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    KomaResult *result = koma_result_item_get_result (item);

    if (result == NULL)
      continue;
    if (koma_preferences_is_sure (self->preferences, result))
      n_sure++;
    else
      n_unsure++;
  }
  return n_unsure > n_sure;
}

static char *
describe_button (KomaLibraryItem *item)
{
  g_autofree char *size = g_format_size (item->size_bytes);

  /* Translators: of a button; a size: “Download (3.6 MB)” */
  return item->model != NULL ? g_strdup (_ ("Use")) : g_strdup_printf (_ ("Download (%s)"), size);
}

/* Pictures of other things than Koma's own model knows: another is named, once and never again. */
void
koma_window_suggest_model (KomaWindow *self)
{
  KomaLibraryItem *item = koma_library_get_suggested (self->library);
  KomaLibraryItem *own = koma_library_get_bundled (self->library);
  g_autofree char *text = NULL;
  g_autofree char *button = NULL;
  g_autofree char *action = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (item == NULL || own == NULL || item->fetch.state == KOMA_FETCH_RUNNING ||
      !koma_model_control_is_bundled (self->control) ||
      koma_preferences_was_model_suggested (self->preferences) || !is_mostly_unsure (self))
    return;

  /* Translators: the names of two models */
  text = g_strdup_printf (_ ("“%s” is not sure of these pictures. "
                             "Another model may know more: “%s”."),
                          own->name, item->name);
  action = describe_load (item->key);
  button = describe_button (item);
  koma_notice_show (self->suggestion, text, button, action);
  koma_preferences_set_model_suggested (self->preferences);
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
