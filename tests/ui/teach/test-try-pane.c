/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "tests/worker/teach/teach-fixture.h"
#include "ui/camera/koma-camera-scores.h"
#include "ui/teach/koma-try-pane.h"
#include "tests/test-main.h"

#define OTHER_KEY 2 /* the pane asks with another one */

static KomaRequest *
make_request (guint key)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (32, 0xff0000);

  return koma_request_new (&(KomaRequest){ .key = key, .picture = picture });
}

/* Questions are answered in turn: all that were asked before this one are answered after it. */
static void
wait_for_answers (KomaTeachProject *project)
{
  g_autoptr (KomaRequest) request = make_request (OTHER_KEY);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (KomaTeachAnswer) answer = NULL;

  koma_teach_project_answer_async (project, request, NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  answer = koma_teach_project_answer_finish (project, result, NULL);
}

typedef struct
{
  Teach             teach;
  KomaTeachProject *project;
  KomaTryPane      *pane;
} Try;

static void
set_up (Try          *self,
        gconstpointer data)
{
  g_autoptr (KomaCameraOptions) options = koma_camera_options_new ();

  teach_set_up (&self->teach, NULL);
  self->project = teach_open (&self->teach);
  self->pane = g_object_ref_sink (g_object_new (KOMA_TYPE_TRY_PANE, NULL));
  koma_try_pane_set_options (self->pane, options);
  koma_try_pane_set_project (self->pane, self->project);
}

static void
tear_down (Try          *self,
           gconstpointer data)
{
  koma_try_pane_set_project (self->pane, NULL);
  /* What it asked for and needs no more holds it until it ends. */
  g_object_add_weak_pointer (G_OBJECT (self->pane), (gpointer *) &self->pane);
  g_object_unref (self->pane);
  teach_wait (self->pane == NULL);
  teach_close (self->project);
  teach_tear_down (&self->teach, NULL);
}

static void
show_picture (Try *self)
{
  g_autoptr (KomaRequest) request = make_request (0);

  koma_try_pane_show_picture (self->pane, request);
}

static const char *
get_title (Try *self)
{
  GtkWidget *scores = find_of_type (GTK_WIDGET (self->pane), KOMA_TYPE_CAMERA_SCORES);

  return koma_camera_scores_get_title (KOMA_CAMERA_SCORES (scores));
}

/* There are no classes yet, and it says so. */
static void
test_answer (Try          *self,
             gconstpointer data)
{
  g_assert_cmpstr (get_title (self), ==, "Waiting for a picture");
  show_picture (self);
  g_assert_cmpstr (get_title (self), ==, "Looking…");
  wait_for_answers (self->project);
  g_assert_cmpstr (get_title (self), ==, "No answer yet");
}

/* An answer that comes when what it is about is shown no more. */
static void
test_late (Try          *self,
           gconstpointer data)
{
  show_picture (self);
  /* It takes the picture away; it is not mapped, so it starts none. */
  koma_try_pane_start_camera (self->pane);
  wait_for_answers (self->project);
  g_assert_cmpstr (get_title (self), ==, "Waiting for a picture");
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  g_test_add ("/ui/teach/try-pane/answer", Try, NULL, set_up, test_answer, tear_down);
  g_test_add ("/ui/teach/try-pane/late", Try, NULL, set_up, test_late, tear_down);
  return g_test_run ();
}
