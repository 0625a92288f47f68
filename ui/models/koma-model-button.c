/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-button.h"

#include <glib/gi18n-lib.h>

#include "engine/koma-values.h"
#include "koma-model-menu.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

struct _KomaModelButton
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkMenuButton *button;
  GtkLabel      *title;
  GtkLabel      *subtitle;
  GtkWidget     *warning;
  GMenuModel    *open_sections;

  gboolean is_brief;
  char    *collection; /* (nullable) */

  /* Owned. */
  KomaModelControl *control;
  KomaPreferences  *preferences;
};

G_DEFINE_FINAL_TYPE (KomaModelButton, koma_model_button, ADW_TYPE_BIN)

static void
koma_model_button_dispose (GObject *object)
{
  g_clear_object (&KOMA_MODEL_BUTTON (object)->control);
  g_clear_object (&KOMA_MODEL_BUTTON (object)->preferences);

  G_OBJECT_CLASS (koma_model_button_parent_class)->dispose (object);
}

static void
koma_model_button_finalize (GObject *object)
{
  g_free (KOMA_MODEL_BUTTON (object)->collection);

  G_OBJECT_CLASS (koma_model_button_parent_class)->finalize (object);
}

static void
koma_model_button_class_init (KomaModelButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_model_button_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_model_button_finalize;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-model-button.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, button);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, title);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, subtitle);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, warning);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, open_sections);
}

static void
koma_model_button_init (KomaModelButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The backend that should compute, and does not: it failed when it was chosen, or later. */
static const char *
find_failed (KomaModelControl *control)
{
  KomaModelInfo *info = koma_model_control_get_info (control);

  if (koma_model_control_get_failure (control) != NULL)
    return koma_model_control_get_choice (control)->backend;
  if (koma_model_info_has_failed_over (info))
    return info->before->backend;
  return NULL;
}

/* What computes, and its chooser; or that the chosen one does not work. */
static char *
describe_backend (KomaModelButton *self)
{
  KomaModelControl    *control = self->control;
  const KomaModelInfo *info = koma_model_control_get_info (control);
  const gboolean       is_technical = koma_preferences_get_technical_details (self->preferences);
  const char          *words = is_technical
                                 ? koma_words_for_technical_name (info->backend, info->is_software)
                                 : koma_words_for_device (info->backend, info->is_software);
  const char          *failed = find_failed (control);

  if (failed != NULL)
    /* Translators: a backend that computes, and one that should */
    return g_strdup_printf (_ ("%s · “%s” does not work"), words,
                            koma_words_for_tried_backend (failed));
  if (koma_flags_are_debugging ())
    /* Translators: a backend; DEBUG is the name of a flag */
    return g_strdup_printf (_ ("%s · DEBUG, slow"), words);
  /* Translators: a backend, and who chose it: “XNNPACK · automatic” */
  return g_strdup_printf (C_ ("backend and chooser", "%s · %s"), words,
                          koma_words_for_chooser (koma_model_control_get_chooser (control)));
}

static const char *
explain_choice (KomaModelControl *control)
{
  KomaModelInfo     *info = koma_model_control_get_info (control);
  const char *const *warnings = info->warnings;
  guint              n_warnings = g_strv_length ((char **) warnings);

  if (koma_model_control_get_failure (control) != NULL)
    return koma_model_control_get_failure (control)->message;
  /* The last one is why. */
  if (koma_model_info_has_failed_over (info) && n_warnings > 0)
    return warnings[n_warnings - 1];
  return koma_words_for_choice (koma_model_control_get_chooser (control));
}

static void
append_paragraph (GString    *text,
                  const char *paragraph) /* (nullable) */
{
  if (paragraph != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", paragraph);
}

/* float32 goes without saying. */
static void
append_precision (GString       *text,
                  KomaModelInfo *info)
{
  if (info->precision != KOMA_PRECISION_FLOAT32 || info->is_integer)
    append_paragraph (text, koma_words_for_precision (info));
}

/* The line in full, and why. */
static char *
explain_backend (KomaModelButton *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->control);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *backend = describe_backend (self);
  g_autofree char *autotune = koma_words_for_autotune (info->autotune);

  append_paragraph (text, backend);
  append_paragraph (text, info->device);
  append_precision (text, info);
  append_paragraph (text, explain_choice (self->control));
  if (koma_flags_are_debugging ())
    append_paragraph (text, _ ("The flag DEBUG is set: every operation is checked and timed"));
  append_paragraph (text, autotune);
  return g_strdup (text->str);
}

/* What computes is shown to those who want to know, and where it is not what it should be. */
static gboolean
is_backend_shown (KomaModelButton *self)
{
  return koma_preferences_get_technical_details (self->preferences) ||
         koma_flags_are_debugging () || find_failed (self->control) != NULL;
}

static void
show_info (KomaModelButton *self,
           KomaModelInfo   *info)
{
  g_autofree char *backend = is_backend_shown (self) ? describe_backend (self) : NULL;
  g_autofree char *why = is_backend_shown (self) ? explain_backend (self) : NULL;
  const char      *subtitle = backend != NULL ? backend : self->collection;

  gtk_label_set_label (self->title, info->name);
  gtk_label_set_label (self->subtitle, subtitle != NULL ? subtitle : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), why != NULL ? why : _ ("Choose a Model"));
}

static void
show_no_info (KomaModelButton *self)
{
  gtk_label_set_label (self->title, _ ("Koma"));
  gtk_label_set_label (self->subtitle, koma_model_control_is_loading (self->control)
                                         ? _ ("Loading a model")
                                         : _ ("No model"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _ ("Choose a Model"));
}

static void
update_subtitle (KomaModelButton *self)
{
  const gboolean is_empty = *gtk_label_get_label (self->subtitle) == '\0';

  gtk_widget_set_visible (GTK_WIDGET (self->subtitle), !self->is_brief && !is_empty);
}

static void
update_title (KomaModelButton *self)
{
  KomaModelInfo   *info = koma_model_control_get_info (self->control);
  g_autofree char *spoken = NULL;

  if (info != NULL) {
    show_info (self, info);
    /* Translators: for screen readers; the name of the model in use */
    spoken = g_strdup_printf (_ ("Model: %s"), info->name);
  } else {
    show_no_info (self);
    spoken = g_strdup (_ ("Model: none"));
  }
  update_subtitle (self);
  /* In a narrow window the line that says so is cut off. */
  gtk_widget_set_visible (self->warning, info != NULL && find_failed (self->control) != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

/* Another menu closes the one that is open; it is opened again, since it was the user who did. */
static void
update_menu (KomaModelButton *self)
{
  GtkPopover    *popover = gtk_menu_button_get_popover (self->button);
  const gboolean is_open = popover != NULL && gtk_widget_get_visible (GTK_WIDGET (popover));
  g_autoptr (GMenuModel) menu =
    koma_model_menu_new (koma_model_control_get_entries (self->control), self->open_sections);

  gtk_menu_button_set_menu_model (self->button, menu);
  if (is_open)
    gtk_menu_button_popup (self->button);
}

void
koma_model_button_connect (KomaModelButton  *self,
                           KomaModelControl *control,
                           KomaPreferences  *preferences)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->control = g_object_ref (control);
  self->preferences = g_object_ref (preferences);
  g_signal_connect_object (preferences, "notify::technical-details", G_CALLBACK (update_title),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "changed", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (update_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "entries-changed", G_CALLBACK (update_menu), self,
                           G_CONNECT_SWAPPED);
  update_title (self);
  update_menu (self);
}

void
koma_model_button_set_collection (KomaModelButton *self,
                                  const char      *name)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->collection);
  self->collection = g_strdup (name);
  update_title (self);
}

void
koma_model_button_set_brief (KomaModelButton *self,
                             gboolean         is_brief)
{
  self->is_brief = is_brief;
  update_subtitle (self);
}

void
koma_model_button_popup (KomaModelButton *self)
{
  gtk_menu_button_popup (self->button);
}
