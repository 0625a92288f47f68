/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-backend-group.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* Of what a row says of its backend; more than any has. Without a limit GTK 4.8 makes texts of
 * several scripts wider than their row. */
#define MAX_LINES 9

/* In the order of the rows; NULL: automatic. */
static const char *const backends[] = { NULL, "gles", "xnnpack", "cpu" };

typedef struct
{
  AdwActionRow   *row;
  GtkCheckButton *check;
  GtkWidget      *in_use;  /* a label */
  GtkWidget      *warning; /* a picture */
} Row;

/**
 * KomaBackendGroup:
 *
 * A backend that can not be used may be chosen all the same: the error is told
 * in place, with a way out.
 */
struct _KomaBackendGroup
{
  AdwPreferencesGroup parent_instance;

  /* Template children (borrowed). */
  AdwActionRow *status;
  GtkWidget    *warning;
  GtkWidget    *progress;
  GtkWidget    *automatic;
  GtkWidget    *measure;

  /* Owned. */
  KomaBackendControl *control;

  Row      rows[G_N_ELEMENTS (backends)]; /* widgets borrowed */
  gboolean is_updating;
};

G_DEFINE_FINAL_TYPE (KomaBackendGroup, koma_backend_group, ADW_TYPE_PREFERENCES_GROUP)

static void
koma_backend_group_dispose (GObject *object)
{
  g_clear_object (&KOMA_BACKEND_GROUP (object)->control);

  G_OBJECT_CLASS (koma_backend_group_parent_class)->dispose (object);
}

static void
use_automatic_cb (KomaBackendGroup *self)
{
  koma_backend_control_choose (self->control, NULL);
}

static void
measure_cb (KomaBackendGroup *self)
{
  koma_model_control_measure_again (koma_backend_control_get_model_control (self->control));
}

static void
koma_backend_group_class_init (KomaBackendGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_backend_group_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-backend-group.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaBackendGroup, status);
  gtk_widget_class_bind_template_child (widget_class, KomaBackendGroup, warning);
  gtk_widget_class_bind_template_child (widget_class, KomaBackendGroup, progress);
  gtk_widget_class_bind_template_child (widget_class, KomaBackendGroup, automatic);
  gtk_widget_class_bind_template_child (widget_class, KomaBackendGroup, measure);
  gtk_widget_class_bind_template_callback (widget_class, use_automatic_cb);
  gtk_widget_class_bind_template_callback (widget_class, measure_cb);
}

static void
toggled_cb (KomaBackendGroup *self,
            GtkCheckButton   *check)
{
  if (self->is_updating || !gtk_check_button_get_active (check))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    if (self->rows[i].check == check)
      koma_backend_control_choose (self->control, backends[i]);
}

static void
add_row (KomaBackendGroup *self,
         Row              *row)
{
  row->row = ADW_ACTION_ROW (adw_action_row_new ());
  row->check = GTK_CHECK_BUTTON (gtk_check_button_new ());
  row->in_use = gtk_label_new (_ ("In use"));
  row->warning = gtk_image_new_from_icon_name ("dialog-warning-symbolic");

  adw_action_row_set_subtitle_lines (row->row, MAX_LINES);
  gtk_check_button_set_group (row->check, row != self->rows ? self->rows[0].check : NULL);
  gtk_widget_set_valign (GTK_WIDGET (row->check), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->warning), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Can not be used"), -1);
  gtk_widget_add_css_class (row->in_use, "dim-label");

  adw_action_row_add_prefix (row->row, GTK_WIDGET (row->check));
  adw_action_row_set_activatable_widget (row->row, GTK_WIDGET (row->check));
  adw_action_row_add_suffix (row->row, row->warning);
  adw_action_row_add_suffix (row->row, row->in_use);
  g_signal_connect_object (row->check, "toggled", G_CALLBACK (toggled_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (row->row));
}

static void
koma_backend_group_init (KomaBackendGroup *self)
{
  g_autoptr (GtkSizeGroup) prefixes = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);

  gtk_widget_init_template (GTK_WIDGET (self));

  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    add_row (self, &self->rows[i]);
  /* So that all titles are below each other. */
  gtk_size_group_add_widget (prefixes, GTK_WIDGET (self->rows[0].check));
  gtk_size_group_add_widget (prefixes, self->warning);
  adw_action_row_add_suffix (self->rows[0].row, self->measure);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->status));
}

static const KomaBackendEntry *
find_entry (GPtrArray  *entries,
            const char *name)
{
  for (guint i = 0; i < entries->len; i++) {
    const KomaBackendEntry *entry = g_ptr_array_index (entries, i);

    if (g_str_equal (entry->name, name))
      return entry;
  }
  return NULL;
}

/* Once it is known what there is, OpenGL is not called a graphics card where there is none. */
static const char *
get_title (KomaBackendGroup *self,
           const char       *name) /* (nullable) */
{
  GPtrArray              *entries = koma_backend_control_get_entries (self->control);
  const KomaBackendEntry *entry = NULL;

  if (entries != NULL && name != NULL)
    entry = find_entry (entries, name);
  return entry != NULL ? koma_words_for_device (name, entry->is_software)
                       : koma_words_for_backend (name);
}

/* The device of a backend, or why it can not be used. */
static char *
describe_entry (const KomaBackendEntry *entry) /* (nullable) */
{
  if (entry == NULL)
    return g_strdup (_ ("Not part of this build of Koma"));
  return entry->reason != NULL ? g_strdup (_ (entry->reason))
                               : koma_words_for_device_name (entry->device);
}

/* Of a backend that has a name: first the name that those have for it who know what there is. */
static char *
describe_named (GPtrArray  *entries, /* (nullable) */
                const char *name,
                gboolean   *ret_is_usable)
{
  const KomaBackendEntry *entry = entries != NULL ? find_entry (entries, name) : NULL;
  const char             *technical =
    koma_words_for_technical_name (name, entry != NULL && entry->is_software);
  g_autofree char *words =
    entries != NULL ? describe_entry (entry) : g_strdup (_ ("Looking for it…"));

  *ret_is_usable = entries == NULL || (entry != NULL && entry->reason == NULL);
  return words != NULL ? g_strdup_printf ("%s · %s", technical, words) : g_strdup (technical);
}

/* With the results of autotuning, once they are known. */
static char *
describe_automatic (KomaModelControl *model_control)
{
  const char *words =
    _ ("Koma measures what is here; never a simulated graphics card");
  KomaModelInfo   *info = koma_model_control_get_info (model_control);
  g_autofree char *autotune =
    info != NULL ? koma_words_for_autotune (info->autotune) : NULL;

  return autotune != NULL ? g_strjoin ("\n", words, autotune, NULL) : g_strdup (words);
}

static char *
describe (KomaBackendGroup *self,
          const char       *name, /* (nullable) */
          gboolean         *ret_is_usable)
{
  if (name == NULL)
    return describe_automatic (koma_backend_control_get_model_control (self->control));
  return describe_named (koma_backend_control_get_entries (self->control), name, ret_is_usable);
}

static gboolean
is_in_use (KomaModelControl *model_control,
           const char       *name)
{
  KomaModelInfo *info = koma_model_control_get_info (model_control);

  return info != NULL && g_str_equal (info->backend, name);
}

static void
update_row (KomaBackendGroup *self,
            guint             index)
{
  KomaModelControl        *model_control = koma_backend_control_get_model_control (self->control);
  const Row               *row = &self->rows[index];
  const KomaBackendChoice *choice = koma_model_control_get_choice (model_control);
  const char              *name = backends[index];
  gboolean                 is_usable = TRUE;
  g_autofree char         *words = describe (self, name, &is_usable);
  g_autofree char         *markup = g_markup_escape_text (words, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row->row), get_title (self, name));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  get_title (self, name), -1);
  adw_action_row_set_subtitle (row->row, markup);
  gtk_widget_set_visible (row->warning, !is_usable);
  gtk_widget_set_visible (row->in_use, name != NULL && is_in_use (model_control, name));
  gtk_check_button_set_active (row->check, g_strcmp0 (choice->backend, name) == 0);
}

typedef enum {
  STATUS_IDLE,
  STATUS_LOADING,
  STATUS_FAILED,
} Status;

static void
show_status (KomaBackendGroup *self,
             Status            status,
             const char       *title,
             const char       *subtitle)
{
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *subtitle_markup = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->status), title_markup);
  adw_action_row_set_subtitle (self->status, subtitle_markup);
  gtk_widget_set_opacity (self->warning, status == STATUS_FAILED ? 1.0 : 0.0);
  gtk_widget_set_visible (self->automatic, status == STATUS_FAILED);
  gtk_widget_set_visible (self->progress, status == STATUS_LOADING);
}

/* Always there, so that nothing moves when it has something to say. */
static void
update_status (KomaBackendGroup *self)
{
  KomaModelControl        *model_control = koma_backend_control_get_model_control (self->control);
  KomaModelInfo           *info = koma_model_control_get_info (model_control);
  const GError            *failure = koma_model_control_get_failure (model_control);
  const KomaBackendChoice *chosen = koma_model_control_get_choice (model_control);
  const char              *choice = get_title (self, chosen->backend);
  g_autofree char         *title = NULL;

  if (koma_model_control_is_loading (model_control)) {
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress),
                                   koma_model_control_get_fraction (model_control));
    show_status (self, STATUS_LOADING, choice,
                 koma_words_for_load_stage (koma_model_control_get_stage (model_control)));
  } else if (failure != NULL) {
    title = koma_words_for_backend_failure (chosen->backend);
    show_status (self, STATUS_FAILED, title, failure->message);
  } else if (info != NULL) {
    /* Or it would look like one more backend. */
    title = koma_words_for_value (_ ("In use"),
                                  koma_words_for_device (info->backend, info->is_software));
    show_status (self, STATUS_IDLE, title,
                 koma_words_for_choice (koma_model_control_get_chooser (model_control)));
  } else {
    show_status (self, STATUS_IDLE, choice, _ ("No model"));
  }
}

static void
update (KomaBackendGroup *self)
{
  KomaModelControl *model_control = koma_backend_control_get_model_control (self->control);

  self->is_updating = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    update_row (self, i);
  self->is_updating = FALSE;
  gtk_widget_set_sensitive (self->measure, koma_model_control_can_measure_again (model_control));
  update_status (self);
}

void
koma_backend_group_set_control (KomaBackendGroup   *self,
                                KomaBackendControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->control, control);
  g_signal_connect_object (control, "listed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (koma_backend_control_get_model_control (control), "changed",
                           G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  koma_backend_control_list (control);
  update (self);
}

/* The one that is chosen: from there the arrows lead to the others. */
void
koma_backend_group_focus_choice (KomaBackendGroup *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    if (gtk_check_button_get_active (self->rows[i].check))
      gtk_widget_grab_focus (GTK_WIDGET (self->rows[i].row));
}
