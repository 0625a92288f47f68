/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "ui/picture/koma-picture-flight.h"
#include "ui/picture/koma-row-focus.h"
#include "worker/koma-thread.h"

static KomaPictureFlight *
get_flight (KomaWindow *self)
{
  return KOMA_PICTURE_FLIGHT (
    gtk_widget_get_template_child (GTK_WIDGET (self), KOMA_TYPE_WINDOW, "flight"));
}

/* (nullable) */
static KomaThumbnailView *
find_thumbnail (KomaWindow     *self,
                KomaResultItem *item)
{
  KomaResultRow *row = koma_results_view_find_row (self->results, item);

  return row != NULL ? koma_result_row_get_thumbnail (row) : NULL;
}

static GtkWidget *
find_view_cb (gpointer user_data)
{
  return koma_picture_page_get_view (KOMA_WINDOW (user_data)->picture_page);
}

/* From its cell. */
static void
grow (KomaWindow     *self,
      KomaResultItem *item)
{
  KomaThumbnailView *thumbnail = find_thumbnail (self, item);

  koma_picture_flight_start (
    get_flight (self), thumbnail != NULL ? koma_thumbnail_view_get_texture (thumbnail) : NULL,
    GTK_WIDGET (thumbnail), TRUE, find_view_cb, g_object_ref (self), g_object_unref);
}

/* A way back into the list. */
typedef struct
{
  KomaWindow     *window;
  KomaResultItem *item;
} Return;

static void
return_free (gpointer data)
{
  Return *way = data;

  g_object_unref (way->window);
  g_object_unref (way->item);
  g_free (way);
}

static GtkWidget *
find_cell_cb (gpointer user_data)
{
  Return *way = user_data;

  return way->window->results != NULL
           ? GTK_WIDGET (find_thumbnail (way->window, way->item))
           : NULL;
}

/* Back into its cell. */
static void
shrink (KomaWindow     *self,
        KomaResultItem *item)
{
  Return *way = g_new (Return, 1);

  *way = (Return){ g_object_ref (self), g_object_ref (item) };
  koma_picture_flight_start (get_flight (self), koma_picture_page_get_texture (self->picture_page),
                             koma_picture_page_get_view (self->picture_page), FALSE, find_cell_cb,
                             way, return_free);
}

static guint
find_position_in (GListModel     *items,
                  KomaResultItem *item)
{
  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) other = g_list_model_get_item (items, i);

    if (other == item)
      return i;
  }
  return GTK_INVALID_LIST_POSITION;
}

/* Where it is in the list now, which may not be what previous and next walked. */
static guint
find_position (KomaWindow     *self,
               KomaResultItem *item)
{
  return find_position_in (koma_results_view_get_shown (self->results), item);
}

/* What is shown instead has no use for the work that goes on here. The focus goes to the row of the
 * picture. */
static void
left_cb (KomaWindow *self)
{
  guint position = GTK_INVALID_LIST_POSITION;
  g_autoptr (KomaResultItem) item = NULL;

  if (koma_picture_page_get_item (self->picture_page) == NULL ||
      gtk_stack_get_visible_child (self->pages) == GTK_WIDGET (self->picture_page))
    return;
  item = g_object_ref (koma_picture_page_get_item (self->picture_page));
  position = find_position (self, item);
  if (self->view == KOMA_VIEW_LIST)
    shrink (self, item);
  koma_picture_page_close (self->picture_page);
  if (self->view == KOMA_VIEW_LIST && position != GTK_INVALID_LIST_POSITION)
    koma_row_focus (self->results, item, position);
}

static void
changed_cb (KomaWindow *self)
{
  KomaResultItem  *item = koma_picture_page_get_item (self->picture_page);
  g_autofree char *name = item != NULL ? koma_result_item_dup_name (item) : NULL;

  adw_window_title_set_title (self->picture_title, name != NULL ? name : "");
  koma_window_update_actions (self);
}

static void
update_fullscreen (KomaWindow *self)
{
  const gboolean is_bare =
    gtk_window_is_fullscreen (GTK_WINDOW (self)) && self->view == KOMA_VIEW_PICTURE;

  gtk_widget_set_visible (GTK_WIDGET (self->header), !is_bare);
  koma_picture_page_set_bare (self->picture_page, is_bare);
}

/**
 * koma_window_leave_fullscreen:
 * @self: a window
 *
 * Returns: whether there was a full screen to leave
 */
gboolean
koma_window_leave_fullscreen (KomaWindow *self)
{
  const gboolean is_fullscreen = gtk_window_is_fullscreen (GTK_WINDOW (self));

  KOMA_ASSERT_MAIN_THREAD ();

  if (is_fullscreen)
    gtk_window_unfullscreen (GTK_WINDOW (self));
  return is_fullscreen;
}

static void
fullscreen_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  if (!koma_window_leave_fullscreen (KOMA_WINDOW (widget)))
    gtk_window_fullscreen (GTK_WINDOW (widget));
}

void
koma_window_install_picture_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.fullscreen", NULL, fullscreen_action);
}

void
koma_window_ensure_picture_page (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->picture_page != NULL)
    return;
  self->picture_page = g_object_new (KOMA_TYPE_PICTURE_PAGE, NULL);
  koma_picture_page_connect (self->picture_page, self->worker, self->control, self->preferences);
  g_signal_connect_object (self->picture_page, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->picture_page, "message", G_CALLBACK (koma_toast_show), self->toast,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::fullscreened", G_CALLBACK (update_fullscreen), NULL);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (update_fullscreen),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (left_cb), self,
                           G_CONNECT_SWAPPED);
  koma_window_pages_add (self, "picture", GTK_WIDGET (self->picture_page));
}

/**
 * koma_window_open_picture_of:
 * @self: a window
 * @items: (element-type KomaResultItem): what previous and next walk
 * @position: of a picture in @items
 *
 * Shows it large.
 */
void
koma_window_open_picture_of (KomaWindow *self,
                             GListModel *items,
                             guint       position)
{
  g_autoptr (KomaResultItem) item = g_list_model_get_item (items, position);

  KOMA_ASSERT_MAIN_THREAD ();

  koma_window_ensure_picture_page (self);
  if (item != NULL)
    grow (self, item);
  koma_picture_page_open (self->picture_page, items, position);
  koma_window_show (self, KOMA_VIEW_PICTURE);
  koma_picture_page_focus_picture (self->picture_page);
}

/* @position: in the list as it is shown */
void
koma_window_open_picture (KomaWindow *self,
                          guint       position)
{
  koma_window_open_picture_of (self, koma_results_view_get_shown (self->results), position);
}

/**
 * koma_window_open_picture_item:
 *
 * Shows it large: among the pictures that are shown, or else among all of them.
 */
gboolean
koma_window_open_picture_item (KomaWindow     *self,
                               KomaResultItem *item)
{
  GListModel *items = koma_results_view_get_shown (self->results);
  guint       position = find_position_in (items, item);

  if (position == GTK_INVALID_LIST_POSITION) {
    items = koma_result_feed_get_items (self->feed);
    position = find_position_in (items, item);
  }
  if (position == GTK_INVALID_LIST_POSITION)
    return FALSE;
  koma_window_open_picture_of (self, items, position);
  return TRUE;
}
