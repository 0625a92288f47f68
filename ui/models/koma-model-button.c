/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-button.h"

#include <glib/gi18n-lib.h>

#include "engine/runtime/flags.h"
#include "koma-model-menu.h"
#include "ui/koma-words.h"

struct _KomaModelButton
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkMenuButton *button;
  GtkLabel      *title;
  GtkLabel      *subtitle;
  GtkWidget     *warning;
  GMenuModel    *open_section;

  /* Owned. */
  KomaModelControl *loader;
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
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, warning);
  gtk_widget_class_bind_template_child (widget_class, KomaModelButton, open_section);
}

static void
koma_model_button_init (KomaModelButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The backend that should compute, and does not: it failed when it was chosen, or later. */
static const char *
find_failed (KomaModelControl *loader)
{
  KomaModelInfo *info = koma_model_control_get_info (loader);

  if (koma_model_control_get_failure (loader) != NULL)
    return koma_model_control_get_choice (loader)->backend;
  if (koma_model_info_has_failed_over (info))
    return koma_model_info_get_backend (koma_model_info_get_before (info));
  return NULL;
}

/* What computes, and who says so; or that what was chosen does not. */
static char *
describe_backend (KomaModelControl *loader)
{
  const char *backend = koma_model_info_get_backend (koma_model_control_get_info (loader));
  const char *words = koma_words_for_backend (backend);
  const char *failed = find_failed (loader);

  if (failed != NULL)
    /* Translators: a backend that computes, and one that should */
    return g_strdup_printf (_ ("%s · %s does not work"), words, koma_words_for_backend (failed));
  if (koma_flags_are_debugging ())
    /* Translators: a backend; DEBUG is the name of a flag */
    return g_strdup_printf (_ ("%s · DEBUG, slow"), words);
  /* Translators: a backend, and who chose it: “XNNPACK · automatic” */
  return g_strdup_printf (C_ ("backend and chooser", "%s · %s"), words,
                          koma_words_for_chooser (koma_model_control_get_chooser (loader)));
}

static const char *
explain_choice (KomaModelControl *loader)
{
  KomaModelInfo     *info = koma_model_control_get_info (loader);
  const char *const *warnings = koma_model_info_get_warnings (info);
  guint              n_warnings = g_strv_length ((char **) warnings);

  if (koma_model_control_get_failure (loader) != NULL)
    return koma_model_control_get_failure (loader)->message;
  /* The last one is why. */
  if (koma_model_info_has_failed_over (info) && n_warnings > 0)
    return warnings[n_warnings - 1];
  return koma_words_for_choice (koma_model_control_get_chooser (loader));
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
  const KomaPrecision precision = koma_model_info_get_precision (info);

  if (precision != KOMA_PRECISION_FLOAT32)
    append_paragraph (text, koma_precision_get_name (precision));
}

/* The line in full, and why. */
static char *
explain_backend (KomaModelControl *loader)
{
  KomaModelInfo *info = koma_model_control_get_info (loader);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *backend = describe_backend (loader);
  g_autofree char *autotune = koma_words_for_autotune (koma_model_info_get_trials (info));

  append_paragraph (text, backend);
  append_paragraph (text, koma_model_info_get_device (info));
  append_precision (text, info);
  append_paragraph (text, explain_choice (loader));
  if (koma_flags_are_debugging ())
    append_paragraph (text, _ ("The flag DEBUG is set: every operation is checked and timed"));
  append_paragraph (text, autotune);
  return g_strdup (text->str);
}

static void
show_info (KomaModelButton *self,
           KomaModelInfo   *info)
{
  g_autofree char *backend = describe_backend (self->loader);
  g_autofree char *why = explain_backend (self->loader);

  gtk_label_set_label (self->title, koma_model_info_get_name (info));
  gtk_label_set_label (self->subtitle, backend);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), why);
}

static void
show_no_info (KomaModelButton *self)
{
  gtk_label_set_label (self->title, _ ("Koma"));
  gtk_label_set_label (self->subtitle, koma_model_control_is_loading (self->loader)
                                         ? _ ("Loading a model")
                                         : _ ("No model"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _ ("Choose a Model"));
}

static void
update_title (KomaModelButton *self)
{
  KomaModelInfo   *info = koma_model_control_get_info (self->loader);
  g_autofree char *spoken = NULL;

  if (info != NULL) {
    show_info (self, info);
    /* Translators: for screen readers; the name of the model in use */
    spoken = g_strdup_printf (_ ("Model: %s"), koma_model_info_get_name (info));
  } else {
    show_no_info (self);
    spoken = g_strdup (_ ("Model: none"));
  }
  /* In a narrow window the line that says so is cut off. */
  gtk_widget_set_visible (self->warning, info != NULL && find_failed (self->loader) != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);
}

static void
update_menu (KomaModelButton *self)
{
  g_autoptr (GMenuModel) menu =
    koma_model_menu_new (koma_model_control_get_entries (self->loader), self->open_section);

  gtk_menu_button_set_menu_model (self->button, menu);
}

void
koma_model_button_set_loader (KomaModelButton  *self,
                              KomaModelControl *loader)
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
