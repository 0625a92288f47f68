/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What persons say of pictures of the list, and take out of it; and the way back. */
#include "result-feed-fixture.h"

#include "tests/test-main.h"
#include "worker/take/koma-said.h"

static void
corrected_cb (KomaResultFeed *feed,
              KomaResultItem *item,
              GString        *log)
{
  KomaCorrection *correction = koma_result_item_get_correction (item);

  g_string_append_printf (log, "%s ", correction != NULL ? correction->label : "-");
}

static GPtrArray *
dup_items (Feed *fixture)
{
  GListModel *list = koma_result_feed_get_items (fixture->feed);
  GPtrArray  *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < feed_get_n_rows (fixture); i++)
    g_ptr_array_add (items, g_list_model_get_item (list, i));
  return items;
}

/* What persons say and what they remove goes back one way, the last change first. */
static void
test_correct_and_undo (Feed         *fixture,
                       gconstpointer data)
{
  g_autoptr (GtkBitset) first = gtk_bitset_new_range (0, 1);
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;

  feed_append (fixture, 2);
  feed_wait_for_rows (fixture, 2);
  items = dup_items (fixture);
  g_signal_connect (fixture->feed, "corrected", G_CALLBACK (corrected_cb), log);
  g_assert_cmpuint (koma_result_feed_correct (fixture->feed, items, "cat"), ==, 2);
  g_assert_cmpuint (koma_result_feed_correct (fixture->feed, items, "cat"), ==, 0);
  g_assert_true (koma_result_feed_can_undo_correction (fixture->feed));
  koma_result_feed_remove (fixture->feed, first);
  g_assert_false (koma_result_feed_can_undo_correction (fixture->feed));
  g_assert_cmpuint (koma_result_feed_correct (fixture->feed, items, NULL), ==, 2);
  g_assert_cmpstr (log->str, ==, "cat cat - - ");

  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 1);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 2);
  koma_result_feed_undo (fixture->feed);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  g_assert_cmpstr (log->str, ==, "cat cat - - cat cat - - ");
}

/* Each answer is right as it is; where there is none nothing is said. */
static void
test_confirm (Feed         *fixture,
              gconstpointer data)
{
  const KomaClassScore dog = { .index = 1, .score = 0.3f };
  g_autoptr (GPtrArray) items = NULL;
  KomaResultItem *answered = NULL;

  feed_append (fixture, 2);
  feed_wait_for_rows (fixture, 2);
  items = dup_items (fixture);
  answered = g_ptr_array_index (items, 1);
  koma_result_item_take_result (answered, feed_create_result ("one", &dog, 1));
  g_assert_cmpuint (koma_result_feed_confirm (fixture->feed, items), ==, 1);
  g_assert_null (koma_result_item_get_correction (g_ptr_array_index (items, 0)));
  g_assert_cmpstr (koma_result_item_get_correction (answered)->label, ==, "dog");
  g_assert_cmpstr (koma_result_item_get_correction (answered)->author, ==,
                   koma_said_get_user ());
  koma_result_feed_undo (fixture->feed);
  g_assert_null (koma_result_item_get_correction (answered));
}

static void
taken_out_cb (KomaResultFeed *feed,
              KomaResultItem *item,
              gboolean        is_out,
              GString        *log)
{
  g_assert_cmpint (koma_result_item_is_removed (item), ==, is_out);
  g_string_append (log, is_out ? "out " : "in ");
}

/* Others hear of what is taken out, and of what is put back; of what is removed or dropped, they
 * do not. */
static void
test_take_out (Feed         *fixture,
               gconstpointer data)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) rest = NULL;

  feed_append (fixture, 4);
  feed_wait_for_rows (fixture, 4);
  items = dup_items (fixture);
  g_ptr_array_remove_range (items, 1, 2);
  g_signal_connect (fixture->feed, "taken-out", G_CALLBACK (taken_out_cb), log);
  g_assert_cmpuint (koma_result_feed_take_out (fixture->feed, items), ==, 2);
  g_assert_cmpuint (koma_result_feed_take_out (fixture->feed, items), ==, 0);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 2);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 2);
  rest = dup_items (fixture);
  g_ptr_array_set_size (rest, 1);
  g_assert_cmpuint (koma_result_feed_remove_items (fixture->feed, rest), ==, 1);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpstr (log->str, ==, "out out ");
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpstr (log->str, ==, "out out in in ");
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 4);
  koma_result_feed_drop_items (fixture->feed, items);
  g_assert_cmpuint (feed_get_n_rows (fixture), ==, 2);
  g_assert_cmpuint (koma_result_feed_get_progress (fixture->feed)->n_open, ==, 2);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  g_assert_cmpstr (log->str, ==, "out out in in ");
}

static void
rated_cb (KomaResultFeed *feed,
          KomaResultItem *item,
          GString        *log)
{
  g_string_append_printf (log, "%d ", koma_result_item_get_stars (item));
}

/* Those that have these stars already are left alone; each goes back to the rating that it had. */
static void
test_rate (Feed         *fixture,
           gconstpointer data)
{
  g_autoptr (GString) log = g_string_new (NULL);
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_autoptr (KomaRating) of_ada = koma_rating_new (5, "Ada", 5);

  feed_append (fixture, 2);
  feed_wait_for_rows (fixture, 2);
  items = dup_items (fixture);
  g_ptr_array_add (one, g_ptr_array_index (items, 0));
  g_signal_connect (fixture->feed, "rated", G_CALLBACK (rated_cb), log);
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, one, 0), ==, 0);
  g_assert_false (koma_result_feed_can_undo (fixture->feed));
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, one, 5), ==, 1);
  g_assert_cmpstr (koma_result_item_get_rating (one->pdata[0])->author, ==, koma_said_get_user ());
  koma_result_item_set_rating (one->pdata[0], of_ada);
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, items, 5), ==, 1);
  g_assert_cmpuint (koma_result_feed_rate (fixture->feed, items, KOMA_RATING_REJECTED), ==, 2);
  g_assert_cmpstr (log->str, ==, "5 5 -1 -1 ");
  g_assert_true (koma_result_feed_can_undo_correction (fixture->feed));
  koma_result_feed_undo (fixture->feed);
  koma_result_feed_undo (fixture->feed);
  g_assert_cmpstr (log->str, ==, "5 5 -1 -1 5 5 0 ");
  g_assert_true (koma_result_item_get_rating (one->pdata[0]) == of_ada);
  g_assert_null (koma_result_item_get_rating (items->pdata[1]));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/ui/result-feed-said/" path, Feed, NULL, feed_set_up, func, feed_tear_down)
  ADD ("correct-and-undo", test_correct_and_undo);
  ADD ("take-out", test_take_out);
  ADD ("rate", test_rate);
  ADD ("confirm", test_confirm);
#undef ADD
  return g_test_run ();
}
