/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/teach/koma-teach-situation.h"
#include "tests/test-main.h"

static void
check (const KomaTeachSituation *now,
       const char               *expected,
       gboolean                  is_busy)
{
  g_autofree char *text = koma_teach_situation_describe (now);

  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpint (koma_teach_situation_is_busy (now), ==, is_busy);
}

/* From nothing to a result: what is said at each step on the way. */
static void
test_way (void)
{
  KomaTeachSituation now = { .base = KOMA_TEACH_BASE_READY };

  check (&now, "Add a few pictures to each class: examples to learn from.", FALSE);
  now.n_adding = 3;
  check (&now, "Adding pictures… 3 to go", TRUE);
  now.n_adding = 0;
  now.n_classes = 1;
  now.n_examples = now.n_known = 3;
  check (&now, "Now add pictures to a second class, so that there is something to tell apart.",
         FALSE);
  now.n_classes = 2;
  now.n_examples = 8;
  check (&now, "Looking at the pictures… 3 of 8", TRUE);
  g_assert_cmpfloat (koma_teach_situation_get_fraction (&now), ==, 3.0 / 8.0);
  now.n_known = 8;
  now.head = KOMA_TEACH_HEAD_NEAREST;
  check (&now, "Answers from 8 pictures", FALSE);
  now.training = KOMA_TEACH_TRAINING_RUNNING;
  now.progress = 0.4;
  check (&now, "Learning… 40%", TRUE);
  now.training = KOMA_TEACH_TRAINING_CHECKING;
  check (&now, "Checking how good it is… 40%", TRUE);
  now.training = KOMA_TEACH_TRAINING_DONE;
  now.n_checked = 8;
  now.n_right = 6;
  check (&now, "75% right on pictures it had not seen", FALSE);
}

static void
test_trouble (void)
{
  g_autoptr (GError) error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, "out of reach");
  KomaTeachSituation now = { .base = KOMA_TEACH_BASE_FAILED, .n_classes = 2, .n_examples = 8 };

  check (&now, "Koma can not learn with this model. Open another one, then come back here.", FALSE);
  now.base = KOMA_TEACH_BASE_LOADING;
  check (&now, "Getting ready to look at the pictures…", TRUE);
  now.base = KOMA_TEACH_BASE_READY;
  now.n_known = 8;
  now.training = KOMA_TEACH_TRAINING_FAILED;
  now.error = error;
  check (&now, "Koma could not learn from these pictures: out of reach", FALSE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/teach-situation/way", test_way);
  g_test_add_func ("/ui/teach-situation/trouble", test_trouble);
  return g_test_run ();
}
