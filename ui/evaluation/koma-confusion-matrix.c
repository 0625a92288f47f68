/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-confusion-matrix.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ui/compat/koma-accessible.h"
#include "ui/koma-tooltip.h"
#include "worker/koma-thread.h"

#define MAX_NAME_CHARS 12
#define N_NAME_LINES   4
#define N_SHADES       4 /* style classes: share-1 … share-4 */

/**
 * KomaConfusionMatrix:
 *
 * A grid, in which the shade of a cell is its share of the row.
 */
struct _KomaConfusionMatrix
{
  AdwBin parent_instance;
};

enum {
  SIGNAL_CELL,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaConfusionMatrix, koma_confusion_matrix, ADW_TYPE_BIN)

typedef struct
{
  GtkGrid           *grid;
  const char *const *names;  /* [n_classes] */
  const guint       *counts; /* [n_classes, n_classes] */
  guint              n_classes;
  int                n_chars; /* of a line of a name: all columns are alike */
} Table;

static void
koma_confusion_matrix_class_init (KomaConfusionMatrixClass *klass)
{
  signals[SIGNAL_CELL] = g_signal_new ("cell", KOMA_TYPE_CONFUSION_MATRIX, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "confusionmatrix");
}

/* A scrolled window that scrolls sideways alone, as the one around the matrix, takes the wheel and
 * does nothing (GTK 4.8): what is meant is the page. */
static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           gpointer                  user_data)
{
  GtkWidget            *self = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  GtkWidget            *inner = gtk_widget_get_ancestor (self, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget            *page = NULL;
  GtkAdjustment        *adjustment = NULL;
  const GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (inner != NULL)
    page = gtk_widget_get_ancestor (gtk_widget_get_parent (inner), GTK_TYPE_SCROLLED_WINDOW);
  if (page == NULL || dy == 0 || (state & GDK_SHIFT_MASK) != 0)
    return FALSE;
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (page));
  if (gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL)
    dy *= pow (gtk_adjustment_get_page_size (adjustment), 2.0 / 3); /* as GTK's own */
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + dy);
  return TRUE;
}

static void
koma_confusion_matrix_init (KomaConfusionMatrix *self)
{
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

/* In lines as narrow as the cells. What tells two classes apart is often at the end of a name. */
static void
add_name (const Table *table,
          guint        i,
          gboolean     is_row)
{
  GtkWidget *label = gtk_label_new (table->names[i]);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_lines (GTK_LABEL (label), N_NAME_LINES);
  gtk_label_set_width_chars (GTK_LABEL (label), table->n_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), table->n_chars);
  gtk_label_set_justify (GTK_LABEL (label), is_row ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_CENTER);
  gtk_label_set_xalign (GTK_LABEL (label), is_row ? 1.0 : 0.5);
  gtk_label_set_yalign (GTK_LABEL (label), is_row ? 0.5 : 1.0);
  koma_tooltip_set_text (label, table->names[i]);
  gtk_widget_add_css_class (label, "caption");
  gtk_grid_attach (table->grid, label, is_row ? 0 : i + 1, is_row ? i + 1 : 0, 1, 1);
}

static char *
describe_cell (const Table *table,
               guint        truth,
               guint        answer)
{
  const guint count = table->counts[truth * table->n_classes + answer];

  /* Translators: of pictures that were taught as a class, and answered as that class */
  if (truth == answer)
    return g_strdup_printf (ngettext ("%'u picture of “%s” was recognized",
                                      "%'u pictures of “%s” were recognized", count),
                            count, table->names[truth]);
  /* Translators: the last is the class that was answered wrongly */
  return g_strdup_printf (ngettext ("%'u picture of “%s” was taken for “%s”",
                                    "%'u pictures of “%s” were taken for “%s”", count),
                          count, table->names[truth], table->names[answer]);
}

static guint
count_row (const Table *table,
           guint        truth)
{
  guint sum = 0;

  for (guint answer = 0; answer < table->n_classes; answer++)
    sum += table->counts[truth * table->n_classes + answer];
  return sum;
}

static void
clicked_cb (GtkWidget *button,
            gpointer   cell)
{
  GtkWidget  *self = gtk_widget_get_ancestor (button, KOMA_TYPE_CONFUSION_MATRIX);
  const guint packed = GPOINTER_TO_UINT (cell);

  g_signal_emit (self, signals[SIGNAL_CELL], 0, packed >> 16, packed & 0xffff);
}

static GtkWidget *
create_button (const Table *table,
               guint        truth,
               guint        answer)
{
  const guint      count = table->counts[truth * table->n_classes + answer];
  const guint      sum = count_row (table, truth);
  const guint      shade = (count * N_SHADES + sum - 1) / sum;
  g_autofree char *text = g_strdup_printf ("%'u", count);
  g_autofree char *name = describe_cell (table, truth, answer);
  g_autofree char *style = g_strdup_printf ("share-%u", shade);
  GtkWidget       *button = gtk_button_new_with_label (text);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, truth == answer ? "right" : "wrong");
  gtk_widget_add_css_class (button, style);
  koma_tooltip_set_text (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  koma_accessible_say_label (GTK_ACCESSIBLE (button));
  g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb),
                    GUINT_TO_POINTER (truth << 16 | answer));
  return button;
}

static void
add_cell (const Table *table,
          guint        truth,
          guint        answer)
{
  const gboolean is_empty = table->counts[truth * table->n_classes + answer] == 0;
  GtkWidget     *cell = is_empty ? gtk_label_new ("·") : create_button (table, truth, answer);

  if (is_empty)
    gtk_widget_add_css_class (cell, "dim-label");
  gtk_grid_attach (table->grid, cell, answer + 1, truth + 1, 1, 1);
}

/**
 * koma_confusion_matrix_show:
 * @self: a matrix
 * @names: [n_classes] of the classes
 * @counts: [n_classes, n_classes] pictures: a row of answers for each class that was taught
 * @n_classes: at most 65535
 *
 * Replaces what was shown.
 */
void
koma_confusion_matrix_show (KomaConfusionMatrix *self,
                            const char *const   *names,
                            const guint         *counts,
                            guint                n_classes)
{
  Table table = { GTK_GRID (gtk_grid_new ()), names, counts, n_classes, 0 };

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_grid_set_row_spacing (table.grid, 3);
  gtk_grid_set_column_spacing (table.grid, 6);
  for (guint i = 0; i < n_classes; i++)
    table.n_chars = MAX (table.n_chars, (int) MIN (g_utf8_strlen (names[i], -1), MAX_NAME_CHARS));
  for (guint truth = 0; truth < n_classes; truth++) {
    add_name (&table, truth, TRUE);
    add_name (&table, truth, FALSE);
    for (guint answer = 0; answer < n_classes; answer++)
      add_cell (&table, truth, answer);
  }
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (table.grid));
}
