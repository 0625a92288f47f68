/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profile-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "koma-profile-item.h"
#include "ui/compat/koma-scroll-start.h"
#include "ui/compat/koma-tab-stop.h"
#include "ui/koma-tooltip.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

/* The heads of its columns and a few rows. */
#define LEAST_HEIGHT 120

#define BAR_WIDTH 40

/* The most wanted first: a narrow window shows no more. */
typedef enum {
  COLUMN_NUMBER,
  COLUMN_NAME,
  COLUMN_TIME,
  COLUMN_SHARE,
  COLUMN_OP,
  COLUMN_SHAPE,
  COLUMN_BACKEND,
  COLUMN_SIZE,
  N_COLUMNS,
} Column;

/* clang-format off */
static const struct
{
  const char *title;
  int         width; /* 0: as its texts */
  gboolean    is_number;
} columns[N_COLUMNS] = {
  [COLUMN_NUMBER]  = { NC_("profile", "No."), 0, TRUE },
  [COLUMN_NAME]    = { NC_("profile", "Step"), 180, FALSE },
  [COLUMN_TIME]    = { NC_("profile", "ms"), 0, TRUE },
  [COLUMN_SHARE]   = { NC_("profile", "Share"), 0, TRUE },
  [COLUMN_OP]      = { NC_("profile", "Operation"), 0, FALSE },
  [COLUMN_SHAPE]   = { NC_("profile", "Shape"), 0, FALSE },
  [COLUMN_BACKEND] = { NC_("profile", "Backend"), 0, FALSE },
  [COLUMN_SIZE]    = { NC_("profile", "Size"), 0, TRUE },
};
/* clang-format on */

/**
 * KomaProfileTable:
 *
 * The heaviest steps stand first until a title is pressed. The bar of a share
 * is as long as its part of the greatest share: of many steps each would be
 * a hair otherwise.
 */
struct _KomaProfileTable
{
  AdwBin parent_instance;

  /* Owned by GTK. */
  GtkColumnView       *view;
  GtkColumnViewColumn *columns[N_COLUMNS];

  /* Owned. */
  GListStore       *items;
  GtkSortListModel *sorted;

  double      greatest_share;
  Column      sorted_by;
  GtkSortType order;
};

G_DEFINE_FINAL_TYPE (KomaProfileTable, koma_profile_table, ADW_TYPE_BIN)

static const char *
get_title (Column column)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "profile", columns[column].title);
}

/* ---- Order ---- */

static int
compare_numbers (double one,
                 double other)
{
  return (one > other) - (one < other);
}

static int
compare_cb (gconstpointer one,
            gconstpointer other,
            gpointer      column)
{
  const KomaProfileItem *items[2] = { one, other };
  const KomaProfileRow  *a = items[0]->row;
  const KomaProfileRow  *b = items[1]->row;

  switch ((Column) GPOINTER_TO_UINT (column)) {
  case COLUMN_NAME:
    return g_utf8_collate (a->name, b->name);
  case COLUMN_OP:
    return strcmp (a->op, b->op);
  case COLUMN_SHAPE:
    return strcmp (a->shape_text, b->shape_text);
  case COLUMN_BACKEND:
    return strcmp (a->backend, b->backend);
  case COLUMN_TIME:
    return compare_numbers (a->median_ms, b->median_ms);
  case COLUMN_SHARE:
    return compare_numbers (a->share, b->share);
  case COLUMN_SIZE:
    return compare_numbers (a->size_bytes, b->size_bytes);
  case COLUMN_NUMBER:
  case N_COLUMNS:
  default:
    return compare_numbers (items[0]->index,
                            items[1]->index);
  }
}

/* ---- Cells ---- */

static char *
describe (KomaProfileItem *item,
          Column           column)
{
  const KomaProfileRow *row = item->row;

  switch (column) {
  case COLUMN_NUMBER:
    return g_strdup_printf ("%u", item->index + 1);
  case COLUMN_NAME:
    return g_strdup (row->name);
  case COLUMN_OP:
    if (*row->op == '\0')
      return g_strdup_printf (ngettext ("%u step", "%u steps", row->n_steps), row->n_steps);
    return g_strdup (row->op);
  case COLUMN_SHAPE:
    return g_strdup (row->shape_text);
  case COLUMN_BACKEND:
    return g_strdup (row->backend);
  case COLUMN_TIME:
    return g_strdup_printf ("%.3f", row->median_ms);
  case COLUMN_SHARE:
    return koma_words_for_percent (row->share, 1);
  case COLUMN_SIZE:
    return g_format_size (row->size_bytes);
  case N_COLUMNS:
  default:
    g_return_val_if_reached (NULL);
  }
}

static Column
get_column (GtkListItemFactory *factory)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "column"));
}

static void
setup_cb (KomaProfileTable   *self,
          GtkListItem        *list_item,
          GtkListItemFactory *factory)
{
  Column     column = get_column (factory);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), columns[column].is_number ? 1.0 : 0.0);
  gtk_widget_set_hexpand (label, TRUE);
  if (columns[column].is_number)
    gtk_widget_add_css_class (label, "numeric");
  if (columns[column].width > 0)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_box_append (GTK_BOX (box), label);
  if (column == COLUMN_SHARE) {
    GtkWidget *bar = g_object_new (GTK_TYPE_PROGRESS_BAR,
                                   "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                   "valign", GTK_ALIGN_CENTER,
                                   "width-request", BAR_WIDTH,
                                   NULL);

    gtk_widget_add_css_class (bar, "share");
    gtk_box_append (GTK_BOX (box), bar);
  }
  gtk_list_item_set_child (list_item, box);
}

/* The row, which has the focus, is that around the cell. */
static void
name_row (GtkWidget       *box,
          KomaProfileItem *item)
{
  GtkWidget       *row = gtk_widget_get_parent (gtk_widget_get_parent (box));
  g_autofree char *step = describe (item, COLUMN_NAME);
  g_autofree char *op = describe (item, COLUMN_OP);
  g_autofree char *ms = describe (item, COLUMN_TIME);
  g_autofree char *share = describe (item, COLUMN_SHARE);
  /* Translators: for screen readers: a step of the model, what it does, its time and share */
  g_autofree char *name = g_strdup_printf (_ ("%s, %s, %s ms, %s"), step, op, ms, share);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
bind_cb (KomaProfileTable   *self,
         GtkListItem        *list_item,
         GtkListItemFactory *factory)
{
  Column           column = get_column (factory);
  KomaProfileItem *item = gtk_list_item_get_item (list_item);
  GtkWidget       *box = gtk_list_item_get_child (list_item);
  GtkWidget       *label = gtk_widget_get_first_child (box);
  g_autofree char *text = describe (item, column);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (column == COLUMN_NAME) {
    koma_tooltip_set_text (label, text);
    name_row (box, item);
  }
  if (column == COLUMN_SHARE)
    gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (gtk_widget_get_last_child (box)),
                                   item->row->share /
                                     self->greatest_share);
}

static void
add_column (KomaProfileTable *self,
            Column            column)
{
  GtkListItemFactory  *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *view_column = NULL;
  g_autoptr (GtkSorter) sorter =
    GTK_SORTER (gtk_custom_sorter_new (compare_cb, GUINT_TO_POINTER (column), NULL));

  g_object_set_data (G_OBJECT (factory), "column", GUINT_TO_POINTER (column));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  view_column = gtk_column_view_column_new (get_title (column), factory);
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  if (columns[column].width > 0)
    gtk_column_view_column_set_fixed_width (view_column, columns[column].width);
  gtk_column_view_append_column (self->view, view_column);
  self->columns[column] = view_column;
  g_object_unref (view_column);
}

/* ---- Sorting without a pointer: GTK 4.8 gives titles no focus ---- */

static void
sort_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  KomaProfileTable *self = KOMA_PROFILE_TABLE (widget);
  guint             column = MIN (g_variant_get_uint32 (parameter), N_COLUMNS - 1);
  gboolean          is_descending = columns[column].is_number && column != COLUMN_NUMBER;

  /* Once more turns it round. */
  if (column == self->sorted_by)
    is_descending = self->order == GTK_SORT_ASCENDING;
  koma_profile_table_sort (self, column, is_descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/**
 * koma_profile_table_create_menu:
 *
 * Returns: (transfer full): of the columns to sort by, for a button that has the table's actions
 */
GMenuModel *
koma_profile_table_create_menu (void)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < N_COLUMNS; i++) {
    g_autoptr (GMenuItem) item =
      g_menu_item_new (get_title (i), NULL);

    g_menu_item_set_action_and_target (item, "table.sort", "u", i);
    g_menu_append_item (menu, item);
  }
  return G_MENU_MODEL (menu);
}

/* ---- Object ---- */

static void
koma_profile_table_dispose (GObject *object)
{
  KomaProfileTable *self = KOMA_PROFILE_TABLE (object);

  g_clear_object (&self->items);
  g_clear_object (&self->sorted);

  G_OBJECT_CLASS (koma_profile_table_parent_class)->dispose (object);
}

static void
koma_profile_table_class_init (KomaProfileTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_profile_table_dispose;

  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "table.sort", "u", sort_action);
}

static void
koma_profile_table_init (KomaProfileTable *self)
{
  GtkWidget          *scroller = gtk_scrolled_window_new ();
  GtkWidget          *stop = g_object_new (KOMA_TYPE_TAB_STOP, NULL);
  GtkSingleSelection *selection = NULL;

  self->items = g_list_store_new (KOMA_TYPE_PROFILE_ITEM);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  self->sorted = gtk_sort_list_model_new (g_object_ref (G_LIST_MODEL (self->items)),
                                          g_object_ref (gtk_column_view_get_sorter (self->view)));
  selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->sorted)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  g_object_unref (selection);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Steps"), -1);

  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  koma_profile_table_sort (self, COLUMN_TIME, GTK_SORT_DESCENDING);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), LEAST_HEIGHT);
  koma_scroll_start_keep (GTK_WIDGET (self->view));
  adw_bin_set_child (ADW_BIN (stop), scroller);
  adw_bin_set_child (ADW_BIN (self), stop);
}

void
koma_profile_table_show (KomaProfileTable  *self,
                         KomaProfileReport *report)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  KOMA_ASSERT_MAIN_THREAD ();

  self->greatest_share = 1e-9;
  for (guint i = 0; i < report->n_rows; i++) {
    g_ptr_array_add (items, koma_profile_item_new (report, i));
    self->greatest_share = MAX (self->greatest_share,
                                report->rows[i].share);
  }
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, items->len);
}

GListModel *
koma_profile_table_get_items (KomaProfileTable *self)
{
  return G_LIST_MODEL (self->sorted);
}

void
koma_profile_table_sort (KomaProfileTable *self,
                         guint             column,
                         GtkSortType       order)
{
  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (column < N_COLUMNS);

  self->sorted_by = column;
  self->order = order;
  gtk_column_view_sort_by_column (self->view, self->columns[column], order);
}
