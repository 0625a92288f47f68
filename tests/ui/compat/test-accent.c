/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/compat/koma-accent.h"
#include "tests/test-main.h"

#include <math.h>

static gboolean
read_text (const char *text,
           GdkRGBA    *ret_colour)
{
  g_autoptr (GVariant) value = g_variant_parse (NULL, text, NULL, NULL, NULL);

  g_assert_nonnull (value);
  return koma_accent_read (value, ret_colour);
}

static void
test_read (void)
{
  GdkRGBA colour = { 0.0, 0.0, 0.0, 0.0 };

  g_assert_true (read_text ("(1.0, 0.5, 0.0)", &colour));
  g_assert_true (gdk_rgba_equal (&colour, &(GdkRGBA){ 1.0, 0.5, 0.0, 1.0 }));
  /* None is set. */
  g_assert_false (read_text ("(-1.0, -1.0, -1.0)", &colour));
  g_assert_false (read_text ("(0.0, 0.0, 1.01)", &colour));
  g_assert_false (read_text ("'blue'", &colour));
  g_assert_false (read_text ("(0.0, 0.0)", &colour));
  g_assert_true (gdk_rgba_equal (&colour, &(GdkRGBA){ 1.0, 0.5, 0.0, 1.0 }));
}

static void
test_read_no_number (void)
{
  GdkRGBA colour = { 0.0, 0.0, 0.0, 0.0 };
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new ("(ddd)", 0.0, 0.0, NAN));

  g_assert_false (koma_accent_read (value, &colour));
}

static void
assert_css (const char *accent,
            gboolean    is_dark,
            const char *on_it,
            gboolean    is_itself_read)
{
  GdkRGBA          colour;
  g_autofree char *css = NULL, *exact = NULL, *on = NULL, *words = NULL;

  g_assert_true (gdk_rgba_parse (&colour, accent));
  css = koma_accent_make_css (&colour, is_dark);
  exact = gdk_rgba_to_string (&colour);
  on = g_strdup_printf ("@define-color accent_bg_color %s;\n"
                        "@define-color accent_fg_color %s;\n",
                        exact, on_it);
  words = g_strdup_printf ("@define-color accent_color %s;\n", exact);
  g_assert_true (g_str_has_prefix (css, on));
  g_assert_cmpint (g_str_has_suffix (css, words), ==, is_itself_read);
}

/* GNOME's accents have white on them, also the yellow one; KDE's light blue has black. */
static void
test_css (void)
{
  assert_css ("#3584e4", FALSE, "white", FALSE);
  assert_css ("#c88800", FALSE, "white", FALSE);
  assert_css ("#9141ac", FALSE, "white", TRUE);
  assert_css ("#9141ac", TRUE, "white", FALSE);
  assert_css ("#3daee9", TRUE, "black", TRUE);
}

/* Even these become words that can be read. */
static void
test_extremes (void)
{
  assert_css ("white", FALSE, "black", FALSE);
  assert_css ("white", TRUE, "black", TRUE);
  assert_css ("black", FALSE, "white", TRUE);
  assert_css ("black", TRUE, "white", FALSE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/accent/read", test_read);
  g_test_add_func ("/ui/accent/read-no-number", test_read_no_number);
  g_test_add_func ("/ui/accent/css", test_css);
  g_test_add_func ("/ui/accent/extremes", test_extremes);
  return g_test_run ();
}
