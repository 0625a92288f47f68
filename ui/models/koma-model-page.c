/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-page.h"

#include "worker/koma-thread.h"

struct _KomaModelPage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  AdwStatusPage       *status;
  AdwBin              *offers;
  AdwPreferencesGroup *group;

  /* Owned. */
  KomaModelControl *control;
  GPtrArray        *rows; /* of the group (borrowed) */
};

G_DEFINE_FINAL_TYPE (KomaModelPage, koma_model_page, ADW_TYPE_BIN)

static void
koma_model_page_dispose (GObject *object)
{
  KomaModelPage *self = KOMA_MODEL_PAGE (object);

  g_clear_object (&self->control);
  g_clear_pointer (&self->rows, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_model_page_parent_class)->dispose (object);
}

static void
koma_model_page_class_init (KomaModelPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_model_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-model-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaModelPage, group);
  gtk_widget_class_bind_template_child (widget_class, KomaModelPage, offers);
  gtk_widget_class_bind_template_child (widget_class, KomaModelPage, status);
}

static void
koma_model_page_init (KomaModelPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
}

void
koma_model_page_set_low (KomaModelPage *self,
                         gboolean       is_low)
{
  KOMA_ASSERT_MAIN_THREAD ();

  adw_status_page_set_icon_name (self->status, is_low ? NULL : "app.koma.Koma");
}

static GtkWidget *
create_row (const KomaModelEntry *entry)
{
  GtkWidget       *row = adw_action_row_new ();
  g_autofree char *title = g_markup_escape_text (entry->name, -1);
  g_autofree char *subtitle = g_markup_escape_text (entry->path, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "win.load-model");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", entry->path);

  return row;
}

static void
update_rows (KomaModelPage *self)
{
  GPtrArray *entries = koma_model_control_get_entries (self->control);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);

  for (guint i = 0; i < entries->len; i++) {
    const KomaModelEntry *entry = g_ptr_array_index (entries, i);
    GtkWidget            *row = NULL;

    if (entry->is_gone)
      continue;
    row = create_row (entry);
    adw_preferences_group_add (self->group, row);
    g_ptr_array_add (self->rows, row);
  }
  gtk_widget_set_visible (GTK_WIDGET (self->group), self->rows->len > 0);
}

void
koma_model_page_set_control (KomaModelPage    *self,
                             KomaModelControl *control)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->control, control);
  g_signal_connect_object (control, "entries-changed", G_CALLBACK (update_rows), self,
                           G_CONNECT_SWAPPED);
  update_rows (self);
}

void
koma_model_page_set_offers (KomaModelPage *self,
                            GtkWidget     *offers)
{
  KOMA_ASSERT_MAIN_THREAD ();

  adw_bin_set_child (self->offers, offers);
}
