/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "diagnostics-fixture.h"
#include "tests/remove-tree.h"
#include "tests/ui/widget-tests.h"
#include "tests/unref-and-wait.h"
#include "ui/diagnostics/koma-compared-row.h"
#include "ui/diagnostics/koma-diagnostics-window.h"
#include "ui/diagnostics/koma-profile-export.h"
#include "ui/diagnostics/koma-profile-item.h"
#include "ui/diagnostics/koma-profile-page.h"
#include "ui/diagnostics/koma-profile-table.h"
#include "ui/diagnostics/koma-throughput-chart.h"
#include "tests/test-main.h"

#define SOFTWARE "The processor does the work of a graphics card, slower than a real one"

/* ---- Made up ---- */

static KomaComparedBatch batches[] = {
  { 1, KOMA_COMPARED_MEASURED, 5.0, 9.0, 2.5, 2.25, 2.75, 40, 14200000, NULL },
  { 2, KOMA_COMPARED_MEASURED, 5.0, 9.0, 4.0, 3.9, 4.1, 40, 16000000, NULL },
  { 4, KOMA_COMPARED_LEFT_OUT, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0, (char *) "it takes too long" },
};

static const KomaComparedBackend measured = {
  .name = "xnnpack",
  .title = "XNNPACK",
  .device = (char *) "a processor",
  .batches = batches,
  .n_batches = G_N_ELEMENTS (batches),
  .is_compared = TRUE,
  .is_agreeing = TRUE,
  .answer = (char *) "cat",
  .score = 0.8,
};

static const KomaComparedBackend missing = {
  .name = "gles",
  .title = "OpenGL ES",
  .reason = (char *) "there is no graphics card",
};

static void
assert_spoken (gpointer    widget,
               const char *words)
{
  char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                    GTK_ACCESSIBLE_PROPERTY_LABEL, words);

  if (other != NULL)
    g_error ("“%s” is said instead of “%s”", other, words);
}

/* ---- The chart ---- */

/* At most four steps, each a number that one can count with. */
static void
test_steps (void)
{
  static const struct
  {
    double greatest, step;
  } cases[] = {
    { 0.3, 0.1 },
    { 0.4, 0.1 },
    { 0.41, 0.2 },
    { 3.0, 1.0 },
    { 7.0, 2.0 },
    { 8.1, 5.0 },
    { 37.0, 10.0 },
    { 541.0, 200.0 },
    { 99999.0, 50000.0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (koma_throughput_chart_choose_step (cases[i].greatest),
                                    cases[i].step, 1e-9);
}

static void
show (KomaThroughputChart       *chart,
      const KomaComparedBackend *backends,
      guint                      n_backends)
{
  const KomaComparison made_up = { .backends = (KomaComparedBackend *) backends,
                                   .n_backends = n_backends };
  g_autoptr (KomaComparison) comparison = koma_comparison_copy (&made_up);

  koma_throughput_chart_show (chart, comparison);
}

static void
test_chart (void)
{
  GtkWidget           *widget = g_object_ref_sink (g_object_new (KOMA_TYPE_THROUGHPUT_CHART, NULL));
  KomaThroughputChart *chart = KOMA_THROUGHPUT_CHART (widget);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (chart), GTK_ACCESSIBLE_ROLE_IMG);
  show (chart, &missing, 1);
  g_assert_true (koma_throughput_chart_is_empty (chart));
  show (chart, (KomaComparedBackend[]){ missing, measured }, 2);
  g_assert_false (koma_throughput_chart_is_empty (chart));
  /* 2 pictures in 4 ms are 500 a second. */
  g_assert_cmpfloat (koma_throughput_chart_get_top (chart), ==, 600.0);
  assert_spoken (chart, "Pictures per second\nXNNPACK: 1 at once: 400 per second, "
                        "2 at once: 500 per second, 4 at once: not measured");

  koma_throughput_chart_show (chart, NULL);
  assert_spoken (chart, "Pictures per second");
  g_assert_finalize_object (widget);
}

static guint
count_parts (const char *text,
             const char *part)
{
  guint n_parts = 0;

  for (text = strstr (text, part); text != NULL; text = strstr (text + 1, part))
    n_parts++;
  return n_parts;
}

/* A bar for each batch that was measured: what has round corners. */
static void
test_chart_drawn (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *chart = g_object_new (KOMA_TYPE_THROUGHPUT_CHART, NULL);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GBytes) bytes = NULL;

  show (KOMA_THROUGHPUT_CHART (chart), &measured, 1);
  gtk_window_set_child (GTK_WINDOW (window), chart);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (chart) == 0)
    g_main_context_iteration (NULL, TRUE);
  GTK_WIDGET_GET_CLASS (chart)->snapshot (chart, snapshot);
  node = gtk_snapshot_free_to_node (g_steal_pointer (&snapshot));
  bytes = gsk_render_node_serialize (node);
  g_assert_cmpuint (count_parts (g_bytes_get_data (bytes, NULL), "rounded-clip {"), ==, 2);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- A row ---- */

static void
test_row_measured (void)
{
  GtkWidget *row = g_object_ref_sink (koma_compared_row_new ());
  int        width = 0;

  koma_compared_row_show (KOMA_COMPARED_ROW (row), &measured, TRUE, FALSE);
  g_assert_nonnull (find_visible_label (row, "XNNPACK"));
  g_assert_nonnull (find_visible_label (row, "Fastest"));
  g_assert_nonnull (find_visible_label (row, "a processor"));
  g_assert_nonnull (find_visible_label (row, "9.00 ms"));
  g_assert_nonnull (find_visible_label (row, "2.50 ms"));
  g_assert_nonnull (find_visible_label (row, "2.25 – 2.75 ms"));
  g_assert_nonnull (find_visible_label (row, "14.2\u00a0MB"));
  g_assert_nonnull (find_visible_label (row, "Agrees"));
  g_assert_nonnull (find_visible_label (row, "cat 80%"));
  g_assert_nonnull (find_visible_label (row, "4 at once: it takes too long"));
  g_assert_null (find_visible_label (row, SOFTWARE));
  assert_spoken (row, "XNNPACK, Fastest, First run: 9.00 ms, Steady, median: 2.50 ms, "
                      "9 in 10 runs: 2.25 – 2.75 ms, Memory: 14.2\u00a0MB, "
                      "Against plain C: Agrees, Best class: cat 80%");
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 336);
  g_assert_finalize_object (row);
}

static void
test_row_states (void)
{
  GtkWidget          *row = g_object_ref_sink (koma_compared_row_new ());
  KomaComparedBatch   batch = { .batch = 1 };
  KomaComparedBackend backend = { .name = "cpu", .batches = &batch, .n_batches = 1 };

  koma_compared_row_show (KOMA_COMPARED_ROW (row), &backend, FALSE, TRUE);
  assert_spoken (row, "Plain C, Waiting…");
  batch.state = KOMA_COMPARED_RUNNING;
  koma_compared_row_show (KOMA_COMPARED_ROW (row), &backend, FALSE, TRUE);
  assert_spoken (row, "Plain C, Measuring…");
  koma_compared_row_show (KOMA_COMPARED_ROW (row), &backend, FALSE, FALSE);
  assert_spoken (row, "Plain C, Not measured");
  g_assert_null (find_visible_label (row, "Fastest"));

  backend.is_software = TRUE;
  batch.state = KOMA_COMPARED_FAILED;
  batch.reason = (char *) "out of memory";
  koma_compared_row_show (KOMA_COMPARED_ROW (row), &backend, FALSE, FALSE);
  assert_spoken (row, "Plain C, Can not be used");
  g_assert_nonnull (find_visible_label (row, "out of memory"));
  g_assert_nonnull (
    find_visible_label (row, SOFTWARE));

  koma_compared_row_show (KOMA_COMPARED_ROW (row), &missing, FALSE, TRUE);
  g_assert_nonnull (find_visible_label (row, "there is no graphics card"));
  g_assert_finalize_object (row);
}

/* ---- With a model ---- */

typedef struct
{
  Fixture    base;
  GtkWindow *window; /* weak */
} WindowFixture;

static void
set_up (WindowFixture *fixture,
        gconstpointer  data)
{
  fixture_set_up (&fixture->base, data);
  fixture->window = koma_diagnostics_window_new (NULL, fixture->base.diagnostics);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
}

static void
tear_down (WindowFixture *fixture,
           gconstpointer  data)
{
  if (fixture->window != NULL)
    gtk_window_destroy (fixture->window);
  wait_until_gone ((gpointer *) &fixture->window);
  fixture_tear_down (&fixture->base, data);
}

static void
wait_for_end (WindowFixture *fixture)
{
  while (koma_diagnostics_get_running (fixture->base.diagnostics) != KOMA_DIAGNOSIS_NONE)
    g_main_context_iteration (NULL, TRUE);
}

static gpointer
find_widget (gpointer widget,
             GType    type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    gpointer found = find_widget (child, type);

    if (found != NULL)
      return found;
  }
  return NULL;
}

static void
test_empty (WindowFixture *fixture,
            gconstpointer  data)
{
  GtkWidget *window = adw_window_get_content (ADW_WINDOW (fixture->window));

  g_assert_nonnull (find_visible_label (window, "There is no model to compare with yet"));
  g_assert_nonnull (find_visible_label (window, "Open Model…"));
  fixture_load (&fixture->base, "colours");
  g_assert_null (find_visible_label (window, "There is no model to compare with yet"));
  g_assert_nonnull (find_visible_label (window, "Made numbers"));
  g_assert_nonnull (find_visible_label (window, "What Is Fastest Here?"));
}

static void
test_compared (WindowFixture *fixture,
               gconstpointer  data)
{
  GtkWidget *window = adw_window_get_content (ADW_WINDOW (fixture->window));

  fixture_load (&fixture->base, "colours");
  koma_diagnostics_compare (fixture->base.diagnostics);
  g_assert_nonnull (find_visible_label (window, "Cancel"));
  wait_for_end (fixture);
  g_assert_nonnull (find_visible_label (window, "Done"));
  g_assert_nonnull (find_visible_label (window, "Reference"));
  g_assert_nonnull (find_visible_label (window, "Can not be used"));
  g_assert_null (find_visible_label (window, "What Is Fastest Here?"));
  g_assert_false (
    koma_throughput_chart_is_empty (find_widget (window, KOMA_TYPE_THROUGHPUT_CHART)));
}

/* What runs ends with the window. */
static void
test_closed (WindowFixture *fixture,
             gconstpointer  data)
{
  fixture_load (&fixture->base, "colours");
  koma_diagnostics_compare (fixture->base.diagnostics);
  gtk_window_destroy (fixture->window);
  g_assert_cmpint (koma_diagnostics_get_running (fixture->base.diagnostics), ==,
                   KOMA_DIAGNOSIS_NONE);
}

static double
get_ms (GListModel *items,
        guint       index)
{
  g_autoptr (KomaProfileItem) item = g_list_model_get_item (items, index);

  return item->row->median_ms;
}

static void
test_table (WindowFixture *fixture,
            gconstpointer  data)
{
  KomaProfileTable *table = find_widget (fixture->window, KOMA_TYPE_PROFILE_TABLE);
  GListModel       *items = koma_profile_table_get_items (table);

  fixture_load (&fixture->base, "colours");
  koma_diagnostics_profile (fixture->base.diagnostics, "cpu");
  wait_for_end (fixture);
  g_assert_cmpuint (
    g_list_model_get_n_items (items), ==,
    koma_diagnostics_get_report (fixture->base.diagnostics)->n_rows);
  g_assert_cmpuint (g_list_model_get_n_items (items), >, 1);

  /* The heaviest first; by number, as the model has them. */
  for (guint i = 1; i < g_list_model_get_n_items (items); i++)
    g_assert_cmpfloat (get_ms (items, i - 1), >=, get_ms (items, i));
  koma_profile_table_sort (table, 0, GTK_SORT_ASCENDING);
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaProfileItem) item = g_list_model_get_item (items, i);

    g_assert_cmpuint (item->index, ==, i);
  }
}

/* As the menu does it that stands beside the table; once more turns it round. */
static void
test_table_menu (WindowFixture *fixture,
                 gconstpointer  data)
{
  GtkWidget  *page = find_widget (fixture->window, KOMA_TYPE_PROFILE_PAGE);
  GListModel *items =
    koma_profile_table_get_items (find_widget (fixture->window, KOMA_TYPE_PROFILE_TABLE));
  g_autoptr (KomaProfileItem) first = NULL;
  g_autoptr (KomaProfileItem) last = NULL;

  fixture_load (&fixture->base, "colours");
  koma_diagnostics_profile (fixture->base.diagnostics, "cpu");
  wait_for_end (fixture);
  g_assert_true (gtk_widget_activate_action (page, "table.sort", "u", 0));
  first = g_list_model_get_item (items, 0);
  g_assert_cmpuint (first->index, ==, 0);
  g_assert_true (gtk_widget_activate_action (page, "table.sort", "u", 0));
  last = g_list_model_get_item (items, 0);
  g_assert_cmpuint (last->index, ==, g_list_model_get_n_items (items) - 1);
}

static void
wait_for_label (GtkWidget  *widget,
                const char *text)
{
  while (find_visible_label (widget, text) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_export (WindowFixture *fixture,
             gconstpointer  data)
{
  AdwToastOverlay *toasts = find_widget (fixture->window, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *folder = g_dir_make_tmp ("koma-export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "profile.csv", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "gone", "profile.json", NULL);
  g_autofree char *written = NULL;
  g_autofree char *wanted = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) missing_file = g_file_new_for_path (nowhere);
  KomaProfileReport *report = NULL;

  fixture_load (&fixture->base, "colours");
  koma_diagnostics_profile (fixture->base.diagnostics, "cpu");
  wait_for_end (fixture);
  report = koma_diagnostics_get_report (fixture->base.diagnostics);
  gtk_window_present (fixture->window);

  koma_profile_export_to_file (toasts, report, KOMA_EXPORT_CSV, file);
  wait_for_label (GTK_WIDGET (toasts), "Saved as “profile.csv”");
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  wanted = koma_profile_report_to_csv (report);
  g_assert_cmpstr (written, ==, wanted);

  koma_profile_export_to_file (toasts, report, KOMA_EXPORT_JSON, missing_file);
  wait_for_label (GTK_WIDGET (toasts), "The folder is not there any more");
  remove_tree (folder);
}

static void
test_smallest (WindowFixture *fixture,
               gconstpointer  data)
{
  int width = 0, height = 0;

  fixture_load (&fixture->base, "colours");
  koma_diagnostics_compare (fixture->base.diagnostics);
  wait_for_end (fixture);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (fixture->window), GTK_ORIENTATION_VERTICAL, 360, &height, NULL,
                      NULL, NULL);
  g_assert_cmpint (width, <=, 360);
  g_assert_cmpint (height, <=, 294);
}

KOMA_TEST_MAIN (argc, argv)
{
  /* Found or not depends on the computer. */
  g_setenv ("KOMA_GLES_DEVICE", "/nonexistent", TRUE);
  if (!widget_tests_init (&argc, &argv))
    return 0;

#define ADD(name, function)                                                           \
  g_test_add ("/ui/diagnostics-widgets/" name, WindowFixture, NULL, set_up, function, \
              tear_down)
  g_test_add_func ("/ui/diagnostics-widgets/steps", test_steps);
  g_test_add_func ("/ui/diagnostics-widgets/chart", test_chart);
  g_test_add_func ("/ui/diagnostics-widgets/chart-drawn", test_chart_drawn);
  g_test_add_func ("/ui/diagnostics-widgets/row-measured", test_row_measured);
  g_test_add_func ("/ui/diagnostics-widgets/row-states", test_row_states);
  ADD ("empty", test_empty);
  ADD ("compared", test_compared);
  ADD ("closed", test_closed);
  ADD ("table", test_table);
  ADD ("table-menu", test_table_menu);
  ADD ("export", test_export);
  ADD ("smallest", test_smallest);
  return g_test_run ();
}
