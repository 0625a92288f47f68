/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/label-aliases.h"
#include "tests/test-main.h"

static KomaLabels *
make_labels (void)
{
  static const char *const labels[] = { "cat", "dog", "Rook", "rook", NULL };
  static const char *const names[] = { "House Cat", "dog", "bird", "castle", NULL };
  static const char *const others[] = { "Katze\n猫\n", "Hund\n", "Vogel\n", "Vogel\nCAT\n", NULL };
  g_autoptr (KomaLabels) plain = koma_labels_new (g_strdupv ((char **) labels), "test");

  return koma_labels_new_named (plain, g_strdupv ((char **) names), g_strdupv ((char **) others));
}

static void
assert_found (const KomaLabelAliases *aliases,
              const char             *word,
              guint                   expected)
{
  guint index = G_MAXUINT;

  g_assert_cmpint (koma_label_aliases_find (aliases, word, &index), ==, KOMA_ALIAS_FOUND);
  g_assert_cmpuint (index, ==, expected);
}

/* The label goes over a name, that over either without case. */
static void
test_stages (void)
{
  g_autoptr (KomaLabels) labels = make_labels ();
  g_autoptr (KomaLabelAliases) aliases = koma_label_aliases_new (labels);

  assert_found (aliases, "cat", 0);
  assert_found (aliases, "CAT", 3);
  assert_found (aliases, "House Cat", 0);
  assert_found (aliases, "猫", 0);
  assert_found (aliases, "hUND", 1);
  assert_found (aliases, "Rook", 2);
  assert_found (aliases, "rook", 3);
}

static void
test_not_found (void)
{
  g_autoptr (KomaLabels) labels = make_labels ();
  g_autoptr (KomaLabelAliases) aliases = koma_label_aliases_new (labels);
  guint index = 0;

  g_assert_cmpint (koma_label_aliases_find (aliases, "cow", &index), ==, KOMA_ALIAS_UNKNOWN);
  g_assert_cmpint (koma_label_aliases_find (aliases, "", &index), ==, KOMA_ALIAS_UNKNOWN);
  g_assert_cmpint (koma_label_aliases_find (aliases, "Vogel", &index), ==, KOMA_ALIAS_AMBIGUOUS);
  g_assert_cmpint (koma_label_aliases_find (aliases, "ROOK", &index), ==, KOMA_ALIAS_AMBIGUOUS);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/label-aliases/stages", test_stages);
  g_test_add_func ("/label-aliases/not-found", test_not_found);
  return g_test_run ();
}
