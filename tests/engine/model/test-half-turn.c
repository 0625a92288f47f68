/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/half-turn.h"

#include <math.h>

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define LABELS "empty,six_up,ten_up,ten_down,six_down"

/* With every ' made a ". */
static KomaHalfTurn *
read_half_turn (const char *text,
                const char *joined,
                GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "'", -1);
  g_autofree char *json = g_strjoinv ("\"", parts);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_strsplit (joined, ",", -1), "test");
  g_autoptr (JsonNode) node = koma_json_parse (json, strlen (json), "koma.json", NULL);

  g_assert_nonnull (node);
  return koma_half_turn_new_from_json (node, labels, error);
}

static void
assert_swaps (const char  *text,
              const guint *expected, /* [5] */
              double       below)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaHalfTurn) half_turn = read_half_turn (text, LABELS, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (half_turn->n_classes, ==, 5);
  g_assert_cmpfloat (half_turn->below, ==, below);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (half_turn->swap[i], ==, expected[i]);
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
  g_autoptr (GError) error = NULL;

  g_assert_null (read_half_turn (text, labels, &error));
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
  g_autoptr (KomaHalfTurn) half_turn = read_half_turn ("{'swap': ['_up', '_down'], 'below': 0.75}",
                                                       LABELS, NULL);
  const float sure[] = { 0, 0, 0, 0.75f, 0.25f };
  const float unsure[] = { 0.74f, 0.26f, 0, 0, 0 };
  const float nothing[] = { NAN, NAN, NAN, NAN, NAN };

  g_assert_false (koma_half_turn_is_unsure (half_turn, sure));
  g_assert_true (koma_half_turn_is_unsure (half_turn, unsure));
  g_assert_true (koma_half_turn_is_unsure (half_turn, nothing));
}

static void
test_below (void)
{
  g_autoptr (KomaHalfTurn) half_turn = read_half_turn ("{'swap': ['_up', '_down'], 'below': 0.75}",
                                                       LABELS, NULL);

  g_assert_cmpfloat (koma_half_turn_get_below (half_turn, FALSE), ==, 0.75);
  g_assert_cmpfloat (koma_half_turn_get_below (half_turn, TRUE), >, 1);
  g_assert_cmpfloat (koma_half_turn_get_below (NULL, FALSE), ==, 0);
  g_assert_cmpfloat (koma_half_turn_get_below (NULL, TRUE), ==, 0);
}

static void
test_average (void)
{
  g_autoptr (KomaHalfTurn) half_turn = read_half_turn ("{'swap': ['_up', '_down']}", LABELS, NULL);
  float       scores[] = { 0.125f, 0.5f, 0.25f, 0.125f, 0 };
  const float turned[] = { 0, 0.25f, 0, 0, 0.75f };
  const float expected[] = { 0.0625f, 0.625f, 0.125f, 0.0625f, 0.125f };

  koma_half_turn_average (half_turn, scores, turned);
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
  koma_half_turn_turn_input (&recipe, colours);
  for (guint i = 0; i < 6; i++)
    for (guint c = 0; c < 3; c++)
      g_assert_cmpfloat (colours[3 * i + c], ==, 3 * (5 - i) + c);

  recipe.channels = KOMA_CHANNELS_GREY;
  koma_half_turn_turn_input (&recipe, grey);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (grey[i], ==, 6 - i);

  recipe.height = 1;
  koma_half_turn_turn_input (&recipe, odd);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (odd[i], ==, 3 - i);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/half-turn/read", test_read);
  g_test_add_func ("/half-turn/refused", test_refused);
  g_test_add_func ("/half-turn/unsure", test_unsure);
  g_test_add_func ("/half-turn/below", test_below);
  g_test_add_func ("/half-turn/average", test_average);
  g_test_add_func ("/half-turn/turn-input", test_turn_input);
  return g_test_run ();
}
