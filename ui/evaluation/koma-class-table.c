/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "koma-class-figures.h"
#include "ui/koma-tooltip.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* In a narrow window the figures are scrolled to. */
#define MIN_NAME_CHARS 14
#define N_NAME_LINES   3

/* "+12%", "−3%": of all pictures of the class. */
static char *
describe_change (double change)
{
  g_autofree char *percent = koma_words_for_share (ABS (change));

  return change == 0 ? g_strdup ("–") : g_strconcat (change > 0 ? "+" : "−", percent, NULL);
}

static char *
describe (KomaClassFigures *figures,
          KomaClassFigure   figure)
{
  const double value = koma_class_figures_get (figures, figure);

  if (figure == KOMA_CLASS_NAME)
    return g_strdup (koma_class_figures_get_name (figures));
  if (isnan (value))
    return g_strdup ("–");
  if (figure == KOMA_CLASS_CHANGE)
    return describe_change (value);
  return figure == KOMA_CLASS_PICTURES ? g_strdup_printf ("%'u", (guint) value)
                                       : koma_words_for_share (value);
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *item,
          gpointer            figure)
{
  GtkWidget     *label = gtk_label_new (NULL);
  const gboolean is_name = GPOINTER_TO_UINT (figure) == KOMA_CLASS_NAME;

  gtk_label_set_xalign (GTK_LABEL (label), is_name ? 0 : 1);
  if (is_name) {
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
    gtk_label_set_lines (GTK_LABEL (label), N_NAME_LINES);
    gtk_label_set_width_chars (GTK_LABEL (label), MIN_NAME_CHARS);
  } else {
    gtk_widget_add_css_class (label, "numeric");
  }
  gtk_list_item_set_child (item, label);
}

/* The row, which has the focus, is that around the cell. */
static void
name_row (GtkWidget  *label,
          const char *name)
{
  GtkWidget *row = gtk_widget_get_parent (gtk_widget_get_parent (label));

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static char *
describe_pair (KomaClassFigures *figures)
{
  g_autofree char *pictures = describe (figures, KOMA_CLASS_PICTURES);
  g_autofree char *first = describe (figures, KOMA_CLASS_FIRST);
  g_autofree char *second = describe (figures, KOMA_CLASS_SECOND);

  /* Translators: for screen readers: a class, its pictures, and what the models A and B find */
  return g_strdup_printf (_ ("%s. Pictures: %s. A: %s. B: %s."),
                          koma_class_figures_get_name (figures), pictures, first, second);
}

static char *
describe_all (KomaClassFigures *figures)
{
  g_autofree char *pictures = describe (figures, KOMA_CLASS_PICTURES);
  g_autofree char *found = describe (figures, KOMA_CLASS_RECALL);
  g_autofree char *right = describe (figures, KOMA_CLASS_PRECISION);
  g_autofree char *both = describe (figures, KOMA_CLASS_F1);

  /* Translators: for screen readers: a class, and the columns of the table with its figures */
  return g_strdup_printf (_ ("%s. Pictures: %s. Found: %s. Right: %s. Both: %s."),
                          koma_class_figures_get_name (figures), pictures, found, right, both);
}

static void
bind_name (GtkWidget        *label,
           KomaClassFigures *figures)
{
  g_autofree char *all =
    koma_class_figures_is_pair (figures) ? describe_pair (figures) : describe_all (figures);

  koma_tooltip_set_text (label, koma_class_figures_get_name (figures));
  name_row (label, all);
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *item,
         gpointer            figure)
{
  GtkWidget       *label = gtk_list_item_get_child (item);
  g_autofree char *text = describe (gtk_list_item_get_item (item), GPOINTER_TO_UINT (figure));

  gtk_label_set_label (GTK_LABEL (label), text);
  if (GPOINTER_TO_UINT (figure) == KOMA_CLASS_NAME)
    bind_name (label, gtk_list_item_get_item (item));
}

/* NAN comes last when the greatest come first. */
static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      figure)
{
  KomaClassFigures *x = (KomaClassFigures *) a, *y = (KomaClassFigures *) b;
  const double      first = koma_class_figures_get (x, GPOINTER_TO_UINT (figure));
  const double      second = koma_class_figures_get (y, GPOINTER_TO_UINT (figure));

  if (GPOINTER_TO_UINT (figure) == KOMA_CLASS_NAME)
    return g_utf8_collate (koma_class_figures_get_name (x), koma_class_figures_get_name (y));
  if (isnan (first) || isnan (second))
    return isnan (second) - isnan (first);
  return (first > second) - (first < second);
}

static void
add_column (GtkColumnView  *view,
            KomaClassFigure figure,
            const char     *title)
{
  GtkListItemFactory  *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column = NULL;
  g_autoptr (GtkSorter) sorter =
    GTK_SORTER (gtk_custom_sorter_new (compare, GUINT_TO_POINTER (figure), NULL));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (figure));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (figure));
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (column, figure == KOMA_CLASS_NAME);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_append_column (view, column);
  g_object_unref (column);
}

static GListStore *
list_classes (const KomaEvaluated *evaluated)
{
  GListStore *store = g_list_store_new (KOMA_TYPE_CLASS_FIGURES);

  for (guint c = 0; c < evaluated->n_classes; c++)
    if (!isnan (evaluated->evaluation->f1s[c])) {
      g_autoptr (KomaClassFigures) figures = koma_class_figures_new (evaluated, c);

      g_list_store_append (store, figures);
    }
  return store;
}

static GListStore *
list_pair (const KomaEvaluatedPair *pair)
{
  GListStore *store = g_list_store_new (KOMA_TYPE_CLASS_FIGURES);

  for (guint i = 0; i < pair->classes->len; i++) {
    g_autoptr (KomaClassFigures) figures = koma_class_figures_new_pair (pair, i);

    g_list_store_append (store, figures);
  }
  return store;
}

static gboolean
has_columns (GtkColumnView *view)
{
  return g_list_model_get_n_items (gtk_column_view_get_columns (view)) > 0;
}

static void
set_classes (GtkColumnView *view,
             GListStore    *classes) /* (transfer full) */
{
  GtkSortListModel *sorted = gtk_sort_list_model_new (
    G_LIST_MODEL (classes), g_object_ref (gtk_column_view_get_sorter (view)));
  g_autoptr (GtkSelectionModel) selection =
    GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (sorted)));

  gtk_column_view_set_model (view, selection);
}

void
koma_class_table_show (GtkColumnView *view,
                       KomaEvaluated *evaluated)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (!has_columns (view)) {
    add_column (view, KOMA_CLASS_NAME, _ ("Class"));
    add_column (view, KOMA_CLASS_PICTURES, _ ("Pictures"));
    /* Translators: of the pictures of a class, those that are told as it */
    add_column (view, KOMA_CLASS_RECALL, _ ("Found"));
    /* Translators: of the answers with a class, those that are right */
    add_column (view, KOMA_CLASS_PRECISION, _ ("Right"));
    add_column (view, KOMA_CLASS_F1, _ ("Both"));
  }
  set_classes (view, list_classes (evaluated));
}

void
koma_class_table_show_pair (GtkColumnView     *view,
                            KomaEvaluatedPair *pair)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (!has_columns (view)) {
    add_column (view, KOMA_CLASS_NAME, _ ("Class"));
    add_column (view, KOMA_CLASS_PICTURES, _ ("Pictures"));
    add_column (view, KOMA_CLASS_FIRST, "A");
    add_column (view, KOMA_CLASS_SECOND, "B");
    /* Translators: of a number, from the model A to the model B */
    add_column (view, KOMA_CLASS_CHANGE, _ ("Change"));
  }
  set_classes (view, list_pair (pair));
}
