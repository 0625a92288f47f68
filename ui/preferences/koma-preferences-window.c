/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-preferences-window.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "koma-backend-group.h"
#include "ui/compat/koma-drop-down.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/compat/koma-preferences-base.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "ui/models/koma-model-menu.h"

struct _KomaPreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  /* Template children (borrowed). */
  KomaBackendGroup *backend_group;
  AdwActionRow     *model_row;
  GtkMenuButton    *model_button;
  GMenuModel       *open_sections;
  GtkDropDown      *precision;
  GtkDropDown      *class_language;
  GtkSpinButton    *threads;
  GtkSpinButton    *results;
  GtkSwitch        *list_grid;
  GtkSwitch        *not_sure_by_model;
  GtkSpinButton    *not_sure_below;
  GtkSpinButton    *camera_smoothing;
  AdwActionRow     *speak_row;
  GtkSwitch        *speak_results;
  GtkSwitch        *technical_details;

  /* Owned. */
  KomaModelControl *model_control;
};

G_DEFINE_FINAL_TYPE (KomaPreferencesWindow, koma_preferences_window, KOMA_TYPE_PREFERENCES_BASE)

static void
koma_preferences_window_dispose (GObject *object)
{
  g_clear_object (&KOMA_PREFERENCES_WINDOW (object)->model_control);

  G_OBJECT_CLASS (koma_preferences_window_parent_class)->dispose (object);
}

/* ---- The model ---- */

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaPreferencesWindow *self = user_data;
  GFile                 *file = files->len > 0 ? g_ptr_array_index (files, 0) : NULL;

  if (self->model_control != NULL && file != NULL && g_file_peek_path (file) != NULL)
    koma_model_control_load (self->model_control, g_file_peek_path (file));
}

static void
open_model_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  koma_file_dialog_open (GTK_WINDOW (widget), KOMA_FILE_DIALOG_MODEL, chosen_cb,
                         g_object_ref (widget), g_object_unref);
}

static void
open_model_folder_action (GtkWidget  *widget,
                          const char *name,
                          GVariant   *parameter)
{
  koma_file_dialog_open (GTK_WINDOW (widget), KOMA_FILE_DIALOG_MODEL_FOLDER, chosen_cb,
                         g_object_ref (widget), g_object_unref);
}

static void
update_model (KomaPreferencesWindow *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->model_control);
  const char    *name = info != NULL ? info->name : _ ("No model");
  g_autoptr (GFile) file = info != NULL ? g_file_new_for_path (info->path) : NULL;
  g_autofree char *place = file != NULL ? koma_words_for_place (file) : g_strdup ("");
  g_autofree char *title = g_markup_escape_text (name, -1);
  g_autofree char *subtitle = g_markup_escape_text (place, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->model_row), title);
  adw_action_row_set_subtitle (self->model_row, subtitle);
}

static void
update_models (KomaPreferencesWindow *self)
{
  g_autoptr (GMenuModel) menu =
    koma_model_menu_new (koma_model_control_get_entries (self->model_control), self->open_sections);

  gtk_menu_button_set_menu_model (self->model_button, menu);
}

/* That of a backend is told where it was chosen. */
static void
failed_cb (KomaPreferencesWindow *self,
           const char            *path,
           GError                *error)
{
  AdwToast *toast = NULL;

  if (koma_model_control_get_failure (self->model_control) != NULL)
    return;
  toast = adw_toast_new (koma_words_for_model_error (error));
  koma_preferences_base_add_toast (GTK_WIDGET (self), toast);
}

static void
set_control (KomaPreferencesWindow *self,
             KomaModelControl      *model_control)
{
  self->model_control = g_object_ref (model_control);
  g_signal_connect_object (model_control, "loaded", G_CALLBACK (update_model), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (model_control, "failed", G_CALLBACK (failed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (model_control, "entries-changed", G_CALLBACK (update_models), self,
                           G_CONNECT_SWAPPED);
  update_model (self);
  update_models (self);
}

/* ---- Numbers ---- */

/* A score below 0 leaves it to the model; the number stays where it was then. */
static gboolean
to_percent (GBinding     *binding,
            const GValue *from,
            GValue       *to,
            gpointer      user_data)
{
  if (g_value_get_double (from) < 0)
    return FALSE;
  g_value_set_double (to, round (g_value_get_double (from) * 100.0));
  return TRUE;
}

static gboolean
from_percent (GBinding     *binding,
              const GValue *from,
              GValue       *to,
              gpointer      user_data)
{
  g_value_set_double (to, g_value_get_double (from) / 100.0);
  return TRUE;
}

static gboolean
to_by_model (GBinding     *binding,
             const GValue *from,
             GValue       *to,
             gpointer      user_data)
{
  g_value_set_boolean (to, g_value_get_double (from) < 0);
  return TRUE;
}

static gboolean
from_by_model (GBinding     *binding,
               const GValue *from,
               GValue       *to,
               gpointer      user_data)
{
  const double percent = gtk_spin_button_get_value (GTK_SPIN_BUTTON (user_data));

  g_value_set_double (to, g_value_get_boolean (from) ? -1 : percent / 100);
  return TRUE;
}

/* The names are in the order of the list and of the enum. */
static gboolean
to_position (GBinding     *binding,
             const GValue *from,
             GValue       *to,
             gpointer      user_data)
{
  KomaPrecision precision = KOMA_PRECISION_AS_FLAGS;

  (void) koma_precision_parse (g_value_get_string (from), &precision, NULL);
  g_value_set_uint (to, precision);
  return TRUE;
}

static gboolean
from_position (GBinding     *binding,
               const GValue *from,
               GValue       *to,
               gpointer      user_data)
{
  g_value_set_string (to, koma_precision_get_name (g_value_get_uint (from)));
  return TRUE;
}

/* Those that Koma's own names of classes are in, each in its own words. */
static const struct
{
  const char *code;
  const char *title;
} languages[] = {
  { "auto", N_ ("Like the Desktop") },
  { "en", "English" },
  { "de", "Deutsch" },
  { "es", "Español" },
  { "ja", "日本語" },
  { "ko", "한국어" },
};

static gboolean
to_language (GBinding     *binding,
             const GValue *from,
             GValue       *to,
             gpointer      user_data)
{
  guint position = G_N_ELEMENTS (languages) - 1;

  while (position > 0 && g_strcmp0 (languages[position].code, g_value_get_string (from)) != 0)
    position--;
  g_value_set_uint (to, position);
  return TRUE;
}

static gboolean
from_language (GBinding     *binding,
               const GValue *from,
               GValue       *to,
               gpointer      user_data)
{
  const guint position = g_value_get_uint (from);

  g_return_val_if_fail (position < G_N_ELEMENTS (languages), FALSE);
  g_value_set_static_string (to, languages[position].code);
  return TRUE;
}

static void
list_languages (KomaPreferencesWindow *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  gtk_string_list_append (titles, _ (languages[0].title));
  for (guint i = 1; i < G_N_ELEMENTS (languages); i++)
    gtk_string_list_append (titles, languages[i].title);
  gtk_drop_down_set_model (self->class_language, G_LIST_MODEL (titles));
  koma_drop_down_name_button (self->class_language);
}

static void
bind_numbers (KomaPreferencesWindow *self,
              KomaPreferences       *preferences)
{
  const GBindingFlags flags = G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL;

  g_object_bind_property (preferences, "threads", self->threads, "value", flags);
  g_object_bind_property (preferences, "results", self->results, "value", flags);
  g_object_bind_property (preferences, "camera-smoothing", self->camera_smoothing, "value", flags);
  g_object_bind_property_full (preferences, "not-sure-below", self->not_sure_below, "value", flags,
                               to_percent, from_percent, NULL, NULL);
  g_object_bind_property_full (preferences, "not-sure-below", self->not_sure_by_model, "active",
                               flags, to_by_model, from_by_model, self->not_sure_below, NULL);
  g_object_bind_property (preferences, "list-grid", self->list_grid, "active", flags);
  g_object_bind_property (preferences, "speak-results", self->speak_results, "active", flags);
  g_object_bind_property (preferences, "technical-details", self->technical_details, "active",
                          flags);
  g_object_bind_property_full (preferences, "class-language", self->class_language, "selected",
                               flags, to_language, from_language, NULL, NULL);
  g_object_bind_property_full (preferences, "precision", self->precision, "selected", flags,
                               to_position, from_position, NULL, NULL);
}

/* ---- Speech ---- */

static gboolean
to_subtitle (GBinding     *binding,
             const GValue *from,
             GValue       *to,
             gpointer      user_data)
{
  const char *trouble = g_value_get_string (from);

  g_value_set_string (
    to, trouble != NULL ? trouble : _ ("In a voice of this computer, by Speech Dispatcher"));
  return TRUE;
}

/* ---- Object ---- */

/* What computes is chosen with the arrow keys at once. */
static void
turned_cb (KomaPreferencesWindow *self)
{
  g_autofree char *page = NULL;

  g_object_get (self, "visible-page-name", &page, NULL);
  if (g_strcmp0 (page, "computing") == 0)
    koma_backend_group_focus_choice (self->backend_group);
}

static void
koma_preferences_window_class_init (KomaPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_preferences_window_dispose;

  g_type_ensure (KOMA_TYPE_BACKEND_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-preferences-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, backend_group);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, model_row);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, model_button);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, open_sections);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, precision);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, class_language);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, threads);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, results);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, list_grid);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, not_sure_by_model);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, not_sure_below);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, camera_smoothing);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, speak_row);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, speak_results);
  gtk_widget_class_bind_template_child (widget_class, KomaPreferencesWindow, technical_details);

  gtk_widget_class_install_action (widget_class, "preferences.open-model", NULL,
                                   open_model_action);
  gtk_widget_class_install_action (widget_class, "preferences.open-model-folder", NULL,
                                   open_model_folder_action);
}

static void
koma_preferences_window_init (KomaPreferencesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_drop_down_name_button (self->precision);
  list_languages (self);
  g_signal_connect (self, "notify::visible-page-name", G_CALLBACK (turned_cb), NULL);
}

GtkWindow *
koma_preferences_window_new (GtkWindow          *parent,
                             KomaBackendControl *control,
                             KomaSpeech         *speech)
{
  KomaPreferencesWindow *self = g_object_new (KOMA_TYPE_PREFERENCES_WINDOW,
                                              "transient-for", parent,
                                              "modal", TRUE,
                                              NULL);

  if (G_IS_ACTION_GROUP (parent))
    gtk_widget_insert_action_group (GTK_WIDGET (self), "win", G_ACTION_GROUP (parent));
  koma_backend_group_set_control (self->backend_group, control);
  set_control (self, koma_backend_control_get_model_control (control));
  bind_numbers (self, koma_backend_control_get_preferences (control));
  g_object_bind_property_full (speech, "trouble", self->speak_row, "subtitle",
                               G_BINDING_SYNC_CREATE, to_subtitle, NULL, NULL, NULL);
  return GTK_WINDOW (self);
}
