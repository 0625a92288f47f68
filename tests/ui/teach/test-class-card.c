/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "tests/unref-and-wait.h"
#include "ui/teach/koma-class-card.h"
#include "ui/teach/koma-example-strip.h"
#include "ui/teach/koma-example-tile.h"
#include "ui/teach/koma-pictures-window.h"
#include "worker/teach/project/koma-teach-add.h"
#include "worker/teach/project/koma-teach-status.h"
#include "tests/test-main.h"

#define N_PICTURES 3

typedef struct
{
  char             *folder;
  KomaTeachProject *project;
  KomaTeachClass   *klass;
} Fixture;

static void
setup (Fixture      *fixture,
       gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("koma-card-XXXXXX", NULL);
  fixture->project = koma_teach_project_new (fixture->folder);
  while (koma_teach_project_get_status (fixture->project).state == KOMA_TEACH_OPENING)
    g_main_context_iteration (NULL, TRUE);
  fixture->klass = koma_teach_project_add_class (fixture->project, "Cat");
}

static void
teardown (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *command = g_strdup_printf ("rm -r '%s'", fixture->folder);

  unref_and_wait (fixture->project);
  g_assert_true (g_spawn_command_line_sync (command, NULL, NULL, NULL, NULL));
  g_free (fixture->folder);
}

/* A name is written when it is entered, and not if it is empty. */
static void
test_name (Fixture      *fixture,
           gconstpointer data)
{
  GtkWidget   *card = g_object_ref_sink (koma_class_card_new (fixture->project, fixture->klass));
  GtkEditable *entry = GTK_EDITABLE (find_of_type (card, GTK_TYPE_ENTRY));

  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Cat");
  g_assert_false (koma_class_card_revert_name (KOMA_CLASS_CARD (card)));
  gtk_editable_set_text (entry, "  Lynx ");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (koma_teach_class_get_name (fixture->klass), ==, "Lynx");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Lynx");

  gtk_editable_set_text (entry, " ");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Lynx");
  gtk_editable_set_text (entry, "Tiger");
  g_assert_true (koma_class_card_revert_name (KOMA_CLASS_CARD (card)));
  g_assert_cmpstr (koma_teach_class_get_name (fixture->klass), ==, "Lynx");

  g_assert_true (koma_teach_project_undo (fixture->project));
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "Cat");
  g_assert_finalize_object (card);
}

static void
added_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  gboolean *is_done = user_data;
  g_autoptr (KomaTeachAdded) added =
    koma_teach_project_add_files_finish (KOMA_TEACH_PROJECT (source), result, NULL);

  g_assert_cmpuint (added->n_added, ==, N_PICTURES);
  *is_done = TRUE;
}

static void
add_pictures (Fixture *fixture)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean is_done = FALSE;

  for (guint i = 0; i < N_PICTURES; i++) {
    static const char *const names[] = { "01-pawn.jpg", "03-knight.jpg", "08-king.jpg" };

    g_ptr_array_add (files, g_file_new_build_filename (g_getenv ("KOMA_SOURCE"), "data", "samples",
                                                       names[i], NULL));
  }
  koma_teach_project_add_files_async (fixture->project, fixture->klass, files, NULL, added_cb,
                                      &is_done);
  while (!is_done)
    g_main_context_iteration (NULL, TRUE);
}

static guint
count_tiles (GtkWidget *strip)
{
  guint n_tiles = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (strip); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    const gboolean has_example =
      koma_example_tile_get_example (KOMA_EXAMPLE_TILE (child)) != NULL;

    g_assert_cmpint (gtk_widget_get_visible (child), ==, has_example);
    g_assert_cmpint (has_tooltip (child), ==, has_example);
    n_tiles += has_example;
  }
  return n_tiles;
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Follows the list, and lets go of it. */
static void
test_strip (Fixture      *fixture,
            gconstpointer data)
{
  GtkWidget *strip = g_object_ref_sink (g_object_new (KOMA_TYPE_EXAMPLE_STRIP, NULL));

  koma_example_strip_set_examples (KOMA_EXAMPLE_STRIP (strip), G_LIST_MODEL (fixture->klass));
  add_pictures (fixture);
  settle ();
  g_assert_cmpuint (count_tiles (strip), ==, N_PICTURES);
  g_assert_true (koma_teach_project_undo (fixture->project));
  settle ();
  g_assert_cmpuint (count_tiles (strip), ==, 0);

  koma_example_strip_set_examples (KOMA_EXAMPLE_STRIP (strip), NULL);
  settle ();
  unref_and_wait (strip);
}

static gboolean
has_label (GtkWidget  *widget,
           const char *text)
{
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    if (has_label (child, text))
      return TRUE;
  }
  return FALSE;
}

static void
test_count (Fixture      *fixture,
            gconstpointer data)
{
  GtkWidget *card = g_object_ref_sink (koma_class_card_new (fixture->project, fixture->klass));
  int        width = 0;

  g_assert_true (has_label (card, "0 pictures"));
  add_pictures (fixture);
  g_assert_true (has_label (card, "3 pictures"));
  gtk_widget_measure (card, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 336);
  koma_class_card_set_advice (KOMA_CLASS_CARD (card), "Add more");
  g_assert_true (has_label (card, "Add more"));
  unref_and_wait (card);
}

/* Selected pictures go, and one undo brings them back. */
static void
test_pictures (Fixture      *fixture,
               gconstpointer data)
{
  GListModel        *examples = G_LIST_MODEL (fixture->klass);
  GtkWindow         *window = NULL;
  GtkSelectionModel *selection = NULL;

  add_pictures (fixture);
  window = koma_pictures_window_new (NULL, fixture->project, examples, "Cat");
  g_object_ref (window);
  selection = gtk_grid_view_get_model (
    GTK_GRID_VIEW (find_of_type (GTK_WIDGET (window), GTK_TYPE_GRID_VIEW)));
  g_assert_true (has_label (GTK_WIDGET (window), "3 pictures"));

  gtk_selection_model_select_item (selection, 0, TRUE);
  gtk_selection_model_select_item (selection, 1, FALSE);
  gtk_widget_activate_action (GTK_WIDGET (window), "pictures.remove", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (examples), ==, 1);
  g_assert_true (has_label (GTK_WIDGET (window), "2 pictures removed"));
  g_assert_true (has_label (GTK_WIDGET (window), "1 picture"));
  gtk_widget_activate_action (GTK_WIDGET (window), "pictures.undo", NULL);
  g_assert_true (has_label (GTK_WIDGET (window), "3 pictures"));

  gtk_window_destroy (window);
  unref_and_wait (window);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  g_test_add ("/ui/class-card/name", Fixture, NULL, setup, test_name, teardown);
  g_test_add ("/ui/class-card/strip", Fixture, NULL, setup, test_strip, teardown);
  g_test_add ("/ui/class-card/count", Fixture, NULL, setup, test_count, teardown);
  g_test_add ("/ui/class-card/pictures", Fixture, NULL, setup, test_pictures, teardown);
  return g_test_run ();
}
