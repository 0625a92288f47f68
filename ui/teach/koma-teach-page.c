/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-page-private.h"

#include "ui/window/koma-transfer-drop.h"
#include "worker/koma-thread.h"

#define PANE_WIDTH 300

/**
 * KomaTeachPage:
 *
 * Opens its project when it is first shown. All that it shows is derived from the project.
 */
G_DEFINE_FINAL_TYPE (KomaTeachPage, koma_teach_page, ADW_TYPE_BIN)

/* ---- Drops ---- */

static void
dropped_on_page_cb (GtkWidget    *pages,
                    KomaTransfer *transfer,
                    gpointer      user_data)
{
  koma_teach_page_take (user_data, NULL, transfer);
}

static void
dropped_on_pane_cb (GtkWidget    *pane,
                    KomaTransfer *transfer,
                    gpointer      user_data)
{
  koma_teach_page_try (user_data, transfer);
}

/* ---- Layout ---- */

static void
koma_teach_page_map (GtkWidget *widget)
{
  KomaTeachPage *self = KOMA_TEACH_PAGE (widget);

  if (self->library != NULL)
    (void) koma_teach_page_open (self);
  GTK_WIDGET_CLASS (koma_teach_page_parent_class)->map (widget);
  koma_teach_page_queue_update (self);
}

void
koma_teach_page_set_size (KomaTeachPage *self,
                          gboolean       is_wide,
                          gboolean       is_low)
{
  const gboolean is_narrow = !is_wide;
  GtkWidget     *area = GTK_WIDGET (self->pane_area);
  /* Both parts scroll as one where each would be a slit. */
  const GtkPolicyType scrolling =
    is_narrow && is_low ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC;

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->split),
                                  is_narrow ? GTK_ORIENTATION_VERTICAL
                                            : GTK_ORIENTATION_HORIZONTAL);
  /* Above the classes, or behind them. */
  gtk_box_reorder_child_after (self->split, area, is_narrow ? NULL : GTK_WIDGET (self->pages));
  gtk_widget_set_size_request (area, is_narrow ? -1 : PANE_WIDTH, -1);
  gtk_scrolled_window_set_propagate_natural_height (self->pane_area, is_narrow);
  gtk_scrolled_window_set_policy (self->pane_area, GTK_POLICY_NEVER, scrolling);
  gtk_scrolled_window_set_policy (self->cards_area, GTK_POLICY_NEVER, scrolling);
  if (is_narrow)
    gtk_widget_add_css_class (area, "narrow");
  else
    gtk_widget_remove_css_class (area, "narrow");
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->bar), is_narrow
                                                                ? GTK_ORIENTATION_VERTICAL
                                                                : GTK_ORIENTATION_HORIZONTAL);
  koma_try_pane_set_narrow (self->pane, is_narrow);
  koma_notice_set_narrow (self->notice, is_narrow);
  adw_status_page_set_icon_name (self->empty_page,
                                 is_low ? NULL : "applications-science-symbolic");
}

/* ---- Object ---- */

static void
koma_teach_page_dispose (GObject *object)
{
  KomaTeachPage *self = KOMA_TEACH_PAGE (object);

  g_clear_handle_id (&self->update_source, g_source_remove);
  g_clear_weak_pointer (&self->pictures_window);
  g_clear_weak_pointer (&self->evaluation_window);
  g_clear_weak_pointer (&self->fine_tune_window);
  g_clear_weak_pointer (&self->settings_window);
  g_clear_weak_pointer (&self->projects_window);
  koma_teach_page_close (self);
  g_clear_object (&self->recorded);
  g_clear_object (&self->library);
  g_clear_object (&self->control);
  g_clear_object (&self->options);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->said, g_free);
  g_clear_pointer (&self->folder, g_free);

  G_OBJECT_CLASS (koma_teach_page_parent_class)->dispose (object);
}

static void
koma_teach_page_class_init (KomaTeachPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_teach_page_dispose;
  widget_class->map = koma_teach_page_map;

  g_signal_new ("announce", KOMA_TYPE_TEACH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("changed", KOMA_TYPE_TEACH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("message", KOMA_TYPE_TEACH_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING);

  g_type_ensure (KOMA_TYPE_NOTICE);
  g_type_ensure (KOMA_TYPE_TRY_PANE);
  gtk_widget_class_set_css_name (widget_class, "teachpage");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-teach-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, notice);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, split);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, empty_page);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, others);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, cards);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, cards_area);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, pane_area);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, pane);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, bar);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, status);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, progress);
}

static void
koma_teach_page_init (KomaTeachPage *self)
{
  self->actions = g_simple_action_group_new ();
  koma_teach_page_add_actions (self);
  koma_teach_page_add_base_actions (self);
  koma_teach_page_add_save_actions (self);
  koma_teach_page_add_project_actions (self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "teach", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  (void) koma_transfer_drop_connect (GTK_WIDGET (self->pages), NULL, dropped_on_page_cb, self);
  (void) koma_transfer_drop_connect (GTK_WIDGET (self->pane_area), NULL, dropped_on_pane_cb, self);
  g_signal_connect_object (self->pane, "frame", G_CALLBACK (koma_teach_page_take_frame), self,
                           G_CONNECT_SWAPPED);
}

void
koma_teach_page_connect (KomaTeachPage     *self,
                         KomaLibrary       *library,
                         KomaModelControl  *control,
                         KomaCameraOptions *options)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->library = g_object_ref (library);
  self->control = g_object_ref (control);
  self->options = g_object_ref (options);
  koma_try_pane_set_options (self->pane, options);
  g_signal_connect_object (library, "changed", G_CALLBACK (koma_teach_page_update_base), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (koma_teach_page_update_base), self,
                           G_CONNECT_SWAPPED);
}
