/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-results-view.h"

#include <glib/gi18n-lib.h>

#include "koma-result-row.h"
#include "worker/koma-thread.h"

/* GtkListView keeps widgets for some 200 rows. The rest is for scrolling back. */
#define N_CACHED_TEXTURES 320

/**
 * KomaResultsView:
 *
 * Emits `activate` with the position of a row when the user double-clicks it or
 * presses Enter, and `menu` before the menu of a row opens. The window's actions
 * act on the selection.
 */
struct _KomaResultsView
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkListView *list;
  GMenuModel  *menu;

  /* Owned. */
  GtkMultiSelection  *selection;
  KomaThumbnailCache *cache;
  KomaPreferences    *preferences;
  GtkWidget          *popover;
};

enum {
  SIGNAL_ACTIVATE,
  SIGNAL_MENU,
  SIGNAL_SELECTION_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaResultsView, koma_results_view, ADW_TYPE_BIN)

/* ---- Rows ---- */

static void
setup_cb (KomaResultsView *self,
          GtkListItem     *list_item)
{
  GtkWidget *row = koma_result_row_new (self->cache, self->preferences);

  /* select_row() finds the position of the row through it. */
  g_object_set_data (G_OBJECT (row), "list-item", list_item);
  gtk_list_item_set_child (list_item, row);
}

static void
bind_cb (KomaResultsView *self,
         GtkListItem     *list_item)
{
  koma_result_row_set_item (KOMA_RESULT_ROW (gtk_list_item_get_child (list_item)),
                            gtk_list_item_get_item (list_item));
}

static void
unbind_cb (KomaResultsView *self,
           GtkListItem     *list_item)
{
  koma_result_row_set_item (KOMA_RESULT_ROW (gtk_list_item_get_child (list_item)), NULL);
}

static void
activate_cb (KomaResultsView *self,
             guint            position)
{
  g_signal_emit (self, signals[SIGNAL_ACTIVATE], 0, position);
}

static void
selection_changed_cb (KomaResultsView *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTION_CHANGED], 0);
}

/* ---- Context menu ---- */

static void
select_row (KomaResultsView *self,
            KomaResultRow   *row)
{
  GtkListItem       *list_item = g_object_get_data (G_OBJECT (row), "list-item");
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (self->selection);
  guint              position = gtk_list_item_get_position (list_item);

  if (!gtk_selection_model_is_selected (selection, position))
    gtk_selection_model_select_item (selection, position, TRUE);
}

static void
popup_menu (KomaResultsView *self,
            KomaResultRow   *row,
            GdkRectangle     at) /* in our coordinates */
{
  select_row (self, row);
  g_signal_emit (self, signals[SIGNAL_MENU], 0);
  gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (row)));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->popover), &at);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static KomaResultRow *
find_row (GtkWidget *widget)
{
  if (widget != NULL && !KOMA_IS_RESULT_ROW (widget))
    widget = gtk_widget_get_ancestor (widget, KOMA_TYPE_RESULT_ROW);

  return widget != NULL ? KOMA_RESULT_ROW (widget) : NULL;
}

/* Finds the row at a position: around the widget there, or inside it where that is the list's own
 * row widget. */
static KomaResultRow *
pick_row (KomaResultsView *self,
          double           x,
          double           y)
{
  GtkWidget     *widget = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);
  KomaResultRow *row = find_row (widget);

  if (row == NULL && widget != NULL)
    row = find_row (gtk_widget_get_first_child (widget));
  return row;
}

static void
popup_menu_at (KomaResultsView *self,
               double           x,
               double           y)
{
  KomaResultRow *row = pick_row (self, x, y);
  double         own_x = 0.0, own_y = 0.0;

  if (row == NULL)
    return;

  gtk_widget_translate_coordinates (GTK_WIDGET (self->list), GTK_WIDGET (self), x, y, &own_x,
                                    &own_y);
  popup_menu (self, row, (GdkRectangle){ own_x, own_y, 1, 1 });
}

static void
pressed_cb (KomaResultsView *self,
            int              n_press,
            double           x,
            double           y)
{
  popup_menu_at (self, x, y);
}

static void
long_pressed_cb (KomaResultsView *self,
                 double           x,
                 double           y)
{
  popup_menu_at (self, x, y);
}

static gboolean
menu_key_cb (GtkWidget *widget,
             GVariant  *args,
             gpointer   user_data)
{
  KomaResultsView *self = KOMA_RESULTS_VIEW (widget);
  GtkWidget       *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  KomaResultRow   *row = focus != NULL ? find_row (gtk_widget_get_first_child (focus)) : NULL;
  graphene_rect_t  bounds = GRAPHENE_RECT_INIT_ZERO;

  if (row == NULL || !gtk_widget_compute_bounds (GTK_WIDGET (row), widget, &bounds))
    return GDK_EVENT_PROPAGATE;

  popup_menu (self, row,
              (GdkRectangle){ bounds.origin.x + bounds.size.width / 2,
                              bounds.origin.y + bounds.size.height / 2, 1, 1 });
  return GDK_EVENT_STOP;
}

/* ---- Object ---- */

static gboolean
has_focus (KomaResultsView *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self));
}

/* The Tab key leaves the list, where GTK would go on to the next row: the arrow keys do that. It
 * comes back to the row that the list remembers, where GTK 4.18 would take the first or last. */
static gboolean
koma_results_view_focus (GtkWidget       *widget,
                         GtkDirectionType direction)
{
  gboolean is_tab = direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD;

  if (is_tab)
    return !has_focus (KOMA_RESULTS_VIEW (widget)) &&
           gtk_widget_grab_focus (GTK_WIDGET (KOMA_RESULTS_VIEW (widget)->list));
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

  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->cache);
  g_clear_object (&self->preferences);

  G_OBJECT_CLASS (koma_results_view_parent_class)->dispose (object);
}

static void
koma_results_view_class_init (KomaResultsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_results_view_dispose;
  widget_class->focus = koma_results_view_focus;
  widget_class->size_allocate = koma_results_view_size_allocate;

  signals[SIGNAL_ACTIVATE] = g_signal_new ("activate", KOMA_TYPE_RESULTS_VIEW, G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_MENU] = g_signal_new ("menu", KOMA_TYPE_RESULTS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SELECTION_CHANGED] = g_signal_new ("selection-changed", KOMA_TYPE_RESULTS_VIEW,
                                                    G_SIGNAL_RUN_LAST,
                                                    0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-results-view.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, list);
  gtk_widget_class_bind_template_child (widget_class, KomaResultsView, menu);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, long_pressed_cb);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, menu_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key_cb, NULL);
}

static void
koma_results_view_init (KomaResultsView *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->cache = koma_thumbnail_cache_new (N_CACHED_TEXTURES);

  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (self->list, factory);
  g_signal_connect_object (self->list, "activate", G_CALLBACK (activate_cb), self,
                           G_CONNECT_SWAPPED);

  self->popover = gtk_popover_menu_new_from_model (self->menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  /* The list remembers the row; GTK's own choice may be the header bar. */
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (gtk_widget_grab_focus), self->list,
                           G_CONNECT_SWAPPED);
}

void
koma_results_view_set_items (KomaResultsView *self,
                             GListModel      *items,
                             KomaPreferences *preferences)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->preferences, preferences);
  g_clear_object (&self->selection);
  self->selection = gtk_multi_selection_new (g_object_ref (items));
  g_signal_connect_object (self->selection, "selection-changed",
                           G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
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

  g_menu_insert_submenu (G_MENU (self->menu), 1, _ ("_This Is a…"), corrections);
}

GtkBitset *
koma_results_view_get_selection (KomaResultsView *self)
{
  return gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
}

KomaResultItem *
koma_results_view_get_item (KomaResultsView *self,
                            guint            position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->selection), position);
}

/**
 * koma_results_view_get_shown:
 * @self: a view with items
 *
 * Returns: (transfer none): (element-type KomaResultItem): the items in the order of the rows
 */
GListModel *
koma_results_view_get_shown (KomaResultsView *self)
{
  return gtk_multi_selection_get_model (self->selection);
}

/**
 * koma_results_view_dup_selected:
 * @self: a view with items
 *
 * Returns: (transfer full) (element-type KomaResultItem): the items that are selected, in the order
 *   of the rows; owns a reference to each
 */
GPtrArray *
koma_results_view_dup_selected (KomaResultsView *self)
{
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self);
  GPtrArray    *items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter iter;
  guint         position = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selection, &position); is_valid;
       is_valid = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (items, koma_results_view_get_item (self, position));
  return items;
}

/**
 * koma_results_view_get_current:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): the first item that is selected, else the newest
 */
KomaResultItem *
koma_results_view_get_current (KomaResultsView *self)
{
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  KOMA_ASSERT_MAIN_THREAD ();

  if (!gtk_bitset_is_empty (selection))
    return koma_results_view_get_item (self, gtk_bitset_get_minimum (selection));
  return n_items > 0 ? koma_results_view_get_item (self, n_items - 1) : NULL;
}

/**
 * koma_results_view_describe_selection:
 * @self: a view
 *
 * Returns: (transfer full): a line for each item that is selected
 */
char *
koma_results_view_describe_selection (KomaResultsView *self)
{
  guint n_results = koma_preferences_get_results (self->preferences);
  g_autoptr (GPtrArray) items = koma_results_view_dup_selected (self);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < items->len; i++) {
    g_autofree char *line = koma_result_item_describe (g_ptr_array_index (items, i), n_results);

    if (i > 0)
      g_string_append_c (text, '\n');
    g_string_append (text, line);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

void
koma_results_view_select_all (KomaResultsView *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_selection_model_select_all (GTK_SELECTION_MODEL (self->selection));
}

void
koma_results_view_scroll_to (KomaResultsView *self,
                             guint            position)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
}
