/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/decode/koma-grid-picture.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"

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

/* Every pixel of the picture is in one cell, where it belongs. */
static void
test_cells (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_new (fixture->file, 3, 4);
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
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_new (fixture->file, 1, 2);
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
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_new (fixture->file, HEIGHT + 1, 1);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_grid_picture_decode_cell (sheet, 3, 0, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_DECODE);
}

/* One who gives up spoils nothing for the others. */
static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_new (fixture->file, 2, 2);
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
test_open (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *name = g_path_get_basename (fixture->path);
  g_autofree char *text = g_strdup_printf ("{\"%s\": {\"grid\": [2, 3]}, \"x\": {}}", name);
  g_autoptr (KomaGrids) grids = koma_grids_new_from_json (text, strlen (text), NULL);
  g_autoptr (GFile) other = g_file_new_for_path ("x");
  g_autoptr (KomaGridPicture) sheet = koma_grid_picture_open (grids, fixture->file);

  g_assert_cmpuint (koma_grid_picture_get_n_rows (sheet), ==, 2);
  g_assert_cmpuint (koma_grid_picture_get_n_columns (sheet), ==, 3);
  g_assert_true (koma_grid_picture_get_file (sheet) == fixture->file);
  g_assert_null (koma_grid_picture_open (grids, other));
}

#define ADD(name, function) \
  g_test_add ("/sheet/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("cells", test_cells);
  ADD ("decoded-once", test_decoded_once);
  ADD ("too-small", test_too_small);
  ADD ("cancelled", test_cancelled);
  ADD ("open", test_open);
  return g_test_run ();
}
