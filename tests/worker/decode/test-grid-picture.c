/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/decode/koma-grid-picture.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define WIDTH  23
#define HEIGHT 10

typedef struct
{
  char  *path;
  GFile *file;
} Fixture;

/* Each pixel says where it is. */
static void
write_picture (const char *path)
{
  g_autofree guint8 *rgb = g_malloc0 (3 * WIDTH * HEIGHT);
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  for (guint y = 0; y < HEIGHT; y++) {
    for (guint x = 0; x < WIDTH; x++) {
      rgb[3 * (y * WIDTH + x)] = x;
      rgb[3 * (y * WIDTH + x) + 1] = y;
    }
  }
  pixbuf = gdk_pixbuf_new_from_data (rgb, GDK_COLORSPACE_RGB, FALSE, 8, WIDTH, HEIGHT, 3 * WIDTH,
                                     NULL, NULL);
  g_assert_true (gdk_pixbuf_save (pixbuf, path, "png", NULL, NULL));
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  int fd = g_file_open_tmp ("koma-grid-picture-XXXXXX.png", &fixture->path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  fixture->file = g_file_new_for_path (fixture->path);
  write_picture (fixture->path);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  g_remove (fixture->path);
  g_free (fixture->path);
  g_object_unref (fixture->file);
}

static KomaGridPicture *
new_sheet (Fixture *fixture,
           guint    n_rows,
           guint    n_columns)
{
  return koma_grid_picture_new (
    &(KomaGridValues){ .file = fixture->file, .n_rows = n_rows, .n_columns = n_columns });
}

/* Every pixel of the picture is in one cell, where it belongs. */
static void
test_cells (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (KomaGridPicture) sheet = new_sheet (fixture, 3, 4);
  guint n_pixels = 0;

  for (guint index = 0; index < 12; index++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) cell = koma_grid_picture_decode_cell (sheet, index, 0, NULL, &error);
    const guint8 *first = NULL;

    g_assert_no_error (error);
    first = cell->rgb;
    g_assert_cmpuint (first[0], ==, index % 4 * WIDTH / 4);
    g_assert_cmpuint (first[1], ==, index / 4 * HEIGHT / 3);
    for (guint y = 0; y < cell->height; y++) {
      const guint8 *row = first + y * cell->stride;

      for (guint x = 0; x < cell->width; x++, n_pixels++) {
        g_assert_cmpuint (row[3 * x], ==, first[0] + x);
        g_assert_cmpuint (row[3 * x + 1], ==, first[1] + y);
      }
    }
    g_assert_cmpuint (cell->source_width, ==, cell->width);
  }
  g_assert_cmpuint (n_pixels, ==, WIDTH * HEIGHT);
}

/* Once for all cells, and anew for the next round. */
static void
test_decoded_once (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (KomaGridPicture) sheet = new_sheet (fixture, 1, 2);
  g_autoptr (KomaPicture) first = koma_grid_picture_decode_cell (sheet, 0, 0, NULL, NULL);
  g_autoptr (KomaPicture) second = NULL;
  g_autoptr (GError) error = NULL;

  g_remove (fixture->path);
  second = koma_grid_picture_decode_cell (sheet, 1, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (first);
  g_assert_nonnull (second);
  g_assert_null (koma_grid_picture_decode_cell (sheet, 0, 0, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  write_picture (fixture->path);
  g_assert_null (koma_grid_picture_decode_cell (sheet, 1, 0, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_pointer (&second, koma_picture_unref);
  second = koma_grid_picture_decode_cell (sheet, 1, 0, NULL, NULL);
  g_assert_nonnull (second);
}

static void
test_too_small (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (KomaGridPicture) sheet = new_sheet (fixture, HEIGHT + 1, 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_grid_picture_decode_cell (sheet, 3, 0, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
}

/* One who gives up spoils nothing for the others. */
static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (KomaGridPicture) sheet = new_sheet (fixture, 2, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaPicture) cell = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (koma_grid_picture_decode_cell (sheet, 0, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  cell = koma_grid_picture_decode_cell (sheet, 0, 0, NULL, NULL);
  g_assert_nonnull (cell);
}

static void
assert_point (KomaPoint point,
              double    x,
              double    y)
{
  g_assert_cmpfloat_with_epsilon (point.x, x, 1e-6);
  g_assert_cmpfloat_with_epsilon (point.y, y, 1e-6);
}

/* A part of the picture, turned by a quarter: rows go to the left. */
static void
test_corners (Fixture      *fixture,
              gconstpointer data)
{
  const KomaPoint corners[4] = { { 20, 2 }, { 20, 8 }, { 8, 8 }, { 8, 2 } };
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_new (&(KomaGridValues){
    .file = fixture->file, .n_rows = 3, .n_columns = 2, .corners = corners });
  KomaPoint found[4];

  g_assert_true (koma_grid_picture_get_cell_corners (sheet, 3, found));
  assert_point (found[0], 16, 5);
  assert_point (found[2], 12, 8);
  for (guint index = 0; index < 6; index++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) cell = koma_grid_picture_decode_cell (sheet, index, 0, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (cell->width, ==, 3);
    g_assert_cmpuint (cell->height, ==, 4);
    for (guint y = 0; y < 4; y++)
      for (guint x = 0; x < 3; x++) {
        g_assert_cmpuint (cell->rgb[3 * (3 * y + x)], ==, 19 - index / 2 * 4 - y);
        g_assert_cmpuint (cell->rgb[3 * (3 * y + x) + 1], ==, 2 + index % 2 * 3 + x);
      }
  }
}

/* Of the whole picture they are known once it is decoded. No larger than is wanted. */
static void
test_whole_corners (Fixture      *fixture,
                    gconstpointer data)
{
  const KomaPoint whole[4] = { { 0, 0 }, { WIDTH, 0 }, { WIDTH, HEIGHT }, { 0, HEIGHT } };
  g_autoptr (KomaGridPicture) sheet = new_sheet (fixture, 2, 1);
  g_autoptr (KomaGridPicture) same = koma_grid_picture_new (
    &(KomaGridValues){ .file = fixture->file, .n_rows = 2, .n_columns = 1, .corners = whole });
  g_autoptr (KomaPicture) cell = NULL;
  g_autoptr (KomaPicture) smaller = NULL;
  KomaPoint found[4];

  g_assert_false (koma_grid_picture_get_cell_corners (sheet, 1, found));
  cell = koma_grid_picture_decode_cell (sheet, 1, 0, NULL, NULL);
  g_assert_true (koma_grid_picture_get_cell_corners (sheet, 1, found));
  assert_point (found[0], 0, HEIGHT / 2.0);
  assert_point (found[2], WIDTH, HEIGHT);
  smaller = koma_grid_picture_decode_cell (same, 1, 2, NULL, NULL);
  g_assert_cmpuint (smaller->height, ==, 2);
  g_assert_cmpuint (smaller->width, ==, 9);
}

static void
test_wrong_corners (Fixture      *fixture,
                    gconstpointer data)
{
  const KomaPoint outside[4] = { { 0, 0 }, { 40, 0 }, { 40, 8 }, { 0, 8 } };
  const KomaPoint left_around[4] = { { 0, 0 }, { 0, 8 }, { 9, 8 }, { 9, 0 } };

  for (guint i = 0; i < 2; i++) {
    g_autoptr (KomaGridPicture) sheet =
      koma_grid_picture_new (&(KomaGridValues){ .file = fixture->file,
                                                .n_rows = 1,
                                                .n_columns = 1,
                                                .corners = i == 0 ? outside : left_around });
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_grid_picture_decode_cell (sheet, 0, 0, NULL, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
    g_assert_nonnull (strstr (error->message, i == 0 ? "outside" : "clockwise"));
  }
}

/* What was pasted has no file. */
static void
test_without_file (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *contents = NULL;
  gsize            length = 0;
  g_autoptr (GBytes) bytes = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &contents, &length, NULL));
  bytes = g_bytes_new (contents, length);
  for (guint i = 0; i < 2; i++) {
    guint8 *rgb = g_malloc0 (3 * WIDTH * HEIGHT);
    g_autoptr (KomaPicture) picture = koma_picture_new_take (rgb, WIDTH, HEIGHT, 3 * WIDTH);
    g_autoptr (KomaGridPicture) sheet =
      koma_grid_picture_new (&(KomaGridValues){ .bytes = i == 0 ? bytes : NULL,
                                                .picture = i == 1 ? picture : NULL,
                                                .name = "pasted",
                                                .n_rows = 2,
                                                .n_columns = 1 });
    g_autoptr (KomaPicture) cell = koma_grid_picture_decode_cell (sheet, 1, 0, NULL, NULL);

    g_assert_nonnull (cell);
    g_assert_cmpuint (cell->rgb[1], ==, i == 0 ? HEIGHT / 2 : 0);
    g_assert_null (koma_grid_picture_get_file (sheet));
    g_assert_cmpstr (koma_grid_picture_get_name (sheet), ==, "pasted");
  }
}

static void
test_open (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *name = g_path_get_basename (fixture->path);
  g_autofree char *text = g_strdup_printf ("{\"%s\": {\"grid\": [2, 3]}, \"x\": {}}", name);
  g_autoptr (KomaGrids) grids = koma_grids_new_from_json (text, strlen (text), NULL);
  g_autoptr (GFile) other = g_file_new_for_path ("x");
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_open (grids, fixture->file);

  g_assert_cmpuint (koma_grid_picture_get_n_cells (sheet), ==, 6);
  g_assert_cmpuint (koma_grid_picture_get_n_columns (sheet), ==, 3);
  g_assert_true (koma_grid_picture_get_file (sheet) == fixture->file);
  g_assert_null (koma_grid_picture_open (grids, other));
}

#define ADD(name, function) \
  g_test_add ("/sheet/" name, Fixture, NULL, set_up, function, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("cells", test_cells);
  ADD ("decoded-once", test_decoded_once);
  ADD ("too-small", test_too_small);
  ADD ("cancelled", test_cancelled);
  ADD ("corners", test_corners);
  ADD ("whole-corners", test_whole_corners);
  ADD ("wrong-corners", test_wrong_corners);
  ADD ("without-file", test_without_file);
  ADD ("open", test_open);
  return g_test_run ();
}
