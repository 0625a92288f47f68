/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-cells.h"

#include <glib/gi18n-lib.h>

#include "koma-grid-cell.h"
#include "ui/compat/koma-tab-stop.h"
#include "worker/koma-thread.h"

#define HEIGHT_MAX 420 /* pixels; more rows are scrolled */

struct _KomaGridCells
{
  AdwBin parent_instance;

  /* Borrowed. */
  GtkWidget *scrolled;
  GtkWidget *view;

  GtkSingleSelection *selection;   /* (nullable) */
  KomaPreferences    *preferences; /* (nullable) */
  guint               n_columns;
};

enum {
  SIGNAL_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaGridCells, koma_grid_cells, ADW_TYPE_BIN)

static void
setup_cb (KomaGridCells *self,
          GtkListItem   *list_item)
{
  gtk_list_item_set_child (list_item, koma_grid_cell_new (self->preferences));
}

static void
bind_cb (KomaGridCells *self,
         GtkListItem   *list_item)
{
  koma_grid_cell_show (KOMA_GRID_CELL (gtk_list_item_get_child (list_item)),
                       gtk_list_item_get_item (list_item),
                       gtk_list_item_get_position (list_item), self->n_columns);
}

static void
unbind_cb (KomaGridCells *self,
           GtkListItem   *list_item)
{
  koma_grid_cell_show (KOMA_GRID_CELL (gtk_list_item_get_child (list_item)), NULL, 0, 1);
}

static void
selected_cb (KomaGridCells *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
koma_grid_cells_dispose (GObject *object)
{
  KomaGridCells *self = KOMA_GRID_CELLS (object);

  g_clear_object (&self->selection);
  g_clear_object (&self->preferences);

  G_OBJECT_CLASS (koma_grid_cells_parent_class)->dispose (object);
}

static void
koma_grid_cells_class_init (KomaGridCellsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_grid_cells_dispose;
  signals[SIGNAL_SELECTED] = g_signal_new ("selected", KOMA_TYPE_GRID_CELLS, G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gridcells");
}

static void
koma_grid_cells_init (KomaGridCells *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  self->n_columns = 1;
  self->view = gtk_grid_view_new (NULL, g_steal_pointer (&factory));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Answers of the Cells"), -1);
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->view);
  gtk_widget_add_css_class (self->scrolled, "card");
  gtk_widget_set_overflow (self->scrolled, GTK_OVERFLOW_HIDDEN);
  /* Arrows lead from cell to cell; in GTK 4.8 Shift+Tab would stay in the first. */
  adw_bin_set_child (ADW_BIN (self),
                     g_object_new (KOMA_TYPE_TAB_STOP, "child", self->scrolled, NULL));
}

/* Of all rows: a GtkGridView says so of its first ones alone. */
static void
choose_height (KomaGridCells *self,
               guint          n_rows)
{
  GtkWidget *cell = g_object_ref_sink (koma_grid_cell_new (self->preferences));
  int        height = 0;

  gtk_widget_measure (cell, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  g_object_unref (cell);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scrolled),
                                              MIN ((int) n_rows * height, HEIGHT_MAX));
}

void
koma_grid_cells_set_items (KomaGridCells   *self,
                           GListModel      *items,
                           guint            n_rows,
                           guint            n_columns,
                           KomaPreferences *preferences)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_grid_view_set_model (GTK_GRID_VIEW (self->view), NULL);
  g_clear_object (&self->selection);
  g_set_object (&self->preferences, preferences);
  self->n_columns = n_columns;
  if (items == NULL)
    return;
  gtk_grid_view_set_min_columns (GTK_GRID_VIEW (self->view), 1);
  gtk_grid_view_set_max_columns (GTK_GRID_VIEW (self->view), n_columns);
  gtk_grid_view_set_min_columns (GTK_GRID_VIEW (self->view), n_columns);
  choose_height (self, n_rows);
  self->selection = gtk_single_selection_new (g_object_ref (items));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_grid_view_set_model (GTK_GRID_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
  selected_cb (self);
}

guint
koma_grid_cells_get_selected (KomaGridCells *self)
{
  return self->selection != NULL ? gtk_single_selection_get_selected (self->selection)
                                 : GTK_INVALID_LIST_POSITION;
}

void
koma_grid_cells_select (KomaGridCells *self,
                        guint          position)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->selection == NULL)
    return;
  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (self->view, "list.scroll-to-item", "u", position);
}
