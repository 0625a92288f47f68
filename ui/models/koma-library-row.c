/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-row.h"

#include <glib/gi18n-lib.h>

#include "koma-library-words.h"
#include "koma-model-card.h"
#include "ui/compat/koma-actionable.h"
#include "ui/koma-text-scale.h"
#include "worker/koma-thread.h"

struct _KomaLibraryRow
{
  GtkWidget parent_instance;

  /* Template children (borrowed). */
  GtkLabel       *heading;
  GtkImage       *picture;
  GtkLabel       *name;
  GtkWidget      *in_use;
  GtkBox         *texts;
  GtkLabel       *description;
  GtkLabel       *file;
  GtkLabel       *use;
  GtkProgressBar *progress;
  GtkLabel       *error;
  GtkButton      *button;
  GtkLabel       *button_label; /* a button's own label is spoken twice by GTK 4.8 */
  GtkMenuButton  *menu_button;

  /* Owned. */
  KomaLibraryItem *item;
  gulong           handler;
};

G_DEFINE_FINAL_TYPE (KomaLibraryRow, koma_library_row, GTK_TYPE_WIDGET)

static void
disconnect_item (KomaLibraryRow *self)
{
  if (self->item != NULL)
    g_clear_signal_handler (&self->handler, self->item);
}

static void
koma_library_row_dispose (GObject *object)
{
  KomaLibraryRow *self = KOMA_LIBRARY_ROW (object);
  GtkWidget      *child = NULL;

  disconnect_item (self);
  g_clear_object (&self->item);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (koma_library_row_parent_class)->dispose (object);
}

/* ---- What it shows ---- */

static void
show_text (GtkLabel   *label,
           const char *text) /* (nullable) */
{
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

static void
show_texts (KomaLibraryRow  *self,
            KomaLibraryItem *item)
{
  const gboolean   is_running = item->fetch.state == KOMA_FETCH_RUNNING;
  g_autofree char *file = koma_library_words_for_file (item);
  g_autofree char *use = is_running ? koma_library_words_for_fetch (&item->fetch)
                                    : koma_library_words_for_use (item);
  g_autofree char *error = item->fetch.error != NULL
                             ? koma_library_words_for_error (item->fetch.error)
                             : NULL;

  show_text (self->heading,
             item->has_heading ? koma_library_words_for_section (item->section) : NULL);
  gtk_image_set_from_icon_name (self->picture, koma_model_card_find_picture (item));
  show_text (self->name, item->name);
  show_text (self->description, item->description);
  show_text (self->file, file);
  show_text (self->use, use);
  show_text (self->error, error);
  gtk_widget_set_visible (self->in_use, item->is_in_use);
}

static void
show_progress (KomaLibraryRow  *self,
               const KomaFetch *fetch)
{
  const double total = MAX (fetch->total_bytes, 1);

  gtk_widget_set_visible (GTK_WIDGET (self->progress), fetch->state == KOMA_FETCH_RUNNING);
  gtk_progress_bar_set_fraction (self->progress, MIN (fetch->done_bytes / total, 1.0));
}

/* What the button does, and says. */
static void
find_act (KomaLibraryItem *item,
          const char     **ret_action,
          const char     **ret_label)
{
  *ret_action = item->model != NULL ? "library.open" : "library.download";
  *ret_label = item->model != NULL ? _ ("Use") : _ ("Download");
  if (item->fetch.state == KOMA_FETCH_FAILED)
    *ret_label = _ ("Try Again");
  if (item->fetch.state == KOMA_FETCH_RUNNING) {
    *ret_action = "library.cancel";
    *ret_label = _ ("Cancel");
  }
}

static void
show_button (KomaLibraryRow  *self,
             KomaLibraryItem *item)
{
  const char      *action = NULL;
  const char      *label = NULL;
  g_autofree char *spoken = NULL;

  find_act (item, &action, &label);
  /* Translators: for screen readers: what a button does, and the name of a model */
  spoken = g_strdup_printf (C_ ("button and model", "%s: %s"), label, item->name);
  gtk_widget_set_visible (GTK_WIDGET (self->button),
                          !item->is_in_use && item->kind != KOMA_MODEL_KIND_FEATURES);
  gtk_label_set_label (self->button_label, label);
  koma_actionable_set_with_text (GTK_ACTIONABLE (self->button), action, item->key);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

static void
append_spoken (GString  *text,
               GtkLabel *label)
{
  if (gtk_widget_get_visible (GTK_WIDGET (label)))
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", gtk_label_get_label (label));
}

/* Its section too, which only the first of them shows. */
static void
name_row (KomaLibraryRow  *self,
          KomaLibraryItem *item)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *options = NULL;

  append_spoken (text, self->name);
  if (item->is_in_use)
    append_spoken (text, GTK_LABEL (self->in_use));
  g_string_append_printf (text, ", %s", koma_library_words_for_section (item->section));
  append_spoken (text, self->file);
  append_spoken (text, self->use);
  append_spoken (text, self->error);
  /* Translators: for screen readers; the name of a model */
  options = g_strdup_printf (_ ("Options of %s"), item->name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->menu_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, options, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str,
                                  -1);
  /* GTK 4.8: the list's own row is what the keyboard reaches. */
  if (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (GTK_WIDGET (self))),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
}

static void
update (KomaLibraryRow *self)
{
  show_texts (self, self->item);
  show_progress (self, &self->item->fetch);
  show_button (self, self->item);
  name_row (self, self->item);
}

/* ---- Its menu ---- */

static void
append_item (GMenu      *section,
             const char *label,
             const char *action,
             const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", key);
  g_menu_append_item (section, item);
}

static GMenuModel *
create_menu (KomaLibraryItem *item)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) use = g_menu_new ();
  g_autoptr (GMenu) about = g_menu_new ();
  g_autoptr (GMenu) removal = g_menu_new ();

  if (item->kind != KOMA_MODEL_KIND_FEATURES)
    append_item (use, item->model != NULL ? _ ("_Use") : _ ("Download and _Use"), "library.open",
                 item->key);
  if (item->section == KOMA_SECTION_TAUGHT)
    append_item (use, _ ("Teach _On…"), "library.teach-on", item->model->path);
  append_item (about, _ ("_Details"), "library.details", item->key);
  if (item->model != NULL)
    append_item (about, _ ("_Show in Files"), "library.show-files", item->key);
  if (item->source != NULL)
    append_item (about, _ ("_Web Page"), "library.web-page", item->key);
  if (item->model != NULL && koma_model_item_is_removable (item->model))
    append_item (removal, _ ("_Remove…"), "library.remove", item->key);
  if (item->fetch.state == KOMA_FETCH_FAILED)
    append_item (removal, _ ("_Give Up the Download"), "library.cancel", item->key);

  g_menu_append_section (menu, NULL, G_MENU_MODEL (use));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (about));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (removal));
  return G_MENU_MODEL (menu);
}

/* Only when it is opened: the list keeps some 200 rows, and menus are slow to make. */
static void
create_popup_cb (GtkMenuButton *button,
                 gpointer       user_data)
{
  KomaLibraryRow *self = user_data;
  g_autoptr (GMenuModel) menu = create_menu (self->item);

  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (menu));
}

/* ---- Object ---- */

static void
koma_library_row_class_init (KomaLibraryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_library_row_dispose;

  gtk_widget_class_set_css_name (widget_class, "libraryrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-library-row.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, heading);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, picture);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, name);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, in_use);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, description);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, file);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, use);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, error);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, button);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, texts);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryRow, menu_button);
}

/* Beside text that is so large, “Herunterladen” would leave it no room. */
static void
put_below (KomaLibraryRow *self,
           GtkWidget      *widget)
{
  g_object_ref (widget);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (widget)), widget);
  gtk_box_append (self->texts, widget);
  gtk_widget_set_halign (widget, GTK_ALIGN_START);
  gtk_widget_set_margin_top (widget, 6);
  g_object_unref (widget);
}

static void
koma_library_row_init (KomaLibraryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  if (koma_text_scale_is_large (GTK_WIDGET (self))) {
    put_below (self, self->in_use);
    put_below (self, GTK_WIDGET (self->button));
  }
  gtk_menu_button_set_create_popup_func (self->menu_button, create_popup_cb, self, NULL);
}

GtkWidget *
koma_library_row_new (void)
{
  return g_object_new (KOMA_TYPE_LIBRARY_ROW, NULL);
}

void
koma_library_row_set_item (KomaLibraryRow  *self,
                           KomaLibraryItem *item)
{
  KOMA_ASSERT_MAIN_THREAD ();

  disconnect_item (self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  self->handler = g_signal_connect_swapped (item, "changed", G_CALLBACK (update), self);
  update (self);
}
