/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pictures of a list were taken together. */
#include "ui/results/koma-bursts.h"

#include "tests/test-main.h"

/* Adds a picture to the list. @time_us: 0: it has no answer */
static void
add (GListStore *list,
     const char *path,
     gint64      time_us,
     gint64      camera)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  g_auto (GStrv) names = g_strsplit ("cat,dog", ",", -1);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_steal_pointer (&names), "a list");
  const KomaResult     values = { .info = info, .labels = labels, .taken = { time_us, camera } };
  const KomaClassScore top[] = { { .index = 1, .score = 0.5f } };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  g_atomic_ref_count_init (&info->ref_count);
  if (time_us != 0)
    koma_result_item_take_result (item, koma_result_new (&values, top, 1));
  koma_model_info_unref (info);
  g_list_store_append (list, item);
}

/* The list has it, too. */
static KomaResultItem *
get (GListStore *list,
     guint       position)
{
  KomaResultItem *item = g_list_model_get_item (G_LIST_MODEL (list), position);

  g_object_unref (item);
  return item;
}

/* Two cameras at once, another folder, an hour later, and one without an answer. */
static GListStore *
new_list (void)
{
  GListStore *list = g_list_store_new (KOMA_TYPE_RESULT_ITEM);

  add (list, "/one/b.jpg", 3 * G_USEC_PER_SEC, 7);
  add (list, "/one/a.jpg", 1 * G_USEC_PER_SEC, 7);
  add (list, "/one/c.jpg", 2 * G_USEC_PER_SEC, 8);
  add (list, "/two/d.jpg", 2 * G_USEC_PER_SEC, 7);
  add (list, "/one/e.jpg", G_USEC_PER_SEC * G_GINT64_CONSTANT (3600), 7);
  add (list, "/one/f.jpg", 0, 0);
  add (list, "/one/g.jpg", 7 * G_USEC_PER_SEC, 7);
  return list;
}

static void
check_burst (GPtrArray  *burst,
             GListStore *list)
{
  g_assert_cmpuint (burst->len, ==, 3);
  g_assert_true (burst->pdata[0] == get (list, 1));
  g_assert_true (burst->pdata[1] == get (list, 0));
  g_assert_true (burst->pdata[2] == get (list, 6));
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* (nullable) */
static KomaBursts *
find (GListStore   *list,
      GCancellable *cancellable)
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_bursts_find_async (G_LIST_MODEL (list), cancellable, found_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_bursts_find_finish (result);
}

static void
test_all (void)
{
  GListStore *list = new_list ();
  g_autoptr (KomaBursts) bursts = find (list, NULL);

  check_burst (koma_bursts_get (bursts, get (list, 0)), list);
  g_assert_true (koma_bursts_get (bursts, get (list, 0)) ==
                 koma_bursts_get (bursts, get (list, 6)));
  for (guint i = 2; i < 6; i++)
    g_assert_null (koma_bursts_get (bursts, get (list, i)));
  g_clear_pointer (&bursts, koma_bursts_free);
  g_assert_finalize_object (list);
}

/* The list that was left has its pictures to itself. */
static void
test_cancelled (void)
{
  GListStore *list = new_list ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (find (list, cancellable));
  g_assert_finalize_object (list);
}

static void
test_one (void)
{
  GListStore *list = new_list ();

  for (guint i = 0; i < 7; i++) {
    g_autoptr (GPtrArray) burst = koma_bursts_dup_of (G_LIST_MODEL (list), get (list, i));

    g_assert_cmpint (koma_bursts_can_have (get (list, i)), ==, i != 5);
    if (i < 2 || i == 6) {
      check_burst (burst, list);
      continue;
    }
    g_assert_cmpuint (burst->len, ==, 1);
    g_assert_true (burst->pdata[0] == get (list, i));
  }
  g_assert_finalize_object (list);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/bursts/all", test_all);
  g_test_add_func ("/ui/bursts/cancelled", test_cancelled);
  g_test_add_func ("/ui/bursts/one", test_one);
  return g_test_run ();
}
