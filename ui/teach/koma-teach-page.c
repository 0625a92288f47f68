/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-closing.h"
#include "ui/window/koma-transfer-drop.h"
#include "worker/koma-thread.h"
#include "worker/teach/koma-teach-folder.h"

#define PANE_WIDTH 300
/* The project's folder in the user's data. */
#define PROJECT_NAME "default"

/**
 * KomaTeachPage:
 *
 * Opens its project when it is first shown. All that it shows is derived from the project.
 */
G_DEFINE_FINAL_TYPE (KomaTeachPage, koma_teach_page, ADW_TYPE_BIN)

/* ---- Drops ---- */

static void
dropped_on_card_cb (GtkWidget    *card,
                    KomaTransfer *transfer,
                    gpointer      user_data)
{
  koma_teach_page_take (user_data, koma_class_card_get_class (KOMA_CLASS_CARD (card)), transfer);
}

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

/* ---- Cards ---- */

static GtkWidget *
create_card_cb (gpointer item,
                gpointer user_data)
{
  KomaTeachPage *self = user_data;
  GtkWidget     *child = gtk_flow_box_child_new ();
  GtkWidget     *card = koma_class_card_new (self->project, item);

  (void) koma_transfer_drop_connect (card, dropped_on_card_cb, self);
  koma_teach_page_connect_card (self, KOMA_CLASS_CARD (card));
  gtk_widget_set_focusable (child, FALSE);
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (child), card);
  return child;
}

/* ---- The project ---- */

static void
trouble_cb (KomaTeachPage *self,
            const GError  *error)
{
  g_autofree char *text = g_strdup_printf (_ ("This can not be kept: %s"), error->message);

  koma_teach_page_say (self, text, NULL, NULL);
}

static void
state_cb (KomaTeachPage *self)
{
  const char *const *warnings = koma_teach_project_get_warnings (self->project);

  if (koma_teach_project_get_state (self->project) == KOMA_TEACH_READY && warnings != NULL &&
      warnings[0] != NULL)
    koma_teach_page_say (self, warnings[0], NULL, NULL);
  koma_teach_page_update_base (self);
}

static void
connect_project (KomaTeachPage *self)
{
  static const char *const signals[] = { "notify", "items-changed", "head-changed", "evaluated" };

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    g_signal_connect_object (self->project, signals[i], G_CALLBACK (koma_teach_page_queue_update),
                             self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->project, "trouble", G_CALLBACK (trouble_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->project, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
}

/**
 * koma_teach_page_open:
 * @self: a page
 *
 * Opens the project, unless that has been done.
 *
 * Returns: (transfer none): the project
 */
KomaTeachProject *
koma_teach_page_open (KomaTeachPage *self)
{
  g_autofree char *folder = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project != NULL)
    return self->project;
  folder = koma_teach_folder_get (PROJECT_NAME);
  self->project = koma_teach_project_new (folder);
  connect_project (self);
  gtk_flow_box_bind_model (self->cards, G_LIST_MODEL (self->project), create_card_cb, self, NULL);
  koma_try_pane_connect (self->pane, self->project, self->options);
  state_cb (self);
  koma_teach_page_update (self);
  return self->project;
}

static void
koma_teach_page_map (GtkWidget *widget)
{
  KomaTeachPage *self = KOMA_TEACH_PAGE (widget);

  if (self->library != NULL)
    (void) koma_teach_page_open (self);
  GTK_WIDGET_CLASS (koma_teach_page_parent_class)->map (widget);
  koma_teach_page_queue_update (self);
}

/**
 * koma_teach_page_close:
 * @self: a page
 *
 * Closes the project, if it is open; the application runs until it is on the disk. Waits for
 * nothing.
 */
void
koma_teach_page_close (KomaTeachPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project == NULL)
    return;
  gtk_flow_box_bind_model (self->cards, NULL, NULL, NULL, NULL);
  g_signal_handlers_disconnect_by_data (self->project, self);
  koma_teach_closing_begin (g_steal_pointer (&self->project));
}

/* ---- Layout ---- */

void
koma_teach_page_set_size (KomaTeachPage *self,
                          gboolean       is_wide,
                          gboolean       is_low)
{
  const gboolean is_narrow = !is_wide;
  GtkWidget     *area = GTK_WIDGET (self->pane_area);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->split),
                                  is_narrow ? GTK_ORIENTATION_VERTICAL
                                            : GTK_ORIENTATION_HORIZONTAL);
  /* Above the classes, or behind them. */
  gtk_box_reorder_child_after (self->split, area, is_narrow ? NULL : GTK_WIDGET (self->pages));
  gtk_widget_set_size_request (area, is_narrow ? -1 : PANE_WIDTH, -1);
  gtk_scrolled_window_set_propagate_natural_height (self->pane_area, is_narrow);
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
  koma_teach_page_close (self);
  g_clear_object (&self->recorded);
  g_clear_object (&self->library);
  g_clear_object (&self->control);
  g_clear_object (&self->options);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->said, g_free);

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
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, KomaTeachPage, cards);
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
  gtk_widget_insert_action_group (GTK_WIDGET (self), "teach", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  (void) koma_transfer_drop_connect (GTK_WIDGET (self->pages), dropped_on_page_cb, self);
  (void) koma_transfer_drop_connect (GTK_WIDGET (self->pane_area), dropped_on_pane_cb, self);
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
  g_signal_connect_object (library, "changed", G_CALLBACK (koma_teach_page_update_base), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (koma_teach_page_update_base), self,
                           G_CONNECT_SWAPPED);
}
