/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pictures were taken together. */
#include "worker/take/koma-burst.h"

#include "tests/test-main.h"

#define GAP_US 5000

/* Bursts as digits: "0 2,1 4" where the shots 0 and 2, and 1 and 4, were taken together. */
static char *
describe (const KomaShot *shots,
          guint           n)
{
  g_autofree guint *order = g_new (guint, MAX (n, 1));
  g_autoptr (GArray) bursts = koma_burst_find (shots, n, GAP_US, order);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < bursts->len; i++) {
    const KomaBurst *burst = &g_array_index (bursts, KomaBurst, i);

    for (guint j = 0; j < burst->n; j++)
      g_string_append_printf (text, "%s%u", j > 0 ? " " : i > 0 ? ","
                                                                : "",
                              order[burst->first + j]);
  }
  return g_string_free (text, FALSE);
}

static void
check (const KomaShot *shots,
       guint           n,
       const char     *expected)
{
  g_autofree char *found = describe (shots, n);

  g_assert_cmpstr (found, ==, expected);
}

#define CHECK(expected, ...)                       \
  G_STMT_START                                     \
  {                                                \
    const KomaShot shots[] = { __VA_ARGS__ };      \
                                                   \
    check (shots, G_N_ELEMENTS (shots), expected); \
  }                                                \
  G_STMT_END

/* A gap of just as long as it may be, and a longer one; a chain may be longer than a gap. */
static void
test_gap (void)
{
  CHECK ("0 1", { { 1000, 7 } }, { { 6000, 7 } });
  CHECK ("", { { 1000, 7 } }, { { 6001, 7 } });
  CHECK ("0 1 2,3 4", { { 1000, 7 } }, { { 6000, 7 } }, { { 11000, 7 } }, { { 16001, 7 } },
         { { 16002, 7 } });
}

static void
test_unknown (void)
{
  check (NULL, 0, "");
  CHECK ("", { { 1000, 7 } });
  CHECK ("", { { 0, 0 } }, { { 0, 0 } });
  CHECK ("", { { 0, 7 } }, { { 0, 7 } });
  CHECK ("", { { 1000, 0 } }, { { 1000, 0 } });
  /* Without a time it is no neighbour of one in 1970 either. */
  CHECK ("", { { 0, 7 } }, { { 1, 7 } });
  CHECK ("1 3", { { 0, 7 } }, { { 1, 7 } }, { { 1, 0 } }, { { 2, 7 } });
}

/* Those of one time in the order in which they came. */
static void
test_equal_times (void)
{
  CHECK ("0 1 2", { { 1000, 7 } }, { { 1000, 7 } }, { { 1000, 7 } });
  CHECK ("1 2 0", { { 1001, 7 } }, { { 1000, 7 } }, { { 1000, 7 } });
}

/* Also where the list has another order than time, as when the clock was set back; before 1970. */
static void
test_backwards (void)
{
  CHECK ("3 2 0", { { 9000, 7 } }, { { -9000, 7 } }, { { 5000, 7 } }, { { 1000, 7 } });
  CHECK ("1 0", { { -2, 7 } }, { { -4000, 7 } });
  CHECK ("", { { KOMA_TAKEN_MAX_US, 7 } }, { { KOMA_TAKEN_MIN_US, 7 } });
}

/* Two cameras at one place, and two cards of one kind of camera. */
static void
test_interleaved (void)
{
  CHECK ("0 2,1 3", { { 1000, 7 } }, { { 1001, 8 } }, { { 1002, 7 } }, { { 1003, 8 } });
  CHECK ("0 2,1 3", { { 1000, 7 }, 1 }, { { 1001, 7 }, 2 }, { { 1002, 7 }, 1 },
         { { 1003, 7 }, 2 });
  CHECK ("", { { 1000, 7 }, 1 }, { { 1000, 7 }, 2 }, { { 1000, 8 }, 1 });
}

static void
test_folder (void)
{
  const guint64 one = koma_burst_hash_folder ("/a/b/1.jpg");

  g_assert_true (one == koma_burst_hash_folder ("/a/b/2.jpeg"));
  g_assert_true (one != koma_burst_hash_folder ("/a/1.jpg"));
  g_assert_true (one != koma_burst_hash_folder ("/a/b/c/1.jpg"));
  g_assert_true (koma_burst_hash_folder (NULL) == koma_burst_hash_folder ("1.jpg"));
}

/* A million pictures, most in bursts of four, in no order. n² would not end. */
static void
test_many (void)
{
  const guint          n = 1000000;
  g_autofree KomaShot *shots = g_new0 (KomaShot, n);
  g_autofree guint    *order = g_new (guint, n);
  g_autoptr (GArray) bursts = NULL;

  for (guint i = 0; i < n; i++) {
    const guint shot = (guint) ((guint64) i * 7919 % n); /* a permutation */

    shots[i].taken = (KomaTaken){ (shot / 4 + 1) * 100000 + shot % 4, 1 + shot / 4 % 3 };
  }
  bursts = koma_burst_find (shots, n, GAP_US, order);
  g_assert_cmpuint (bursts->len, ==, n / 4);
  for (guint i = 0; i < bursts->len; i++)
    g_assert_cmpuint (g_array_index (bursts, KomaBurst, i).n, ==, 4);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/burst/gap", test_gap);
  g_test_add_func ("/burst/unknown", test_unknown);
  g_test_add_func ("/burst/equal-times", test_equal_times);
  g_test_add_func ("/burst/backwards", test_backwards);
  g_test_add_func ("/burst/interleaved", test_interleaved);
  g_test_add_func ("/burst/folder", test_folder);
  g_test_add_func ("/burst/many", test_many);
  return g_test_run ();
}
