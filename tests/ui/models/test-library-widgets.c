/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/remove-tree.h"
#include "tests/ui/widget-tests.h"
#include "tests/unref-and-wait.h"
#include "ui/models/koma-address-dialog.h"
#include "ui/models/koma-library-row.h"
#include "ui/models/koma-library-window.h"
#include "ui/models/koma-model-offers.h"
#include "tests/test-main.h"

static gboolean
says (GtkWidget  *widget,
      const char *text)
{
  return find_visible_label (widget, text) != NULL;
}

/* ---- A row ---- */

static const KomaCatalogueEntry entry = {
  .id = "cats",
  .name = "Cats <b>",
  .description = "Nothing but cats.",
  .licence = "MIT",
  .kind = KOMA_MODEL_KIND_CLASSIFIER,
  .n_classes = 7,
  .size_bytes = 2000000,
};

/* From what can be downloaded to what failed. */
static void
test_row_download (void)
{
  GtkWidget *row = g_object_ref_sink (koma_library_row_new ());
  g_autoptr (KomaLibraryItem) item = koma_library_item_new (NULL, &entry);
  KomaFetch fetch = { KOMA_FETCH_RUNNING, .done_bytes = 500000, .total_bytes = 2000000 };

  koma_library_row_set_item (KOMA_LIBRARY_ROW (row), item);
  g_assert_true (says (row, "Cats <b>"));
  g_assert_true (says (row, "Download"));
  g_assert_false (says (row, "To Download"));
  g_assert_null (find_visible (row, GTK_TYPE_PROGRESS_BAR, NULL));

  koma_library_item_set_heading (item, TRUE);
  koma_library_item_set_fetch (item, &fetch);
  g_assert_true (says (row, "To Download"));
  g_assert_true (says (row, "Cancel"));
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (
                       GTK_PROGRESS_BAR (find_visible (row, GTK_TYPE_PROGRESS_BAR, NULL))),
                     ==, 0.25);

  fetch = (KomaFetch){ KOMA_FETCH_FAILED, .error = (char *) "the server is gone" };
  koma_library_item_set_fetch (item, &fetch);
  g_assert_true (says (row, "The server is gone"));
  g_assert_true (says (row, "Try Again"));
  g_assert_null (find_visible (row, GTK_TYPE_PROGRESS_BAR, NULL));

  koma_library_item_set_fetch (item, NULL);
  g_assert_false (says (row, "The server is gone"));
  g_assert_true (says (row, "Download"));
  g_assert_finalize_object (row);
}

/* A word that is longer than the row is broken. */
static void
test_row_long_word (void)
{
  static const KomaCatalogueEntry german = {
    .id = "ships",
    .name = "Donaudampfschifffahrtsgesellschaftskapitänsmützen",
    .description = "Donaudampfschifffahrtsgesellschaftskapitänsmützen",
    .licence = "Donaudampfschifffahrtsgesellschaftskapitänsmützenlizenz",
    .kind = KOMA_MODEL_KIND_CLASSIFIER,
  };
  GtkWidget *row = g_object_ref_sink (koma_library_row_new ());
  g_autoptr (KomaLibraryItem) item = koma_library_item_new (NULL, &german);
  int width = 0;

  koma_library_row_set_item (KOMA_LIBRARY_ROW (row), item);
  g_assert_true (says (row, german.description));
  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <, 300);
  g_assert_finalize_object (row);
}

/* The model in use is not to be used once more. */
static void
test_row_in_use (void)
{
  GtkWidget *row = g_object_ref_sink (koma_library_row_new ());
  g_autoptr (KomaModelItem) model = g_object_new (KOMA_TYPE_MODEL_ITEM, NULL);
  g_autoptr (KomaLibraryItem) item = NULL;

  model->place = KOMA_MODEL_STORED;
  model->path = g_strdup ("/cats/model.json");
  model->name = g_strdup ("Cats");
  item = koma_library_item_new (model, NULL);
  koma_library_row_set_item (KOMA_LIBRARY_ROW (row), item);
  g_assert_true (says (row, "Use"));
  g_assert_false (says (row, "In Use"));
  koma_library_item_set_in_use (item, TRUE);
  g_assert_true (says (row, "In Use"));
  g_assert_false (says (row, "Use"));

  /* A row that shows nothing hears of nothing. */
  koma_library_row_set_item (KOMA_LIBRARY_ROW (row), NULL);
  koma_library_item_set_in_use (item, FALSE);
  g_assert_false (says (row, "Use"));
  g_assert_finalize_object (row);
}

/* ---- The list ---- */

static void
copy_file (const char *name,
           const char *folder)
{
  const char      *source = g_getenv ("KOMA_SOURCE");
  g_autofree char *from = g_build_filename (source, "tests", "data", "colours", name, NULL);
  g_autofree char *to = g_build_filename (folder, name, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (from, &text, &length, NULL));
  g_assert_true (g_file_set_contents (to, text, (gssize) length, NULL));
}

static char *
install_model (const char *name)
{
  char *folder = g_build_filename (g_get_user_data_dir (), "koma", "models", name, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  copy_file ("model.json", folder);
  copy_file ("weights.bin", folder);
  return folder;
}

static void
wait_for_items (GListModel *items,
                guint       n_items)
{
  for (guint i = 0; i < 20000 && g_list_model_get_n_items (items) != n_items; i++) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
  g_assert_cmpuint (g_list_model_get_n_items (items), ==, n_items);
}

static void
changed_cb (GListModel *items,
            guint       position,
            guint       n_removed,
            guint       n_added,
            guint      *n_all_removed)
{
  *n_all_removed += n_removed;
}

/* What stays the same keeps its item, and with it the focus. */
static void
test_list (void)
{
  KomaWorker       *worker = koma_worker_new ();
  KomaModelChoices *choices = koma_model_choices_new ();
  KomaModelControl *control = koma_model_control_new (worker, choices);
  g_autofree char  *first = install_model ("a");
  g_autofree char  *last = install_model ("c");
  g_autofree char  *middle = NULL;
  KomaLibrary      *library = koma_library_new (choices, control);
  GListModel       *items = koma_library_get_items (library);
  guint             n_removed = 0;

  wait_for_items (items, 2);
  g_signal_connect (items, "items-changed", G_CALLBACK (changed_cb), &n_removed);
  middle = install_model ("b");
  koma_library_refresh (library);
  wait_for_items (items, 3);
  g_assert_cmpuint (n_removed, ==, 0);
  remove_tree (middle);
  koma_library_refresh (library);
  wait_for_items (items, 2);
  g_assert_cmpuint (n_removed, ==, 1);
  g_assert_null (koma_library_get_suggested (library));
  g_assert_null (koma_library_get_running (library));

  remove_tree (first);
  remove_tree (last);
  koma_library_close (library);
  unref_and_wait (library);
  unref_and_wait (control);
  koma_worker_stop (worker);
  unref_and_wait (worker);
  unref_and_wait (choices);
}

/* ---- Windows ---- */

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

/* Closed in the middle of reading. */
static void
test_window_life (void)
{
  KomaWorker       *worker = koma_worker_new ();
  KomaModelChoices *choices = koma_model_choices_new ();
  KomaModelControl *control = koma_model_control_new (worker, choices);
  KomaLibrary      *library = koma_library_new (choices, control);
  GtkWindow        *window = koma_library_window_new (NULL, library);

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_present (window);
  settle ();
  gtk_window_destroy (window);
  settle ();
  g_assert_null (window);

  koma_library_close (library);
  koma_library_close (library);
  unref_and_wait (library);
  unref_and_wait (control);
  koma_worker_stop (worker);
  unref_and_wait (worker);
  unref_and_wait (choices);
}

static void
take_address (char      **place,
              const char *address)
{
  *place = g_strdup (address);
}

static void
test_dialog (void)
{
  KomaAddressDialog *dialog = koma_address_dialog_new (NULL, "not one");
  GtkWidget         *field = NULL;
  g_autofree char   *address = NULL;

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  g_signal_connect_swapped (dialog, "open", G_CALLBACK (take_address), &address);
  gtk_window_present (GTK_WINDOW (dialog));
  field = find_visible (GTK_WIDGET (dialog), GTK_TYPE_ENTRY, NULL);
  gtk_widget_activate_action (GTK_WIDGET (dialog), "address.open", NULL);
  g_assert_null (address);

  gtk_editable_set_text (GTK_EDITABLE (field), "https://example.org/cats/model.json");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "address.open", NULL);
  g_assert_nonnull (address);
  g_assert_nonnull (strstr (address, "example.org"));
  settle ();
  g_assert_null (dialog);
}

static gboolean
has_complaint (KomaAddressDialog *dialog,
               const char        *text)
{
  GtkWidget *field = find_visible (GTK_WIDGET (dialog), GTK_TYPE_ENTRY, NULL);

  gtk_editable_set_text (GTK_EDITABLE (field), text);
  return find_visible_label (GTK_WIDGET (dialog),
                             "This is no model of Hugging Face; write hf:OWNER/NAME, or "
                             "hf:OWNER/NAME@REVISION") != NULL;
}

/* Nobody is told what is wrong while writing what is right. */
static void
test_dialog_hub (void)
{
  static const char  right[] = "hf:google/vit-base@v1";
  KomaAddressDialog *dialog = koma_address_dialog_new (NULL, "hf:google/vit base");
  g_autofree char   *address = NULL;

  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  g_signal_connect_swapped (dialog, "open", G_CALLBACK (take_address), &address);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_true (has_complaint (dialog, "hf:google/vit base"));
  for (guint length = 1; length <= strlen (right); length++) {
    g_autofree char *text = g_strndup (right, length);

    g_assert_true (has_complaint (dialog, text) == (text[length - 1] == '@'));
  }
  gtk_widget_activate_action (GTK_WIDGET (dialog), "address.open", NULL);
  g_assert_cmpstr (address, ==, right);
  settle ();
  g_assert_null (dialog);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  widget_tests_add_life ("/ui/library-widgets/life/", KOMA_TYPE_LIBRARY_ROW);
  widget_tests_add_life ("/ui/library-widgets/life/", KOMA_TYPE_MODEL_OFFERS);
  g_test_add_func ("/ui/library-widgets/row-download", test_row_download);
  g_test_add_func ("/ui/library-widgets/row-long-word", test_row_long_word);
  g_test_add_func ("/ui/library-widgets/row-in-use", test_row_in_use);
  g_test_add_func ("/ui/library-widgets/list", test_list);
  g_test_add_func ("/ui/library-widgets/window-life", test_window_life);
  g_test_add_func ("/ui/library-widgets/dialog", test_dialog);
  g_test_add_func ("/ui/library-widgets/dialog-hub", test_dialog_hub);
  return g_test_run ();
}
