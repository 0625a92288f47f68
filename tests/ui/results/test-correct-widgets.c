/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The field for what pictures show, and its dialog. */
#include "tests/ui/widget-tests.h"
#include "tests/test-main.h"
#include "ui/results/koma-correct-dialog.h"
#include "ui/results/koma-correct-field.h"

static KomaResultItem *
new_item (void)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  g_auto (GStrv) names = g_strsplit ("tabby,Egyptian cat,tiger cat,egg", ",", -1);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_steal_pointer (&names), "a list");
  const KomaResult     values = { .info = info, .labels = labels };
  const KomaClassScore top[] = { { .index = 1, .score = 0.6f }, { .index = 0, .score = 0.3f } };
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  KomaResultItem *item = koma_result_item_new_for_file (file);

  g_atomic_ref_count_init (&info->ref_count);
  info->name = g_strdup ("Animals");
  info->hash = g_strdup ("hash");
  koma_result_item_take_result (item, koma_result_new (&values, top, G_N_ELEMENTS (top)));
  koma_model_info_unref (info);
  return item;
}

static void
take_label (char      **label,
            const char *taken)
{
  g_free (*label);
  *label = g_strdup (taken);
}

static GListModel *
new_list (KomaResultItem *item,
          const char     *used) /* for another */
{
  GListStore *list = g_list_store_new (KOMA_TYPE_RESULT_ITEM);
  g_autoptr (KomaResultItem) other = new_item ();
  g_autoptr (KomaCorrection) correction = koma_correction_new (used, "Ada", 0);

  koma_result_item_set_correction (other, correction);
  g_list_store_append (list, item);
  g_list_store_append (list, other);
  return G_LIST_MODEL (list);
}

static void
assert_suggested (GtkWidget  *field,
                  const char *expected)
{
  GtkWidget *list = find_of_type (field, GTK_TYPE_LIST_BOX);
  g_autoptr (GString) names = g_string_new (NULL);

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row)) {
    GtkWidget *name = find_of_type (row, GTK_TYPE_LABEL);

    g_string_append_printf (names, "%s,", gtk_label_get_label (GTK_LABEL (name)));
  }
  g_assert_cmpstr (names->str, ==, expected);
}

/* As if by keys: at the end. */
static void
type (GtkEditable *entry,
      const char  *text)
{
  int end = -1;

  gtk_editable_delete_selection (entry);
  end = (int) g_utf8_strlen (gtk_editable_get_text (entry), -1);
  gtk_editable_insert_text (entry, text, -1, &end);
  gtk_editable_set_position (entry, -1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Likely ones first; what begins with what was typed before what has it within. */
static void
test_suggestions (void)
{
  GtkWidget *field = g_object_ref_sink (g_object_new (KOMA_TYPE_CORRECT_FIELD, NULL));
  g_autoptr (KomaResultItem) item = new_item ();
  g_autoptr (GListModel) all = new_list (item, "my neighbour");
  GtkEditable *entry = GTK_EDITABLE (koma_correct_field_get_entry (KOMA_CORRECT_FIELD (field)));

  koma_correct_field_begin (KOMA_CORRECT_FIELD (field), item, all);
  assert_suggested (field, "Egyptian cat,tabby,my neighbour,tiger cat,egg,");
  gtk_editable_set_text (entry, "T");
  assert_suggested (field, "tabby,tiger cat,Egyptian cat,");
  gtk_editable_set_text (entry, "unknown");
  assert_suggested (field, "");
  g_assert_finalize_object (field);
}

/* The next letter replaces what was completed; what is deleted stays away. */
static void
test_completes (void)
{
  GtkWidget *field = g_object_ref_sink (g_object_new (KOMA_TYPE_CORRECT_FIELD, NULL));
  g_autoptr (KomaResultItem) item = new_item ();
  g_autoptr (GListModel) all = new_list (item, "my neighbour");
  GtkEditable     *entry = GTK_EDITABLE (koma_correct_field_get_entry (KOMA_CORRECT_FIELD (field)));
  g_autofree char *label = NULL;

  g_signal_connect_swapped (field, "taken", G_CALLBACK (take_label), &label);
  koma_correct_field_begin (KOMA_CORRECT_FIELD (field), item, all);
  koma_correct_field_take (KOMA_CORRECT_FIELD (field));
  g_assert_null (label);
  type (entry, "e");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "egyptian cat");
  koma_correct_field_take (KOMA_CORRECT_FIELD (field));
  g_assert_cmpstr (label, ==, "Egyptian cat");
  type (entry, "g");
  type (entry, "g");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "egg");
  type (entry, "s ");
  koma_correct_field_take (KOMA_CORRECT_FIELD (field));
  g_assert_cmpstr (label, ==, "eggs");
  /* Without its selection, too. */
  gtk_editable_set_text (entry, "");
  type (entry, "eg");
  gtk_editable_select_region (entry, 2, 2);
  gtk_editable_insert_text (entry, "o", -1, &(int){ 2 });
  gtk_editable_set_position (entry, 3);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "ego");
  gtk_editable_set_text (entry, "");
  type (entry, "m");
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "my neighbour");
  gtk_editable_delete_selection (entry);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "m");
  g_assert_finalize_object (field);
}

static void
test_dialog (void)
{
  g_autoptr (KomaResultItem) item = new_item ();
  g_autoptr (GListModel) all = new_list (item, "my neighbour");
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  KomaCorrectDialog *dialog = NULL;
  GtkWidget         *entry = NULL;
  g_autofree char   *label = NULL;

  g_ptr_array_add (items, item);
  dialog = koma_correct_dialog_new (NULL, items, all);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  g_signal_connect_swapped (dialog, "taken", G_CALLBACK (take_label), &label);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_nonnull (find_visible_label (GTK_WIDGET (dialog), "Of “cat.jpg”:"));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "correct.take", NULL);
  g_assert_null (label);
  entry = find_visible (GTK_WIDGET (dialog), GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "TABBY");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "correct.take", NULL);
  g_assert_cmpstr (label, ==, "tabby");
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (dialog);
}

/* It is off until the user wants it, and not there where a picture is alone. */
static void
test_together (void)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  g_autoptr (KomaResultItem) item = new_item ();
  g_autoptr (GListModel) all = new_list (item, "my neighbour");
  KomaCorrectDialog *dialog = NULL;
  GtkWidget         *button = NULL;

  g_ptr_array_add (items, item);
  dialog = koma_correct_dialog_new (NULL, items, all);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_null (find_visible (GTK_WIDGET (dialog), GTK_TYPE_CHECK_BUTTON, NULL));
  koma_correct_dialog_offer_burst (dialog, 1234);
  button = find_visible (GTK_WIDGET (dialog), GTK_TYPE_CHECK_BUTTON, NULL);
  g_assert_nonnull (button);
  g_assert_false (koma_correct_dialog_is_together (dialog));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button), TRUE);
  g_assert_true (koma_correct_dialog_is_together (dialog));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  widget_tests_add_life ("/ui/correct-widgets/life/", KOMA_TYPE_CORRECT_FIELD);
  g_test_add_func ("/ui/correct-widgets/suggestions", test_suggestions);
  g_test_add_func ("/ui/correct-widgets/completes", test_completes);
  g_test_add_func ("/ui/correct-widgets/dialog", test_dialog);
  g_test_add_func ("/ui/correct-widgets/together", test_together);
  return g_test_run ();
}
