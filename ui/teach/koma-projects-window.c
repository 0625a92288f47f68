/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-projects-window.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-words.h"
#include "ui/compat/koma-accessible.h"
#include "ui/compat/koma-message.h"
#include "ui/koma-text-scale.h"
#include "worker/koma-thread.h"
#include "worker/teach/disk/koma-teach-folder.h"
#include "worker/teach/project/koma-teach-status.h"

struct _KomaProjectsWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  GtkButton  *new_button;
  GtkListBox *list;

  /* Owned. */
  GActionGroup     *actions;
  KomaTeachProject *project;     /* (nullable) that is open; NULL: another one by now */
  GCancellable     *cancellable; /* of the list */
};

/* A row; it belongs to it. */
typedef struct
{
  AdwActionRow *row;
  GtkWidget    *rename;
  GtkWidget    *remove;
  GtkWidget    *undo;
  char         *folder;
  char         *title;
} Row;

G_DEFINE_FINAL_TYPE (KomaProjectsWindow, koma_projects_window, ADW_TYPE_WINDOW)

static void refresh (KomaProjectsWindow *self);

static Row *
get_row (gpointer widget) /* the row, or what is in it */
{
  return g_object_get_data (G_OBJECT (gtk_widget_get_ancestor (widget, ADW_TYPE_ACTION_ROW)),
                            "koma-row");
}

static KomaProjectsWindow *
get_window (const Row *row)
{
  return KOMA_PROJECTS_WINDOW (gtk_widget_get_root (GTK_WIDGET (row->row)));
}

static void
row_free (gpointer data)
{
  Row *row = data;

  g_free (row->folder);
  g_free (row->title);
  g_free (row);
}

static gboolean
is_open (KomaProjectsWindow *self,
         const char         *folder)
{
  return self->project != NULL &&
         g_str_equal (koma_teach_project_get_status (self->project).folder, folder);
}

static gboolean
can_leave (KomaProjectsWindow *self)
{
  return g_action_group_get_action_enabled (self->actions, "open-project");
}

/* ---- Another one ---- */

static void
open_project (KomaProjectsWindow *self,
              const char         *folder)
{
  g_action_group_activate_action (self->actions, "open-project", g_variant_new_string (folder));
}

static void
activated_cb (KomaProjectsWindow *self,
              GtkListBoxRow      *list_row)
{
  if (!can_leave (self))
    return;
  open_project (self, get_row (list_row)->folder);
  gtk_window_close (GTK_WINDOW (self));
}

static void
new_action (GtkWidget  *widget,
            const char *name,
            GVariant   *parameter)
{
  g_action_group_activate_action (KOMA_PROJECTS_WINDOW (widget)->actions, "new-project", NULL);
  gtk_window_close (GTK_WINDOW (widget));
}

/* Before the open one is removed: the first of the others takes its place. */
static void
leave_open (KomaProjectsWindow *self)
{
  GtkListBoxRow *list_row = NULL;

  g_clear_object (&self->project);
  for (int i = 0; (list_row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++) {
    const Row *row = get_row (list_row);

    if (gtk_widget_get_visible (row->remove)) {
      open_project (self, row->folder);
      return;
    }
  }
  g_action_group_activate_action (self->actions, "new-project", NULL);
}

/* ---- A name ---- */

static void
renamed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaProjectsWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  if (!koma_teach_folder_change_finish (result, &error))
    koma_message_show (GTK_WINDOW (self), _ ("The Name Could Not Be Changed"), error->message);
  refresh (self);
}

static void
name_button (GtkWidget *button,
             char      *spoken) /* (transfer full) for screen readers, and as a hint */
{
  gtk_widget_set_tooltip_text (button, spoken);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  koma_accessible_say_label (GTK_ACCESSIBLE (button));
  g_free (spoken);
}

static void
show_title (Row        *row,
            const char *title)
{
  g_free (row->title);
  row->title = g_strdup (title);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), title);
  /* Translators: of a button; the name of a project */
  name_button (row->rename, g_strdup_printf (_ ("Rename “%s”…"), title));
  /* Translators: of a button; the name of a project */
  name_button (row->remove, g_strdup_printf (_ ("Remove “%s”"), title));
  /* Translators: of a button; the name of a project that was removed */
  name_button (row->undo, g_strdup_printf (_ ("Bring “%s” Back"), title));
}

static void
named_cb (const char *name,
          gpointer    user_data)
{
  Row                *row = get_row (user_data);
  KomaProjectsWindow *self = get_window (row);

  if (self == NULL)
    return;
  if (is_open (self, row->folder)) {
    koma_teach_project_rename (self->project, name);
    show_title (row, name);
  } else {
    koma_teach_folder_rename_async (row->folder, name, renamed_cb, g_object_ref (self));
  }
}

static void
rename_cb (GtkButton *button)
{
  const Row *row = get_row (button);

  koma_message_ask_name (GTK_WINDOW (get_window (row)), _ ("Name of the Project"),
                         _ ("Models that you save have it, too."), row->title, _ ("_Rename"),
                         named_cb, g_object_ref (row->row), g_object_unref);
}

/* ---- Removal ---- */

static void
show_removed (Row     *row,
              gboolean is_removed)
{
  /* Translators: the name of a project */
  g_autofree char *removed = g_strdup_printf (_ ("“%s” was removed"), row->title);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), is_removed ? removed : row->title);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row->row), !is_removed);
  gtk_widget_set_visible (row->rename, !is_removed);
  gtk_widget_set_visible (row->remove, !is_removed);
  gtk_widget_set_visible (row->undo, is_removed);
}

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GtkWidget) row = user_data;
  GtkRoot *root = gtk_widget_get_root (row);
  g_autoptr (GError) error = NULL;

  if (koma_teach_folder_change_finish (result, &error) || root == NULL)
    return;
  koma_message_show (GTK_WINDOW (root), _ ("The Project Could Not Be Removed"), error->message);
  refresh (KOMA_PROJECTS_WINDOW (root));
}

static void
set_removed (Row     *row,
             gboolean is_removed)
{
  show_removed (row, is_removed);
  gtk_widget_grab_focus (is_removed ? row->undo : row->remove);
  koma_teach_folder_remove_async (row->folder, is_removed, removed_cb, g_object_ref (row->row));
}

static void
remove_cb (GtkButton *button)
{
  Row                *row = get_row (button);
  KomaProjectsWindow *self = get_window (row);
  const gboolean      was_open = is_open (self, row->folder);

  if (was_open && !can_leave (self))
    return;
  set_removed (row, TRUE);
  if (was_open)
    leave_open (self);
}

static void
undo_cb (GtkButton *button)
{
  set_removed (get_row (button), FALSE);
}

/* ---- The list ---- */

static GtkWidget *
add_button (Row       *row,
            GtkWidget *button,
            GCallback  clicked)
{
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "clicked", clicked, NULL);
  adw_action_row_add_suffix (row->row, button);
  return button;
}

static void
append (KomaProjectsWindow   *self,
        const KomaTeachEntry *entry)
{
  Row             *row = g_new0 (Row, 1);
  g_autofree char *title =
    *entry->name != '\0' ? g_strdup (entry->name) : koma_teach_words_for_classes (entry->classes);
  g_autofree char *subtitle =
    koma_teach_words_for_project (entry->n_classes, entry->n_examples, entry->changed_us,
                                  is_open (self, entry->folder));

  row->row = ADW_ACTION_ROW (adw_action_row_new ());
  row->folder = g_strdup (entry->folder);
  g_object_set_data_full (G_OBJECT (row->row), "koma-row", row, row_free);
  /* It is what somebody has written. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row->row), FALSE);
  adw_action_row_set_subtitle (row->row, subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row->row), TRUE);
  row->rename = add_button (row, gtk_button_new_from_icon_name ("document-edit-symbolic"),
                            G_CALLBACK (rename_cb));
  row->remove = add_button (row, gtk_button_new_from_icon_name ("user-trash-symbolic"),
                            G_CALLBACK (remove_cb));
  row->undo = add_button (row, gtk_button_new_with_label (_ ("Undo")), G_CALLBACK (undo_cb));
  show_title (row, title);
  show_removed (row, FALSE);
  gtk_list_box_append (self->list, GTK_WIDGET (row->row));
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaProjectsWindow) self = user_data;
  g_autoptr (GPtrArray) entries = koma_teach_folder_list_finish (result, NULL);
  GtkListBoxRow *row = NULL;

  if (entries == NULL)
    return;
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < entries->len; i++)
    append (self, g_ptr_array_index (entries, i));
  row = gtk_list_box_get_row_at_index (self->list, 0);
  if (row != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
refresh (KomaProjectsWindow *self)
{
  koma_teach_folder_list_async (self->cancellable, listed_cb, g_object_ref (self));
}

/* ---- Object ---- */

static void
koma_projects_window_dispose (GObject *object)
{
  KomaProjectsWindow *self = KOMA_PROJECTS_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->project);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (koma_projects_window_parent_class)->dispose (object);
}

static void
koma_projects_window_class_init (KomaProjectsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_projects_window_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-projects-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaProjectsWindow, new_button);
  gtk_widget_class_bind_template_child (widget_class, KomaProjectsWindow, list);
  gtk_widget_class_bind_template_callback (widget_class, activated_cb);
  gtk_widget_class_install_action (widget_class, "projects.new", NULL, new_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_projects_window_init (KomaProjectsWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  /* There is no room for its words and the title. Screen readers say them still. */
  if (koma_text_scale_is_large (GTK_WIDGET (self)))
    koma_text_scale_use_icon (self->new_button, "list-add-symbolic");
}

GtkWindow *
koma_projects_window_new (GtkWindow        *parent,
                          GActionGroup     *actions,
                          KomaTeachProject *project)
{
  KomaProjectsWindow *self = g_object_new (KOMA_TYPE_PROJECTS_WINDOW, "transient-for", parent,
                                           "destroy-with-parent", TRUE, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->actions = g_object_ref (actions);
  self->project = g_object_ref (project);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "projects.new",
                                 g_action_group_get_action_enabled (actions, "new-project"));
  refresh (self);
  return GTK_WINDOW (self);
}
