/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Replays a folder of inputs, and changes of each, through a fuzz target:
 * what every test run can afford, with every compiler. The changes depend on
 * nothing but their number, so a failure comes back. libFuzzer searches; see
 * the option "fuzz". */

#include "fuzz.h"

#include <string.h>

#include "engine/runtime/memory.h"

#define N_CHANGED 400
#define MAX_BYTES (1u << 20)

/* What tends to be in the way: ends of ranges, other types, structure. */
static const char *const words[] = {
  "-1",
  "0",
  "1",
  "255",
  "4096",
  "2147483647",
  "2147483648",
  "-2147483649",
  "4294967296",
  "9223372036854775807",
  "1e308",
  "1e-5",
  "\"\"",
  "null",
  "true",
  "{}",
  "[]",
  "[[",
  "}",
  "\"",
  "\xff\xff\xff\xff\x0f",
  "\x80",
  "\\u0000",
  "../",
  "%2e%2e%2f",
  ":1",
  "^",
  "DT_INT64",
};

static guint
choose (GRand *rand,
        gsize  n)
{
  return n > 1 ? (guint) g_rand_int_range (rand, 0, (gint32) n) : 0;
}

static void
change_byte (GRand      *rand,
             GByteArray *bytes)
{
  if (bytes->len > 0)
    bytes->data[choose (rand, bytes->len)] ^= (guint8) (1u << choose (rand, 8));
}

static void
drop_range (GRand      *rand,
            GByteArray *bytes)
{
  const guint start = choose (rand, bytes->len);

  if (bytes->len > 0)
    g_byte_array_remove_range (bytes, start, choose (rand, MIN (bytes->len - start, 64)));
}

static void
insert (GByteArray   *bytes,
        guint         position,
        gconstpointer data,
        guint         length)
{
  g_autoptr (GByteArray) tail = g_byte_array_new ();

  g_byte_array_append (tail, bytes->data + position, bytes->len - position);
  g_byte_array_set_size (bytes, position);
  g_byte_array_append (bytes, data, length);
  g_byte_array_append (bytes, tail->data, tail->len);
}

/* A word for the number or text at some place, or between. */
static void
put_word (GRand      *rand,
          GByteArray *bytes)
{
  const char *word = words[choose (rand, G_N_ELEMENTS (words))];
  guint       position = choose (rand, bytes->len);
  guint       length = 0;

  while (position + length < bytes->len && g_ascii_isalnum (bytes->data[position + length]))
    length++;
  if (length > 0)
    g_byte_array_remove_range (bytes, position, length);
  insert (bytes, position, word, (guint) strlen (word));
}

static void
repeat_range (GRand      *rand,
              GByteArray *bytes)
{
  const guint        start = choose (rand, bytes->len);
  const guint        length = choose (rand, MIN (bytes->len - start, 256));
  g_autofree guint8 *copy = g_memdup2 (bytes->data + start, length);

  insert (bytes, choose (rand, bytes->len), copy, length);
}

static void
change (GRand      *rand,
        GByteArray *bytes)
{
  static void (*const changes[]) (GRand *, GByteArray *) = {
    change_byte,
    drop_range,
    put_word,
    put_word,
    put_word,
    repeat_range,
  };
  const guint n_changes = 1 + choose (rand, 3);

  for (guint i = 0; i < n_changes; i++)
    changes[choose (rand, G_N_ELEMENTS (changes))](rand, bytes);
}

static void
run (const guint8 *data,
     gsize         size)
{
  KomaMemoryInfo info = { 0 };

  LLVMFuzzerTestOneInput (data, size);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 0);
}

static void
test_input (gconstpointer path)
{
  g_autofree char *data = NULL;
  gsize            size = 0;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (size, <, MAX_BYTES);
  run ((const guint8 *) data, size);

  for (guint seed = 0; seed < N_CHANGED; seed++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    GRand *rand = g_rand_new_with_seed (seed);

    g_byte_array_append (bytes, (const guint8 *) data, (guint) size);
    change (rand, bytes);
    g_rand_free (rand);
    g_test_message ("change %u", seed);
    run (bytes->data, bytes->len);
  }
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;

  g_test_init (&argc, &argv, NULL);
  /* Of loaders that are not ours. */
  if (g_getenv ("KOMA_FUZZ_MAY_WARN") != NULL)
    g_log_set_always_fatal (G_LOG_FATAL_MASK);
  if (argc != 2)
    g_error ("usage: %s FOLDER", argv[0]);

  dir = g_dir_open (argv[1], 0, NULL);
  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *test_path = g_strconcat ("/fuzz/", name, NULL);

    char *path = g_build_filename (argv[1], name, NULL);

    g_test_add_data_func_full (test_path, path, test_input, g_free);
  }

  return g_test_run ();
}
