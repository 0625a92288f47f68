/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-page.h"

#include <glib/gi18n-lib.h>

#include "engine/koma-error.h"
#include "koma-announcer.h"
#include "koma-camera-scores.h"
#include "koma-camera-view.h"
#include "koma-camera-words.h"
#include "ui/compat/koma-announce.h"
#include "ui/compat/koma-message.h"
#include "ui/koma-words.h"
#include "ui/results/koma-result-item.h"
#include "worker/camera/koma-camera-feed.h"
#include "worker/camera/koma-camera.h"
#include "worker/camera/koma-score-average.h"
#include "worker/koma-rate-meter.h"
#include "worker/koma-thread.h"

#define SPEED_INTERVAL_MS 500
#define SPEED_WINDOW_US   (8 * G_USEC_PER_SEC)

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
struct _KomaCameraPage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkStack         *pages;
  AdwStatusPage    *status;
  GtkButton        *button;
  GtkLabel         *button_label;
  GtkWidget        *details;
  GtkWidget        *other;
  GtkLabel         *other_label;
  KomaCameraView   *view;
  KomaCameraScores *scores;
  GtkDropDown      *devices;
  GtkLabel         *keep_label;

  /* Owned. */
  KomaCamera         *camera;
  KomaCameraFeed     *feed;
  KomaModelControl   *control;
  KomaPreferences    *preferences;
  KomaCameraOptions  *options;
  KomaAnnouncer      *announcer;
  KomaScoreAverage   *average; /* NULL: scores are not averaged */
  GSimpleActionGroup *actions;

  /* What the page shows now. */
  gboolean         is_frozen;
  KomaCameraFrame *frame;  /* (nullable) owned */
  KomaResult      *result; /* (nullable) owned; the newest, maybe of an earlier frame */

  guint    n_kept;
  gboolean is_low;

  KomaRateMeter drawn;
  guint         speed_source;
  guint         devices_source;
  gulong        surface_handler;
};

enum {
  SIGNAL_KEEP,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaCameraPage, koma_camera_page, ADW_TYPE_BIN)

static gboolean
is_running (KomaCameraPage *self)
{
  return self->camera != NULL && koma_camera_get_state (self->camera) == KOMA_CAMERA_RUNNING;
}

/* ---- Scores ---- */

static void
get_classes (KomaCameraPage  *self,
             KomaResultClass *ret_classes, /* [KOMA_CAMERA_N_SCORES] */
             guint           *ret_n_classes)
{
  const gboolean is_average = self->average != NULL;
  guint          n_classes = is_average ? koma_score_average_get_n_classes (self->average)
                                        : self->result->n_classes;

  n_classes = MIN (n_classes, KOMA_CAMERA_N_SCORES);
  for (guint i = 0; i < n_classes; i++)
    ret_classes[i] = is_average ? *koma_score_average_get_class (self->average, i)
                                : self->result->classes[i];
  *ret_n_classes = n_classes;
}

static void
show_scores (KomaCameraPage *self)
{
  KomaResultClass classes[KOMA_CAMERA_N_SCORES];
  guint           n_classes = 0;

  if (self->result == NULL)
    return;
  get_classes (self, classes, &n_classes);
  koma_camera_scores_show (self->scores, classes, n_classes,
                           koma_preferences_get_not_sure_below (self->preferences,
                                                                &self->result->info->values));
  koma_announcer_say (self->announcer, koma_camera_scores_get_title (self->scores));
}

static void
result_cb (KomaCameraPage  *self,
           KomaCameraFrame *frame,
           KomaResult      *result)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->result, koma_result_unref);
  self->result = koma_result_ref (result);
  if (self->average != NULL)
    koma_score_average_add_result (self->average, result,
                                   frame->captured_us);
  show_scores (self);
}

static void
failed_cb (KomaCameraPage *self,
           const GError   *error)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_scores_show_message (self->scores, koma_words_for_picture_error (error));
}

/* Drops the average: it belongs to another model, another region or another picture. */
static void
start_over (KomaCameraPage *self)
{
  const double seconds = koma_preferences_get_camera_smoothing (self->preferences);
  const char  *message = koma_model_control_get_info (self->control) != NULL
                           ? _ ("Looking…")
                           : _ ("No model is open");

  g_clear_pointer (&self->average, koma_score_average_free);
  if (koma_camera_options_get_steady (self->options) && seconds > 0.0 && !self->is_frozen)
    self->average = koma_score_average_new (seconds);

  koma_camera_feed_reset (self->feed);
  g_clear_pointer (&self->result, koma_result_unref);
  if (self->frame != NULL)
    koma_camera_feed_offer (self->feed, self->frame);
  else
    koma_camera_scores_show_message (self->scores, message);
}

/* ---- Frames ---- */

/* The texture uses the memory of the frame and holds a reference to it. */
static GdkTexture *
create_texture (KomaPicture *picture)
{
  const gsize stride = picture->stride;
  const guint width = picture->width;
  const guint height = picture->height;
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
    picture->rgb, stride * height, (GDestroyNotify) koma_picture_unref,
    koma_picture_ref (picture));

  return gdk_memory_texture_new (width, height, GDK_MEMORY_R8G8B8, bytes, stride);
}

static void
frame_cb (KomaCameraPage  *self,
          KomaCameraFrame *frame)
{
  g_autoptr (GdkTexture) texture = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->is_frozen)
    return;

  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  self->frame = koma_camera_frame_ref (frame);
  texture = create_texture (frame->picture);
  koma_camera_view_set_texture (self->view, texture);
  koma_camera_feed_offer (self->feed, frame);
}

static char *
describe_speed (KomaCameraPage *self)
{
  const gint64   now_us = g_get_monotonic_time ();
  KomaModelInfo *info = self->result->info;
  double         ms = self->result->timing.inference_ms;

  /* Translators: of the camera: time of one inference, pictures shown in a
   * second, and what computed the newest */
  return g_strdup_printf (_ ("%.1f ms · %.0f per second · %s"), ms,
                          koma_rate_meter_get (&self->drawn, now_us - SPEED_WINDOW_US),
                          info->backend_title);
}

static char *
describe_feed (KomaCameraPage *self)
{
  KomaCameraFeedStats feed;
  KomaCameraStats     camera;

  koma_camera_feed_get_stats (self->feed, &feed);
  koma_camera_get_stats (self->camera, &camera);
  /* Translators: pictures of the camera, in a second; some are not classified where that is
   * slower; how old the newest result was when it came */
  return g_strdup_printf (_ ("%u × %u pixels, %.1f pictures per second, %.1f classified, "
                             "%u passed over, result after %.0f ms"),
                          camera.width, camera.height, camera.rate, feed.rate,
                          (guint) feed.n_dropped, feed.age_us / 1000.0);
}

static gboolean
show_speed_cb (gpointer user_data)
{
  KomaCameraPage  *self = user_data;
  g_autofree char *speed = NULL;
  g_autofree char *details = NULL;

  koma_rate_meter_add (&self->drawn, g_get_monotonic_time (),
                       koma_camera_view_get_n_drawn (self->view));
  if (self->result == NULL)
    return G_SOURCE_CONTINUE;

  speed = describe_speed (self);
  details = describe_feed (self);
  koma_camera_scores_set_speed (self->scores, speed, details);
  return G_SOURCE_CONTINUE;
}

/* ---- States ---- */

static void
set_frozen (KomaCameraPage *self,
            gboolean        is_frozen)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "freeze");

  self->is_frozen = is_frozen;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (is_frozen));
}

/* Returns: (transfer full) (nullable): another camera, while that in use has gone */
static KomaCameraDevice *
find_other (KomaCameraPage *self)
{
  GListModel       *list = G_LIST_MODEL (koma_camera_list_get_default ());
  KomaCameraDevice *gone = koma_camera_get_device (self->camera);

  if (koma_camera_get_state (self->camera) != KOMA_CAMERA_UNPLUGGED || gone == NULL)
    return NULL;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (KomaCameraDevice) device = g_list_model_get_item (list, i);

    if (!g_str_equal (device->id, gone->id))
      return g_steal_pointer (&device);
  }
  return NULL;
}

static void
offer_other (KomaCameraPage *self)
{
  g_autoptr (KomaCameraDevice) other = find_other (self);
  g_autofree char *label = NULL;

  gtk_widget_set_visible (self->other, other != NULL);
  if (other == NULL)
    return;
  /* Translators: on a button: the name of a camera */
  label = g_strdup_printf (_ ("Use “%s”"), other->name);
  gtk_label_set_label (self->other_label, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->other), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static char *
describe_state (KomaCameraPage        *self,
                const KomaCameraWords *words)
{
  const char *package = koma_camera_get_trouble (self->camera)->package;

  if (package == NULL)
    return g_strdup (words->text);
  /* Translators: what is missing, and the name of a package */
  return g_strdup_printf (_ ("%s Install the package “%s” and try again."), words->text, package);
}

static void
show_state (KomaCameraPage *self)
{
  KomaCameraWords  words;
  g_autofree char *text = NULL;
  const gboolean   has_detail = koma_camera_get_trouble (self->camera)->detail != NULL;

  if (koma_camera_get_state (self->camera) == KOMA_CAMERA_FAILED &&
      koma_camera_list_get_trouble (koma_camera_list_get_default ())->detail != NULL)
    koma_camera_words_get_without (&words);
  else
    koma_camera_words_get (koma_camera_get_state (self->camera), &words);
  text = describe_state (self, &words);
  adw_status_page_set_icon_name (self->status, self->is_low ? NULL : words.icon);
  adw_status_page_set_title (self->status, words.title);
  adw_status_page_set_description (self->status, text);
  gtk_label_set_label (self->button_label, words.button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), words.action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->button_label), -1);
  if (g_strcmp0 (words.action, "camera.start") == 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->button), "suggested-action");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->button), "suggested-action");
  gtk_widget_set_visible (self->details, has_detail);
  offer_other (self);
}

static void
set_action_enabled (KomaCameraPage *self,
                    const char     *name,
                    gboolean        is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

static void
show_running (KomaCameraPage *self)
{
  KomaCameraDevice *device = koma_camera_get_device (self->camera);

  koma_camera_options_set_device (self->options, device->id);
  koma_announcer_forget (self->announcer);
  self->drawn = (KomaRateMeter){ 0 };
  start_over (self);
  gtk_stack_set_visible_child_name (self->pages, "running");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
  if (self->speed_source == 0)
    self->speed_source = g_timeout_add (SPEED_INTERVAL_MS, show_speed_cb, self);
}

static void
show_stopped (KomaCameraPage *self)
{
  g_clear_handle_id (&self->speed_source, g_source_remove);
  set_frozen (self, FALSE);
  koma_camera_feed_reset (self->feed);
  koma_camera_view_set_texture (self->view, NULL);
  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  g_clear_pointer (&self->result, koma_result_unref);
  koma_camera_scores_show_message (self->scores, "");
  koma_camera_scores_set_speed (self->scores, "", "");
  show_state (self);
  gtk_stack_set_visible_child_name (self->pages, "status");
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_widget_grab_focus (gtk_widget_get_visible (self->other) ? self->other
                                                              : GTK_WIDGET (self->button));
  koma_announce (GTK_WIDGET (self->status), adw_status_page_get_title (self->status));
}

static void
state_cb (KomaCameraPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  set_action_enabled (self, "freeze", is_running (self));
  set_action_enabled (self, "keep", is_running (self));
  if (is_running (self))
    show_running (self);
  else
    show_stopped (self);
}

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
  g_autoptr (KomaCameraDevice) other = find_other (self);

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

  set_frozen (self, g_variant_get_boolean (state));
  /* The scores of a frozen picture are of this picture alone. */
  start_over (self);
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
  offer_other (self);
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
  if (device == NULL || !is_running (self) || device == koma_camera_get_device (self->camera))
    return;
  koma_camera_options_set_device (self->options, device->id);
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), "start", NULL);
}

/* ---- In sight and out of it ---- */

static gboolean
is_out_of_sight (GdkToplevelState state)
{
#if GTK_CHECK_VERSION(4, 12, 0)
  if ((state & GDK_TOPLEVEL_STATE_SUSPENDED) != 0)
    return TRUE;
#endif
  return (state & GDK_TOPLEVEL_STATE_MINIMIZED) != 0;
}

static void
surface_state_cb (KomaCameraPage *self,
                  GParamSpec     *pspec,
                  GdkToplevel    *surface)
{
  if (is_out_of_sight (gdk_toplevel_get_state (surface)))
    koma_camera_stop (self->camera);
}

static GdkSurface *
get_surface (KomaCameraPage *self)
{
  return gtk_native_get_surface (gtk_widget_get_native (GTK_WIDGET (self)));
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
  g_signal_connect_object (self->camera, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->camera, "frame", G_CALLBACK (frame_cb), self, G_CONNECT_SWAPPED);
  state_cb (self);
  show_devices (self);
}

static void
koma_camera_page_map (GtkWidget *widget)
{
  KomaCameraPage *self = KOMA_CAMERA_PAGE (widget);

  ensure_camera (self);
  GTK_WIDGET_CLASS (koma_camera_page_parent_class)->map (widget);
  self->surface_handler = g_signal_connect_swapped (get_surface (self), "notify::state",
                                                    G_CALLBACK (surface_state_cb), self);
}

static void
koma_camera_page_unmap (GtkWidget *widget)
{
  KomaCameraPage *self = KOMA_CAMERA_PAGE (widget);

  g_clear_signal_handler (&self->surface_handler, get_surface (self));
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
  start_over (self);
}

static void
region_moved_cb (KomaCameraPage *self)
{
  const KomaCameraRegion *region = koma_camera_view_get_region (self->view);

  koma_camera_options_set_square (self->options, region->x, region->y, region->side);
  koma_camera_feed_set_region (self->feed, region);
  if (self->is_frozen)
    start_over (self);
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

  g_signal_connect_object (self->feed, "result", G_CALLBACK (result_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->feed, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (start_over), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (options, "notify", G_CALLBACK (apply_options), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify", G_CALLBACK (start_over), self,
                           G_CONNECT_SWAPPED);
  apply_options (self);
}

void
koma_camera_page_set_low (KomaCameraPage *self,
                          gboolean        is_low)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_low = is_low;
  if (self->camera != NULL && !is_running (self))
    show_state (self);
}
