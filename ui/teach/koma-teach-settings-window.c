/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-settings-window.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

static const guint hidden_sizes[] = { 0, 32, 64, 128, 256 };

struct _KomaTeachSettingsWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwPreferencesGroup *models;
  AdwComboRow         *hidden;

  /* Owned. */
  KomaTeachProject *project;
  KomaLibrary      *library;
  GPtrArray        *rows; /* borrowed from the group */
  GtkCheckButton   *none; /* never shown: with it one model alone is a choice, too */
  gboolean          is_updating;
};

G_DEFINE_FINAL_TYPE (KomaTeachSettingsWindow, koma_teach_settings_window, ADW_TYPE_WINDOW)

/* ---- Models ---- */

static void
toggled_cb (KomaTeachSettingsWindow *self,
            GtkCheckButton          *check)
{
  KomaLibraryItem *item = g_object_get_data (G_OBJECT (check), "item");

  if (!self->is_updating && gtk_check_button_get_active (check))
    koma_teach_project_set_base (self->project, item->model->path, item->name);
}

static const char *
describe (KomaTeachSettingsWindow *self,
          KomaLibraryItem         *item,
          gboolean                 is_base)
{
  const GError *error = koma_teach_project_get_status (self->project).base_error;

  if (!is_base)
    return item->description != NULL ? item->description : "";
  switch (koma_teach_project_get_status (self->project).base_state) {
  case KOMA_TEACH_BASE_LOADING:
    return _ ("Opening…");
  case KOMA_TEACH_BASE_FAILED:
    return error != NULL ? error->message : "";
  default:
    return item->description != NULL ? item->description : "";
  }
}

static void
add_row (KomaTeachSettingsWindow *self,
         KomaLibraryItem         *item)
{
  GtkWidget     *row = adw_action_row_new ();
  GtkWidget     *check = gtk_check_button_new ();
  const gboolean is_base =
    g_strcmp0 (koma_teach_project_get_status (self->project).base, item->model->path) == 0;

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), item->name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), describe (self, item, is_base));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 3);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, item->name,
                                  -1);
  gtk_check_button_set_group (GTK_CHECK_BUTTON (check), self->none);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_base);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  g_object_set_data_full (G_OBJECT (check), "item", g_object_ref (item), g_object_unref);
  g_signal_connect_object (check, "toggled", G_CALLBACK (toggled_cb), self, G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->models, row);
  g_ptr_array_add (self->rows, row);
}

static void
show_models (KomaTeachSettingsWindow *self)
{
  GListModel *items = koma_library_get_items (self->library);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->models, self->rows->pdata[i]);
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaLibraryItem) item = g_list_model_get_item (items, i);

    if (item->model != NULL && item->kind == KOMA_MODEL_KIND_CLASSIFIER)
      add_row (self, item);
  }
}

/* Rows that are there keep the focus. */
static void
update_models (KomaTeachSettingsWindow *self)
{
  self->is_updating = TRUE;
  for (guint i = 0; i < self->rows->len; i++) {
    AdwActionRow    *row = self->rows->pdata[i];
    GtkWidget       *check = adw_action_row_get_activatable_widget (row);
    KomaLibraryItem *item = g_object_get_data (G_OBJECT (check), "item");
    const gboolean   is_base =
      g_strcmp0 (koma_teach_project_get_status (self->project).base, item->model->path) == 0;

    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), is_base);
    adw_action_row_set_subtitle (row, describe (self, item, is_base));
  }
  self->is_updating = FALSE;
}

/* ---- The hidden layer ---- */

static void
show_hidden (KomaTeachSettingsWindow *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  const guint n_hidden = koma_teach_project_get_status (self->project).n_hidden;
  guint       selected = 0;

  for (guint i = 0; i < G_N_ELEMENTS (hidden_sizes); i++) {
    g_autofree char *text =
      hidden_sizes[i] == 0 ? g_strdup (C_ ("hidden layer", "None"))
                           : g_strdup_printf (ngettext ("%'u unit", "%'u units", hidden_sizes[i]),
                                              hidden_sizes[i]);

    gtk_string_list_append (list, text);
    if (hidden_sizes[i] <= n_hidden)
      selected = i;
  }
  adw_combo_row_set_model (self->hidden, G_LIST_MODEL (list));
  adw_combo_row_set_selected (self->hidden, selected);
}

static void
hidden_cb (KomaTeachSettingsWindow *self)
{
  const guint selected = adw_combo_row_get_selected (self->hidden);

  if (self->project != NULL && selected < G_N_ELEMENTS (hidden_sizes))
    koma_teach_project_set_n_hidden (self->project, hidden_sizes[selected]);
}

/* ---- Object ---- */

static void
koma_teach_settings_window_dispose (GObject *object)
{
  KomaTeachSettingsWindow *self = KOMA_TEACH_SETTINGS_WINDOW (object);

  g_clear_object (&self->project);
  g_clear_object (&self->library);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_object (&self->none);
  G_OBJECT_CLASS (koma_teach_settings_window_parent_class)->dispose (object);
}

static void
koma_teach_settings_window_class_init (KomaTeachSettingsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_teach_settings_window_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-teach-settings-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaTeachSettingsWindow, models);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachSettingsWindow, hidden);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_teach_settings_window_init (KomaTeachSettingsWindow *self)
{
  self->rows = g_ptr_array_new ();
  self->none = g_object_ref_sink (GTK_CHECK_BUTTON (gtk_check_button_new ()));
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * koma_teach_settings_window_new:
 * @parent: the window of the classes
 * @project: that is changed
 * @library: whose models there are
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_teach_settings_window_new (GtkWindow        *parent,
                                KomaTeachProject *project,
                                KomaLibrary      *library)
{
  KomaTeachSettingsWindow *self = g_object_new (KOMA_TYPE_TEACH_SETTINGS_WINDOW,
                                                "transient-for", parent,
                                                "destroy-with-parent", TRUE,
                                                NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->project = g_object_ref (project);
  self->library = g_object_ref (library);
  show_models (self);
  show_hidden (self);
  g_signal_connect_object (self->hidden, "notify::selected", G_CALLBACK (hidden_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (project, "notify::base-state", G_CALLBACK (update_models), self,
                           G_CONNECT_SWAPPED);
  return GTK_WINDOW (self);
}
