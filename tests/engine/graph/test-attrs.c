/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/graph/attrs.h"
#include "tests/test-main.h"

static KomaAttrs *
make (void)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", -1);
  koma_attrs_set_float (attrs, "alpha", 0.25);
  koma_attrs_set_string (attrs, "padding", "SAME");
  koma_attrs_set_ints (attrs, "strides", (const gint64[]){ 1, 2, 2, 1 }, 4);
  koma_attrs_set_ints (attrs, "empty", NULL, 0);
  return attrs;
}

static void
check (const KomaAttrs *attrs)
{
  gsize         n = 42;
  const gint64 *ints = NULL;

  g_assert_cmpint (koma_attrs_get_int (attrs, "axis", 7), ==, -1);
  g_assert_cmpfloat (koma_attrs_get_float (attrs, "alpha", 7), ==, 0.25);
  g_assert_cmpstr (koma_attrs_get_string (attrs, "padding", "?"), ==, "SAME");
  g_assert_nonnull (koma_attrs_get_ints (attrs, "empty", &n));
  g_assert_cmpuint (n, ==, 0);
  ints = koma_attrs_get_ints (attrs, "strides", &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpint (ints[1], ==, 2);
  g_assert_cmpint (ints[3], ==, 1);
}

static void
test_get (void)
{
  g_autoptr (KomaAttrs) attrs = make ();

  check (attrs);
  g_assert_true (koma_attrs_has (attrs, "empty"));
  g_assert_false (koma_attrs_has (attrs, "Axis"));
}

static void
test_new_with_one (void)
{
  g_autoptr (KomaAttrs) axis = koma_attrs_new_int ("axis", -2);
  g_autoptr (KomaAttrs) alpha = koma_attrs_new_float ("alpha", 0.5);

  g_assert_cmpint (koma_attrs_get_int (axis, "axis", 7), ==, -2);
  g_assert_false (koma_attrs_has (axis, "alpha"));
  g_assert_cmpfloat (koma_attrs_get_float (alpha, "alpha", 7), ==, 0.5);
}

/* Missing, and of another type: both give the fallback. */
static void
test_fallback (void)
{
  static const char *const names[] = { "nothing", "padding", "strides" };
  g_autoptr (KomaAttrs) attrs = make ();
  gsize n = 42;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_assert_cmpint (koma_attrs_get_int (attrs, names[i], 7), ==, 7);
    g_assert_cmpfloat (koma_attrs_get_float (attrs, names[i], 7), ==, 7);
  }
  g_assert_cmpstr (koma_attrs_get_string (attrs, "axis", "?"), ==, "?");
  g_assert_null (koma_attrs_get_string (attrs, "axis", NULL));
  g_assert_null (koma_attrs_get_ints (attrs, "axis", &n));
  g_assert_cmpuint (n, ==, 42);
  g_assert_cmpint (koma_attrs_get_int (attrs, "alpha", 7), ==, 7);
  g_assert_cmpfloat (koma_attrs_get_float (attrs, "axis", 7), ==, -1);
}

static void
test_replace (void)
{
  g_autoptr (KomaAttrs) attrs = make ();

  koma_attrs_set_int (attrs, "padding", 3);
  g_assert_cmpint (koma_attrs_get_int (attrs, "padding", 7), ==, 3);
  g_assert_cmpstr (koma_attrs_get_string (attrs, "padding", "?"), ==, "?");
}

static void
test_copy (void)
{
  KomaAttrs *attrs = make ();
  g_autoptr (KomaAttrs) copy = koma_attrs_copy (attrs);
  g_autoptr (KomaAttrs) none = koma_attrs_copy (NULL);

  koma_attrs_set_string (attrs, "padding", "VALID");
  koma_attrs_free (attrs);
  check (copy);
  g_assert_false (koma_attrs_has (none, "padding"));
  koma_attrs_free (NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/attrs/get", test_get);
  g_test_add_func ("/attrs/fallback", test_fallback);
  g_test_add_func ("/attrs/replace", test_replace);
  g_test_add_func ("/attrs/new-with-one", test_new_with_one);
  g_test_add_func ("/attrs/copy", test_copy);
  return g_test_run ();
}
