/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recipe-window.h"

#include "koma-recipe-choices.h"
#include "koma-recipe-preview.h"
#include "koma-recipe-rows.h"
#include "koma-seen-view.h"
#include "ui/koma-text-scale.h"
#include "worker/koma-thread.h"

/* In a narrower window the picture is above the rows. libadwaita 1.2 has no breakpoints. */
#define NARROW_WIDTH 500

struct _KomaRecipeWindow
{
  AdwWindow parent_instance;

  /* Template children (borrowed). */
  AdwWindowTitle *title;
  GtkBox         *box;
  KomaSeenView   *seen;
  KomaRecipeRows *rows;

  /* Owned. */
  KomaModelControl  *control;
  KomaRecipeChoices *choices;
  KomaRecipePreview *preview;

  gboolean is_narrow;
  guint    layout_source;
};

G_DEFINE_FINAL_TYPE (KomaRecipeWindow, koma_recipe_window, ADW_TYPE_WINDOW)

static void
koma_recipe_window_dispose (GObject *object)
{
  KomaRecipeWindow *self = KOMA_RECIPE_WINDOW (object);

  g_clear_handle_id (&self->layout_source, g_source_remove);
  if (self->preview != NULL)
    koma_recipe_preview_cancel (self->preview);
  g_clear_object (&self->preview);
  g_clear_object (&self->choices);
  g_clear_object (&self->control);

  G_OBJECT_CLASS (koma_recipe_window_parent_class)->dispose (object);
}

static gboolean
adapt_cb (gpointer user_data)
{
  KomaRecipeWindow *self = user_data;

  self->layout_source = 0;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box),
                                  self->is_narrow ? GTK_ORIENTATION_VERTICAL
                                                  : GTK_ORIENTATION_HORIZONTAL);
  koma_seen_view_set_narrow (self->seen, self->is_narrow);
  return G_SOURCE_REMOVE;
}

static void
koma_recipe_window_size_allocate (GtkWidget *widget,
                                  int        width,
                                  int        height,
                                  int        baseline)
{
  KomaRecipeWindow *self = KOMA_RECIPE_WINDOW (widget);
  const gboolean    is_narrow = width < NARROW_WIDTH * koma_text_scale (widget);

  GTK_WIDGET_CLASS (koma_recipe_window_parent_class)
    ->size_allocate (widget, width, height, baseline);

  if (is_narrow == self->is_narrow)
    return;
  self->is_narrow = is_narrow;
  /* GTK does not lay out what changes during a layout: change it afterwards. */
  if (self->layout_source == 0)
    self->layout_source = g_idle_add_full (GDK_PRIORITY_REDRAW, adapt_cb, self, NULL);
}

static void
chosen_cb (KomaRecipeWindow *self,
           guint             part,
           const char       *word)
{
  koma_recipe_choices_choose (self->choices, part, word);
}

static void
undo_action (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  koma_recipe_choices_undo (KOMA_RECIPE_WINDOW (widget)->choices);
}

static void
reset_action (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  koma_recipe_choices_reset (KOMA_RECIPE_WINDOW (widget)->choices);
}

static void
open_labels_action (GtkWidget  *widget,
                    const char *name,
                    GVariant   *parameter)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (widget));

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.open-labels", NULL);
}

static void
koma_recipe_window_class_init (KomaRecipeWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_recipe_window_dispose;
  widget_class->size_allocate = koma_recipe_window_size_allocate;

  g_type_ensure (KOMA_TYPE_RECIPE_ROWS);
  g_type_ensure (KOMA_TYPE_SEEN_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/app/koma/Koma/ui/koma-recipe-window.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaRecipeWindow, title);
  gtk_widget_class_bind_template_child (widget_class, KomaRecipeWindow, box);
  gtk_widget_class_bind_template_child (widget_class, KomaRecipeWindow, seen);
  gtk_widget_class_bind_template_child (widget_class, KomaRecipeWindow, rows);
  gtk_widget_class_bind_template_callback (widget_class, chosen_cb);

  gtk_widget_class_install_action (widget_class, "recipe.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "recipe.reset", NULL, reset_action);
  gtk_widget_class_install_action (widget_class, "recipe.open-labels", NULL, open_labels_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "recipe.undo",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
koma_recipe_window_init (KomaRecipeWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Of the two the one that fits everywhere: its least width is that of the window at first. */
  self->is_narrow = TRUE;
  adapt_cb (self);
}

static void
update_ways_back (KomaRecipeWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  gtk_widget_action_set_enabled (widget, "recipe.undo",
                                 koma_recipe_choices_can_undo (self->choices));
  gtk_widget_action_set_enabled (widget, "recipe.reset",
                                 koma_recipe_choices_can_reset (self->choices));
}

static void
loaded_cb (KomaRecipeWindow *self)
{
  const KomaModelInfo *info = koma_model_control_get_info (self->control);

  adw_window_title_set_subtitle (self->title, info->name);
  koma_recipe_rows_show (self->rows, info);
  koma_recipe_preview_refresh (self->preview);
}

/**
 * koma_recipe_window_new:
 * @parent: the window of the pictures
 * @worker: classifies the picture
 * @control: of the model in use; there is one
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_recipe_window_new (GtkWindow        *parent,
                        KomaWorker       *worker,
                        KomaModelControl *control)
{
  KomaRecipeWindow *self = g_object_new (KOMA_TYPE_RECIPE_WINDOW,
                                         "transient-for", parent,
                                         "destroy-with-parent", TRUE,
                                         NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  /* For the keys that close windows, and the program. */
  if (parent != NULL)
    gtk_window_set_application (GTK_WINDOW (self), gtk_window_get_application (parent));
  self->control = g_object_ref (control);
  self->choices = koma_recipe_choices_new (control);
  self->preview = koma_recipe_preview_new (worker);
  koma_seen_view_set_preview (self->seen, self->preview);
  g_signal_connect_object (self->choices, "changed", G_CALLBACK (update_ways_back), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  update_ways_back (self);
  loaded_cb (self);
  return GTK_WINDOW (self);
}

void
koma_recipe_window_set_item (KomaRecipeWindow *self,
                             KomaResultItem   *item) /* (nullable) */
{
  koma_recipe_preview_set_item (self->preview, item);
}
