/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/tta.h"

#include <math.h>

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define LABELS "empty,six_up,ten_up,ten_down,six_down"

/* With every ' made a ". */
static KomaTta *
read_tta (const char *text,
          const char *joined,
          double     *ret_below,
          GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "'", -1);
  g_autofree char *json = g_strjoinv ("\"", parts);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_strsplit (joined, ",", -1), "test");
  g_autoptr (JsonNode) node = koma_json_parse (json, strlen (json), "koma.json", NULL);

  g_assert_nonnull (node);
  return koma_tta_new_from_json (node, labels, ret_below, error);
}

static void
assert_swaps (const char  *text,
              const guint *expected, /* [5] */
              double       below)
{
  double found = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTta) tta = read_tta (text, LABELS, &found, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (tta->n_classes, ==, 5);
  g_assert_cmpfloat (found, ==, below);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (tta->swap[i], ==, expected[i]);
}

static void
test_read (void)
{
  static const guint both[] = { 0, 4, 3, 2, 1 };
  static const guint one[] = { 0, 4, 2, 3, 1 };

  assert_swaps ("{'swap': ['_up', '_down']}", both, 0.9);
  assert_swaps ("{'swap': ['_down', '_up'], 'below': 1}", both, 1);
  assert_swaps ("{'swap': [['six_up', 'six_down']], 'below': 0.5}", one, 0.5);
  assert_swaps ("{'swap': [['ten_up', 'ten_down'], ['six_down', 'six_up']]}", both, 0.9);
}

static void
assert_refused (const char *text,
                const char *labels,
                const char *word)
{
  double below = 7;
  g_autoptr (GError) error = NULL;

  g_assert_null (read_tta (text, labels, &below, &error));
  g_assert_cmpfloat (below, ==, 7);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_true (g_str_has_prefix (error->message, "halfTurn: "));
  g_assert_nonnull (strstr (error->message, word));
}

static void
test_refused (void)
{
  static const char *const no_swap[] = {
    "{}", "[]", "true", "{'swap': 7}", "{'swap': []}", "{'swap': ['_up']}", "{'swap': ['_up', 1]}",
    "{'swap': ['_up', '_up']}", "{'swap': ['', '_up']}", "{'swap': [['six_up']]}",
    "{'swap': [['six_up', 'six_down', 'ten_up']]}", "{'swap': [['six_up', 'six_down'], 'ten_up']}"
  };
  static const char *const no_number[] = { "0", "-1", "1.01", "'much'", "[0.5]" };

  for (guint i = 0; i < G_N_ELEMENTS (no_swap); i++)
    assert_refused (no_swap[i], LABELS, "neither two endings");
  for (guint i = 0; i < G_N_ELEMENTS (no_number); i++) {
    g_autofree char *text = g_strdup_printf ("{'swap': ['_up', '_down'], 'below': %s}",
                                             no_number[i]);

    assert_refused (text, LABELS, "“below”");
  }
  assert_refused ("{'swap': ['_up', '_down']}", "a_up,a_down,b_up", "“b_down”");
  assert_refused ("{'swap': ['_up', '_down']}", "a_up,a_down,b_down", "“b_up”");
  assert_refused ("{'swap': ['_left', '_right']}", LABELS, "_left");
  assert_refused ("{'swap': [['six_up', 'six']]}", LABELS, "“six”");
  assert_refused ("{'swap': [['six_up', 'six_up']]}", LABELS, "neither");
  assert_refused ("{'swap': [['six_up', 'six_down'], ['six_up', 'ten_up']]}", LABELS, "one other");
}

static void
test_unsure (void)
{
  KomaRecipe recipe = { .width = 1, .height = 1 };
  g_autoptr (KomaTta) tta = read_tta ("{'swap': ['_up', '_down'], 'below': 0.75}", LABELS,
                                      &recipe.tta_below, NULL);
  const float sure[] = { 0, 0, 0, 0.75f, 0.25f };
  const float unsure[] = { 0.74f, 0.26f, 0, 0, 0 };
  const float nothing[] = { NAN, NAN, NAN, NAN, NAN };

  g_assert_false (koma_tta_is_unsure (tta, &recipe, sure));
  g_assert_true (koma_tta_is_unsure (tta, &recipe, unsure));
  g_assert_true (koma_tta_is_unsure (tta, &recipe, nothing));
}

static void
test_average (void)
{
  double below = 0;
  g_autoptr (KomaTta) tta = read_tta ("{'swap': ['_up', '_down']}", LABELS, &below, NULL);
  float       scores[] = { 0.125f, 0.5f, 0.25f, 0.125f, 0 };
  const float turned[] = { 0, 0.25f, 0, 0, 0.75f };
  const float expected[] = { 0.0625f, 0.625f, 0.125f, 0.0625f, 0.125f };

  koma_tta_average (tta, scores, turned);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpfloat (scores[i], ==, expected[i]);
}

static void
test_turn_input (void)
{
  KomaRecipe recipe = { .width = 3, .height = 2, .channels = KOMA_CHANNELS_BGR };
  float      grey[] = { 1, 2, 3, 4, 5, 6 };
  float      odd[] = { 1, 2, 3 };
  float      colours[18];

  for (guint i = 0; i < 18; i++)
    colours[i] = i;
  koma_tta_turn_input (&recipe, colours);
  for (guint i = 0; i < 6; i++)
    for (guint c = 0; c < 3; c++)
      g_assert_cmpfloat (colours[3 * i + c], ==, 3 * (5 - i) + c);

  recipe.channels = KOMA_CHANNELS_GREY;
  koma_tta_turn_input (&recipe, grey);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (grey[i], ==, 6 - i);

  recipe.height = 1;
  koma_tta_turn_input (&recipe, odd);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (odd[i], ==, 3 - i);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tta/read", test_read);
  g_test_add_func ("/tta/refused", test_refused);
  g_test_add_func ("/tta/unsure", test_unsure);
  g_test_add_func ("/tta/average", test_average);
  g_test_add_func ("/tta/turn-input", test_turn_input);
  return g_test_run ();
}
