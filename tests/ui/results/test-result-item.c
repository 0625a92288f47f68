/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-result-item.h"

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

static void
count_cb (guint *n_notified)
{
  (*n_notified)++;
}

static KomaResultItem *
new_item (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return koma_result_item_new_for_file (file);
}

static void
assert_described (KomaResultItem *item,
                  const char     *wanted)
{
  g_autofree char *got = koma_result_item_describe (item, 3);

  g_assert_cmpstr (got, ==, wanted);
}

static void
test_states (void)
{
  KomaResultItem *item = new_item ("/tmp/cat.jpg");
  guint           n_notified = 0;

  g_signal_connect_swapped (item, "notify::state", G_CALLBACK (count_cb), &n_notified);
  g_assert_cmpint (koma_result_item_get_state (item), ==, KOMA_ITEM_WAITING);
  assert_described (item, "cat.jpg: Waiting");

  koma_result_item_set_stopped (item);
  assert_described (item, "cat.jpg: Stopped");

  koma_result_item_take_error (item, g_error_new_literal (KOMA_ERROR, KOMA_ERROR_DECODE, "odd"));
  g_assert_cmpint (koma_result_item_get_state (item), ==, KOMA_ITEM_FAILED);
  g_assert_error (koma_result_item_get_error (item), KOMA_ERROR, KOMA_ERROR_DECODE);
  assert_described (item, "cat.jpg: Not a picture, or a damaged one");

  koma_result_item_set_waiting (item);
  g_assert_null (koma_result_item_get_error (item));
  g_assert_cmpuint (n_notified, ==, 3);
  koma_result_item_set_waiting (item);
  g_assert_cmpuint (n_notified, ==, 3);

  g_assert_finalize_object (item);
}

static void
test_name (void)
{
  KomaResultItem  *item = new_item ("/tmp/bad-\xff-name.jpg");
  g_autofree char *name = koma_result_item_dup_name (item);

  g_assert_true (g_utf8_validate (name, -1, NULL));
  g_assert_finalize_object (item);
}

static void
test_bytes (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  KomaResultItem *item = koma_result_item_new_for_bytes (bytes, "Picture 1");
  g_autoptr (KomaRequest) request = NULL;

  request = koma_result_item_create_request (item, &(KomaRequest){ .key = 7, .top_k = 5 });
  g_assert_true (request->bytes == bytes);
  g_assert_null (request->file);
  g_assert_cmpuint (request->key, ==, 7);
  g_assert_cmpuint (request->top_k, ==, 5);
  assert_described (item, "Picture 1: Waiting");
  g_assert_finalize_object (item);
}

/* Of a square no more is kept than that. */
static void
test_frame (void)
{
  const KomaCameraRegion square = { KOMA_CAMERA_REGION_SQUARE, 0.5, 0.0, 0.5 };
  const KomaCameraRegion whole = { KOMA_CAMERA_REGION_WHOLE, 0.0, 0.0, 0.0 };
  g_autoptr (KomaCameraFrame) frame =
    koma_camera_frame_new (koma_picture_new_take (g_malloc0 (8 * 4 * 3), 8, 4, 24), 1, 0);
  g_autoptr (KomaResultItem) one = koma_result_item_new_for_frame (frame, &square, "Camera");
  g_autoptr (KomaResultItem) other = koma_result_item_new_for_frame (frame, &whole, "Camera");
  g_autoptr (KomaRequest) request =
    koma_result_item_create_request (one, &(KomaRequest){ 0 });
  g_autoptr (KomaRequest) other_request =
    koma_result_item_create_request (other, &(KomaRequest){ 0 });

  g_assert_cmpuint (request->picture->width, ==, 2);
  g_assert_cmpuint (request->picture->height, ==, 2);
  g_assert_true (other_request->picture == frame->picture);
  g_assert_cmpint (other_request->fit, ==, KOMA_REQUEST_FIT_STRETCH);
  assert_described (one, "Camera: Waiting");
}

/* An answer of a model that is called @model; its class is called @label. */
static KomaResult *
new_result (const char *model,
            const char *label)
{
  KomaModelInfo       *info = g_new0 (KomaModelInfo, 1);
  const KomaClassScore top[] = { { .index = 1, .score = 0.9f } };
  g_auto (GStrv) names = g_strsplit (label, ",", -1);
  g_autoptr (GBytes) thumbnail = g_bytes_new_static ("jpeg", 4);
  KomaResult  values = { .info = info, .thumbnail = thumbnail };
  KomaResult *result = NULL;

  g_atomic_ref_count_init (&info->ref_count);
  info->name = g_strdup (model);
  info->hash = g_strdup (model);
  info->labels = koma_labels_new (g_steal_pointer (&names), "a list");
  values.labels = info->labels;
  result = koma_result_new (&values, top, G_N_ELEMENTS (top));
  koma_model_info_unref (info);
  return result;
}

static void
assert_shown (KomaResultItem *item,
              const char     *model, /* (nullable) there is no result */
              gboolean        is_earlier)
{
  KomaResult *result = koma_result_item_get_result (item);

  g_assert_cmpstr (result != NULL ? result->info->name : NULL, ==, model);
  g_assert_cmpint (koma_result_item_is_earlier (item), ==, is_earlier);
  g_assert_cmpint (koma_result_item_get_state (item), ==,
                   model != NULL ? KOMA_ITEM_DONE : KOMA_ITEM_WAITING);
}

/* One answer is remembered, and takes turns with the one since. */
static void
test_earlier (void)
{
  KomaResultItem *item = new_item ("/tmp/cat.jpg");

  koma_result_item_take_result (item, new_result ("one", "cat,dog"));
  koma_result_item_keep_earlier (item);
  koma_result_item_set_waiting (item);
  g_assert_nonnull (koma_result_item_get_thumbnail (item));
  g_assert_null (koma_result_item_get_earlier (item)->thumbnail);
  assert_shown (item, NULL, FALSE);
  koma_result_item_show_earlier (item);
  assert_shown (item, "one", TRUE);
  koma_result_item_show_earlier (item);
  assert_shown (item, NULL, FALSE);

  koma_result_item_take_result (item, new_result ("two", "cat,dog"));
  koma_result_item_show_earlier (item);
  assert_shown (item, "one", TRUE);
  koma_result_item_show_earlier (item);
  assert_shown (item, "two", FALSE);
  koma_result_item_keep_earlier (item);
  koma_result_item_set_waiting (item);
  koma_result_item_show_earlier (item);
  assert_shown (item, "two", TRUE);
  g_assert_finalize_object (item);
}

/* Answers of one model are called otherwise; those of another are not. */
static void
test_named (void)
{
  KomaResultItem *item = new_item ("/tmp/cat.jpg");
  g_autoptr (KomaResult) other = new_result ("one", "Katze,Hund");
  guint n_notified = 0;

  koma_result_item_take_result (item, new_result ("one", "cat,dog"));
  koma_result_item_keep_earlier (item);
  koma_result_item_take_result (item, new_result ("two", "cat,dog"));
  g_signal_connect_swapped (item, "notify::state", G_CALLBACK (count_cb), &n_notified);
  koma_result_item_name (item, other->info);
  assert_described (item, "cat.jpg: dog 90%");
  g_assert_cmpuint (n_notified, ==, 0);
  koma_result_item_show_earlier (item);
  assert_described (item, "cat.jpg: Hund 90%");
  koma_result_item_name (item, other->info);
  g_assert_cmpuint (n_notified, ==, 1);
  g_assert_finalize_object (item);
}

/* What a person says outlives answers, and is told of. */
static void
test_corrected (void)
{
  KomaResultItem *item = new_item ("/tmp/cat.jpg");
  g_autoptr (KomaCorrection) correction = koma_correction_new ("cat", "Ada", 5);
  g_autoptr (KomaCorrection) right = koma_correction_new ("dog", "Ada", 5);
  g_autoptr (KomaCorrection) own = koma_correction_new ("my neighbour", "Ada", 5);
  guint n_notified = 0;

  koma_result_item_take_result (item, new_result ("one", "cat,dog"));
  g_signal_connect_swapped (item, "notify::state", G_CALLBACK (count_cb), &n_notified);
  koma_result_item_set_correction (item, correction);
  koma_result_item_set_correction (item, correction);
  g_assert_cmpuint (n_notified, ==, 1);
  assert_described (item, "cat.jpg: cat (corrected). Koma: dog 90%");
  koma_result_item_set_waiting (item);
  koma_result_item_take_result (item, new_result ("two", "cat,dog"));
  g_assert_true (koma_result_item_get_correction (item) == correction);
  koma_result_item_set_correction (item, right);
  assert_described (item, "cat.jpg: dog 90% (confirmed)");
  koma_result_item_set_correction (item, own);
  assert_described (item, "cat.jpg: my neighbour (corrected). Koma: dog 90%");
  koma_result_item_set_correction (item, NULL);
  assert_described (item, "cat.jpg: dog 90%");
  g_assert_finalize_object (item);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/result-item/states", test_states);
  g_test_add_func ("/ui/result-item/name", test_name);
  g_test_add_func ("/ui/result-item/bytes", test_bytes);
  g_test_add_func ("/ui/result-item/frame", test_frame);
  g_test_add_func ("/ui/result-item/earlier", test_earlier);
  g_test_add_func ("/ui/result-item/named", test_named);
  g_test_add_func ("/ui/result-item/corrected", test_corrected);
  return g_test_run ();
}
