/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-card.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-accessible.h"
#include "worker/koma-thread.h"

/* Of names of icons; behind it stands what the catalogue calls the model. */
#define PREFIX "koma-model-"

struct _KomaModelCard
{
  GtkButton parent_instance;

  /* Template children (borrowed). */
  GtkImage *picture;
  GtkLabel *name;
  GtkLabel *text;
};

G_DEFINE_FINAL_TYPE (KomaModelCard, koma_model_card, GTK_TYPE_BUTTON)

static void
koma_model_card_class_init (KomaModelCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-model-card.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaModelCard, picture);
  gtk_widget_class_bind_template_child (widget_class, KomaModelCard, name);
  gtk_widget_class_bind_template_child (widget_class, KomaModelCard, text);
}

static void
koma_model_card_init (KomaModelCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
koma_model_card_show (KomaModelCard *self,
                      const char    *picture,
                      const char    *name,
                      const char    *text)
{
  g_autofree char *spoken = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_image_set_from_icon_name (self->picture, picture);
  gtk_label_set_label (self->name, name);
  gtk_label_set_label (self->text, text);
  /* Translators: for screen readers: the name of a model, and what it knows */
  spoken = g_strdup_printf (C_ ("model and knowledge", "%s: %s"), name, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  koma_accessible_say_label (GTK_ACCESSIBLE (self));
}

void
koma_model_card_set_in_use (KomaModelCard *self,
                            gboolean       is_in_use)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (is_in_use)
    gtk_widget_add_css_class (GTK_WIDGET (self), "in-use");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "in-use");
}

/**
 * koma_model_card_find_picture:
 * @item: (nullable): a model of the library
 *
 * Returns: (transfer none): the name of an icon with a picture of what it knows
 */
const char *
koma_model_card_find_picture (KomaLibraryItem *item)
{
  GtkIconTheme    *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());
  g_autofree char *prefix = koma_library_item_dup_key_of ("");
  g_autofree char *name = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (item == NULL)
    return PREFIX "other";
  if (g_str_has_prefix (item->key, prefix))
    name = g_strconcat (PREFIX, item->key + strlen (prefix), NULL);
  if (name != NULL && gtk_icon_theme_has_icon (theme, name))
    return g_intern_string (name);
  if (item->section == KOMA_SECTION_TAUGHT)
    return PREFIX "own";
  return item->section == KOMA_SECTION_INSTALLED ? "app.koma.Koma" : PREFIX "other";
}
