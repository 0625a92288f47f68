/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-transfer.h"
#include "worker/decode/koma-picture-finder.h"
#include "worker/model/koma-model-store.h"

/* ---- Files and folders ---- */

typedef struct
{
  KomaWindow   *window;
  GCancellable *cancellable;
  char         *only_path; /* (nullable) of what was given, if that was one thing */
  KomaGrids    *grids;     /* (nullable) */
  guint         n_found;
} Search;

static void
search_free (Search *search)
{
  g_object_unref (search->window);
  g_object_unref (search->cancellable);
  g_free (search->only_path);
  koma_grids_free (search->grids);
  g_free (search);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Search, search_free)

/* The picture, or its cells where it is to be cut. */
static void
add_items (Search    *search,
           GFile     *file,
           GPtrArray *items)
{
  g_autoptr (KomaGridPicture) sheet = NULL;
  guint n_cells = 0;

  if (search->grids != NULL)
    sheet = koma_grid_picture_open (search->grids, file);
  if (sheet == NULL) {
    g_ptr_array_add (items, koma_result_item_new_for_file (file));
    return;
  }
  n_cells = koma_grid_picture_get_n_rows (sheet) * koma_grid_picture_get_n_columns (sheet);
  for (guint i = 0; i < n_cells; i++)
    g_ptr_array_add (items, koma_result_item_new_for_cell (sheet, i));
}

static void
found_cb (GPtrArray *files,
          gpointer   user_data)
{
  Search     *search = user_data;
  KomaWindow *self = search->window;
  g_autoptr (GPtrArray) items = NULL;

  if (self->feed == NULL || g_cancellable_is_cancelled (search->cancellable))
    return;

  search->n_found += files->len;
  items = g_ptr_array_new_full (files->len, g_object_unref);
  for (guint i = 0; i < files->len; i++)
    add_items (search, g_ptr_array_index (files, i), items);
  koma_result_feed_append (self->feed, items);
  koma_window_update (self);
}

static void
report_search (KomaWindow *self,
               Search     *search,
               guint       n_unreadable)
{
  g_autofree char *text = NULL;

  if (n_unreadable > 0) {
    text = g_strdup_printf (ngettext ("%'u folder could not be read",
                                      "%'u folders could not be read", n_unreadable),
                            n_unreadable);
    koma_window_add_toast (self, text);
  } else if (search->n_found > 0) {
    return;
  } else if (search->only_path != NULL && (koma_model_control_get_info (self->loader) == NULL ||
                                           koma_model_store_is_in_folder (search->only_path))) {
    /* One folder without pictures, that could be a model. */
    koma_model_control_load (self->loader, search->only_path);
  } else {
    koma_window_add_toast (self, _ ("No pictures in there"));
  }
}

static void
search_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (Search) search = user_data;
  g_autoptr (GError) error = NULL;
  KomaWindow *self = search->window;
  guint       n_unreadable = 0;

  self->n_searches--;
  if (koma_picture_finder_find_finish (result, &n_unreadable, &error) && self->feed != NULL)
    report_search (self, search, n_unreadable);
  else if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
           self->feed != NULL)
    koma_window_add_toast (self, error->message);
  koma_window_update (self);
}

static gboolean
is_model_name (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_str_has_suffix (lower, ".json") || g_str_has_suffix (lower, ".pb");
}

/* A model file that was given instead of pictures; the files beside it, its
 * weights, may have been given along with it. */
static GFile *
find_model (GPtrArray *files)
{
  GFile *model = NULL;

  for (guint i = 0; i < files->len; i++) {
    GFile           *file = g_ptr_array_index (files, i);
    g_autofree char *name = g_file_get_basename (file);

    if (koma_picture_finder_is_picture_name (name))
      return NULL;
    if (is_model_name (name) && (model == NULL || g_str_equal (name, "model.json")))
      model = file;
  }

  return model;
}

/**
 * koma_window_open_files:
 * @self: a window
 * @files: (element-type GFile): pictures, folders, or a model
 *
 * Adds pictures and what is in folders to the list, and loads a model.
 */
void
koma_window_open_files (KomaWindow *self,
                        GPtrArray  *files)
{
  GFile *model = NULL;

  if (files->len == 0)
    return;

  model = find_model (files);
  if (model != NULL && g_file_peek_path (model) != NULL) {
    koma_model_control_load (self->loader, g_file_peek_path (model));
    return;
  }

  koma_window_search (self, files, NULL);
}

void
koma_window_search (KomaWindow *self,
                    GPtrArray  *files,
                    KomaGrids  *grids)
{
  Search *search = NULL;

  koma_window_show_camera (self, FALSE);
  if (self->searching == NULL)
    self->searching = g_cancellable_new ();
  self->n_searches++;

  search = g_new0 (Search, 1);
  search->grids = grids;
  search->window = g_object_ref (self);
  search->cancellable = g_object_ref (self->searching);
  if (files->len == 1)
    search->only_path = g_file_get_path (g_ptr_array_index (files, 0));
  koma_picture_finder_find_async (files, found_cb, search, search->cancellable, search_done_cb,
                                  search);
}

void
koma_window_cancel_searches (KomaWindow *self)
{
  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
}

/* ---- Drops and the clipboard ---- */

static void
add_picture (KomaWindow *self,
             GBytes     *bytes)
{
  /* Translators: the name of a picture that has no file; it is numbered */
  g_autofree char *name = g_strdup_printf (_ ("Picture %u"), ++self->n_pasted);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  koma_window_show_camera (self, FALSE);
  g_ptr_array_add (items, koma_result_item_new_for_bytes (bytes, name));
  koma_result_feed_append (self->feed, items);
  koma_window_update (self);
}

static void
take_transfer (KomaWindow   *self,
               KomaTransfer *transfer)
{
  if (transfer->files->len > 0)
    koma_window_open_files (self, transfer->files);
  else if (transfer->picture != NULL && g_bytes_get_size (transfer->picture) > 0)
    add_picture (self, transfer->picture);
  else if (transfer->n_remote > 0)
    koma_window_add_toast (self,
                           _ ("Koma does not fetch pictures from the web. "
                              "Save the picture first, or copy and paste it."));
  else
    koma_window_add_toast (self, _ ("There is no picture in that"));
}

typedef struct
{
  KomaWindow *window;
  GdkDrop    *drop;
} Dropped;

static void
dropped_free (Dropped *dropped)
{
  g_object_unref (dropped->window);
  g_object_unref (dropped->drop);
  g_free (dropped);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Dropped, dropped_free)

static void
dropped_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (Dropped) dropped = user_data;
  g_autoptr (KomaTransfer) transfer = koma_transfer_read_finish (result, NULL);

  gdk_drop_finish (dropped->drop, transfer != NULL ? GDK_ACTION_COPY : 0);
  if (dropped->window->feed == NULL)
    return;

  if (transfer != NULL)
    take_transfer (dropped->window, transfer);
  else
    koma_window_add_toast (dropped->window, _ ("What was dropped could not be read"));
}

static void
show_drop_overlay (KomaWindow *self,
                   gboolean    is_shown)
{
  gtk_revealer_set_reveal_child (self->drop_overlay, is_shown);
}

static GdkDragAction
drag_enter_cb (KomaWindow *self)
{
  show_drop_overlay (self, TRUE);
  return GDK_ACTION_COPY;
}

static void
drag_leave_cb (KomaWindow *self)
{
  show_drop_overlay (self, FALSE);
}

static gboolean
drop_cb (KomaWindow *self,
         GdkDrop    *drop)
{
  Dropped *dropped = g_new (Dropped, 1);

  show_drop_overlay (self, FALSE);
  dropped->window = g_object_ref (self);
  dropped->drop = g_object_ref (drop);
  koma_transfer_read_drop_async (drop, NULL, dropped_cb, dropped);
  return TRUE;
}

void
koma_window_add_drop_target (KomaWindow *self)
{
  GtkDropTargetAsync *target = gtk_drop_target_async_new (koma_transfer_get_formats (),
                                                          GDK_ACTION_COPY);

  g_signal_connect_swapped (target, "drag-enter", G_CALLBACK (drag_enter_cb), self);
  g_signal_connect_swapped (target, "drag-leave", G_CALLBACK (drag_leave_cb), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;
  g_autoptr (KomaTransfer) transfer = koma_transfer_read_finish (result, NULL);

  if (self->feed == NULL)
    return;

  if (transfer != NULL)
    take_transfer (self, transfer);
  else
    koma_window_add_toast (self, _ ("What is on the clipboard could not be read"));
}

void
koma_window_paste (KomaWindow *self)
{
  koma_transfer_read_clipboard_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL,
                                      pasted_cb, g_object_ref (self));
}
