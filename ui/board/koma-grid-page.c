/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-grid-words.h"
#include "ui/koma-button-flow.h"
#include "ui/teach/koma-picture-texture.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

#define SHOWN_SIDE 1600 /* pixels of the picture that is shown */
#define SIDE_MAX   32   /* rows, and columns, that can be chosen */
#define SPACING    18

/**
 * KomaGridPage:
 *
 * Each change cuts the picture anew: a #KomaResultFeed of its own sends the cells to the worker.
 */
enum {
  SIGNAL_MESSAGE,
  SIGNAL_CHANGED,
  SIGNAL_EXPORT,
  SIGNAL_KEEP,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaGridPage, koma_grid_page, ADW_TYPE_BIN)

/* ---- Answers ---- */

static void
selected_cb (KomaGridPage *self)
{
  const guint position = koma_grid_cells_get_selected (self->cells);
  g_autoptr (KomaResultItem) cell =
    self->feed != NULL ? g_list_model_get_item (koma_grid_page_get_cells (self), position) : NULL;

  koma_board_view_set_marked (self->view, cell != NULL ? position : G_MAXUINT);
  koma_grid_answers_show (self->answers, cell, position, self->now.n_columns);
}

static void
pressed_cb (KomaGridPage *self,
            guint         cell)
{
  koma_grid_cells_select (self->cells, cell);
}

static void
copy_cb (KomaGridPage *self)
{
  g_autofree char *text =
    koma_grid_words_for_table (koma_grid_page_get_cells (self), self->now.n_columns);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, _ ("Copied"));
}

static void
export_cb (KomaGridPage *self)
{
  g_signal_emit (self, signals[SIGNAL_EXPORT], 0);
}

static void
keep_cb (KomaGridPage *self)
{
  g_signal_emit (self, signals[SIGNAL_KEEP], 0);
}

static void
stop_cb (KomaGridPage *self)
{
  koma_result_feed_cancel (self->feed);
  koma_grid_page_set_status (self, _ ("Stopped"));
}

/* ---- The picture ---- */

static void
show_picture (KomaGridPage *self,
              KomaPicture  *picture)
{
  g_autoptr (GdkTexture) texture = koma_picture_texture_new (picture);

  self->width = picture->source_width;
  self->height = picture->source_height;
  koma_board_view_set_picture (self->view, texture, picture->source_width,
                               picture->source_height);
  koma_grid_page_show_state (self);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (KomaGridPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->loading);
  if (picture != NULL)
    show_picture (self, picture);
}

static void
load (KomaGridPage *self)
{
  koma_board_view_set_picture (self->view, NULL, 1, 1);
  self->width = self->height = 0;
  if (self->request->picture != NULL) {
    show_picture (self, self->request->picture);
    return;
  }
  self->loading = g_cancellable_new ();
  koma_picture_load_async (self->request, SHOWN_SIDE, self->loading, loaded_cb,
                           g_object_ref (self));
}

void
koma_grid_page_open (KomaGridPage    *self,
                     KomaWorker      *worker,
                     KomaPreferences *preferences,
                     KomaResultItem  *item,
                     guint            side)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_grid_page_close (self);
  g_set_object (&self->worker, worker);
  g_set_object (&self->preferences, preferences);
  g_clear_pointer (&self->request, koma_request_unref);
  self->request = koma_result_item_create_request (item, &(KomaRequest){ 0 });
  g_free (self->name);
  self->name = koma_result_item_dup_name (item);
  g_array_set_size (self->before, 0);
  if (!self->has_choice)
    self->now.n_rows = self->now.n_columns = side;
  self->now.is_whole = TRUE;
  load (self);
  koma_grid_page_show_state (self);
  koma_grid_page_cut (self);
}

void
koma_grid_page_close (KomaGridPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_handle_id (&self->cut_source, g_source_remove);
  if (self->loading != NULL)
    g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  koma_grid_page_drop_feed (self);
}

void
koma_grid_page_restart (KomaGridPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->feed != NULL)
    koma_grid_page_cut (self);
}

/* ---- Object ---- */

static void
add_side (KomaGridPage *self,
          GtkWidget    *flow,
          const char   *label,
          GtkWidget   **ret_spin)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *name = gtk_label_new_with_mnemonic (label);

  *ret_spin = gtk_spin_button_new_with_range (1, SIDE_MAX, 1);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), *ret_spin);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (*ret_spin), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  name, NULL, -1);
  g_signal_connect_object (*ret_spin, "value-changed", G_CALLBACK (koma_grid_page_side_changed),
                           self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), *ret_spin);
  koma_button_flow_append (flow, box);
}

static GtkWidget *
create_first (KomaGridPage *self)
{
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);
  GtkWidget *flow = koma_button_flow_new ();

  self->view = g_object_new (KOMA_TYPE_BOARD_VIEW, "hexpand", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Corners of the Grid"), -1);
  add_side (self, flow, _ ("_Rows"), &self->rows);
  add_side (self, flow, _ ("C_olumns"), &self->columns);
  self->whole = koma_button_flow_add (flow, _ ("_Whole Picture"),
                                      G_CALLBACK (koma_grid_page_take_whole), self);
  gtk_widget_set_valign (self->whole, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (first), GTK_WIDGET (self->view));
  gtk_box_append (GTK_BOX (first), flow);
  return first;
}

static GtkWidget *
create_second (KomaGridPage *self)
{
  GtkWidget *second = gtk_box_new (GTK_ORIENTATION_VERTICAL, SPACING);

  self->cells = g_object_new (KOMA_TYPE_GRID_CELLS, "hexpand", TRUE, NULL);
  self->answers = g_object_new (KOMA_TYPE_GRID_ANSWERS, NULL);
  self->buttons = koma_button_flow_new ();
  koma_button_flow_add (self->buttons, _ ("_Copy"), G_CALLBACK (copy_cb), self);
  koma_button_flow_add (self->buttons, _ ("_Export…"), G_CALLBACK (export_cb), self);
  koma_button_flow_add (self->buttons, _ ("_Add to List"), G_CALLBACK (keep_cb), self);
  gtk_box_append (GTK_BOX (second), GTK_WIDGET (self->cells));
  gtk_box_append (GTK_BOX (second), GTK_WIDGET (self->answers));
  gtk_box_append (GTK_BOX (second), self->buttons);
  return second;
}

static void
koma_grid_page_dispose (GObject *object)
{
  KomaGridPage *self = KOMA_GRID_PAGE (object);

  koma_grid_page_close (self);
  g_clear_pointer (&self->request, koma_request_unref);
  g_clear_object (&self->preferences);
  g_clear_object (&self->worker);

  G_OBJECT_CLASS (koma_grid_page_parent_class)->dispose (object);
}

static void
koma_grid_page_finalize (GObject *object)
{
  g_array_unref (KOMA_GRID_PAGE (object)->before);
  g_free (KOMA_GRID_PAGE (object)->name);

  G_OBJECT_CLASS (koma_grid_page_parent_class)->finalize (object);
}

static void
add_signal (guint       id,
            const char *name,
            GType       type) /* of what it tells, or G_TYPE_NONE */
{
  signals[id] = g_signal_new (name, KOMA_TYPE_GRID_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                              G_TYPE_NONE, type != G_TYPE_NONE ? 1 : 0, type);
}

static void
koma_grid_page_class_init (KomaGridPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_grid_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_grid_page_finalize;
  add_signal (SIGNAL_MESSAGE, "message", G_TYPE_STRING);
  add_signal (SIGNAL_CHANGED, "changed", G_TYPE_NONE);
  add_signal (SIGNAL_EXPORT, "export", G_TYPE_NONE);
  add_signal (SIGNAL_KEEP, "keep", G_TYPE_NONE);
}

static void
koma_grid_page_init (KomaGridPage *self)
{
  self->before = g_array_new (FALSE, FALSE, sizeof (KomaGridState));
  self->now = (KomaGridState){ .n_rows = 1, .n_columns = 1, .is_whole = TRUE };
  self->halves = koma_halves_new (create_first (self), create_second (self));
  self->stop = gtk_button_new_with_mnemonic (_ ("_Stop"));
  koma_halves_add (self->halves, self->stop);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->halves));
  koma_grid_page_set_status (self, "");
  g_signal_connect_object (self->stop, "clicked", G_CALLBACK (stop_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "moved", G_CALLBACK (koma_grid_page_moved), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "pressed", G_CALLBACK (pressed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->cells, "selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

void
koma_grid_page_set_wide (KomaGridPage *self,
                         gboolean      is_wide)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_halves_set_wide (self->halves, is_wide);
}

/* The page itself has no such function as grab_focus (): GTK 4.8 calls it where Tab leaves the page
 * and where it comes, and the corners and the header bar were left out. */
void
koma_grid_page_focus_rows (KomaGridPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_grab_focus (self->rows);
}
