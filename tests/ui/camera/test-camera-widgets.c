/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/camera/koma-announcer.h"
#include "ui/camera/koma-camera-page.h"
#include "ui/camera/koma-camera-scores.h"
#include "ui/camera/koma-camera-view.h"
#include "ui/camera/koma-camera-words.h"
#include "tests/test-main.h"

static void
test_scores (void)
{
  static const KomaResultClass classes[] = {
    { "n03", "a cat with a rather long name, longer than any that there is room for", 3, 0.75f },
    { "n01", "dog", 1, 0.2f },
  };
  GtkWidget        *widget = g_object_ref_sink (g_object_new (KOMA_TYPE_CAMERA_SCORES, NULL));
  KomaCameraScores *scores = KOMA_CAMERA_SCORES (widget);
  GtkRequisition    empty, full;

  koma_camera_scores_show_message (scores, "No model is open");
  gtk_widget_get_preferred_size (widget, NULL, &empty);
  g_assert_cmpstr (koma_camera_scores_get_title (scores), ==, "No model is open");

  koma_camera_scores_show (scores, classes, G_N_ELEMENTS (classes), 0.75);
  g_assert_cmpstr (koma_camera_scores_get_title (scores), ==, classes[0].name);
  g_assert_false (gtk_widget_has_css_class (widget, "not-sure"));

  koma_camera_scores_show (scores, classes, G_N_ELEMENTS (classes), 0.76);
  g_assert_cmpstr (koma_camera_scores_get_title (scores), ==, "Not sure");
  g_assert_true (gtk_widget_has_css_class (widget, "not-sure"));

  /* Nothing jumps when there is more to say. */
  gtk_widget_get_preferred_size (widget, NULL, &full);
  g_assert_cmpint (full.width, ==, empty.width);
  g_assert_cmpint (full.height, ==, empty.height);
  g_assert_finalize_object (widget);
}

static void
test_words (void)
{
  KomaCameraWords words;

  for (KomaCameraState state = 0; state < KOMA_N_CAMERA_STATES; state++) {
    if (state == KOMA_CAMERA_RUNNING)
      continue;
    koma_camera_words_get (state, &words);
    g_assert_nonnull (words.icon);
    g_assert_nonnull (words.text);
    g_assert_true (g_str_has_prefix (words.action, "camera."));
  }
  koma_camera_words_get_without (&words);
  g_assert_nonnull (words.title);
}

#if GTK_CHECK_VERSION(4, 14, 0)
static void
test_announcer (void)
{
  g_test_skip ("announcements are not kept here");
}
#else
/* The test backend of accessibility is asked what a screen reader would say. */
static gboolean
is_said (GtkWidget  *widget,
         const char *text)
{
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                               GTK_ACCESSIBLE_PROPERTY_LABEL, text);

  return other == NULL;
}

static void
test_announcer (void)
{
  GtkWidget     *widget = g_object_ref_sink (g_object_new (KOMA_TYPE_CAMERA_VIEW, NULL));
  KomaAnnouncer *announcer = koma_announcer_new (widget);
  gint64         start_us = g_get_monotonic_time ();

  koma_announcer_say (announcer, "cat", "cat");
  g_assert_true (is_said (widget, "cat"));
  koma_announcer_say (announcer, "dog", "dog");
  koma_announcer_say (announcer, "bird", "bird");
  g_assert_true (is_said (widget, "cat"));
  while (!is_said (widget, "bird"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (g_get_monotonic_time () - start_us, >=,
                   (KOMA_ANNOUNCER_INTERVAL_MS - 50) * G_TIME_SPAN_MILLISECOND);

  koma_announcer_forget (announcer);
  koma_announcer_say (announcer, "cat", "cat");
  g_assert_true (is_said (widget, "cat"));
  koma_announcer_free (announcer);
  g_assert_finalize_object (widget);
}
#endif

static void
moved_cb (guint *n_moved)
{
  (*n_moved)++;
}

/* A texture is drawn once, however often the widget is. */
static void
test_view (void)
{
  static const guint8    pixels[4 * 2 * 3] = { 0 };
  const KomaCameraRegion square = { KOMA_CAMERA_REGION_SQUARE, 0.25, 0.0, 1.0 };
  g_autoptr (GBytes) bytes = g_bytes_new_static (pixels, sizeof pixels);
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (4, 2, GDK_MEMORY_R8G8B8, bytes, 12);
  GtkWidget      *widget = g_object_new (KOMA_TYPE_CAMERA_VIEW, NULL);
  KomaCameraView *view = KOMA_CAMERA_VIEW (widget);
  GtkWidget      *window = gtk_window_new ();
  guint           n_moved = 0;

  g_signal_connect_swapped (view, "region-moved", G_CALLBACK (moved_cb), &n_moved);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  koma_camera_view_set_mirrored (view, TRUE);
  koma_camera_view_set_region (view, &square);
  koma_camera_view_set_texture (view, texture);
  while (koma_camera_view_get_n_drawn (view) == 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_queue_draw (widget);
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (koma_camera_view_get_n_drawn (view), ==, 1);
  g_assert_cmpfloat (koma_camera_view_get_region (view)->x, ==, 0.25);
  g_assert_cmpuint (n_moved, ==, 0);

  g_object_ref (widget);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (widget);
}

/* (nullable) (transfer none): the texture that is drawn */
static GdkTexture *
find_texture (GskRenderNode *node)
{
  GdkTexture *found = NULL;

  switch (gsk_render_node_get_node_type (node)) {
  case GSK_TEXTURE_NODE:
    return gsk_texture_node_get_texture (node);
  case GSK_TRANSFORM_NODE:
    return find_texture (gsk_transform_node_get_child (node));
  case GSK_ROUNDED_CLIP_NODE:
    return find_texture (gsk_rounded_clip_node_get_child (node));
  case GSK_CLIP_NODE:
    return find_texture (gsk_clip_node_get_child (node));
  case GSK_CONTAINER_NODE:
    for (guint i = 0; i < gsk_container_node_get_n_children (node) && found == NULL; i++)
      found = find_texture (gsk_container_node_get_child (node, i));
    return found;
  default:
    return NULL;
  }
}

/* 0: the widget is to be drawn anew. */
static int
try_drawn_width (GtkWidget *widget)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GskRenderNode) node = NULL;
  GdkTexture *texture = NULL;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  texture = node != NULL ? find_texture (node) : NULL;
  return texture != NULL ? gdk_texture_get_width (texture) : 0;
}

static int
get_drawn_width (GtkWidget *widget)
{
  int width = 0;

  while ((width = try_drawn_width (widget)) == 0)
    g_main_context_iteration (NULL, TRUE);
  return width;
}

/* Of a frame, larger than the display. */
#define SIDE 4000

static KomaCameraFrame *
make_frame (const KomaCameraShown *shown_as)
{
  KomaCameraFrame *frame =
    koma_camera_frame_new (koma_picture_new_take (g_malloc0 (SIDE * SIDE / 2 * 3), SIDE, SIDE / 2,
                                                  SIDE * 3),
                           1, 0);
  g_autoptr (KomaPixelPool) pool = koma_pixel_pool_new ();

  koma_camera_frame_set_shown (frame, shown_as,
                               koma_camera_shown_make (shown_as, frame->picture, pool));
  return frame;
}

static void
show (KomaCameraView *view,
      KomaCamera     *camera,
      KomaCameraShown shown_as)
{
  KomaCameraFrame *frame = make_frame (&shown_as);
  const guint      n_drawn = koma_camera_view_get_n_drawn (view);

  koma_camera_view_show (view, camera, frame);
  while (koma_camera_view_get_n_drawn (view) == n_drawn)
    g_main_context_iteration (NULL, TRUE);
  koma_camera_frame_unref (frame);
}

/* A frame in the size of the display is drawn as it is, one in another size is scaled. */
static void
test_shown (void)
{
  GtkWidget      *widget = g_object_new (KOMA_TYPE_CAMERA_VIEW, NULL);
  KomaCameraView *view = KOMA_CAMERA_VIEW (widget);
  GtkWidget      *window = gtk_window_new ();
  KomaCamera     *camera = koma_camera_new (koma_camera_list_get_default ());
  int             pixels = 0;
  guint16         width = 0;

  gtk_widget_set_size_request (widget, 200, 100);
  gtk_window_set_child (GTK_WINDOW (window), widget);
  gtk_window_present (GTK_WINDOW (window));
  show (view, camera, (KomaCameraShown){ 0 });
  g_assert_cmpint (get_drawn_width (widget), ==, SIDE);

  pixels = gtk_widget_get_scale_factor (widget);
  width = (guint16) (MIN (gtk_widget_get_width (widget), 2 * gtk_widget_get_height (widget)) *
                     pixels);
  show (view, camera, (KomaCameraShown){ width, width / 2, FALSE });
  g_assert_cmpint (get_drawn_width (widget), ==, width);
  show (view, camera, (KomaCameraShown){ width, width / 2, TRUE });
  g_assert_cmpint (get_drawn_width (widget), ==, SIDE);
  koma_camera_view_set_mirrored (view, TRUE);
  g_assert_cmpint (get_drawn_width (widget), ==, width);
  show (view, camera, (KomaCameraShown){ width / 2, width / 4, TRUE });
  g_assert_cmpint (get_drawn_width (widget), ==, SIDE);

  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (camera);
}

static void
add_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider, "/app/koma/Koma/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  add_style ();

  /* The page without a camera, a model or a window. */
  widget_tests_add_life ("/ui/camera-widgets/life/", KOMA_TYPE_CAMERA_PAGE);
  widget_tests_add_life ("/ui/camera-widgets/life/", KOMA_TYPE_CAMERA_SCORES);
  widget_tests_add_life ("/ui/camera-widgets/life/", KOMA_TYPE_CAMERA_VIEW);
  g_test_add_func ("/ui/camera-widgets/scores", test_scores);
  g_test_add_func ("/ui/camera-widgets/words", test_words);
  g_test_add_func ("/ui/camera-widgets/announcer", test_announcer);
  g_test_add_func ("/ui/camera-widgets/view", test_view);
  g_test_add_func ("/ui/camera-widgets/shown", test_shown);
  return g_test_run ();
}
