/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The menu of a row, by pointer, touch and keyboard. */

#include "koma-results-view-private.h"

#include "koma-result-row.h"

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
  g_signal_emit_by_name (self, "menu");
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
pick_row (GtkWidget *list,
          double     x,
          double     y)
{
  GtkWidget     *widget = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);
  KomaResultRow *row = find_row (widget);

  if (row == NULL && widget != NULL)
    row = find_row (gtk_widget_get_first_child (widget));
  return row;
}

static void
popup_menu_at (KomaResultsView *self,
               GtkWidget       *list,
               double           x,
               double           y)
{
  KomaResultRow   *row = pick_row (list, x, y);
  graphene_point_t at = { 0 };

  if (row == NULL ||
      !gtk_widget_compute_point (list, GTK_WIDGET (self), &GRAPHENE_POINT_INIT (x, y), &at))
    return;

  popup_menu (self, row, (GdkRectangle){ at.x, at.y, 1, 1 });
}

static void
pressed_cb (KomaResultsView *self,
            int              n_press,
            double           x,
            double           y,
            GtkGesture      *gesture)
{
  popup_menu_at (self, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), x, y);
}

static void
long_pressed_cb (KomaResultsView *self,
                 double           x,
                 double           y,
                 GtkGesture      *gesture)
{
  popup_menu_at (self, gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture)), x, y);
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

void
koma_results_menu_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, long_pressed_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Menu, 0, menu_key_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, menu_key_cb, NULL);
}

/* The list remembers the row; GTK's own choice may be the header bar. */
static void
closed_cb (KomaResultsView *self)
{
  gtk_widget_grab_focus (koma_results_rows_get_list (self));
}

void
koma_results_menu_connect (KomaResultsView *self)
{
  self->popover = gtk_popover_menu_new_from_model (self->menu);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_widget_set_halign (self->popover, GTK_ALIGN_START);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self));
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (closed_cb), self,
                           G_CONNECT_SWAPPED);
}
