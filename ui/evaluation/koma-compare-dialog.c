/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-compare-dialog.h"

#include <glib/gi18n-lib.h>

#include "koma-compare-words.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-text-scale.h"
#include "ui/models/koma-recipe-words.h"
#include "worker/koma-thread.h"

struct _KomaCompareDialog
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwComboRow         *model_row;
  AdwPreferencesGroup *recipe;

  /* Borrowed. */
  AdwComboRow *rows[KOMA_N_PARTS]; /* (nullable) of parts that can be chosen */

  /* Owned. */
  KomaModelControl *control;
  GtkStringList    *names; /* of the models to choose from; the first is the one in use */
  GPtrArray        *paths; /* (element-type filename) of those after the first */
};

static guint chosen_signal;

G_DEFINE_FINAL_TYPE (KomaCompareDialog, koma_compare_dialog, ADW_TYPE_WINDOW)

static void
koma_compare_dialog_dispose (GObject *object)
{
  KomaCompareDialog *self = KOMA_COMPARE_DIALOG (object);

  g_clear_object (&self->control);
  g_clear_object (&self->names);
  g_clear_pointer (&self->paths, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_compare_dialog_parent_class)->dispose (object);
}

/* The strings are borrowed. */
static KomaWorkerModel
get_choice (KomaCompareDialog *self)
{
  const guint     model = adw_combo_row_get_selected (self->model_row);
  KomaWorkerModel choice = { 0 };

  if (model > 0 && model <= self->paths->len)
    choice.path = self->paths->pdata[model - 1];
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++) {
    const guint selected =
      self->rows[part] != NULL ? adw_combo_row_get_selected (self->rows[part]) : 0;

    if (selected > 0)
      choice.parts[part] = koma_recipe_words_list (part)[selected - 1].word;
  }
  return choice;
}

/* A model is not compared with itself. Rows of a window that was closed select nothing. */
static void
update (KomaCompareDialog *self)
{
  KomaWorkerModel choice = { 0 };
  gboolean        is_other = FALSE;

  if (self->paths == NULL)
    return;
  choice = get_choice (self);
  is_other = choice.path != NULL;
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    is_other |= choice.parts[i] != NULL;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "compare.choose", is_other);
}

static void
choose_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWorkerModel choice = get_choice (KOMA_COMPARE_DIALOG (widget));

  g_signal_emit (widget, chosen_signal, 0, &choice);
  gtk_window_close (GTK_WINDOW (widget));
}

static void
add_model (KomaCompareDialog *self,
           const char        *path,
           const char        *name)
{
  g_ptr_array_add (self->paths, g_strdup (path));
  gtk_string_list_append (self->names, name);
}

static void
opened_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaCompareDialog *self = user_data;
  g_autofree char   *path = g_file_get_path (files->pdata[0]);
  g_autofree char   *name = NULL;

  if (path == NULL || self->paths == NULL)
    return;
  name = koma_model_control_dup_name (self->control, path);
  add_model (self, path, name);
  adw_combo_row_set_selected (self->model_row, self->paths->len);
}

static void
open_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  const KomaFileDialogKind kind = g_str_equal (name, "compare.open-folder")
                                    ? KOMA_FILE_DIALOG_MODEL_FOLDER
                                    : KOMA_FILE_DIALOG_MODEL;

  koma_file_dialog_open (GTK_WINDOW (widget), kind, opened_cb, g_object_ref (widget),
                         g_object_unref);
}

/* ---- Rows ---- */

static void
add_part (KomaCompareDialog *self,
          KomaRecipePart     part)
{
  const KomaRecipeWord *words = koma_recipe_words_list (part);
  GtkWidget            *row = adw_combo_row_new ();
  GtkStringList        *choices = gtk_string_list_new ((const char *[]){ _ ("As It Is"), NULL });

  for (guint i = 0; words[i].word != NULL; i++)
    gtk_string_list_append (choices, _ (words[i].title));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (koma_recipe_part_get_title (part)));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (choices));
  adw_preferences_group_add (self->recipe, row);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_object_unref (choices);
  self->rows[part] = ADW_COMBO_ROW (row);
}

/* ---- Object ---- */

static void
koma_compare_dialog_class_init (KomaCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_compare_dialog_dispose;

  chosen_signal = g_signal_new ("chosen", KOMA_TYPE_COMPARE_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-compare-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaCompareDialog, model_row);
  gtk_widget_class_bind_template_child (widget_class, KomaCompareDialog, recipe);
  gtk_widget_class_bind_template_callback (widget_class, update);
  gtk_widget_class_install_action (widget_class, "compare.choose", NULL, choose_action);
  gtk_widget_class_install_action (widget_class, "compare.open-file", NULL, open_action);
  gtk_widget_class_install_action (widget_class, "compare.open-folder", NULL, open_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_compare_dialog_init (KomaCompareDialog *self)
{
  self->names = gtk_string_list_new ((const char *[]){ _ ("The Same Model"), NULL });
  self->paths = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  add_part (self, KOMA_PART_FIT);
  add_part (self, KOMA_PART_RESIZE);
  add_part (self, KOMA_PART_RANGE);
  adw_combo_row_set_model (self->model_row, G_LIST_MODEL (self->names));
  update (self);
}

/**
 * koma_compare_dialog_new:
 * @parent: the window that asks
 * @control: has the models to choose from
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
KomaCompareDialog *
koma_compare_dialog_new (GtkWindow        *parent,
                         KomaModelControl *control)
{
  KomaCompareDialog   *self = g_object_new (KOMA_TYPE_COMPARE_DIALOG,
                                            "transient-for", parent,
                                            NULL);
  const KomaModelInfo *info = koma_model_control_get_info (control);
  const GPtrArray     *entries = koma_model_control_get_entries (control);

  KOMA_ASSERT_MAIN_THREAD ();

  self->control = g_object_ref (control);
  for (guint i = 0; i < entries->len; i++) {
    const KomaModelEntry *entry = entries->pdata[i];

    if (!entry->is_gone && (info == NULL || !g_str_equal (entry->path, info->path)))
      add_model (self, entry->path, entry->name);
  }
  koma_text_scale_keep_buttons (GTK_WINDOW (self));
  return self;
}
