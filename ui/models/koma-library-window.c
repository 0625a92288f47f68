/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-window-private.h"

#include "koma-library-row.h"
#include "koma-library-words.h"
#include "worker/koma-thread.h"

/* GtkListView of 4.8 makes rows for 200 items at once, which takes 100 ms where others compute: so
 * many come with each frame. */
#define N_ROWS_A_FRAME 24

G_DEFINE_FINAL_TYPE (KomaLibraryWindow, koma_library_window, ADW_TYPE_WINDOW)

static void
koma_library_window_dispose (GObject *object)
{
  KomaLibraryWindow *self = KOMA_LIBRARY_WINDOW (object);

  /* Its filter asks the search entry. */
  if (self->shown != NULL)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->shown);
  g_clear_object (&self->first);
  g_clear_object (&self->selection);
  g_clear_object (&self->library);
  g_clear_pointer (&self->selected_key, g_free);

  G_OBJECT_CLASS (koma_library_window_parent_class)->dispose (object);
}

/* ---- Rows ---- */

static void
setup_cb (KomaLibraryWindow *self,
          GtkListItem       *list_item)
{
  gtk_list_item_set_child (list_item, koma_library_row_new ());
}

static void
bind_cb (KomaLibraryWindow *self,
         GtkListItem       *list_item)
{
  koma_library_row_set_item (KOMA_LIBRARY_ROW (gtk_list_item_get_child (list_item)),
                             gtk_list_item_get_item (list_item));
}

static void
unbind_cb (KomaLibraryWindow *self,
           GtkListItem       *list_item)
{
  koma_library_row_set_item (KOMA_LIBRARY_ROW (gtk_list_item_get_child (list_item)), NULL);
}

static void
activate_cb (KomaLibraryWindow *self,
             guint              position)
{
  g_autoptr (KomaLibraryItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection),
                                                            position);

  koma_library_open (self->library, item->key);
}

/* ---- What is shown ---- */

static gboolean
is_shown (gpointer object,
          gpointer user_data)
{
  KomaLibraryWindow *self = user_data;

  return koma_library_item_matches (object, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
update_headings (KomaLibraryWindow *self)
{
  GListModel *items = G_LIST_MODEL (self->shown);
  const char *before = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaLibraryItem) item = g_list_model_get_item (items, i);

    const char *heading = koma_library_words_for_section (item->section);

    koma_library_item_set_heading (item, g_strcmp0 (heading, before) != 0);
    before = heading;
  }
}

/* A model that was downloaded is in another place of the list. */
static void
restore_selection (KomaLibraryWindow *self)
{
  GListModel *items = G_LIST_MODEL (self->selection);

  for (guint i = 0; self->selected_key != NULL && i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaLibraryItem) item = g_list_model_get_item (items, i);

    if (g_str_equal (item->key, self->selected_key)) {
      gtk_single_selection_set_selected (self->selection, i);
      return;
    }
  }
}

static void
items_changed_cb (KomaLibraryWindow *self)
{
  const gboolean is_empty = g_list_model_get_n_items (G_LIST_MODEL (self->shown)) == 0;

  update_headings (self);
  restore_selection (self);
  gtk_stack_set_visible_child_name (self->pages, is_empty ? "none" : "list");
  if (is_empty && gtk_widget_get_mapped (GTK_WIDGET (self)))
    gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

static void
selected_cb (KomaLibraryWindow *self)
{
  KomaLibraryItem *item = gtk_single_selection_get_selected_item (self->selection);

  if (item == NULL)
    return;
  g_free (self->selected_key);
  self->selected_key = g_strdup (item->key);
}

static void
search_changed_cb (KomaLibraryWindow *self)
{
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->shown), GTK_FILTER_CHANGE_DIFFERENT);
}

/* Escape empties the search first, then closes the window. */
static void
stop_search_cb (KomaLibraryWindow *self)
{
  GtkEditable *editable = GTK_EDITABLE (self->search);

  if (*gtk_editable_get_text (editable) == '\0')
    gtk_window_close (GTK_WINDOW (self));
  else
    gtk_editable_set_text (editable, "");
}

static void
focus_list_cb (KomaLibraryWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->list));
}

static void
escape_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  stop_search_cb (KOMA_LIBRARY_WINDOW (widget));
}

/* ---- Object ---- */

/* Not earlier: GTK 4.8 would tell screen readers that this is no window. */
static void
koma_library_window_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (koma_library_window_parent_class)->map (widget);

  focus_list_cb (KOMA_LIBRARY_WINDOW (widget));
  items_changed_cb (KOMA_LIBRARY_WINDOW (widget));
}

static void
koma_library_window_class_init (KomaLibraryWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_library_window_dispose;
  widget_class->map = koma_library_window_map;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-library-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryWindow, search);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryWindow, list);
  gtk_widget_class_bind_template_child (widget_class, KomaLibraryWindow, overlay);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, focus_list_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_install_action (widget_class, "library.escape", NULL, escape_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "library.escape", NULL);
  koma_library_window_install_actions (widget_class);
}

static void
koma_library_window_init (KomaLibraryWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  gtk_list_view_set_factory (self->list, factory);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->list));
}

static gboolean
grow_cb (GtkWidget     *list,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  KomaLibraryWindow *self = user_data;
  const guint        size = gtk_slice_list_model_get_size (self->first) + N_ROWS_A_FRAME;
  const gboolean     is_all = size >= g_list_model_get_n_items (G_LIST_MODEL (self->shown));

  gtk_slice_list_model_set_size (self->first, is_all ? G_MAXUINT : size);
  return is_all ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
show_items (KomaLibraryWindow *self)
{
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));

  self->shown = gtk_filter_list_model_new (
    g_object_ref (koma_library_get_items (self->library)), filter);
  self->first = gtk_slice_list_model_new (G_LIST_MODEL (g_object_ref (self->shown)), 0,
                                          N_ROWS_A_FRAME);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->first)));
  gtk_widget_add_tick_callback (GTK_WIDGET (self->list), grow_cb, self, NULL);
  /* Else it would choose another model while one moves. */
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  g_signal_connect_object (self->shown, "items-changed", G_CALLBACK (items_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  items_changed_cb (self);
}

/**
 * koma_library_window_new:
 * @parent: the window of the pictures
 * @library: what is shown
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_library_window_new (GtkWindow   *parent,
                         KomaLibrary *library)
{
  KomaLibraryWindow *self = g_object_new (KOMA_TYPE_LIBRARY_WINDOW,
                                          "transient-for", parent,
                                          "destroy-with-parent", TRUE,
                                          NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  /* For the keys that close windows, and the program. */
  if (parent != NULL)
    gtk_window_set_application (GTK_WINDOW (self), gtk_window_get_application (parent));
  self->library = g_object_ref (library);
  show_items (self);
  koma_library_refresh (library);
  return GTK_WINDOW (self);
}

GtkRevealer *
koma_library_window_get_overlay (KomaLibraryWindow *self)
{
  return self->overlay;
}
