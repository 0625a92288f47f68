/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a project to a model: into the library, or into a folder for other programs. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-words.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/compat/koma-message.h"
#include "ui/koma-error-words.h"
#include "worker/teach/disk/koma-teach-share.h"

static void
set_saving (KomaTeachPage *self,
            gboolean       is_saving)
{
  self->is_saving = is_saving;
  koma_teach_page_update (self);
}

static void
fail (KomaTeachPage *self,
      const GError  *error)
{
  const char *text = koma_words_for_save_error (error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED))
    text = _ ("There is nothing to save yet: it needs two classes with pictures.");
  koma_teach_page_say (self, text, NULL, NULL);
}

/* ---- Into the library ---- */

static void
tell_saved (KomaTeachPage *self,
            const char    *path)
{
  g_autoptr (GVariant) target = g_variant_ref_sink (g_variant_new_string (path));
  g_autofree char *action = g_action_print_detailed_name ("win.use-taught", target);
  g_autofree char *text = NULL;

  /* Translators: the name of a model */
  text = g_strdup_printf (_ ("“%s” is one of your models now"),
                          koma_teach_project_get_status (self->project).name);
  koma_teach_page_say (self, text, _ ("Use It"), action);
  koma_library_refresh (self->library);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (KomaTeachPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
    koma_teach_project_save_finish (KOMA_TEACH_PROJECT (source), result, &error);

  if (self->project == NULL)
    return;
  if (path != NULL)
    tell_saved (self, path);
  else
    fail (self, error);
  set_saving (self, FALSE);
}

static void
named_cb (const char *name,
          gpointer    user_data)
{
  KomaTeachPage *self = user_data;

  if (self->project == NULL)
    return;
  if (g_strcmp0 (name, koma_teach_project_get_status (self->project).name) != 0)
    koma_teach_project_rename (self->project, name);
  set_saving (self, TRUE);
  koma_teach_project_save_async (self->project, NULL, NULL, saved_cb, g_object_ref (self));
}

/* "Cat, Dog, Bird", unless somebody has given the project a name. */
static char *
suggest_name (KomaTeachPage *self)
{
  GListModel *classes = G_LIST_MODEL (self->project);
  const char *name = koma_teach_project_get_status (self->project).name;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    g_strv_builder_add (builder, koma_teach_class_get_name (klass));
  }
  names = g_strv_builder_end (builder);
  return *name != '\0' ? g_strdup (name) : koma_teach_words_for_classes (names);
}

static void
save_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  KomaTeachPage   *self = user_data;
  g_autofree char *name = suggest_name (self);

  koma_message_ask_name (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                         _ ("Save As a Model"),
                         _ ("It appears among your models. The pictures stay here, so that you can "
                            "go on teaching."),
                         name, _ ("_Save"), named_cb, g_object_ref (self), g_object_unref);
}

/* ---- Into a folder ---- */

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaTeachPage) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
    koma_teach_project_save_finish (KOMA_TEACH_PROJECT (source), result, &error);
  g_autofree char *folder = NULL;
  g_autofree char *text = NULL;

  if (self->project == NULL)
    return;
  set_saving (self, FALSE);
  if (path == NULL) {
    fail (self, error);
    return;
  }
  folder = g_path_get_dirname (path);
  /* Translators: the path of a folder */
  text = g_strdup_printf (_ ("Exported to %s"), folder);
  koma_teach_page_say (self, text, NULL, NULL);
}

static void
folder_cb (GPtrArray *files,
           gpointer   user_data)
{
  KomaTeachPage *self = user_data;
  const char    *path = files->len > 0 ? g_file_peek_path (g_ptr_array_index (files, 0)) : NULL;

  if (self->project == NULL || path == NULL)
    return;
  set_saving (self, TRUE);
  koma_teach_project_save_async (self->project, path, NULL, exported_cb, g_object_ref (self));
}

static void
export_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  KomaTeachPage   *self = user_data;
  g_autofree char *name = suggest_name (self);

  koma_file_dialog_save (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), name, folder_cb,
                         g_object_ref (self), g_object_unref);
}

void
koma_teach_page_add_save_actions (KomaTeachPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "export", .activate = export_action },
    { .name = "save", .activate = save_action },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
}
