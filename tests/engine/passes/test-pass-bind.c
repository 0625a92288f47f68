/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaGraph *
make (KomaShape first,
      KomaShape second)
{
  KomaGraph *graph = koma_graph_new ();

  graph_fixture_input (graph, "picture", first);
  graph_fixture_input (graph, "mask", second);
  return graph;
}

static const KomaShape *
get_input_shape (const KomaGraph *graph,
                 guint            index)
{
  return &koma_graph_get_value (graph, koma_graph_get_input (graph, index))->shape;
}

static void
expect_shapes (const KomaGraph *graph,
               const char      *first,
               const char      *second)
{
  g_autofree char *a = koma_shape_to_string (get_input_shape (graph, 0));
  g_autofree char *b = koma_shape_to_string (get_input_shape (graph, 1));

  g_assert_cmpstr (a, ==, first);
  g_assert_cmpstr (b, ==, second);
}

static void
test_batch (void)
{
  g_autoptr (KomaGraph) open = make (KOMA_SHAPE (-1, 8, 8, 3), KOMA_SHAPE_SCALAR);
  g_autoptr (KomaGraph) fixed = make (KOMA_SHAPE (4, 8, 8, 3), KOMA_SHAPE (-1, 2));

  g_assert_true (koma_pass_bind (fixed, 0, NULL, 0, NULL));
  expect_shapes (fixed, "[4,8,8,3]", "[1,2]");
  g_assert_true (koma_pass_bind (open, 0, NULL, 0, NULL));
  expect_shapes (open, "[1,8,8,3]", "[]");
  g_assert_true (koma_pass_bind (open, 5, NULL, 0, NULL));
  expect_shapes (open, "[5,8,8,3]", "[]");
}

static void
test_given (void)
{
  const KomaShape shapes[] = { KOMA_SHAPE (2, 16, 9, 3), KOMA_SHAPE (3) };
  const KomaShape no_rank = { .rank = KOMA_RANK_UNKNOWN };
  g_autoptr (KomaGraph) open = make (KOMA_SHAPE (-1, -1, -1, 3), KOMA_SHAPE (-1));
  g_autoptr (KomaGraph) fixed = make (KOMA_SHAPE (1, 16, 9, 3), KOMA_SHAPE (-1));
  g_autoptr (KomaGraph) unknown = make (no_rank, no_rank);

  g_assert_true (koma_pass_bind (open, 7, shapes, 1, NULL));
  expect_shapes (open, "[2,16,9,3]", "[7]");
  g_assert_true (koma_pass_bind (fixed, 0, shapes, 2, NULL));
  expect_shapes (fixed, "[2,16,9,3]", "[3]");
  g_assert_true (koma_pass_bind (unknown, 0, shapes, 2, NULL));
  expect_shapes (unknown, "[2,16,9,3]", "[3]");
}

static void
expect_error (KomaShape        input,
              const KomaShape *given,
              guint            n_given,
              KomaError        code,
              const char      *message)
{
  g_autoptr (KomaGraph) graph = make (input, KOMA_SHAPE (1));
  g_autoptr (GError) error = NULL;

  g_assert_false (koma_pass_bind (graph, 0, given, n_given, &error));
  g_assert_error (error, KOMA_ERROR, (int) code);
  if (strstr (error->message, message) == NULL)
    g_error ("“%s” is not in “%s”", message, error->message);
}

static void
test_bad (void)
{
  const KomaShape no_rank = { .rank = KOMA_RANK_UNKNOWN };
  const KomaShape open = KOMA_SHAPE (-1, -1, 3);
  const KomaShape other = KOMA_SHAPE (1, 5, 4);
  const KomaShape flat = KOMA_SHAPE (15);
  const KomaShape three[3] = { other, flat, flat };

  expect_error (open, NULL, 0, KOMA_ERROR_SHAPE, "“picture” is [1,?,3], open in size");
  expect_error (no_rank, NULL, 0, KOMA_ERROR_SHAPE, "“picture” has no shape");
  expect_error (open, &other, 1, KOMA_ERROR_SHAPE,
                "“picture” is [?,?,3], the given shape is [1,5,4]");
  expect_error (open, &flat, 1, KOMA_ERROR_SHAPE, "the given shape is [15]");
  expect_error (open, &open, 1, KOMA_ERROR_SHAPE, "Input “picture”");
  expect_error (no_rank, &no_rank, 1, KOMA_ERROR_SHAPE, "Input “picture”");
  expect_error (open, three, 3, KOMA_ERROR_SHAPE, "3 shapes given, the model has 2 inputs");
  expect_error (KOMA_SHAPE (1, 1 << 20, 1 << 20), NULL, 0, KOMA_ERROR_MEMORY,
                "Input “picture”");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-bind/batch", test_batch);
  g_test_add_func ("/pass-bind/given", test_given);
  g_test_add_func ("/pass-bind/bad", test_bad);
  return g_test_run ();
}
