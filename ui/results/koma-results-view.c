/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-results-view-private.h"

#include <glib/gi18n-lib.h>

#include "worker/koma-thread.h"

/* GtkListView keeps widgets for some 200 rows. The rest is for scrolling back. */
#define N_CACHED_TEXTURES 320

/**
 * KomaResultsView:
 *
 * Emits `activate` with the position of a row when the user double-clicks it or
 * presses Enter, and `menu` before the menu of a row opens. The window's actions
 * act on the selection. The rows are those of a #KomaShownList; the bar above makes its query.
 */
enum {
  SIGNAL_ACTIVATE,
  SIGNAL_MENU,
  SIGNAL_SELECTION_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaResultsView, koma_results_view, ADW_TYPE_BIN)

/* ---- The selection, while rows change their places ---- */

/* The rows are about to be others: those selected are looked for among them. */
static void
arranging_cb (KomaResultsView *self)
{
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self);

  if (self->kept == NULL && !gtk_bitset_is_empty (selection))
    self->kept = koma_results_view_dup_selected (self);
  /* The rows that GTK has widgets for go first. */
  self->is_new_answer = TRUE;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0)
    koma_results_view_scroll_to (self, 0);
}

static void
selection_changed_cb (KomaResultsView *self)
{
  /* Another choice of the user. */
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  self->is_selecting_all = FALSE;
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/* ---- Pages ---- */

static gboolean
has_focus (GtkWidget *widget)
{
  GtkRoot   *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

/* GTK gives the focus of a row that goes to the next widget of the window, which may be the field
 * of the search. It belongs to the next row. */
static void
rows_change_cb (KomaResultsView *self)
{
  self->had_focus = has_focus (GTK_WIDGET (self->pages));
}

static void
rows_changed_cb (KomaResultsView *self)
{
  if (self->had_focus && !has_focus (GTK_WIDGET (self->pages)))
    koma_results_view_focus_list (self);
}

static gboolean
is_grid (KomaResultsView *self)
{
  return koma_results_rows_get_list (self) == GTK_WIDGET (self->grid);
}

static void
update_page (KomaResultsView *self)
{
  const gboolean had_focus = has_focus (GTK_WIDGET (self->pages));
  const gboolean is_nothing = koma_shown_list_get_n_shown (self->shown) == 0 &&
                              koma_shown_list_get_n_all (self->shown) > 0;

  if (koma_shown_list_is_busy (self->shown))
    return;
  gtk_stack_set_visible_child_name (self->pages, is_nothing       ? "nothing"
                                                 : is_grid (self) ? "grid"
                                                                  : "list");
  /* Keys would have no effect. */
  if (had_focus && is_nothing && !has_focus (gtk_stack_get_visible_child (self->pages)))
    gtk_widget_child_focus (gtk_stack_get_visible_child (self->pages), GTK_DIR_TAB_FORWARD);
}

/* The list or the grid has the model, not both: each makes widgets for it. */
static void
restarted_cb (KomaResultsView *self)
{
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (self->selection);
  gboolean           is_wanted = FALSE;

  g_object_get (self->preferences, "list-grid", &is_wanted, NULL);
  gtk_list_view_set_model (self->list, is_wanted ? NULL : selection);
  gtk_grid_view_set_model (self->grid, is_wanted ? selection : NULL);
  gtk_stack_set_visible_child_name (self->pages, is_wanted ? "grid" : "list");
}

/* Another answer is read from its beginning, where GTK would show the row that had the focus. */
static void
show_beginning (KomaResultsView *self)
{
  if (!self->is_new_answer || !koma_results_selection_is_whole (self))
    return;
  self->is_new_answer = FALSE;
  if (g_list_model_get_n_items (G_LIST_MODEL (self->shown)) > 0)
    koma_results_view_scroll_to (self, 0);
}

static void
arranged_cb (KomaResultsView *self)
{
  update_page (self);
  koma_results_rows_update_headers (self);
  koma_results_selection_update (self);
  show_beginning (self);
}

static void
activate_cb (KomaResultsView *self,
             guint            position)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0, position);
}

/* ---- Object ---- */

static void
focus_list_cb (KomaResultsView *self)
{
  koma_results_view_focus_list (self);
}

/* The Tab key leaves the list, where GTK would go on to the next row: the arrow keys do that. It
 * comes back to the row that the list remembers, where GTK 4.18 would take the first or last. */
static gboolean
move_focus (KomaResultsView *self,
            GtkDirectionType direction)
{
  GtkWidget     *bar = GTK_WIDGET (self->bar);
  GtkWidget     *pages = GTK_WIDGET (self->pages);
  const gboolean is_back = direction == GTK_DIR_TAB_BACKWARD;

  if (has_focus (pages))
    return is_back && gtk_widget_child_focus (bar, direction);
  if (!has_focus (bar) && is_back)
    return koma_results_view_focus_list (self);
  return gtk_widget_child_focus (bar, direction) ||
         (!is_back && koma_results_view_focus_list (self));
}

static gboolean
koma_results_view_focus (GtkWidget       *widget,
                         GtkDirectionType direction)
{
  if (direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD)
    return move_focus (KOMA_RESULTS_VIEW (widget), direction);
  return GTK_WIDGET_CLASS (koma_results_view_parent_class)->focus (widget, direction);
}

static void
koma_results_view_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  KomaResultsView *self = KOMA_RESULTS_VIEW (widget);

  GTK_WIDGET_CLASS (koma_results_view_parent_class)
    ->size_allocate (widget, width, height, baseline);
  gtk_popover_present (GTK_POPOVER (self->popover));
}

static void
koma_results_view_dispose (GObject *object)
{
  KomaResultsView *self = KOMA_RESULTS_VIEW (object);

  g_clear_handle_id (&self->sharp_source, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->shown);
  g_clear_object (&self->cache);
  g_clear_object (&self->preferences);

  G_OBJECT_CLASS (koma_results_view_parent_class)->dispose (object);
}

static void
koma_results_view_finalize (GObject *object)
{
  g_hash_table_unref (KOMA_RESULTS_VIEW (object)->list_items);

  G_OBJECT_CLASS (koma_results_view_parent_class)->finalize (object);
}

static void
koma_results_view_class_init (KomaResultsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_results_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_results_view_finalize;
  widget_class->focus = koma_results_view_focus;
  widget_class->size_allocate = koma_results_view_size_allocate;

  signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", KOMA_TYPE_RESULTS_VIEW, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_MENU] = g_signal_new ("menu", KOMA_TYPE_RESULTS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new ("selection-changed", KOMA_TYPE_RESULTS_VIEW,
                                                    G_SIGNAL_RUN_LAST,
                                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (KOMA_TYPE_FIND_BAR);
  g_type_ensure (KOMA_TYPE_SELECTION_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-results-view.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, bar);
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, list);
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, grid);
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, menu);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, focus_list_cb);
  koma_results_menu_install (widget_class);
}

static void
koma_results_view_init (KomaResultsView *self)
{
  self->list_items = g_hash_table_new (NULL, NULL);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cache = koma_thumbnail_cache_new (N_CACHED_TEXTURES);
  koma_results_rows_connect (self);
  koma_results_sharp_connect (self);
  koma_results_menu_connect (self);
}

void
koma_results_view_set_items (KomaResultsView *self,
                             GListModel      *items,
                             KomaPreferences *preferences)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->preferences = g_object_ref (preferences);
  self->shown = koma_shown_list_new (items, preferences);
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (rows_change_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  self->selection = koma_row_selection_new (self->shown);
  g_signal_connect_object (self->selection, "selection-changed",
                           G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown, "arranging", G_CALLBACK (arranging_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown, "arranged", G_CALLBACK (arranged_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->shown, "restarted", G_CALLBACK (restarted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (preferences, "notify::list-grid", G_CALLBACK (koma_shown_list_restart),
                           self->shown, G_CONNECT_SWAPPED);
  koma_find_bar_connect (self->bar, self->shown, preferences);
  koma_shown_list_restart (self->shown);
}

/**
 * koma_results_view_focus_list:
 * @self: a view
 *
 * Returns: whether a row, or what stands in their place, has the focus now
 */
gboolean
koma_results_view_focus_list (KomaResultsView *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);

  KOMA_ASSERT_MAIN_THREAD ();

  if (g_str_equal (gtk_stack_get_visible_child_name (self->pages), "nothing"))
    return gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
  return gtk_widget_grab_focus (koma_results_rows_get_list (self));
}

void
koma_results_view_search (KomaResultsView *self)
{
  koma_find_bar_search (self->bar);
}

void
koma_results_view_show_all (KomaResultsView *self)
{
  koma_find_bar_show_all (self->bar);
}

void
koma_results_view_set_worker (KomaResultsView *self,
                              KomaWorker      *worker)
{
  koma_find_bar_set_worker (self->bar, worker);
}

void
koma_results_view_show_like (KomaResultsView *self,
                             KomaResultItem  *item)
{
  koma_find_bar_show_like (self->bar, item);
}

/**
 * koma_results_view_set_corrections:
 * @self: a view
 * @corrections: what the selected pictures may show instead
 *
 * Adds a submenu to the menu of a row. "menu" is emitted before it opens.
 */
void
koma_results_view_set_corrections (KomaResultsView *self,
                                   GMenuModel      *corrections)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_menu_insert_submenu (G_MENU (self->menu), 2, _ ("_This Is a…"), corrections);
}

/**
 * koma_results_view_get_shown:
 * @self: a view with items
 *
 * Lets all that match have rows at once, where those of another answer would come over some frames.
 *
 * Returns: (transfer none): (element-type KomaResultItem): the items in the order of the rows
 */
GListModel *
koma_results_view_get_shown (KomaResultsView *self)
{
  koma_shown_list_complete (self->shown);
  return G_LIST_MODEL (self->shown);
}

/**
 * koma_results_view_dup_shown:
 * @self: a view with items
 *
 * Returns: (transfer full) (element-type KomaResultItem): all that match, in order, those too that
 *   have no row yet; owns a reference to each, and is not to be changed
 */
GPtrArray *
koma_results_view_dup_shown (KomaResultsView *self)
{
  return koma_shown_list_dup_items (self->shown);
}

gboolean
koma_results_view_has_groups (KomaResultsView *self)
{
  return koma_shown_list_get_query (self->shown)->group != KOMA_GROUP_NONE;
}

void
koma_results_view_scroll_to (KomaResultsView *self,
                             guint            position)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_activate_action (koma_results_rows_get_list (self), "list.scroll-to-item", "u",
                              position);
}

KomaResultRow *
koma_results_view_find_row (KomaResultsView *self,
                            KomaResultItem  *item)
{
  GHashTableIter iter;
  gpointer       list_item = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  g_hash_table_iter_init (&iter, self->list_items);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    if (gtk_list_item_get_item (list_item) == item &&
        gtk_widget_get_mapped (gtk_list_item_get_child (list_item)))
      return KOMA_RESULT_ROW (gtk_list_item_get_child (list_item));
  return NULL;
}
