/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "koma-picture-drop.h"
#include "koma-window-suggest.h"
#include "koma-window-together.h"
#include "koma-window-toasts.h"
#include "ui/compat/koma-shortcuts.h"
#include "ui/koma-text-scale.h"
#include "ui/koma-tooltip.h"
#include "ui/picture/koma-picture-flight.h"
#include "worker/koma-thread.h"

/* In a smaller window status pages have no icon and the bar stacks its texts. libadwaita 1.2 has no
 * breakpoints. */
#define NARROW_WIDTH 520
#define LOW_HEIGHT   520

/**
 * KomaWindow:
 *
 * Creates the list of pictures (#KomaResultFeed), the model (#KomaModelControl) and the ways in for
 * pictures (#KomaPictureInput), and connects them with the widgets that show them. The page and the
 * bar depend on the state of these three alone; see koma_window_update().
 */
G_DEFINE_FINAL_TYPE (KomaWindow, koma_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- Small windows ---- */

/* (nullable) Classes that are taught have nothing to do with the model in use; of one picture, the
 * name matters more. */
static GtkWidget *
get_own_title (KomaWindow *self)
{
  if (self->view == KOMA_VIEW_TEACH)
    return self->teach_title;
  return self->view == KOMA_VIEW_PICTURE ? GTK_WIDGET (self->picture_title) : NULL;
}

static void
set_css_class (GtkWidget  *widget,
               const char *name,
               gboolean    has_it)
{
  if (has_it)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

/* In a narrow window the buttons leave no room for the model's name between them. In a low one it
 * stays there all the same, if it can be read. */
static void
place_title (KomaWindow *self)
{
  g_autoptr (GtkWidget) button = g_object_ref (GTK_WIDGET (self->model_button));
  GtkWidget     *own_title = get_own_title (self);
  const gboolean is_below =
    self->is_narrow && (!self->is_low || self->is_large) && own_title == NULL;
  GtkWidget *title = is_below ? NULL : button;
  GtkWidget *before = adw_header_bar_get_title_widget (self->header);

  if (own_title != NULL)
    title = own_title;
  koma_model_button_set_brief (self->model_button, is_below && self->is_low);
  set_css_class (GTK_WIDGET (self->model_bar), "low", self->is_low);
  if (title == before)
    return;
  adw_header_bar_set_title_widget (self->header, NULL);
  adw_bin_set_child (self->model_bar, NULL);
  if (is_below)
    adw_bin_set_child (self->model_bar, button);
  else
    adw_header_bar_set_title_widget (self->header, title);
  set_css_class (GTK_WIDGET (self->header), "flat", is_below);
  gtk_widget_set_visible (GTK_WIDGET (self->model_bar), is_below);
}

static gboolean
adapt_cb (gpointer user_data)
{
  KomaWindow *self = user_data;

  self->layout_source = 0;
  place_title (self);
  koma_activity_bar_set_narrow (self->activity, self->is_narrow);
  koma_notice_set_narrow (self->safe_notice, self->is_narrow);
  koma_notice_set_narrow (self->notice, self->is_narrow);
  koma_notice_set_narrow (self->gone_notice, self->is_narrow);
  koma_range_notice_set_narrow (self->range_notice, self->is_narrow);
  koma_model_page_set_low (self->model_page, self->is_low);
  koma_window_pages_adapt (self);
  adw_status_page_set_icon_name (self->empty_page,
                                 self->is_low ? NULL : "app.koma.Koma");
  return G_SOURCE_REMOVE;
}

static void
koma_window_size_allocate (GtkWidget *widget,
                           int        width,
                           int        height,
                           int        baseline)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  double      scale = koma_text_scale (widget);
  gboolean    is_narrow = width < NARROW_WIDTH * scale;
  gboolean    is_low = height < LOW_HEIGHT;
  gboolean    is_large = koma_text_scale_is_large (widget);
  gboolean    is_wide = width >= KOMA_TEACH_PAGE_WIDE * scale;

  GTK_WIDGET_CLASS (koma_window_parent_class)->size_allocate (widget, width, height, baseline);

  if (is_narrow == self->is_narrow && is_low == self->is_low && is_wide == self->is_wide &&
      is_large == self->is_large)
    return;
  self->is_wide = is_wide;
  self->is_large = is_large;
  self->is_narrow = is_narrow;
  self->is_low = is_low;
  /* GTK does not lay out what changes during a layout: change it afterwards. */
  if (self->layout_source == 0)
    self->layout_source = g_idle_add_full (GDK_PRIORITY_REDRAW, adapt_cb, self, NULL);
}

static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *args,
           gpointer   user_data)
{
  koma_toast_hide (KOMA_WINDOW (widget)->toast);
  return GDK_EVENT_STOP;
}

/* ---- Object ---- */

static void
koma_window_dispose (GObject *object)
{
  KomaWindow *self = KOMA_WINDOW (object);

  g_clear_handle_id (&self->layout_source, g_source_remove);
  if (self->input != NULL)
    koma_picture_input_close (self->input);
  koma_window_close_comparison (self);
  if (self->collection != NULL)
    koma_collection_control_close (self->collection);
  if (self->feed != NULL)
    koma_result_feed_cancel (self->feed);
  if (self->library != NULL) {
    koma_library_close (self->library);
    if (self->teach_page != NULL)
      koma_teach_page_close (self->teach_page);
  }
  g_clear_pointer (&self->long_work, koma_long_work_free);
  if (self->speaker != NULL)
    koma_speaker_close (self->speaker);
  if (self->control != NULL)
    koma_model_control_cancel (self->control);
  g_clear_weak_pointer (&self->preferences_window);
  g_clear_weak_pointer (&self->diagnostics_window);
  g_clear_weak_pointer (&self->library_window);
  g_clear_weak_pointer (&self->recipe_window);
  g_clear_weak_pointer (&self->evaluate_window);
  g_clear_object (&self->input);
  g_clear_object (&self->collection);
  g_clear_object (&self->feed);
  g_clear_object (&self->camera_options);
  g_clear_object (&self->corrections);
  g_clear_object (&self->review);
  g_cancellable_cancel (self->to_review);
  g_clear_object (&self->to_review);
  koma_window_end_bursts (self);
  g_clear_object (&self->library);
  g_clear_object (&self->speaker);
  g_clear_object (&self->backends);
  g_clear_object (&self->control);
  g_clear_object (&self->preferences);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_window_parent_class)->dispose (object);
}

static void
koma_window_finalize (GObject *object)
{
  g_free (KOMA_WINDOW (object)->project);
  g_free (KOMA_WINDOW (object)->described_classes);

  G_OBJECT_CLASS (koma_window_parent_class)->finalize (object);
}

static void
koma_window_class_init (KomaWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_window_finalize;
  widget_class->size_allocate = koma_window_size_allocate;

  koma_tooltip_hide_while_open ();
  g_type_ensure (KOMA_TYPE_ACTIVITY_BAR);
  g_type_ensure (KOMA_TYPE_MODEL_BUTTON);
  g_type_ensure (KOMA_TYPE_MODEL_OFFERS);
  g_type_ensure (KOMA_TYPE_MODEL_PAGE);
  g_type_ensure (KOMA_TYPE_NOTICE);
  g_type_ensure (KOMA_TYPE_PICTURE_FLIGHT);
  g_type_ensure (KOMA_TYPE_RANGE_NOTICE);
  g_type_ensure (KOMA_TYPE_RESULTS_VIEW);
  g_type_ensure (KOMA_TYPE_SUGGESTION);
  g_type_ensure (KOMA_TYPE_TOAST);
  g_type_ensure (KOMA_TYPE_WORDS_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, camera_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, teach_title);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, picture_title);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, header);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, model_button);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, model_bar);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, model_page);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, safe_notice);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, gone_notice);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, suggestion);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, range_notice);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, words_bar);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, empty_page);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, offers);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, results);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, activity);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, toast);
  gtk_widget_class_bind_template_child (widget_class, KomaWindow, drop_overlay);
  gtk_widget_class_bind_template_child_full (widget_class, "flight", FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, koma_window_open_picture);
  gtk_widget_class_bind_template_callback (widget_class, koma_window_update_actions);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
  koma_window_install_library_actions (widget_class);
  koma_window_install_teach_actions (widget_class);
  koma_window_install_take_actions (widget_class);
  koma_window_install_correct_actions (widget_class);
  koma_window_install_review_actions (widget_class);
  koma_window_install_together_actions (widget_class);
  koma_window_install_find_actions (widget_class);
  koma_window_install_group_actions (widget_class);
  koma_window_install_picture_actions (widget_class);
  koma_window_install_evaluate_actions (widget_class);
  koma_window_install_board_actions (widget_class);
  koma_window_install_camera_actions (widget_class);
  koma_window_install_file_actions (widget_class);
  koma_window_install_desktop_actions (widget_class);
  koma_window_install_collection_actions (widget_class);
  koma_window_install_actions (widget_class);
}

static void
koma_window_init (KomaWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/* The longer side of a thumbnail. The view cuts it to a square, so the shorter side must be large
 * enough, too. */
static void
update_thumbnail_side (KomaWindow *self)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  koma_result_feed_set_thumbnail_side (self->feed, KOMA_THUMBNAIL_SIDE * 4 / 3 * scale);
}

static void
finished_cb (KomaWindow *self)
{
  koma_window_suggest_model (self);
  koma_window_update (self);
  koma_window_toasts_report (self->toast, koma_result_feed_get_progress (self->feed));
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

static void
show_list_cb (KomaWindow *self)
{
  koma_window_show (self, KOMA_VIEW_LIST);
}

/* What is dropped on classes is to be learned from. */
static gboolean
accept_cb (KomaWindow         *self,
           GdkDrop            *drop,
           GtkDropTargetAsync *target)
{
  return self->view != KOMA_VIEW_TEACH &&
         gdk_content_formats_match (gdk_drop_get_formats (drop),
                                    gtk_drop_target_async_get_formats (target));
}

static void
connect_input (KomaWindow *self)
{
  GtkDropTargetAsync *target = NULL;

  g_signal_connect_object (self->input, "adding", G_CALLBACK (show_list_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "changed", G_CALLBACK (koma_window_update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "message", G_CALLBACK (koma_toast_show), self->toast,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->input, "refused", G_CALLBACK (koma_window_toasts_show_refused),
                           self->toast, G_CONNECT_SWAPPED);
  target = koma_picture_drop_connect (GTK_WIDGET (self), self->drop_overlay, self->input);
  g_signal_connect_object (target, "accept", G_CALLBACK (accept_cb), self, G_CONNECT_SWAPPED);
}

static void
show_shortcuts_cb (GSimpleAction *action,
                   GVariant      *parameter,
                   gpointer       user_data)
{
  koma_shortcuts_show (GTK_APPLICATION_WINDOW (user_data));
}

/* GTK looks for this one here before it makes its own. */
static const GActionEntry actions[] = {
  { .name = "show-help-overlay", .activate = show_shortcuts_cb },
};

/**
 * koma_window_new:
 * @app: the application
 * @worker: classifies the pictures
 * @choices: the models on this computer
 * @preferences: what the user prefers
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
KomaWindow *
koma_window_new (GtkApplication   *app,
                 KomaWorker       *worker,
                 KomaModelChoices *choices,
                 KomaPreferences  *preferences)
{
  KomaWindow *self = g_object_new (KOMA_TYPE_WINDOW, "application", app, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->worker = g_object_ref (worker);
  self->preferences = g_object_ref (preferences);
  self->control = koma_model_control_new (worker, choices);
  self->library = koma_library_new (choices, self->control);
  self->backends = koma_backend_control_new (self->control, preferences);
  self->feed = koma_result_feed_new (worker);
  self->input = koma_picture_input_new (self->feed, self->control);
  self->collection = koma_collection_control_new (self->feed, self->control);
  self->camera_options = koma_camera_options_new ();
  self->long_work = koma_long_work_new (GTK_WINDOW (self));
  self->speaker = koma_speaker_new (self->feed, preferences);

  connect_feed (self);
  connect_input (self);
  koma_window_connect_model (self);
  koma_window_connect_library (self);
  koma_window_connect_teach (self);
  koma_window_connect_take (self);
  koma_window_connect_find (self);
  koma_window_connect_desktop (self);
  koma_window_connect_collection (self);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (place_title), self,
                           G_CONNECT_SWAPPED);
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  koma_window_update (self);

  return self;
}

/* ---- For the application ---- */

KomaWindow *
koma_window_find (GtkApplication *app)
{
  GList *windows = gtk_application_get_windows (app);

  while (windows != NULL && !KOMA_IS_WINDOW (windows->data))
    windows = windows->next;
  return windows != NULL ? windows->data : NULL;
}

/**
 * koma_window_set_backend:
 * @self: a window
 * @backend: of the option --backend; "auto" for the best that works
 *
 * Takes effect at once where there is a model.
 */
void
koma_window_set_backend (KomaWindow *self,
                         const char *backend)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_backend_control_set_option (self->backends, backend);
}

const char *
koma_window_get_help_topic (KomaWindow *self)
{
  static const char *const topics[] = {
    [KOMA_VIEW_CAMERA] = "camera",
    [KOMA_VIEW_TEACH] = "teaching",
    [KOMA_VIEW_PICTURE] = "numbers",
    [KOMA_VIEW_BOARD] = "boards",
  };

  if (self->review != NULL)
    return "correcting";
  if (self->view != KOMA_VIEW_LIST)
    return topics[self->view];
  if (!koma_window_has_model (self))
    return "models";
  return koma_result_feed_is_empty (self->feed) ? "first-steps" : "finding";
}

void
koma_window_load_model (KomaWindow *self,
                        const char *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_control_load (self->control, path);
}

void
koma_window_open_files (KomaWindow *self,
                        GPtrArray  *files)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_picture_input_open (self->input, files);
}

const char *
koma_window_get_model_path (KomaWindow *self)
{
  KomaModelInfo *info = self->control != NULL ? koma_model_control_get_info (self->control) : NULL;

  return info != NULL ? info->path : NULL;
}

KomaCameraOptions *
koma_window_get_camera_options (KomaWindow *self)
{
  return self->camera_options;
}

/* Shows how the model computes from now on. */
void
koma_window_take_model_change (KomaWindow    *self,
                               KomaModelInfo *info)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_control_take_change (self->control, info);
}
