/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-address-dialog.h"

#include <glib/gi18n-lib.h>

#include "koma-library-words.h"
#include "koma-model-address.h"
#include "ui/koma-text-scale.h"
#include "worker/koma-thread.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-hub-address.h"
#include "worker/net/koma-net-error.h"

struct _KomaAddressDialog
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkEditable *entry;
  GtkLabel    *hint;

  /* Owned. */
  char *address; /* (nullable) what is entered, if it can be opened */
};

enum {
  SIGNAL_OPEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaAddressDialog, koma_address_dialog, ADW_TYPE_WINDOW)

static void
koma_address_dialog_finalize (GObject *object)
{
  g_free (KOMA_ADDRESS_DIALOG (object)->address);

  G_OBJECT_CLASS (koma_address_dialog_parent_class)->finalize (object);
}

static void
show_hint (KomaAddressDialog *self,
           const char        *text,
           gboolean           is_error)
{
  GtkAccessible *entry = GTK_ACCESSIBLE (self->entry);

  gtk_label_set_label (self->hint, text);
  if (is_error) {
    gtk_widget_add_css_class (GTK_WIDGET (self->hint), "error");
    gtk_widget_remove_css_class (GTK_WIDGET (self->hint), "dim-label");
  } else {
    gtk_widget_add_css_class (GTK_WIDGET (self->hint), "dim-label");
    gtk_widget_remove_css_class (GTK_WIDGET (self->hint), "error");
  }
  gtk_accessible_update_property (entry, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_accessible_update_state (entry, GTK_ACCESSIBLE_STATE_INVALID,
                               is_error ? GTK_ACCESSIBLE_INVALID_TRUE
                                        : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* No complaint about who has just begun: nobody writes the name of a model before its owner's. */
static gboolean
is_beginning (const char *text)
{
  return g_str_has_prefix ("https://", text) || g_str_has_prefix ("http://", text) ||
         g_str_has_prefix (KOMA_ADDRESS_HUB, text) ||
         (koma_hub_address_is (text) &&
          (strchr (text, '/') == NULL || g_str_has_suffix (text, "/")));
}

static void
update (KomaAddressDialog *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  g_autoptr (GError) error = NULL;
  g_autofree char *complaint = NULL;

  g_free (self->address);
  self->address = koma_address_normalise (text, &error);
  if (error != NULL && !is_beginning (text))
    complaint = koma_library_words_for_error (koma_net_error_get_sentence (error));
  show_hint (self, complaint != NULL ? complaint : "", complaint != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "address.open", self->address != NULL);
}

static void
suggest (KomaAddressDialog *self,
         const char        *address,
         const char        *hint)
{
  gtk_editable_set_text (self->entry, address);
  gtk_editable_select_region (self->entry, 0, -1);
  show_hint (self, hint, FALSE);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaAddressDialog *self = KOMA_ADDRESS_DIALOG (widget);
  g_autofree char   *address = g_steal_pointer (&self->address);

  if (address == NULL)
    return;
  g_signal_emit (self, signals[SIGNAL_OPEN], 0, address);
  gtk_window_close (GTK_WINDOW (self)); /* and frees it */
}

static void
activate_cb (KomaAddressDialog *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "address.open", NULL);
}

/* ---- The clipboard ---- */

static void
text_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (KomaAddressDialog) self = user_data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (text != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)) &&
      *gtk_editable_get_text (self->entry) == '\0' && koma_model_address_is_likely (text))
    suggest (self, g_strstrip (text), _ ("From the clipboard"));
}

static void
read_clipboard (KomaAddressDialog *self)
{
  GdkClipboard      *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (self));
  GdkContentFormats *formats = gdk_clipboard_get_formats (clipboard);

  if (gdk_content_formats_contain_gtype (formats, G_TYPE_STRING) ||
      gdk_content_formats_contain_mime_type (formats, "text/plain") ||
      gdk_content_formats_contain_mime_type (formats, "text/plain;charset=utf-8") ||
      gdk_content_formats_contain_mime_type (formats, "UTF8_STRING"))
    gdk_clipboard_read_text_async (clipboard, NULL, text_cb, g_object_ref (self));
}

/* ---- Object ---- */

/* Not earlier: GTK 4.8 would tell screen readers that this is no window. */
static void
koma_address_dialog_map (GtkWidget *widget)
{
  KomaAddressDialog *self = KOMA_ADDRESS_DIALOG (widget);

  GTK_WIDGET_CLASS (koma_address_dialog_parent_class)->map (widget);

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  if (*gtk_editable_get_text (self->entry) == '\0')
    read_clipboard (self);
}

static void
koma_address_dialog_class_init (KomaAddressDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_address_dialog_finalize;
  widget_class->map = koma_address_dialog_map;

  signals[SIGNAL_OPEN] = g_signal_new ("open", KOMA_TYPE_ADDRESS_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-address-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaAddressDialog, entry);
  gtk_widget_class_bind_template_child (widget_class, KomaAddressDialog, hint);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_install_action (widget_class, "address.open", NULL, open_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_address_dialog_init (KomaAddressDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

/**
 * koma_address_dialog_new:
 * @parent: the window of the pictures
 * @address: (nullable): what was pasted or dropped; %NULL: look at the clipboard
 *
 * Returns: (transfer none): a dialog, owned by GTK until it is closed
 */
KomaAddressDialog *
koma_address_dialog_new (GtkWindow  *parent,
                         const char *address)
{
  KomaAddressDialog *self = g_object_new (KOMA_TYPE_ADDRESS_DIALOG, "transient-for", parent, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_text_scale_keep_buttons (GTK_WINDOW (self));
  if (address != NULL)
    suggest (self, address, "");
  return self;
}
