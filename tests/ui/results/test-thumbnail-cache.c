/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-thumbnail-cache.h"

#include "worker/decode/koma-thumbnail.h"
#include "tests/test-main.h"

static GBytes *
make_jpeg (void)
{
  g_autoptr (KomaPicture) picture = koma_picture_new_take (g_malloc0 (8 * 8 * 3), 8, 8, 24);

  return koma_thumbnail_encode (picture, 8, NULL);
}

typedef struct
{
  gboolean is_done;
  gboolean is_loaded;
} Answer;

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Answer             *answer = user_data;
  KomaThumbnailCache *cache = KOMA_THUMBNAIL_CACHE (source);

  answer->is_loaded = koma_thumbnail_cache_load_finish (cache, result, NULL) != NULL;
  answer->is_done = TRUE;
}

static gboolean
load (KomaThumbnailCache *cache,
      GBytes             *jpeg,
      GCancellable       *cancellable)
{
  Answer answer = { 0 };

  koma_thumbnail_cache_load_async (cache, jpeg, cancellable, loaded_cb, &answer);
  while (!answer.is_done)
    g_main_context_iteration (NULL, TRUE);
  return answer.is_loaded;
}

/* The thread that decoded may hold its task, and that the cache, a moment longer. */
static void
assert_finalized (KomaThumbnailCache *cache)
{
  g_object_add_weak_pointer (G_OBJECT (cache), (gpointer *) &cache);
  g_object_unref (cache);
  for (guint i = 0; i < 1000 && cache != NULL; i++) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
  g_assert_null (cache);
}

static void
test_bounded (void)
{
  KomaThumbnailCache *cache = koma_thumbnail_cache_new (2);
  g_autoptr (GBytes) first = make_jpeg ();
  g_autoptr (GBytes) second = make_jpeg ();
  g_autoptr (GBytes) third = make_jpeg ();

  g_assert_null (koma_thumbnail_cache_get (cache, first));
  g_assert_true (load (cache, first, NULL));
  g_assert_true (load (cache, second, NULL));
  g_assert_nonnull (koma_thumbnail_cache_get (cache, first)); /* now the newest */
  g_assert_true (load (cache, third, NULL));

  g_assert_cmpuint (koma_thumbnail_cache_get_n_textures (cache), ==, 2);
  g_assert_nonnull (koma_thumbnail_cache_get (cache, first));
  g_assert_null (koma_thumbnail_cache_get (cache, second));
  g_assert_nonnull (koma_thumbnail_cache_get (cache, third));

  /* Once more: it takes no second place. */
  g_assert_true (load (cache, third, NULL));
  g_assert_cmpuint (koma_thumbnail_cache_get_n_textures (cache), ==, 2);
  g_assert_nonnull (koma_thumbnail_cache_get (cache, first));
  assert_finalized (cache);
}

static void
test_bad (void)
{
  KomaThumbnailCache *cache = koma_thumbnail_cache_new (2);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GBytes) text = g_bytes_new_static ("no picture", 10);
  g_autoptr (GBytes) jpeg = make_jpeg ();

  g_cancellable_cancel (cancelled);
  g_assert_false (load (cache, text, NULL));
  g_assert_false (load (cache, jpeg, cancelled));
  g_assert_cmpuint (koma_thumbnail_cache_get_n_textures (cache), ==, 0);
  g_assert_null (koma_thumbnail_cache_get (cache, text));
  g_assert_null (koma_thumbnail_cache_get (cache, jpeg));
  assert_finalized (cache);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/thumbnail-cache/bounded", test_bounded);
  g_test_add_func ("/ui/thumbnail-cache/bad", test_bad);
  return g_test_run ();
}
