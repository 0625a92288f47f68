/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-class-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "koma-class-figures.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

static char *
describe (KomaClassFigures *figures,
          KomaClassFigure   figure)
{
  const double value = koma_class_figures_get (figures, figure);

  if (figure == KOMA_CLASS_NAME)
    return g_strdup (koma_class_figures_get_name (figures));
  if (isnan (value))
    return g_strdup ("–");
  return figure == KOMA_CLASS_PICTURES ? g_strdup_printf ("%'u", (guint) value)
                                       : koma_words_for_score (value);
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *item,
          gpointer            figure)
{
  GtkWidget     *label = gtk_label_new (NULL);
  const gboolean is_name = GPOINTER_TO_UINT (figure) == KOMA_CLASS_NAME;

  gtk_label_set_xalign (GTK_LABEL (label), is_name ? 0 : 1);
  if (is_name)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  else
    gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
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
    gtk_widget_set_tooltip_text (label, text);
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

void
koma_class_table_show (GtkColumnView *view,
                       KomaEvaluated *evaluated)
{
  g_autoptr (GtkSelectionModel) selection = NULL;
  GtkSortListModel *sorted = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (g_list_model_get_n_items (gtk_column_view_get_columns (view)) == 0) {
    add_column (view, KOMA_CLASS_NAME, _ ("Class"));
    add_column (view, KOMA_CLASS_PICTURES, _ ("Pictures"));
    /* Translators: of the pictures of a class, those that are told as it */
    add_column (view, KOMA_CLASS_RECALL, _ ("Found"));
    /* Translators: of the answers with a class, those that are right */
    add_column (view, KOMA_CLASS_PRECISION, _ ("Right"));
    add_column (view, KOMA_CLASS_F1, _ ("Both"));
  }
  sorted = gtk_sort_list_model_new (G_LIST_MODEL (list_classes (evaluated)),
                                    g_object_ref (gtk_column_view_get_sorter (view)));
  selection = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (sorted)));
  gtk_column_view_set_model (view, selection);
}
