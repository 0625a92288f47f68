/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/evaluation/koma-confusion-matrix.h"
#include "ui/teach/koma-record-button.h"
#include "tests/test-main.h"

static void
count_cb (guint *count)
{
  (*count)++;
}

typedef struct
{
  GtkWidget *button;
  guint      n_begun;
  guint      n_ended;
} Press;

static void
press_init (Press *press)
{
  *press = (Press){ g_object_ref_sink (g_object_new (KOMA_TYPE_RECORD_BUTTON, NULL)), 0, 0 };
  g_signal_connect_swapped (press->button, "begin", G_CALLBACK (count_cb), &press->n_begun);
  g_signal_connect_swapped (press->button, "end", G_CALLBACK (count_cb), &press->n_ended);
}

/* As a screen reader presses it. */
static void
test_record_activated (void)
{
  Press press;

  press_init (&press);
  g_signal_emit_by_name (press.button, "clicked");
  g_assert_cmpuint (press.n_begun, ==, 1);
  g_assert_cmpuint (press.n_ended, ==, 1);
  g_assert_false (koma_record_button_is_held (KOMA_RECORD_BUTTON (press.button)));
  g_assert_finalize_object (press.button);
}

static GtkEventController *
find_key_controller (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

    if (GTK_IS_EVENT_CONTROLLER_KEY (controller) &&
        gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
      return controller;
  }
  g_assert_not_reached ();
}

/* A key that is held repeats; it begins once, and other keys go on their way. */
static void
test_record_keys (void)
{
  Press               press;
  GtkEventController *keys = NULL;
  gboolean            is_taken = FALSE;

  press_init (&press);
  keys = find_key_controller (press.button);
  g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Tab, 0, 0, &is_taken);
  g_assert_false (is_taken);
  for (guint i = 0; i < 3; i++) {
    g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_space, 0, 0, &is_taken);
    g_assert_true (is_taken);
  }
  g_assert_cmpuint (press.n_begun, ==, 1);
  g_assert_true (gtk_widget_has_css_class (press.button, "held"));
  g_signal_emit_by_name (keys, "key-released", GDK_KEY_space, 0, 0);
  g_assert_cmpuint (press.n_ended, ==, 1);
  g_assert_false (gtk_widget_has_css_class (press.button, "held"));
  g_assert_finalize_object (press.button);
}

/* What can not be used any more has been let go. */
static void
test_record_insensitive (void)
{
  Press    press;
  gboolean is_taken = FALSE;

  press_init (&press);
  g_signal_emit_by_name (find_key_controller (press.button), "key-pressed", GDK_KEY_space, 0, 0,
                         &is_taken);
  gtk_widget_set_sensitive (press.button, FALSE);
  g_assert_cmpuint (press.n_ended, ==, 1);
  g_assert_finalize_object (press.button);
}

/* ---- The matrix ---- */

static void
cell_cb (GString *told,
         guint    truth,
         guint    answer)
{
  g_string_append_printf (told, "%u→%u ", truth, answer);
}

static void
collect_buttons (GtkWidget *widget,
                 GPtrArray *buttons)
{
  if (GTK_IS_BUTTON (widget))
    g_ptr_array_add (buttons, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_buttons (child, buttons);
}

static gboolean
is_called (GtkWidget  *widget,
           const char *name)
{
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget),
                                                               GTK_ACCESSIBLE_PROPERTY_LABEL, name);

  return other == NULL;
}

/* A cell with pictures opens them and says what they are; one without is nothing to press. */
static void
test_matrix (void)
{
  static const char *const names[] = { "cat", "a dog whose name is longer than any column" };
  static const guint       counts[] = { 7, 1, 0, 4 };
  static const guint       others[] = { 3 };
  GtkWidget               *matrix = g_object_new (KOMA_TYPE_CONFUSION_MATRIX, NULL);
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (GPtrArray) buttons = g_ptr_array_new ();
  int width = 0;

  g_object_ref_sink (matrix);
  g_signal_connect_swapped (matrix, "cell", G_CALLBACK (cell_cb), told);
  koma_confusion_matrix_show (KOMA_CONFUSION_MATRIX (matrix), names, counts, 2);
  collect_buttons (matrix, buttons);
  g_assert_cmpuint (buttons->len, ==, 3);
  for (guint i = 0; i < buttons->len; i++)
    g_signal_emit_by_name (g_ptr_array_index (buttons, i), "clicked");
  g_assert_cmpstr (told->str, ==, "0→0 0→1 1→1 ");
  g_assert_true (
    is_called (g_ptr_array_index (buttons, 0), "7 pictures of “cat” were recognized"));
  g_assert_true (gtk_widget_has_css_class (g_ptr_array_index (buttons, 0), "share-4"));
  g_assert_true (gtk_widget_has_css_class (g_ptr_array_index (buttons, 1), "wrong"));
  g_assert_true (gtk_widget_has_css_class (g_ptr_array_index (buttons, 1), "share-1"));
  gtk_widget_measure (matrix, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  g_assert_cmpint (width, <=, 336);

  g_ptr_array_set_size (buttons, 0);
  koma_confusion_matrix_show (KOMA_CONFUSION_MATRIX (matrix), names, others, 1);
  collect_buttons (matrix, buttons);
  g_assert_cmpuint (buttons->len, ==, 1);
  g_assert_finalize_object (matrix);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/teach/record/activated", test_record_activated);
  g_test_add_func ("/ui/teach/record/keys", test_record_keys);
  g_test_add_func ("/ui/teach/record/insensitive", test_record_insensitive);
  g_test_add_func ("/ui/teach/matrix", test_matrix);
  return g_test_run ();
}
