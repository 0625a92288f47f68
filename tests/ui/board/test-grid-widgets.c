/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture that is cut into a grid: the page, and what it says of cells. The worker has no model,
 * and answers each request with an error. */
#include <math.h>

#include "engine/koma/koma-error.h"
#include "ui/board/koma-board-view.h"
#include "ui/board/koma-grid-cells.h"
#include "ui/board/koma-grid-page.h"
#include "ui/board/koma-grid-words.h"

#include "../widget-tests.h"
#include "tests/test-main.h"

typedef struct
{
  KomaWorker      *worker;
  KomaPreferences *preferences;
  KomaGridPage    *page;
  GtkWidget       *window;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->worker = koma_worker_new ();
  fixture->preferences = koma_preferences_new ();
  fixture->page = g_object_new (KOMA_TYPE_GRID_PAGE, NULL);
  fixture->window = g_object_ref_sink (gtk_window_new ());
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->page));
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_grid_page_close (fixture->page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->window);
  koma_worker_stop (fixture->worker);
  g_object_unref (fixture->worker);
  g_object_unref (fixture->preferences);
}

static KomaResultItem *
make_item (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/sheet.png");

  return koma_result_item_new_for_file (file);
}

static void
open_page (Fixture *fixture,
           guint    side)
{
  g_autoptr (KomaResultItem) item = make_item ();

  koma_grid_page_open (fixture->page, fixture->worker, fixture->preferences, item, side);
}

static guint
count_cells (Fixture *fixture)
{
  GListModel *cells = koma_grid_page_get_cells (fixture->page);

  return cells != NULL ? g_list_model_get_n_items (cells) : 0;
}

static void
wait_cells (Fixture *fixture,
            guint    n)
{
  while (count_cells (fixture) != n)
    g_main_context_iteration (NULL, TRUE);
}

static GtkSpinButton *
find_rows (Fixture *fixture)
{
  return GTK_SPIN_BUTTON (find_of_type (GTK_WIDGET (fixture->page), GTK_TYPE_SPIN_BUTTON));
}

/* Another number of rows cuts the picture anew; undo takes it back. */
static void
test_rows (Fixture      *fixture,
           gconstpointer data)
{
  open_page (fixture, 3);
  wait_cells (fixture, 9);
  g_assert_false (koma_grid_page_can_undo (fixture->page));
  gtk_spin_button_set_value (find_rows (fixture), 5);
  wait_cells (fixture, 15);
  g_assert_true (koma_grid_page_can_undo (fixture->page));
  koma_grid_page_undo (fixture->page);
  wait_cells (fixture, 9);
  g_assert_false (koma_grid_page_can_undo (fixture->page));
  g_assert_cmpint (gtk_spin_button_get_value_as_int (find_rows (fixture)), ==, 3);
}

/* Rows and columns that were chosen stay for the next picture. */
static void
test_again (Fixture      *fixture,
            gconstpointer data)
{
  open_page (fixture, 9);
  wait_cells (fixture, 81);
  gtk_spin_button_set_value (find_rows (fixture), 1);
  wait_cells (fixture, 9);
  koma_grid_page_close (fixture->page);
  g_assert_null (koma_grid_page_get_cells (fixture->page));
  open_page (fixture, 3);
  wait_cells (fixture, 9);
  g_assert_cmpint (gtk_spin_button_get_value_as_int (find_rows (fixture)), ==, 1);
}

/* A corner that is moved is the grid's; corners that do not go around anything cut nothing. */
static void
test_corners (Fixture      *fixture,
              gconstpointer data)
{
  const KomaPoint part[4] = { { 10, 0 }, { 50, 0 }, { 50, 40 }, { 10, 40 } };
  const KomaPoint crossed[4] = { { 50, 40 }, { 10, 0 }, { 50, 0 }, { 10, 40 } };
  KomaBoardView  *view = KOMA_BOARD_VIEW (find_of_type (GTK_WIDGET (fixture->page),
                                                        KOMA_TYPE_BOARD_VIEW));
  g_autoptr (GPtrArray) cells = NULL;
  g_autoptr (KomaRequest) request = NULL;
  KomaPoint found[4];

  open_page (fixture, 2);
  wait_cells (fixture, 4);
  koma_board_view_set_corners (view, part);
  g_signal_emit_by_name (view, "moved");
  wait_cells (fixture, 4);
  cells = koma_grid_page_create_cells (fixture->page);
  request = koma_result_item_create_request (cells->pdata[3], &(KomaRequest){ 0 });
  g_assert_true (koma_grid_picture_get_cell_corners (request->grid, 3, found));
  g_assert_cmpfloat (fabs (found[0].x - 30) + fabs (found[0].y - 20), <, 1e-9);
  koma_board_view_set_corners (view, crossed);
  g_signal_emit_by_name (view, "moved");
  g_assert_null (koma_grid_page_get_cells (fixture->page));
  g_assert_nonnull (find_visible_label (GTK_WIDGET (fixture->page),
                                        "The corners do not go around an area"));
}

/* A cell that is pressed in the picture is selected among the answers. */
static void
test_pressed (Fixture      *fixture,
              gconstpointer data)
{
  GtkWidget     *page = GTK_WIDGET (fixture->page);
  KomaGridCells *cells = KOMA_GRID_CELLS (find_of_type (page, KOMA_TYPE_GRID_CELLS));

  open_page (fixture, 3);
  wait_cells (fixture, 9);
  g_assert_cmpuint (koma_grid_cells_get_selected (cells), ==, 0);
  g_signal_emit_by_name (find_of_type (page, KOMA_TYPE_BOARD_VIEW), "pressed", 5);
  g_assert_cmpuint (koma_grid_cells_get_selected (cells), ==, 5);
  g_assert_nonnull (find_visible_label (page, "Row 2, Column 3"));
}

/* Columns stand between tabs; what has no answer says why. */
static void
test_words (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GListStore) items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  g_autoptr (KomaResultItem) waiting = make_item ();
  g_autofree char *table = NULL;
  g_autofree char *all = NULL;
  g_autofree char *cell = NULL;

  for (guint i = 0; i < 4; i++) {
    g_autoptr (KomaResultItem) item = make_item ();

    if (i == 3)
      koma_result_item_take_error (
        item, g_error_new_literal (KOMA_ERROR, KOMA_ERROR_DECODE, "broken"));
    g_list_store_append (items, item);
  }
  table = koma_grid_words_for_table (G_LIST_MODEL (items), 2);
  g_assert_cmpstr (table, ==, "Waiting\tWaiting\nWaiting\tNot a picture, or a damaged one\n");
  all = koma_grid_words_for_all (G_LIST_MODEL (items), fixture->preferences);
  g_assert_cmpstr (all, ==, "Not a picture, or a damaged one");
  cell = koma_grid_words_for_cell (waiting, 2, 2, fixture->preferences);
  g_assert_cmpstr (cell, ==, "Row 2, column 1: Waiting");
}

#define ADD(name, function) \
  g_test_add ("/grid/" name, Fixture, NULL, set_up, function, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  widget_tests_add_life ("/grid/life/", KOMA_TYPE_GRID_PAGE);
  ADD ("rows", test_rows);
  ADD ("again", test_again);
  ADD ("corners", test_corners);
  ADD ("pressed", test_pressed);
  ADD ("words", test_words);
  return g_test_run ();
}
