/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of pictures with its bar: search, filter, order and selection as a user does them. */

#include "tests/remove-tree.h"
#include "tests/ui/widget-tests.h"
#include "ui/results/koma-filter-popover.h"
#include "ui/results/koma-results-view.h"
#include "ui/results/koma-thumbnail-view.h"
#include "worker/decode/koma-thumbnail.h"
#include "tests/test-main.h"

#define N_ITEMS 400

typedef struct
{
  KomaPreferences *preferences;
  GListStore      *items;
  KomaResultsView *view;
  GtkWidget       *window;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->preferences = koma_preferences_new ();
  g_object_set (fixture->preferences, "list-grid", FALSE, "list-sort", "added", "list-descending",
                FALSE, "list-group", "none", NULL);
  fixture->items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  fixture->view = g_object_new (KOMA_TYPE_RESULTS_VIEW, NULL);
  fixture->window = gtk_window_new ();
  for (guint i = 0; i < N_ITEMS; i++) {
    g_autofree char *path = g_strdup_printf ("/pictures/%s %u.jpg", i % 4 == 0 ? "cat" : "dog", i);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

    if (i % 40 == 0)
      koma_result_item_take_error (item, g_error_new_literal (G_IO_ERROR, 0, "broken"));
    g_list_store_append (fixture->items, item);
  }
  koma_results_view_set_items (fixture->view, G_LIST_MODEL (fixture->items), fixture->preferences);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->items);
  g_object_unref (fixture->preferences);
}

static void
search (Fixture    *fixture,
        const char *text)
{
  GtkWidget *entry = find_of_type (GTK_WIDGET (fixture->view), GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
wait_for_rows (Fixture *fixture,
               guint    n_rows)
{
  while (g_list_model_get_n_items (koma_results_view_get_shown (fixture->view)) != n_rows)
    g_main_context_iteration (NULL, TRUE);
}

static guint
count_selected (Fixture *fixture)
{
  g_autoptr (GPtrArray) selected = koma_results_view_dup_selected (fixture->view);

  return selected->len;
}

static void
assert_name (GPtrArray  *items,
             guint       index,
             const char *name)
{
  g_autofree char *found = koma_result_item_dup_name (g_ptr_array_index (items, index));

  g_assert_cmpstr (found, ==, name);
}

/* Words are found while they are typed; what is selected then is what matches alone. */
static void
test_search (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GPtrArray) shown = NULL;

  wait_for_rows (fixture, N_ITEMS);
  search (fixture, "CAT");
  wait_for_rows (fixture, N_ITEMS / 4);
  shown = koma_results_view_dup_shown (fixture->view);
  g_assert_cmpuint (shown->len, ==, N_ITEMS / 4);
  assert_name (shown, 1, "cat 4.jpg");

  koma_results_view_select_all (fixture->view);
  g_assert_cmpuint (count_selected (fixture), ==, N_ITEMS / 4);
  koma_results_view_show_all (fixture->view);
  wait_for_rows (fixture, N_ITEMS);
  g_assert_cmpuint (count_selected (fixture), ==, N_ITEMS / 4);
}

/* What is selected stays so wherever it goes, and while its rows are not there yet. */
static void
test_selection (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GPtrArray) selected = NULL;

  wait_for_rows (fixture, N_ITEMS);
  koma_results_view_select_all (fixture->view);
  g_object_set (fixture->preferences, "list-sort", "name", "list-descending", TRUE, NULL);
  for (;;) {
    g_autoptr (KomaResultItem) first = koma_results_view_get_item (fixture->view, 0);
    g_autofree char *name = koma_result_item_dup_name (first);

    if (g_str_equal (name, "dog 399.jpg"))
      break;
    g_main_context_iteration (NULL, TRUE);
  }
  selected = koma_results_view_dup_selected (fixture->view);
  g_assert_cmpuint (selected->len, ==, N_ITEMS);
  assert_name (selected, N_ITEMS - 1, "cat 0.jpg");
}

static void
test_filter (Fixture      *fixture,
             gconstpointer data)
{
  GtkWidget *popover = find_of_type (GTK_WIDGET (fixture->view), KOMA_TYPE_FILTER_POPOVER);
  GtkWidget *states = find_of_type (popover, GTK_TYPE_DROP_DOWN);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (states), KOMA_ONLY_FAILED);
  wait_for_rows (fixture, N_ITEMS / 40);
  search (fixture, "nowhere");
  wait_for_rows (fixture, 0);
  koma_results_view_select_all (fixture->view);
  g_assert_cmpuint (count_selected (fixture), ==, 0);
  koma_results_view_show_all (fixture->view);
  wait_for_rows (fixture, N_ITEMS);
}

/* A header stands above the first row of a group, and follows the number of its pictures. */
static void
test_groups (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (KomaResultItem) first = NULL;

  g_object_set (fixture->preferences, "list-group", "class", NULL);
  while (!find_visible_label (GTK_WIDGET (fixture->view), "Waiting – 390 pictures"))
    g_main_context_iteration (NULL, TRUE);
  first = koma_results_view_get_item (fixture->view, 0);
  koma_result_item_set_stopped (first);
  while (!find_visible_label (GTK_WIDGET (fixture->view), "Waiting – 389 pictures"))
    g_main_context_iteration (NULL, TRUE);
  search (fixture, "cat");
  while (!find_visible_label (GTK_WIDGET (fixture->view), "Errors – 10 pictures"))
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
has_model (Fixture *fixture,
           GType    type)
{
  GtkWidget *page = gtk_widget_get_ancestor (find_of_type (GTK_WIDGET (fixture->view),
                                                           GTK_TYPE_GRID_VIEW),
                                             GTK_TYPE_STACK);
  GtkWidget *list = find_of_type (page, type);
  g_autoptr (GtkSelectionModel) model = NULL;

  g_object_get (list, "model", &model, NULL);
  return model != NULL;
}

/* The same pictures, the same selection. */
static void
test_grid (Fixture      *fixture,
           gconstpointer data)
{
  wait_for_rows (fixture, N_ITEMS);
  koma_results_view_select_all (fixture->view);
  g_object_set (fixture->preferences, "list-grid", TRUE, NULL);
  while (!has_model (fixture, GTK_TYPE_GRID_VIEW))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (has_model (fixture, GTK_TYPE_LIST_VIEW));
  g_assert_cmpuint (count_selected (fixture), ==, N_ITEMS);
  koma_results_view_scroll_to (fixture->view, N_ITEMS - 1);
  g_object_set (fixture->preferences, "list-grid", FALSE, NULL);
  g_assert_cmpuint (count_selected (fixture), ==, N_ITEMS);
}

/* ---- Sharp tiles ---- */

static void
write_png (GFile      *file,
           int         side,
           guint32     colour,
           const char *uri,
           const char *mtime)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, side, side * 3 / 4);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  gdk_pixbuf_fill (pixbuf, colour);
  gdk_pixbuf_save (pixbuf, path, "png", &error, "tEXt::Thumb::URI", uri, "tEXt::Thumb::MTime",
                   mtime, NULL);
  g_assert_no_error (error);
}

/* As another program does. */
static void
write_cached_thumbnail (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, uri, -1);
  g_autofree char *name = g_strconcat (sum, ".png", NULL);
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "thumbnails", "large", name,
                                            NULL);
  g_autoptr (GFile) thumbnail = g_file_new_for_path (path);

  g_assert_true (g_file_set_attribute_uint64 (file, G_FILE_ATTRIBUTE_TIME_MODIFIED, 1700000000,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
  write_png (thumbnail, 256, 0xff0000ff, uri, "1700000000");
}

/* A picture that was classified: its file is green, and its small thumbnail black. */
static void
append_green (Fixture *fixture,
              GFile   *file)
{
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);
  g_autoptr (KomaPicture) small = koma_picture_new_take (g_malloc0 (16 * 12 * 3), 16, 12, 48);
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  g_auto (GStrv) names = g_strsplit ("cat", ",", -1);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_steal_pointer (&names), "a list");
  const KomaClassScore top[] = { { .index = 0, .score = 1 } };
  g_autoptr (GBytes) jpeg = koma_thumbnail_encode (small, 16, NULL);
  const KomaResult values = { .info = info, .labels = labels, .thumbnail = jpeg };

  g_atomic_ref_count_init (&info->ref_count);
  write_png (file, 800, 0x00ff00ff, "", "");
  koma_result_item_take_result (item, koma_result_new (&values, top, G_N_ELEMENTS (top)));
  koma_model_info_unref (info);
  g_list_store_append (fixture->items, item);
}

static GdkTexture *
wait_for_sharp (Fixture *fixture)
{
  for (;;) {
    GtkWidget  *grid = find_of_type (GTK_WIDGET (fixture->view), GTK_TYPE_GRID_VIEW);
    GtkWidget  *tile = find_of_type (grid, KOMA_TYPE_THUMBNAIL_VIEW);
    GdkTexture *texture = tile != NULL
                            ? koma_thumbnail_view_get_texture (KOMA_THUMBNAIL_VIEW (tile))
                            : NULL;

    if (texture != NULL && gdk_texture_get_width (texture) > 16)
      return texture;
    g_main_context_iteration (NULL, TRUE);
  }
}

/* A tile that is seen is made again at its size: from the picture, or from what another program has
 * left in the cache. */
static void
test_sharp (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-sharp-XXXXXX", NULL);

  for (guint i = 0; i < 2; i++) {
    g_autofree char *path = g_strdup_printf ("%s/%u.png", folder, i);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    GdkTexture *texture = NULL;
    guint8      pixels[256 * 192 * 4];

    g_list_store_remove_all (fixture->items);
    append_green (fixture, file);
    if (i == 1)
      write_cached_thumbnail (file);
    g_object_set (fixture->preferences, "list-grid", TRUE, NULL);
    texture = wait_for_sharp (fixture);
    g_assert_cmpint (gdk_texture_get_width (texture), ==,
                     KOMA_TILE_SIDE * 4 / 3 * gtk_widget_get_scale_factor (fixture->window));
    gdk_texture_download (texture, pixels, 4 * gdk_texture_get_width (texture));
    g_assert_cmpuint (pixels[1], ==, i == 0 ? 255 : 0); /* of BGRA */
    g_assert_cmpuint (pixels[2], ==, i == 0 ? 0 : 255);
  }
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *cache = g_dir_make_tmp ("koma-cache-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  if (!widget_tests_init (&argc, &argv))
    return 0;
#define ADD(path, func) \
  g_test_add ("/ui/results-view/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("search", test_search);
  ADD ("selection", test_selection);
  ADD ("filter", test_filter);
  ADD ("groups", test_groups);
  ADD ("grid", test_grid);
  ADD ("sharp", test_sharp);
#undef ADD
  status = g_test_run ();
  remove_tree (cache);
  return status;
}
