/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-out-of-sight.h"
#include "ui/compat/koma-drop-down.h"
#include "ui/compat/koma-message.h"
#include "ui/results/koma-result-item.h"
#include "worker/koma-thread.h"

enum {
  SIGNAL_KEEP,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/**
 * KomaCameraPage:
 *
 * Each frame goes to the view and to the feed. The feed drops frames when the
 * inference is slower than the camera, so the picture does not wait for the
 * model.
 *
 * The camera runs only while the page is mapped. It stops when the user changes
 * the page, or hides or minimises the window.
 */
G_DEFINE_FINAL_TYPE (KomaCameraPage, koma_camera_page, ADW_TYPE_BIN)

/* ---- Starting and stopping ---- */

static void
start_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  KomaCameraPage *self = user_data;

  /* The camera is on only where it is seen. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  /* Another one, where that one is not there. */
  koma_camera_set_preferred (self->camera, koma_camera_options_get_device (self->options));
  koma_camera_start (self->camera, NULL);
}

static void
stop_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  koma_camera_stop (KOMA_CAMERA_PAGE (user_data)->camera);
}

static void
use_other_action (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       user_data)
{
  KomaCameraPage *self = user_data;
  g_autoptr (KomaCameraDevice) other = koma_camera_page_find_other (self);

  if (other == NULL)
    return;
  koma_camera_options_set_device (self->options, other->id);
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "start", NULL);
}

static void
details_action (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       user_data)
{
  KomaCameraPage *self = user_data;
  const char     *detail = koma_camera_get_trouble (self->camera)->detail;

  if (detail != NULL)
    koma_message_show (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                       adw_status_page_get_title (self->status), detail);
}

static void
freeze_action (GSimpleAction *action,
               GVariant      *state,
               gpointer       user_data)
{
  KomaCameraPage *self = user_data;

  koma_camera_page_set_frozen (self, g_variant_get_boolean (state));
  /* The scores of a frozen picture are of this picture alone. */
  koma_camera_page_start_over (self);
}

/* The button shows the count. A toast would cover the button and the scores. */
static void
count_kept (KomaCameraPage *self)
{
  /* Translators: on a button: keep the picture; so many have been kept */
  g_autofree char *label = g_strdup_printf (_ ("_Keep (%u)"), ++self->n_kept);

  gtk_label_set_label (self->keep_label, label);
}

static void
keep_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  KomaCameraPage *self = user_data;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%X");
  /* Translators: the name of a picture that was taken at a time */
  g_autofree char *name = g_strdup_printf (_ ("Camera, %s"), time);
  g_autoptr (KomaResultItem) item = NULL;

  if (self->frame == NULL)
    return;
  item = koma_result_item_new_for_frame (self->frame, koma_camera_feed_get_region (self->feed),
                                         name);
  g_signal_emit (self, signals[SIGNAL_KEEP], 0, item);
  count_kept (self);
}

/* ---- Cameras to choose from ---- */

/* The choice is shown when there are two cameras or more. */
static gboolean
show_devices_cb (gpointer user_data)
{
  KomaCameraPage   *self = user_data;
  GListModel       *list = G_LIST_MODEL (koma_camera_list_get_default ());
  KomaCameraDevice *device = koma_camera_get_device (self->camera);
  guint             n_devices = g_list_model_get_n_items (list);

  self->devices_source = 0;
  koma_camera_page_offer_other (self);
  gtk_widget_set_visible (GTK_WIDGET (self->devices), n_devices > 1);
  for (guint i = 0; i < n_devices; i++) {
    g_autoptr (KomaCameraDevice) candidate = g_list_model_get_item (list, i);

    if (candidate == device)
      gtk_drop_down_set_selected (self->devices, i);
  }
  return G_SOURCE_REMOVE;
}

/* In an idle: the camera may change while the list emits "items-changed", before the drop-down has
 * seen the change. GTK 4.8 aborts when a position is selected that it does not know. */
static void
show_devices (KomaCameraPage *self)
{
  if (self->devices_source == 0)
    self->devices_source = g_idle_add (show_devices_cb, self);
}

static void
device_chosen_cb (KomaCameraPage *self)
{
  KomaCameraDevice *device = gtk_drop_down_get_selected_item (self->devices);

  /* The drop-down changes its choice by itself when cameras come and go. */
  if (device == NULL || !koma_camera_page_is_running (self) ||
      device == koma_camera_get_device (self->camera))
    return;
  koma_camera_options_set_device (self->options, device->id);
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "start", NULL);
}

/* ---- In sight and out of it ---- */

static void
gone_cb (GtkWidget *widget)
{
  koma_camera_stop (KOMA_CAMERA_PAGE (widget)->camera);
}

/* Created when the page is first shown: the search for cameras needs threads and a connection. */
static void
ensure_camera (KomaCameraPage *self)
{
  KomaCameraList *list = NULL;

  if (self->camera != NULL)
    return;

  list = koma_camera_list_get_default ();
  self->camera = koma_camera_new (list);
  gtk_drop_down_set_model (self->devices, G_LIST_MODEL (list));
  g_signal_connect_object (list, "items-changed", G_CALLBACK (show_devices), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->camera, "notify::device", G_CALLBACK (show_devices), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->camera, "notify::state",
                           G_CALLBACK (koma_camera_page_update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->camera, "frame", G_CALLBACK (koma_camera_page_take_frame), self,
                           G_CONNECT_SWAPPED);
  koma_camera_page_update_state (self);
  show_devices (self);
}

static void
koma_camera_page_map (GtkWidget *widget)
{
  KomaCameraPage *self = KOMA_CAMERA_PAGE (widget);

  ensure_camera (self);
  GTK_WIDGET_CLASS (koma_camera_page_parent_class)->map (widget);
  self->surface_handler = koma_out_of_sight_connect (widget, gone_cb);
}

static void
koma_camera_page_unmap (GtkWidget *widget)
{
  KomaCameraPage *self = KOMA_CAMERA_PAGE (widget);

  koma_out_of_sight_disconnect (widget, &self->surface_handler);
  if (self->camera != NULL)
    koma_camera_stop (self->camera);
  GTK_WIDGET_CLASS (koma_camera_page_parent_class)->unmap (widget);
}

/* ---- Options ---- */

static void
apply_options (KomaCameraPage *self)
{
  const KomaCameraRegion *region = koma_camera_options_get_region (self->options);

  koma_camera_view_set_mirrored (self->view, koma_camera_options_get_mirror (self->options));
  koma_camera_view_set_region (self->view, region);
  koma_camera_feed_set_region (self->feed, region);
  koma_camera_page_start_over (self);
}

static void
region_moved_cb (KomaCameraPage *self)
{
  const KomaCameraRegion *region = koma_camera_view_get_region (self->view);

  koma_camera_options_set_square (self->options, region->x, region->y, region->side);
  koma_camera_feed_set_region (self->feed, region);
  if (self->is_frozen)
    koma_camera_page_start_over (self);
}

/* ---- Object ---- */

static void
koma_camera_page_dispose (GObject *object)
{
  KomaCameraPage *self = KOMA_CAMERA_PAGE (object);

  g_clear_handle_id (&self->speed_source, g_source_remove);
  g_clear_handle_id (&self->devices_source, g_source_remove);
  if (self->camera != NULL) {
    g_signal_handlers_disconnect_by_data (self->camera, self);
    koma_camera_stop (self->camera);
  }
  g_clear_object (&self->camera);
  g_clear_object (&self->feed);
  g_clear_object (&self->control);
  g_clear_object (&self->preferences);
  g_clear_object (&self->options);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->announcer, koma_announcer_free);
  g_clear_pointer (&self->average, koma_score_average_free);
  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  g_clear_pointer (&self->result, koma_result_unref);

  G_OBJECT_CLASS (koma_camera_page_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  g_type_ensure (KOMA_TYPE_CAMERA_DEVICE);
  g_type_ensure (KOMA_TYPE_CAMERA_SCORES);
  g_type_ensure (KOMA_TYPE_CAMERA_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-camera-page.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, status);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, button);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, details);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, other);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, other_label);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, view);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, scores);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, devices);
  gtk_widget_class_bind_template_child (widget_class, KomaCameraPage, keep_label);
  gtk_widget_class_bind_template_callback (widget_class, device_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, region_moved_cb);
}

static void
koma_camera_page_class_init (KomaCameraPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_camera_page_dispose;
  widget_class->map = koma_camera_page_map;
  widget_class->unmap = koma_camera_page_unmap;

  signals[SIGNAL_KEEP] = g_signal_new ("keep", KOMA_TYPE_CAMERA_PAGE, G_SIGNAL_RUN_LAST,
                                       0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, KOMA_TYPE_RESULT_ITEM);
  bind_template (widget_class);
  /* A focused button takes the space key first. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "camera.freeze", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "camera.keep",
                                       NULL);
}

static void
koma_camera_page_init (KomaCameraPage *self)
{
  static const GActionEntry entries[] = {
    { .name = "details", .activate = details_action },
    { .name = "freeze", .state = "false", .change_state = freeze_action },
    { .name = "keep", .activate = keep_action },
    { .name = "start", .activate = start_action },
    { .name = "stop", .activate = stop_action },
    { .name = "use-other", .activate = use_other_action },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "camera", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  koma_drop_down_name_button (self->devices);
  self->announcer = koma_announcer_new (GTK_WIDGET (self->view));
}

void
koma_camera_page_connect (KomaCameraPage    *self,
                          KomaWorker        *worker,
                          KomaModelControl  *control,
                          KomaPreferences   *preferences,
                          KomaCameraOptions *options)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->control = g_object_ref (control);
  self->preferences = g_object_ref (preferences);
  self->options = g_object_ref (options);
  self->feed = koma_camera_feed_new (worker);
  koma_camera_options_add_actions (options, G_ACTION_MAP (self->actions));
  g_object_bind_property (preferences, "technical-details",
                          koma_camera_scores_get_speed (self->scores), "visible",
                          G_BINDING_SYNC_CREATE);

  g_signal_connect_object (self->feed, "result", G_CALLBACK (koma_camera_page_take_result), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->feed, "failed", G_CALLBACK (koma_camera_page_take_failure), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (koma_camera_page_start_over), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (options, "notify", G_CALLBACK (apply_options), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify", G_CALLBACK (koma_camera_page_start_over), self,
                           G_CONNECT_SWAPPED);
  apply_options (self);
}

void
koma_camera_page_set_low (KomaCameraPage *self,
                          gboolean        is_low)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_low = is_low;
  if (self->camera != NULL && !koma_camera_page_is_running (self))
    koma_camera_page_show_state (self);
}
