/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"
#include "ui/results/koma-thumbnail-view.h"

/* Work that ends sooner gets no bar: it would only flash. */
#define MIN_OPEN_FOR_BAR 4

/* Below these a status page goes without its picture and the bar stacks its texts; libadwaita
 * 1.2 has no breakpoints. */
#define NARROW_WIDTH 520
#define LOW_HEIGHT   520

/**
 * KomaWindow:
 *
 * Connects the list of pictures (#KomaResultFeed), the model
 * (#KomaModelControl) and the widgets that show them.
 *
 * Which page is shown and what the bar says follows from the state of those
 * two alone: koma_window_update() works it out anew, a few times a second at
 * most.
 */
G_DEFINE_FINAL_TYPE (KomaWindow, koma_window, ADW_TYPE_APPLICATION_WINDOW)

/* The answer to what the user has just done: before what else is said. */
void
koma_window_add_toast (KomaWindow *self,
                       const char *text)
{
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast        *toast = adw_toast_new (markup);

  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* ---- What is shown ---- */

static void
update_page (KomaWindow *self)
{
  const char *page = "results";

  if (self->is_camera)
    page = "camera";
  else if (koma_result_feed_is_empty (self->feed))
    page = koma_window_has_model (self) ? "empty" : "model";
  if (g_strcmp0 (gtk_stack_get_visible_child_name (self->pages), page) == 0)
    return;

  gtk_stack_set_visible_child_name (self->pages, page);
  /* So that arrow keys, the menu key and Enter do what one expects. */
  if (g_strcmp0 (page, "results") == 0)
    gtk_widget_child_focus (GTK_WIDGET (self->results), GTK_DIR_TAB_FORWARD);
}

static char *
describe_loading (KomaModelControl *loader)
{
  const char      *path = koma_model_control_get_loading_path (loader);
  g_autofree char *name = koma_model_control_dup_name_of (path);

  /* Who changes what computes knows the model. */
  if (koma_model_control_is_reload (loader))
    return g_strdup (_ ("Changing what computes"));
  /* Translators: the name of a model */
  return g_strdup_printf (_ ("Opening “%s”"), name);
}

static void
show_loading (KomaWindow *self)
{
  g_autofree char *title = describe_loading (self->loader);

  KomaActivity activity = {
    .title = title,
    .detail = koma_words_for_load_stage (koma_model_control_get_stage (self->loader)),
    .fraction = koma_model_control_get_fraction (self->loader),
    .button = _ ("Cancel"),
    .action = "win.stop",
  };

  koma_activity_bar_show (self->activity, &activity);
}

static char *
describe_speed (const KomaFeedProgress *progress)
{
  g_autofree char *rate = NULL;
  g_autofree char *left = NULL;

  if (progress->per_second <= 0.0 || progress->seconds_left < 0.0)
    return NULL;

  rate = koma_words_for_rate (progress->per_second);
  left = koma_words_for_time_left (progress->seconds_left);
  /* Translators: how fast it goes, and how long it will take */
  return g_strdup_printf (C_ ("rate and time left", "%s · %s"), rate, left);
}

static void
show_progress (KomaWindow             *self,
               const KomaFeedProgress *progress)
{
  g_autofree char *title = g_strdup_printf (ngettext ("%'u of %'u picture", "%'u of %'u pictures",
                                                      progress->n_total),
                                            progress->n_done, progress->n_total);
  g_autofree char *detail = describe_speed (progress);

  KomaActivity activity = {
    .title = title,
    .detail = detail,
    .fraction = progress->n_done / (double) MAX (progress->n_total, 1),
    .button = _ ("Cancel"),
    .action = "win.stop",
  };

  koma_activity_bar_show (self->activity, &activity);
}

static void
show_missing_model (KomaWindow             *self,
                    const KomaFeedProgress *progress)
{
  g_autofree char *title =
    g_strdup_printf (ngettext ("%'u picture waits for a model",
                               "%'u pictures wait for a model", progress->n_open),
                     progress->n_open);
  KomaActivity activity = {
    .title = title,
    .fraction = -1.0,
    .button = _ ("Open Model…"),
    .action = "win.open-model",
  };

  koma_activity_bar_show (self->activity, &activity);
}

static void
show_searching (KomaWindow *self)
{
  KomaActivity activity = {
    .title = _ ("Looking for pictures…"),
    .fraction = -1.0,
    .button = _ ("Cancel"),
    .action = "win.stop",
  };

  koma_activity_bar_show (self->activity, &activity);
}

static void
update_activity (KomaWindow *self)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (self->feed);
  gboolean                has_model = koma_model_control_get_info (self->loader) != NULL;

  if (koma_model_control_is_loading (self->loader))
    show_loading (self);
  else if (!has_model && koma_model_control_get_failure (self->loader) != NULL)
    koma_window_show_backend_failure (self);
  else if (progress->n_open > 0 && !has_model)
    show_missing_model (self, progress);
  else if (progress->n_open > 0 && progress->n_total >= MIN_OPEN_FOR_BAR)
    show_progress (self, progress);
  else if (self->n_searches > 0)
    show_searching (self);
  else
    koma_activity_bar_hide (self->activity);
}

void
koma_window_update (KomaWindow *self)
{
  if (self->feed == NULL)
    return;

  update_page (self);
  update_activity (self);
  koma_window_update_samples (self);
  koma_window_update_actions (self);
}

static void
finished_cb (KomaWindow *self)
{
  const KomaFeedProgress *progress = koma_result_feed_get_progress (self->feed);
  g_autofree char        *text = NULL;
  AdwToast               *toast = NULL;

  koma_window_update (self);
  if (progress->n_failed == 0 || progress->n_total < MIN_OPEN_FOR_BAR)
    return;

  text = g_strdup_printf (ngettext ("%'u of %'u picture could not be classified",
                                    "%'u of %'u pictures could not be classified",
                                    progress->n_total),
                          progress->n_failed, progress->n_total);
  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _ ("Show"));
  adw_toast_set_action_name (toast, "win.show-failed");
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/* ---- Small windows ---- */

static gboolean
adapt_cb (gpointer user_data)
{
  KomaWindow *self = user_data;

  self->layout_source = 0;
  koma_activity_bar_set_narrow (self->activity, self->is_narrow);
  koma_camera_page_set_low (self->camera_page, self->is_low);
  koma_model_page_set_low (self->model_page, self->is_low);
  adw_status_page_set_icon_name (self->empty_page,
                                 self->is_low ? NULL : "image-x-generic-symbolic");
  return G_SOURCE_REMOVE;
}

static void
koma_window_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  gboolean    is_narrow = width < NARROW_WIDTH;
  gboolean    is_low = height < LOW_HEIGHT;

  GTK_WIDGET_CLASS (koma_window_parent_class)->size_allocate (widget, width, height, baseline);

  if (is_narrow == self->is_narrow && is_low == self->is_low)
    return;
  self->is_narrow = is_narrow;
  self->is_low = is_low;
  /* Not now: what is changed in the middle of a layout is not laid out. */
  if (self->layout_source == 0)
    self->layout_source = g_idle_add_full (GDK_PRIORITY_REDRAW, adapt_cb, self, NULL);
}

/* ---- Object ---- */

static void
koma_window_dispose (GObject *object)
{
  KomaWindow *self = KOMA_WINDOW (object);

  g_clear_handle_id (&self->layout_source, g_source_remove);
  koma_window_cancel_searches (self);
  if (self->feed != NULL)
    koma_result_feed_cancel (self->feed);
  if (self->loader != NULL)
    koma_model_control_cancel (self->loader);
  g_clear_weak_pointer (&self->preferences_window);
  g_clear_weak_pointer (&self->diagnostics_window);
  g_clear_object (&self->feed);
  g_clear_object (&self->camera_options);
  g_clear_object (&self->backends);
  g_clear_object (&self->loader);
  g_clear_object (&self->preferences);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_window_parent_class)->dispose (object);
}

static void
koma_window_finalize (GObject *object)
{
  g_free (KOMA_WINDOW (object)->samples);

  G_OBJECT_CLASS (koma_window_parent_class)->finalize (object);
}

static void
koma_window_class_init (KomaWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_window_finalize;
  widget_class->size_allocate = koma_window_size_allocate;

  g_type_ensure (KOMA_TYPE_ACTIVITY_BAR);
  g_type_ensure (KOMA_TYPE_CAMERA_PAGE);
  g_type_ensure (KOMA_TYPE_MODEL_BUTTON);
  g_type_ensure (KOMA_TYPE_MODEL_PAGE);
  g_type_ensure (KOMA_TYPE_NOTICE);
  g_type_ensure (KOMA_TYPE_RESULTS_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, camera_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, camera_page);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, model_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, model_page);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, empty_page);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, samples_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, results);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, activity);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, drop_overlay);
  gtk_widget_class_bind_template_callback (widget_class, koma_window_open_in_viewer);
  gtk_widget_class_bind_template_callback (widget_class, koma_window_update_actions);

  koma_window_install_actions (widget_class);
}

static void
koma_window_init (KomaWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* A thumbnail's longer side; cut to a square, its shorter one has to do. */
static void
update_thumbnail_side (KomaWindow *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  koma_result_feed_set_thumbnail_side (self->feed, KOMA_THUMBNAIL_SIDE * 4 / 3 * scale);
}

static void
connect_feed (KomaWindow *self)
{
  koma_results_view_set_items (self->results, koma_result_feed_get_items (self->feed),
                               self->preferences);
  g_signal_connect_object (self->feed, "progress", G_CALLBACK (koma_window_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->feed, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (update_thumbnail_side), NULL);
  update_thumbnail_side (self);
}

/**
 * koma_window_new:
 * @app: the application
 * @worker: what classifies
 * @store: the models that there are
 * @preferences: what the user prefers
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
KomaWindow *
koma_window_new (GtkApplication  *app,
                 KomaWorker      *worker,
                 KomaModelStore  *store,
                 KomaPreferences *preferences)
{
  KomaWindow *self = g_object_new (KOMA_TYPE_WINDOW, "application", app, NULL);

  self->worker = g_object_ref (worker);
  self->preferences = g_object_ref (preferences);
  self->loader = koma_model_control_new (worker, store);
  self->backends = koma_backend_control_new (self->loader, preferences);
  self->feed = koma_result_feed_new (worker);

  koma_window_find_samples (self);
  connect_feed (self);
  koma_window_connect_loader (self);
  koma_window_connect_failover (self);
  koma_window_connect_camera (self);
  koma_window_add_drop_target (self);
  koma_window_update (self);

  return self;
}
