/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of folders: their classes and order, what is damaged, and the threads that decode. */
#include "engine/koma/koma.h"

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define N_MANY 60

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture      *self,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("koma-pictures-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture      *self,
           gconstpointer data)
{
  remove_tree (self->folder);
  g_free (self->folder);
}

/* A PPM of one colour, that of the red channel; its folders are made. */
static void
write_picture (const Fixture *self,
               const char    *name,
               guint8         red,
               guint          side)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  const char       pixel[] = { (char) red, 0, 40 };
  GString         *text = g_string_new (NULL);

  g_string_printf (text, "P6 %u %u 255\n", side, side);
  for (guint i = 0; i < side * side; i++)
    g_string_append_len (text, pixel, sizeof pixel);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  g_string_free (text, TRUE);
}

static void
write_text (const Fixture *self,
            const char    *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "no picture", -1, NULL));
}

/* Those that are drawn first take the longest. */
static void
write_many (const Fixture *self)
{
  for (guint i = 0; i < N_MANY; i++) {
    g_autofree char *name = g_strdup_printf ("%c/%02u.ppm", i % 2 == 0 ? 'a' : 'b', i);

    write_picture (self, name, (guint8) i, i % 4 == 0 ? 600 : 8);
  }
}

static KomaPictureFolder *
open_folder (const Fixture *self)
{
  g_autoptr (GError) error = NULL;
  KomaPictureFolder *folder = koma_picture_folder_new (self->folder, &error);

  g_assert_no_error (error);
  return folder;
}

static KomaPictureReader *
make_reader (const Fixture *self,
             guint          n_ahead,
             guint          n_threads)
{
  g_autoptr (KomaPictureFolder) folder = open_folder (self);
  KomaPictureReader *reader = koma_picture_reader_new (folder, 2, 3);

  g_object_set (reader, "n-ahead", n_ahead, "n-threads", n_threads, NULL);
  return reader;
}

/* The red of the next one, which is all of one colour; -1: there is none. */
static int
read_red (KomaPictureReader *reader,
          guint             *ret_index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  KomaTensor                 *x = koma_picture_reader_next (reader, ret_index, &error);
  gsize                       n = 0;
  g_autofree float           *values = NULL;

  g_assert_no_error (error);
  if (x == NULL)
    return -1;
  g_assert_cmpuint (koma_tensor_get_rank (x), ==, 3);
  values = koma_tensor_read_floats (x, &n, &error);
  g_assert_cmpuint (n, ==, 2 * 3 * 3);
  g_assert_cmpfloat (values[n - 1], ==, 40);
  return (int) values[0];
}

/* Threads of this process that decode. */
static guint
count_threads (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  const char *name = NULL;
  guint       n = 0;

  while ((name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/task", name, "comm", NULL);
    g_autofree char *comm = NULL;

    n += g_file_get_contents (path, &comm, NULL, NULL) && g_str_equal (comm, "koma-picture\n");
  }
  return n;
}

static void
test_classes (Fixture      *self,
              gconstpointer data)
{
  g_autoptr (KomaPictureFolder) folder = NULL;
  const char *const *names = NULL;
  static const guint wanted[] = { 0, 0, 2 };

  write_picture (self, "cat/2.ppm", 1, 4);
  write_picture (self, "cat/1/9.PPM", 2, 4);
  write_picture (self, "dog é/1.ppm", 3, 4);
  write_picture (self, "cat/.hidden.ppm", 4, 4);
  write_picture (self, ".trash/1.ppm", 5, 4);
  write_picture (self, "loose.ppm", 6, 4);
  write_text (self, "cat/notes.txt");
  write_text (self, "cow/notes.txt");
  folder = open_folder (self);
  names = koma_picture_folder_get_class_names (folder);
  g_assert_cmpuint (g_strv_length ((char **) names), ==, 3);
  g_assert_cmpstr (names[0], ==, "cat");
  g_assert_cmpstr (names[1], ==, "cow");
  g_assert_cmpstr (names[2], ==, "dog é");
  g_assert_cmpuint (koma_picture_folder_get_n_pictures (folder), ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_cmpuint (koma_picture_folder_get_class_index (folder, i), ==, wanted[i]);
  g_assert_true (g_str_has_suffix (koma_picture_folder_get_path (folder, 0), "cat/1/9.PPM"));
  g_assert_true (g_str_has_suffix (koma_picture_folder_get_path (folder, 1), "cat/2.ppm"));
}

static void
test_no_folder (Fixture      *self,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (self->folder, "none", NULL);

  g_assert_null (koma_picture_folder_new (path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  write_picture (self, "loose.ppm", 6, 4);
  g_assert_null (koma_picture_folder_new (self->folder, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, self->folder));
}

/* A link within a class that leads back to it is met once. */
static void
test_link (Fixture      *self,
           gconstpointer data)
{
  g_autoptr (KomaPictureFolder) folder = NULL;
  g_autoptr (GFile) link = g_file_new_build_filename (self->folder, "cat", "again", NULL);

  write_picture (self, "cat/1.ppm", 1, 4);
  g_assert_true (g_file_make_symbolic_link (link, "../cat", NULL, NULL));
  folder = open_folder (self);
  g_assert_cmpuint (koma_picture_folder_get_n_pictures (folder), ==, 1);
}

/* Whatever takes longer, and however many threads there are. */
static void
test_order (Fixture      *self,
            gconstpointer data)
{
  static const guint n_ahead[] = { 1, 3, 100 };

  write_many (self);
  for (guint i = 0; i < G_N_ELEMENTS (n_ahead); i++) {
    g_autoptr (KomaPictureReader) reader = make_reader (self, n_ahead[i], 4);
    guint index = 0;

    for (guint k = 0; k < N_MANY; k++) {
      /* Even numbers are of class a, and first. */
      const guint wanted = k < N_MANY / 2 ? 2 * k : 2 * k - N_MANY + 1;

      g_assert_cmpint (read_red (reader, &index), ==, wanted);
      g_assert_cmpuint (index, ==, k);
    }
    g_assert_cmpint (read_red (reader, &index), ==, -1);
    g_assert_cmpint (read_red (reader, &index), ==, -1);
    g_assert_cmpuint (count_threads (), ==, 0);
  }
}

static void
test_set_order (Fixture      *self,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPictureReader) reader = NULL;
  guint index = 0;

  write_picture (self, "a/1.ppm", 11, 4);
  write_picture (self, "a/2.ppm", 12, 4);
  write_picture (self, "b/1.ppm", 13, 4);
  reader = make_reader (self, 2, 2);
  g_assert_false (koma_picture_reader_set_order (reader, (guint[]){ 0, 3 }, 2, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "index 3 at 1"));
  g_clear_error (&error);
  g_assert_true (koma_picture_reader_set_order (reader, (guint[]){ 2, 0, 2 }, 3, &error));
  g_assert_cmpint (read_red (reader, &index), ==, 13);
  g_assert_cmpint (read_red (reader, &index), ==, 11);
  g_assert_false (koma_picture_reader_set_order (reader, (guint[]){ 0 }, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_cmpint (read_red (reader, &index), ==, 13);
  g_assert_cmpuint (index, ==, 2);
  g_assert_cmpint (read_red (reader, &index), ==, -1);
}

/* An order of nothing has nothing. */
static void
test_empty_order (Fixture      *self,
                  gconstpointer data)
{
  g_autoptr (KomaPictureReader) reader = NULL;
  guint index = 0;

  write_picture (self, "a/1.ppm", 11, 4);
  reader = make_reader (self, 2, 2);
  g_assert_true (koma_picture_reader_set_order (reader, NULL, 0, NULL));
  g_assert_cmpint (read_red (reader, &index), ==, -1);
}

static void
test_damaged (Fixture      *self,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPictureReader) reader = NULL;
  guint index = 7;

  write_many (self);
  write_text (self, "a/02.ppm");
  reader = make_reader (self, 8, 4);
  g_assert_cmpint (read_red (reader, &index), ==, 0);
  g_assert_null (koma_picture_reader_next (reader, &index, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
  g_assert_true (g_str_has_prefix (error->message, self->folder));
  g_assert_nonnull (strstr (error->message, "/a/02.ppm: "));
  g_assert_cmpuint (index, ==, 0);
  g_assert_cmpuint (count_threads (), ==, 0);
  g_assert_cmpint (read_red (reader, &index), ==, -1);
}

static void
test_skip (Fixture      *self,
           gconstpointer data)
{
  g_autoptr (KomaPictureReader) reader = NULL;
  g_auto (GStrv) damaged = NULL;
  g_autofree char *lost = g_build_filename (self->folder, "b", "2.ppm", NULL);
  guint            index = 0;

  write_picture (self, "a/1.ppm", 11, 4);
  write_text (self, "a/2.ppm");
  write_picture (self, "b/1.ppm", 13, 4);
  write_picture (self, "b/2.ppm", 14, 4);
  reader = make_reader (self, 2, 2);
  g_object_set (reader, "skips-damaged", TRUE, NULL);
  g_assert_cmpint (g_remove (lost), ==, 0);
  g_assert_cmpint (read_red (reader, &index), ==, 11);
  g_assert_cmpint (read_red (reader, &index), ==, 13);
  g_assert_cmpuint (index, ==, 2);
  g_assert_cmpint (read_red (reader, &index), ==, -1);
  damaged = koma_picture_reader_list_damaged (reader);
  g_assert_cmpuint (g_strv_length (damaged), ==, 2);
  g_assert_nonnull (strstr (damaged[0], "/a/2.ppm: "));
  g_assert_true (g_str_has_prefix (damaged[1], lost));
}

/* With room for all the threads end when all is decoded, and nobody needs the files any more. */
static void
test_ahead (Fixture      *self,
            gconstpointer data)
{
  g_autoptr (KomaPictureReader) reader = NULL;
  guint n = 1;
  guint index = 0;

  write_many (self);
  reader = make_reader (self, N_MANY, 3);
  g_assert_cmpint (read_red (reader, &index), ==, 0);
  while (count_threads () > 0)
    g_thread_yield ();
  remove_tree (self->folder);
  while (read_red (reader, &index) >= 0)
    n++;
  g_assert_cmpuint (n, ==, N_MANY);
}

/* The threads end with the reader, whatever they are at. */
static void
test_early_end (Fixture      *self,
                gconstpointer data)
{
  guint index = 0;

  write_many (self);
  for (guint i = 0; i < 10; i++) {
    g_autoptr (KomaPictureReader) reader = make_reader (self, 1 + i, 4);

    for (guint k = 0; k < i; k++)
      g_assert_cmpint (read_red (reader, &index), >=, 0);
    if (i % 2 == 0) {
      koma_picture_reader_stop (reader);
      g_assert_cmpuint (count_threads (), ==, 0);
      g_assert_cmpint (read_red (reader, &index), ==, -1);
    }
  }
  g_assert_cmpuint (count_threads (), ==, 0);
}

static void
test_numbers (Fixture      *self,
              gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaPictureReader) reader = NULL;
  g_autofree float *values = NULL;
  KomaTensor       *x = NULL;
  gsize             n = 0;
  guint             index = 0;

  write_picture (self, "a/1.ppm", 255, 4);
  reader = make_reader (self, 2, 2);
  g_object_set (reader, "channels", "grey", "range", "-1,1", "fit", NULL, NULL);
  x = koma_picture_reader_next (reader, &index, &error);
  g_assert_no_error (error);
  values = koma_tensor_read_floats (x, &n, &error);
  g_assert_cmpuint (n, ==, 6);
  /* (299 · 255 + 114 · 40) / 1000 = 80.8, rounded. */
  g_assert_cmpfloat_with_epsilon (values[0], 81 / 127.5 - 1, 1e-6);
}

/* No model says what numbers it takes: the caller does. */
static void
test_ranges (Fixture      *self,
             gconstpointer data)
{
  static const struct
  {
    const char *range;
    float       wanted[3]; /* of the pixel 255, 0, 40 */
  } cases[] = {
    { "-2,3", { 3, -2, 5 * 40 / 255.0f - 2 } },
    { "1,0", { 0, 1, 1 - 40 / 255.0f } },
    { "0.5,0.25,0.5/0.5,0.25,0.125", { 1, -1, (40 / 255.0f - 0.5f) / 0.125f } },
  };

  write_picture (self, "a/1.ppm", 255, 4);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
    g_autoptr (KomaPictureReader) reader = make_reader (self, 2, 2);
    g_autofree float *values = NULL;
    gsize             n = 0;
    guint             index = 0;

    g_object_set (reader, "range", cases[i].range, NULL);
    values =
      koma_tensor_read_floats (koma_picture_reader_next (reader, &index, &error), &n, &error);
    g_assert_no_error (error);
    for (guint c = 0; c < 3; c++)
      g_assert_cmpfloat_with_epsilon (values[c], cases[i].wanted[c], 1e-5);
  }
}

static void
test_unknown_word (Fixture      *self,
                   gconstpointer data)
{
  static const char *const names[] = { "channels", "fit", "range" };
  guint                    index = 0;

  write_picture (self, "a/1.ppm", 255, 4);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPictureReader) reader = make_reader (self, 2, 2);

    g_object_set (reader, names[i], "pears", NULL);
    g_assert_null (koma_picture_reader_next (reader, &index, &error));
    g_assert_nonnull (error);
    g_assert_nonnull (strstr (error->message, "pears"));
  }
}

#define ADD(name, function) \
  g_test_add ("/picture-reader/" name, Fixture, NULL, set_up, function, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("ranges", test_ranges);
  ADD ("classes", test_classes);
  ADD ("no-folder", test_no_folder);
  ADD ("link", test_link);
  ADD ("order", test_order);
  ADD ("set-order", test_set_order);
  ADD ("empty-order", test_empty_order);
  ADD ("damaged", test_damaged);
  ADD ("skip", test_skip);
  ADD ("ahead", test_ahead);
  ADD ("early-end", test_early_end);
  ADD ("numbers", test_numbers);
  ADD ("unknown-word", test_unknown_word);
  return g_test_run ();
}
