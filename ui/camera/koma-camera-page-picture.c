/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The picture of the camera, its scores, and how fast they come. */

#include "koma-camera-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-spoken.h"
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define SPEED_WINDOW_US (8 * G_USEC_PER_SEC)

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
                                : koma_result_get_class (self->result, i);
  *ret_n_classes = n_classes;
}

/* With the score of the newest picture: the average only begins to rise when the class changes. */
static char *
speak_title (KomaCameraPage *self)
{
  const char *title = koma_camera_scores_get_title (self->scores);

  for (guint i = 0; i < self->result->n_classes; i++)
    if (g_str_equal (koma_result_get_class (self->result, i).name, title))
      return koma_spoken_class (title, self->result->classes[i].score);
  return koma_spoken_name (title);
}

static void
show_scores (KomaCameraPage *self)
{
  g_autofree char *spoken = NULL;
  KomaResultClass  classes[KOMA_CAMERA_N_SCORES];
  guint            n_classes = 0;

  if (self->result == NULL)
    return;
  get_classes (self, classes, &n_classes);
  koma_camera_scores_show (self->scores, classes, n_classes,
                           koma_preferences_get_not_sure_below (self->preferences,
                                                                &self->result->info->values));
  spoken = speak_title (self);
  koma_announcer_say (self->announcer, koma_camera_scores_get_title (self->scores), spoken);
}

void
koma_camera_page_take_result (KomaCameraPage  *self,
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

void
koma_camera_page_take_failure (KomaCameraPage *self,
                               const GError   *error)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_scores_show_message (self->scores, koma_words_for_picture_error (error));
}

/* Drops the average: it belongs to another model, another region or another picture. */
void
koma_camera_page_start_over (KomaCameraPage *self)
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

void
koma_camera_page_take_frame (KomaCameraPage  *self,
                             KomaCameraFrame *frame)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->is_frozen)
    return;

  g_clear_pointer (&self->frame, koma_camera_frame_unref);
  self->frame = koma_camera_frame_ref (frame);
  koma_camera_view_show (self->view, self->camera, frame);
  koma_camera_feed_offer (self->feed, frame);
}

static char *
describe_speed (KomaCameraPage *self)
{
  const gint64     now_us = g_get_monotonic_time ();
  KomaModelInfo   *info = self->result->info;
  g_autofree char *time = koma_words_for_ms (self->result->timing.inference_ms);

  /* Translators: of the camera: time of one inference, pictures shown in a
   * second, and what computed the newest */
  return g_strdup_printf (_ ("%s · %.0f per second · %s"), time,
                          koma_rate_meter_get (&self->drawn, now_us - SPEED_WINDOW_US),
                          koma_words_for_technical_name (info->backend, info->is_software));
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

gboolean
koma_camera_page_show_speed (gpointer page)
{
  KomaCameraPage  *self = page;
  g_autofree char *speed = NULL;
  g_autofree char *details = NULL;

  koma_rate_meter_add (&self->drawn, g_get_monotonic_time (),
                       koma_camera_view_get_n_drawn (self->view));
  if (self->result == NULL || !koma_preferences_get_technical_details (self->preferences))
    return G_SOURCE_CONTINUE;

  speed = describe_speed (self);
  details = describe_feed (self);
  koma_camera_scores_set_speed (self->scores, speed, details);
  return G_SOURCE_CONTINUE;
}
