/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/teach/koma-class-menu.h"
#include "ui/teach/koma-teach-words.h"
#include "worker/teach/project/koma-teach-class-private.h"
#include "tests/test-main.h"

static void
check_advice (guint       n_examples,
              guint       n_twins,
              guint       n_most,
              const char *part)
{
  g_autofree char *text = koma_teach_words_for_advice (n_examples, n_twins, n_most, "Dog");

  g_assert_nonnull (strstr (text, part));
  g_assert_cmpint (*text == '\0', ==, *part == '\0');
}

/* One at a time: what matters most. */
static void
test_advice (void)
{
  check_advice (0, 0, 0, "");
  check_advice (0, 0, 100, "");
  check_advice (1, 0, 1, "Add 4 more pictures");
  check_advice (4, 4, 100, "Add 1 more picture or so");
  check_advice (5, 0, 20, "");
  check_advice (5, 5, 21, "“Dog” has many more pictures");
  check_advice (10, 5, 10, "");
  check_advice (10, 6, 10, "6 pictures are nearly the same");
}

static void
check_added (guint       n_added,
             guint       n_twins,
             guint       n_failed,
             const char *name,
             const char *expected)
{
  const KomaTeachAdded added = { n_added, n_twins, n_failed, NULL };
  g_autofree char     *text = koma_teach_words_for_added (&added, name);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_added (void)
{
  check_added (0, 0, 0, "Cat", "There are no pictures in that");
  check_added (1, 0, 0, "Cat", "1 picture added to “Cat”");
  check_added (7, 0, 0, NULL, "7 pictures added");
  check_added (7, 2, 0, "Cat", "7 pictures added; 2 are nearly the same as others");
  check_added (7, 2, 3, "Cat", "7 pictures added; 3 could not be read");
  check_added (0, 0, 3, "Cat", "0 pictures added; 3 could not be read");
}

static void
check_undo (KomaTeachChange kind,
            const char     *expected)
{
  char                name[] = "Cat";
  const KomaTeachUndo undo = { kind, 3, name };
  g_autofree char    *text = koma_teach_words_for_undo (&undo);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_undo (void)
{
  check_undo (KOMA_TEACH_REMOVE_CLASS, "“Cat” removed");
  check_undo (KOMA_TEACH_ADD_EXAMPLES, "3 pictures added");
  check_undo (KOMA_TEACH_REMOVE_EXAMPLES, "3 pictures removed");
  check_undo (KOMA_TEACH_MOVE_EXAMPLES, "3 pictures moved");
}

/* A name is no markup of a menu. */
static void
test_menu (void)
{
  g_autoptr (KomaTeachClass) klass = koma_teach_class_new (7, "a_b", 0);
  g_autoptr (GMenuItem) item = koma_teach_words_create_menu_item (klass);
  g_autoptr (GMenuModel) menu = koma_class_menu_new (klass);
  g_autoptr (GMenuModel) changing =
    g_menu_model_get_item_link (menu, 1, G_MENU_LINK_SECTION);
  g_autoptr (GMenuModel) colours = g_menu_model_get_item_link (changing, 0, G_MENU_LINK_SUBMENU);
  g_autofree char *label = NULL;
  guint            id = 0, colour = 0;

  g_assert_true (g_menu_item_get_attribute (item, G_MENU_ATTRIBUTE_LABEL, "s", &label));
  g_assert_cmpstr (label, ==, "a__b");
  g_assert_cmpint (g_menu_model_get_n_items (colours), ==, KOMA_TEACH_N_COLOURS);
  g_assert_true (g_menu_model_get_item_attribute (colours, 3, G_MENU_ATTRIBUTE_TARGET, "(uu)", &id,
                                                  &colour));
  g_assert_cmpuint (id, ==, 7);
  g_assert_cmpuint (colour, ==, 3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/teach-words/advice", test_advice);
  g_test_add_func ("/ui/teach-words/added", test_added);
  g_test_add_func ("/ui/teach-words/undo", test_undo);
  g_test_add_func ("/ui/teach-words/menu", test_menu);
  return g_test_run ();
}
