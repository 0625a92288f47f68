/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-pictures-window.h"

#include <glib/gi18n-lib.h>

#include "koma-example-tile.h"
#include "koma-teach-words.h"
#include "ui/compat/koma-tab-stop.h"
#include "ui/window/koma-toast.h"
#include "worker/koma-thread.h"

#define SIDE 96 /* application pixels */

struct _KomaPicturesWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwWindowTitle *heading;
  GtkMenuButton  *move_button;
  GtkStack       *pages;
  GtkGridView    *grid;
  KomaToast      *toast;

  /* Owned. */
  KomaTeachProject   *project;
  GtkFilterListModel *examples; /* those that have not been removed */
  GtkMultiSelection  *selection;
  GSimpleActionGroup *actions;
};

G_DEFINE_FINAL_TYPE (KomaPicturesWindow, koma_pictures_window, ADW_TYPE_WINDOW)

/* ---- Tiles ---- */

static void
setup_cb (KomaPicturesWindow *self,
          GtkListItem        *list_item)
{
  gtk_list_item_set_child (list_item, koma_example_tile_new (SIDE));
}

/* The grid's own widget around the tile has the focus, so screen readers read its name. */
static void
bind_cb (KomaPicturesWindow *self,
         GtkListItem        *list_item)
{
  GtkWidget        *tile = gtk_list_item_get_child (list_item);
  KomaTeachExample *example = gtk_list_item_get_item (list_item);
  g_autofree char  *name = koma_teach_words_for_example (example);

  koma_example_tile_set_example (KOMA_EXAMPLE_TILE (tile), example);
  if (gtk_widget_get_parent (tile) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (tile)),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
unbind_cb (KomaPicturesWindow *self,
           GtkListItem        *list_item)
{
  koma_example_tile_set_example (KOMA_EXAMPLE_TILE (gtk_list_item_get_child (list_item)), NULL);
}

static gboolean
is_there (gpointer example,
          gpointer user_data)
{
  return koma_teach_example_get_class (example) != NULL;
}

/* ---- The selection ---- */

static GPtrArray *
get_selected (KomaPicturesWindow *self)
{
  g_autoptr (GtkBitset) selection =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  GPtrArray    *examples = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter iter;
  guint         position = 0;

  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selection, &position); is_valid;
       is_valid = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (examples, g_list_model_get_item (G_LIST_MODEL (self->selection), position));
  return examples;
}

static void
update (KomaPicturesWindow *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  g_autoptr (GtkBitset) selection =
    gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  const gboolean   has_selection = !gtk_bitset_is_empty (selection);
  g_autofree char *count = koma_teach_words_for_count (n);
  GAction         *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), "remove");

  adw_window_title_set_subtitle (self->heading, count);
  gtk_stack_set_visible_child_name (self->pages, n > 0 ? "some" : "none");
  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), has_selection);
  gtk_widget_set_sensitive (GTK_WIDGET (self->move_button), has_selection);
}

static void
filter_again (KomaPicturesWindow *self)
{
  gtk_filter_changed (gtk_filter_list_model_get_filter (self->examples),
                      GTK_FILTER_CHANGE_DIFFERENT);
}

static void
offer_undo (KomaPicturesWindow *self)
{
  g_autofree char *text = koma_teach_words_for_undo (koma_teach_project_get_undo (self->project));

  koma_toast_show_with_action (self->toast, text, _ ("Undo"), "pictures.undo");
  filter_again (self);
}

/* ---- Actions ---- */

static void
remove_action (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       user_data)
{
  KomaPicturesWindow *self = user_data;
  g_autoptr (GPtrArray) examples = get_selected (self);

  koma_teach_project_remove_examples (self->project, examples);
  offer_undo (self);
}

static KomaTeachClass *
find_class (KomaPicturesWindow *self,
            guint               id)
{
  GListModel *classes = G_LIST_MODEL (self->project);

  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);

    if (koma_teach_class_get_id (klass) == id)
      return g_steal_pointer (&klass);
  }
  return NULL;
}

static void
move_action (GSimpleAction *action,
             GVariant      *id,
             gpointer       user_data)
{
  KomaPicturesWindow *self = user_data;
  g_autoptr (KomaTeachClass) klass = find_class (self, g_variant_get_uint32 (id));
  g_autoptr (GPtrArray) examples = get_selected (self);

  if (klass == NULL || examples->len == 0)
    return;
  koma_teach_project_move_examples (self->project, examples, klass);
  offer_undo (self);
}

static void
undo_action (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       user_data)
{
  KomaPicturesWindow *self = user_data;

  koma_toast_withdraw (self->toast, "pictures.undo");
  (void) koma_teach_project_undo (self->project);
  filter_again (self);
}

/* The classes may change while the window is open. */
static void
create_menu_cb (GtkMenuButton *button,
                gpointer       user_data)
{
  KomaPicturesWindow *self = user_data;
  GListModel         *classes = G_LIST_MODEL (self->project);
  g_autoptr (GMenu) menu = g_menu_new ();

  for (guint i = 0; i < g_list_model_get_n_items (classes); i++) {
    g_autoptr (KomaTeachClass) klass = g_list_model_get_item (classes, i);
    g_autoptr (GMenuItem) item = koma_teach_words_create_menu_item (klass);

    g_menu_item_set_action_and_target (item, "pictures.move", "u", koma_teach_class_get_id (klass));
    g_menu_append_item (menu, item);
  }
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

/* ---- Object ---- */

static void
koma_pictures_window_dispose (GObject *object)
{
  KomaPicturesWindow *self = KOMA_PICTURES_WINDOW (object);

  if (self->selection != NULL)
    gtk_grid_view_set_model (self->grid, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->examples);
  g_clear_object (&self->project);
  g_clear_object (&self->actions);

  G_OBJECT_CLASS (koma_pictures_window_parent_class)->dispose (object);
}

static void
koma_pictures_window_class_init (KomaPicturesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_pictures_window_dispose;

  g_type_ensure (KOMA_TYPE_TAB_STOP);
  g_type_ensure (KOMA_TYPE_TOAST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-pictures-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaPicturesWindow, heading);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturesWindow, move_button);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturesWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturesWindow, grid);
  gtk_widget_class_bind_template_child (widget_class, KomaPicturesWindow, toast);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "pictures.remove", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "pictures.undo",
                                       NULL);
}

static void
koma_pictures_window_init (KomaPicturesWindow *self)
{
  static const GActionEntry entries[] = {
    { .name = "move", .activate = move_action, .parameter_type = "u" },
    { .name = "remove", .activate = remove_action },
    { .name = "undo", .activate = undo_action },
  };
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "pictures", G_ACTION_GROUP (self->actions));
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->move_button, create_menu_cb, self, NULL);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  gtk_grid_view_set_factory (self->grid, factory);
}

/**
 * koma_pictures_window_new:
 * @parent: the window of the classes
 * @project: the examples'
 * @examples: (element-type KomaTeachExample): what is shown
 * @title: what they are
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_pictures_window_new (GtkWindow        *parent,
                          KomaTeachProject *project,
                          GListModel       *examples,
                          const char       *title)
{
  KomaPicturesWindow *self = g_object_new (KOMA_TYPE_PICTURES_WINDOW,
                                           "transient-for", parent,
                                           "destroy-with-parent", TRUE,
                                           "title", title,
                                           NULL);
  GtkFilter          *filter = GTK_FILTER (gtk_custom_filter_new (is_there, NULL, NULL));

  KOMA_ASSERT_MAIN_THREAD ();

  self->project = g_object_ref (project);
  adw_window_title_set_title (self->heading, title);
  self->examples = gtk_filter_list_model_new (g_object_ref (examples), filter);
  self->selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->examples)));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_grid_view_set_model (self->grid, GTK_SELECTION_MODEL (self->selection));
  update (self);
  return GTK_WINDOW (self);
}
