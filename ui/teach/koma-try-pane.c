/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-try-pane.h"

#include <glib/gi18n-lib.h>

#include "koma-picture-texture.h"
#include "ui/camera/koma-announcer.h"
#include "ui/camera/koma-camera-scores.h"
#include "ui/camera/koma-camera-view.h"
#include "ui/camera/koma-camera-words.h"
#include "ui/camera/koma-out-of-sight.h"
#include "ui/koma-spoken.h"
#include "ui/koma-text-scale.h"
#include "ui/koma-error-words.h"
#include "worker/camera/koma-camera.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

#define ANSWER_KEY   1
#define PICTURE_SIDE 480 /* pixels of the picture that is tried, at most */
/* Of the view, in application pixels. */
#define WIDTH       300
#define HEIGHT      210
#define NARROW_SIDE 128

/**
 * KomaTryPane:
 *
 * Each frame is asked about: the project answers the newest, and forgets those that it had no time
 * for.
 */
struct _KomaTryPane
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkBox           *box;
  AdwClamp         *width;
  AdwClamp         *height;
  GtkStack         *pages;
  GtkLabel         *title;
  GtkLabel         *text;
  GtkButton        *button;
  GtkLabel         *button_label;
  GtkWidget        *open;
  KomaCameraView   *view;
  GtkPicture       *picture;
  GtkWidget        *start;
  GtkWidget        *stop;
  KomaCameraScores *scores;

  /* Owned. */
  KomaTeachProject   *project; /* (nullable) */
  KomaCameraOptions  *options; /* (nullable) */
  KomaCamera         *camera;  /* (nullable) until it is started first */
  KomaRequest        *request; /* (nullable) the picture that is shown instead of the camera */
  GCancellable       *loading; /* (nullable) of that picture */
  GCancellable       *asking;  /* (nullable) of answers to what is shown */
  KomaAnnouncer      *announcer;
  GSimpleActionGroup *actions;

  gulong surface_handler;
};

enum {
  SIGNAL_FRAME,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaTryPane, koma_try_pane, ADW_TYPE_BIN)

/* ---- Answers ---- */

static const char *
describe_error (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED))
    return _ ("No answer yet");
  return koma_words_for_picture_error (error);
}

static void
show_answer (KomaTryPane           *self,
             const KomaTeachAnswer *answer)
{
  KomaResultClass  classes[KOMA_CAMERA_N_SCORES] = { 0 };
  const guint      n_classes = MIN (answer->n_classes, KOMA_CAMERA_N_SCORES);
  const gboolean   is_sure = answer->is_sure && !answer->is_unlike;
  g_autofree char *spoken = NULL;

  for (guint i = 0; i < n_classes; i++) {
    classes[i].name = koma_teach_class_get_name (answer->classes[i].klass);
    classes[i].score = answer->classes[i].score;
  }
  koma_camera_scores_show (self->scores, classes, n_classes, is_sure ? 0.0 : 2.0);
  if (answer->is_unlike)
    koma_camera_scores_set_title (self->scores, _ ("Unlike all of these"));
  spoken = is_sure && n_classes > 0 ? koma_spoken_class (classes[0].name, classes[0].score)
                                    : g_strdup (koma_camera_scores_get_title (self->scores));
  koma_announcer_say (self->announcer, koma_camera_scores_get_title (self->scores), spoken);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (KomaTryPane) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachAnswer) answer =
    koma_teach_project_answer_finish (KOMA_TEACH_PROJECT (source), result, &error);

  /* Something else is shown by now. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (answer != NULL)
    show_answer (self, answer);
  else
    koma_camera_scores_show_message (self->scores, describe_error (error));
}

static void
ask (KomaTryPane *self,
     KomaRequest *request)
{
  if (self->project == NULL)
    return;
  if (self->asking == NULL)
    self->asking = g_cancellable_new ();
  koma_teach_project_answer_async (self->project, request, self->asking, answered_cb,
                                   g_object_ref (self));
}

/* What is shown goes: answers to it that are still on their way are not shown. */
static void
forget_answers (KomaTryPane *self)
{
  g_cancellable_cancel (self->asking);
  g_clear_object (&self->asking);
}

/* A picture that stays is asked about again, as often as Koma has learned something. */
static void
head_changed_cb (KomaTryPane *self)
{
  if (self->request != NULL)
    ask (self, self->request);
}

static void
frame_cb (KomaTryPane     *self,
          KomaCameraFrame *frame)
{
  const KomaRequest values = {
    .key = ANSWER_KEY,
    .fit = KOMA_REQUEST_FIT_CROP,
    .is_from_camera = TRUE,
    .picture = frame->picture,
  };
  g_autoptr (KomaRequest) request = koma_request_new (&values);

  koma_camera_view_show (self->view, self->camera, frame);
  ask (self, request);
  g_signal_emit (self, signals[SIGNAL_FRAME], 0, frame);
}

/* ---- What is shown ---- */

static gboolean
is_running (KomaTryPane *self)
{
  return self->camera != NULL && koma_camera_get_state (self->camera) == KOMA_CAMERA_RUNNING;
}

static void
get_words (KomaTryPane     *self,
           KomaCameraWords *ret_words)
{
  const KomaCameraState state =
    self->camera != NULL ? koma_camera_get_state (self->camera) : KOMA_CAMERA_OFF;

  koma_camera_words_get (state, ret_words);
  if (state == KOMA_CAMERA_FAILED &&
      koma_camera_list_get_trouble (koma_camera_list_get_default ())->detail != NULL)
    koma_camera_words_get_without (ret_words);
  if (state != KOMA_CAMERA_OFF)
    return;
  ret_words->title = _ ("Try It");
  ret_words->text = _ ("Show something to the camera, or drop a picture here.");
}

static void
show_status (KomaTryPane *self)
{
  KomaCameraWords words;

  get_words (self, &words);
  gtk_label_set_label (self->title, words.title);
  gtk_label_set_label (self->text, words.text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->title), words.text);
  gtk_label_set_label (self->button_label, words.button);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), words.action);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  gtk_label_get_text (self->button_label), -1);
}

static void
update (KomaTryPane *self)
{
  const gboolean is_camera = is_running (self);
  const char    *page = "status";

  if (self->request != NULL)
    page = "picture";
  else if (is_camera)
    page = "camera";
  if (!is_camera)
    show_status (self);
  if (self->request == NULL && !is_camera)
    koma_camera_scores_show_message (self->scores, _ ("Waiting for a picture"));
  gtk_widget_set_visible (self->stop, is_camera);
  gtk_widget_set_visible (self->start, !is_camera && self->request != NULL);
  gtk_stack_set_visible_child_name (self->pages, page);
}

static void
forget_picture (KomaTryPane *self)
{
  forget_answers (self);
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_pointer (&self->request, koma_request_unref);
  gtk_picture_set_paintable (self->picture, NULL);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaTryPane) self = user_data;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, NULL);
  g_autoptr (GdkTexture) texture = NULL;

  /* Another one is shown by now, or it is damaged, and the answer says so. */
  if (picture == NULL)
    return;
  texture = koma_picture_texture_new (picture);
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (texture));
}

void
koma_try_pane_show_picture (KomaTryPane *self,
                            KomaRequest *request)
{
  KomaRequest values = *request;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->camera != NULL)
    koma_camera_stop (self->camera);
  forget_picture (self);
  values.key = ANSWER_KEY;
  self->request = koma_request_new (&values);
  self->loading = g_cancellable_new ();
  koma_picture_load_async (request, PICTURE_SIDE, self->loading, loaded_cb, g_object_ref (self));
  koma_camera_scores_show_message (self->scores, _ ("Looking…"));
  ask (self, self->request);
  update (self);
}

/* ---- The camera ---- */

static void
state_cb (KomaTryPane *self)
{
  if (is_running (self)) {
    koma_camera_options_set_device (self->options, koma_camera_get_device (self->camera)->id);
    koma_announcer_forget (self->announcer);
  } else {
    koma_camera_view_set_texture (self->view, NULL);
    if (self->request == NULL)
      forget_answers (self);
  }
  update (self);
  if (!is_running (self) && self->request == NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    koma_announcer_say (self->announcer, gtk_label_get_label (self->title),
                        gtk_label_get_label (self->title));
}

static void
ensure_camera (KomaTryPane *self)
{
  if (self->camera != NULL)
    return;
  self->camera = koma_camera_new (koma_camera_list_get_default ());
  g_signal_connect_object (self->camera, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->camera, "frame", G_CALLBACK (frame_cb), self, G_CONNECT_SWAPPED);
}

void
koma_try_pane_start_camera (KomaTryPane *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  forget_picture (self);
  ensure_camera (self);
  /* The camera is on only where it is seen. */
  if (!is_running (self) && gtk_widget_get_mapped (GTK_WIDGET (self))) {
    koma_camera_set_preferred (self->camera, koma_camera_options_get_device (self->options));
    koma_camera_start (self->camera, NULL);
  }
  update (self);
}

static void
start_action (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       user_data)
{
  koma_try_pane_start_camera (user_data);
}

static void
stop (GtkWidget *widget)
{
  KomaTryPane *self = KOMA_TRY_PANE (widget);

  if (self->camera != NULL)
    koma_camera_stop (self->camera);
}

static void
stop_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  stop (user_data);
}

static void
koma_try_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (koma_try_pane_parent_class)->map (widget);
  KOMA_TRY_PANE (widget)->surface_handler = koma_out_of_sight_connect (widget, stop);
}

static void
koma_try_pane_unmap (GtkWidget *widget)
{
  koma_out_of_sight_disconnect (widget, &KOMA_TRY_PANE (widget)->surface_handler);
  stop (widget);
  GTK_WIDGET_CLASS (koma_try_pane_parent_class)->unmap (widget);
}

static void
options_cb (KomaTryPane *self)
{
  koma_camera_view_set_mirrored (self->view, koma_camera_options_get_mirror (self->options));
}

/* ---- Object ---- */

static void
koma_try_pane_dispose (GObject *object)
{
  KomaTryPane *self = KOMA_TRY_PANE (object);

  if (self->camera != NULL) {
    g_signal_handlers_disconnect_by_data (self->camera, self);
    koma_camera_stop (self->camera);
  }
  forget_answers (self);
  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_clear_object (&self->camera);
  g_clear_object (&self->project);
  g_clear_object (&self->options);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->request, koma_request_unref);
  g_clear_pointer (&self->announcer, koma_announcer_free);

  G_OBJECT_CLASS (koma_try_pane_parent_class)->dispose (object);
}

static void
koma_try_pane_class_init (KomaTryPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_try_pane_dispose;
  widget_class->map = koma_try_pane_map;
  widget_class->unmap = koma_try_pane_unmap;

  signals[SIGNAL_FRAME] = g_signal_new ("frame", KOMA_TYPE_TRY_PANE, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);

  g_type_ensure (KOMA_TYPE_CAMERA_SCORES);
  g_type_ensure (KOMA_TYPE_CAMERA_VIEW);
  gtk_widget_class_set_css_name (widget_class, "trypane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-try-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, box);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, width);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, height);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, title);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, text);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, button);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, button_label);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, open);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, view);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, picture);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, start);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, stop);
  gtk_widget_class_bind_template_child (widget_class, KomaTryPane, scores);
}

static void
koma_try_pane_init (KomaTryPane *self)
{
  static const GActionEntry entries[] = {
    { .name = "start", .activate = start_action },
    { .name = "stop", .activate = stop_action },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "camera", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->announcer = koma_announcer_new (GTK_WIDGET (self->view));
  koma_camera_scores_wrap_title (self->scores);
  koma_try_pane_set_narrow (self, FALSE);
  update (self);
}

/**
 * koma_try_pane_set_project:
 * @self: a pane
 * @project: (nullable): that answers from now on
 */
void
koma_try_pane_set_project (KomaTryPane      *self,
                           KomaTeachProject *project)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->project != NULL)
    g_signal_handlers_disconnect_by_data (self->project, self);
  forget_picture (self);
  g_set_object (&self->project, project);
  if (project != NULL)
    g_signal_connect_object (project, "head-changed", G_CALLBACK (head_changed_cb), self,
                             G_CONNECT_SWAPPED);
  update (self);
}

void
koma_try_pane_set_options (KomaTryPane       *self,
                           KomaCameraOptions *options)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->options, options);
  g_signal_connect_object (options, "notify", G_CALLBACK (options_cb), self, G_CONNECT_SWAPPED);
  options_cb (self);
}

/**
 * koma_try_pane_set_narrow:
 * @self: a pane
 * @is_narrow: whether it is above the classes, as low as it can be, rather than beside them
 */
void
koma_try_pane_set_narrow (KomaTryPane *self,
                          gboolean     is_narrow)
{
  /* As high as the answer beside it: words that have fewer lines take more width. */
  const int height = (int) (NARROW_SIDE * koma_text_scale (GTK_WIDGET (self)));

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box), is_narrow ? GTK_ORIENTATION_HORIZONTAL
                                                                        : GTK_ORIENTATION_VERTICAL);
  adw_clamp_set_maximum_size (self->width, is_narrow ? NARROW_SIDE : WIDTH);
  adw_clamp_set_maximum_size (self->height, is_narrow ? height : HEIGHT);
  gtk_widget_set_size_request (GTK_WIDGET (self->pages), is_narrow ? NARROW_SIDE : -1,
                               is_narrow ? height : HEIGHT);
  gtk_widget_set_visible (GTK_WIDGET (self->text), !is_narrow);
  gtk_widget_set_visible (self->open, !is_narrow);
}
