/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-button.h"

#include <glib/gi18n-lib.h>

/* Menu items do not ellipsize. */
#define MAX_NAME_CHARS 40

struct _KomaModelButton
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkMenuButton *button;
  GtkLabel      *title;
  GtkLabel      *subtitle;
  GMenuModel    *open_section;

  /* Owned. */
  KomaModelLoader *loader;
};

G_DEFINE_FINAL_TYPE (KomaModelButton, koma_model_button, ADW_TYPE_BIN)

static void
koma_model_button_dispose (GObject *object)
{
  g_clear_object (&KOMA_MODEL_BUTTON (object)->loader);

  G_OBJECT_CLASS (koma_model_button_parent_class)->dispose (object);
}

static void
koma_model_button_class_init (KomaModelButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_model_button_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-model-button.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, button);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, title);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, subtitle);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, open_section);
}

static void
koma_model_button_init (KomaModelButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
koma_model_button_new (void)
{
  return g_object_new (KOMA_TYPE_MODEL_BUTTON, NULL);
}

/* As the label of a menu item, where an underline marks the key to press. */
static char *
make_label (const char *name)
{
  g_autoptr (GString) label = g_string_new (name);

  if (g_utf8_strlen (name, -1) > MAX_NAME_CHARS) {
    g_string_truncate (label, g_utf8_offset_to_pointer (name, MAX_NAME_CHARS - 1) - name);
    g_string_append (label, "…");
  }
  g_string_replace (label, "_", "__", 0);
  return g_strdup (label->str);
}

static void
update_title (KomaModelButton *self)
{
  KomaModelInfo   *info = koma_model_loader_get_info (self->loader);
  g_autofree char *spoken = NULL;

  if (info != NULL) {
    gtk_label_set_label (self->title, koma_model_info_get_name (info));
    gtk_label_set_label (self->subtitle, koma_model_info_get_backend_title (info));
    /* Translators: for screen readers; the name of the model in use */
    spoken = g_strdup_printf (_("Model: %s"), koma_model_info_get_name (info));
  } else {
    gtk_label_set_label (self->title, _("Koma"));
    gtk_label_set_label (self->subtitle, koma_model_loader_is_loading (self->loader)
                         ? _("Loading a model")
                         : _("No model"));
    spoken = g_strdup (_("Model: none"));
  }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

static GMenuModel *
create_section (GPtrArray *entries,
                gboolean   is_recent)
{
  GMenu *section = g_menu_new ();

  for (guint i = 0; i < entries->len; i++) {
    KomaModelEntry  *entry = g_ptr_array_index (entries, i);
    g_autofree char *label = NULL;
    g_autoptr (GMenuItem) item = NULL;

    if (entry->is_recent != is_recent)
      continue;
    label = make_label (entry->name);
    item = g_menu_item_new (label, NULL);
    g_menu_item_set_action_and_target (item, "win.load-model", "s", entry->path);
    g_menu_append_item (section, item);
  }

  return G_MENU_MODEL (section);
}

static void
update_menu (KomaModelButton *self)
{
  GPtrArray *entries = koma_model_loader_get_entries (self->loader);
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) installed = create_section (entries, FALSE);
  g_autoptr (GMenuModel) recent = create_section (entries, TRUE);

  if (g_menu_model_get_n_items (installed) > 0)
    g_menu_append_section (menu, _("Installed Models"), installed);
  if (g_menu_model_get_n_items (recent) > 0)
    g_menu_append_section (menu, _("Opened Before"), recent);
  g_menu_append_section (menu, NULL, self->open_section);

  gtk_menu_button_set_menu_model (self->button, G_MENU_MODEL (menu));
}

void
koma_model_button_set_loader (KomaModelButton *self,
                              KomaModelLoader *loader)
{
  g_set_object (&self->loader, loader);
  g_signal_connect_object (loader, "changed", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (loader, "loaded", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (loader, "entries-changed", G_CALLBACK (update_menu), self,
                           G_CONNECT_SWAPPED);
  update_title (self);
  update_menu (self);
}

void
koma_model_button_popup (KomaModelButton *self)
{
  gtk_menu_button_popup (self->button);
}
