/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-input.h"

#include <glib/gi18n-lib.h>

#include "koma-opened-words.h"
#include "koma-recent.h"
#include "ui/models/koma-model-address.h"
#include "worker/decode/koma-picture-finder.h"
#include "worker/koma-thread.h"
#include "worker/models/koma-gathered-files.h"

struct _KomaPictureInput
{
  GObject parent_instance;

  /* Owned. */
  KomaResultFeed   *feed; /* NULL when closed */
  KomaModelControl *control;
  GCancellable     *searching; /* cancels all searches that are under way */
  GPtrArray        *gathered;  /* (element-type filename) models that end with the window */

  guint n_searches;
  guint n_unnamed; /* pictures without a file so far */
};

enum {
  SIGNAL_ADDING,
  SIGNAL_ADDRESS,
  SIGNAL_CHANGED,
  SIGNAL_COLLECTION,
  SIGNAL_FILE,
  SIGNAL_FOLDER,
  SIGNAL_MESSAGE,
  SIGNAL_REFUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaPictureInput, koma_picture_input, G_TYPE_OBJECT)

static gboolean
is_closed (KomaPictureInput *self)
{
  return self->feed == NULL;
}

static void
say (KomaPictureInput *self,
     const char       *text)
{
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, text);
}

static guint
append (KomaPictureInput *self,
        GPtrArray        *items)
{
  const guint n_added = koma_result_feed_open (self->feed, items);

  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return n_added;
}

/* ---- Files and folders ---- */

typedef struct
{
  KomaPictureInput *input;
  GCancellable     *cancellable;
  char             *only_path; /* (nullable) of what was given, if that was one thing */
  gboolean          has_model; /* or labels: what was given held more than pictures */
  KomaGrids        *grids;     /* (nullable) */
  guint             n_found, n_added;
} Search;

static void
search_free (Search *search)
{
  g_object_unref (search->input);
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
  g_autoptr (KomaGridPicture) grid = NULL;

  if (search->grids != NULL)
    grid = koma_grid_picture_open (search->grids, file);
  if (grid == NULL) {
    g_ptr_array_add (items, koma_result_item_new_for_file (file));
    return;
  }
  for (guint i = 0; i < koma_grid_picture_get_n_cells (grid); i++)
    g_ptr_array_add (items, koma_result_item_new_for_cell (grid, i));
}

static void
found_cb (GPtrArray        *files,
          const KomaFileId *ids,
          gpointer          user_data)
{
  Search *search = user_data;
  g_autoptr (GPtrArray) items = NULL;

  if (is_closed (search->input) || g_cancellable_is_cancelled (search->cancellable))
    return;

  search->n_found += files->len;
  items = g_ptr_array_new_full (files->len, g_object_unref);
  for (guint i = 0; i < files->len; i++)
    add_items (search, g_ptr_array_index (files, i), items);
  search->n_added += append (search->input, items);
}

static void
report_search (Search *search,
               guint   n_unreadable)
{
  KomaPictureInput *self = search->input;
  g_autofree char  *text = koma_opened_words_for_search (
     n_unreadable, search->n_found, search->n_added);

  if (search->n_found == 0 && n_unreadable == 0) {
    if (search->has_model)
      return;
    /* The user may have meant a model; then the error says what is wrong with it. */
    if (search->only_path != NULL && koma_model_control_get_info (self->control) == NULL) {
      koma_model_control_load (self->control, search->only_path);
      return;
    }
  }
  if (text != NULL)
    say (self, text);
}

static void
search_done_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (Search) search = user_data;
  g_autoptr (GError) error = NULL;
  KomaPictureInput *self = search->input;
  guint             n_unreadable = 0;

  self->n_searches--;
  if (is_closed (self))
    return;
  if (koma_picture_finder_find_finish (result, &n_unreadable, &error))
    report_search (search, n_unreadable);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    say (self, error->message);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static Search *
search_new (KomaPictureInput *self)
{
  Search *search = g_new0 (Search, 1);

  if (self->searching == NULL)
    self->searching = g_cancellable_new ();
  self->n_searches++;
  search->input = g_object_ref (self);
  search->cancellable = g_object_ref (self->searching);
  return search;
}

static void
find_pictures (Search    *search, /* (transfer full) */
               GPtrArray *files)
{
  g_signal_emit (search->input, signals[SIGNAL_ADDING], 0);
  koma_picture_finder_find_async (files, found_cb, search, search->cancellable, search_done_cb,
                                  search);
}

static void
end_search (Search *search) /* (transfer full) */
{
  search->input->n_searches--;
  g_signal_emit (search->input, signals[SIGNAL_CHANGED], 0);
  search_free (search);
}

/* Labels are for the model in use. */
static void
take_labels (KomaPictureInput *self,
             KomaOpenedFiles  *opened)
{
  const gboolean   can_choose = koma_model_control_can_choose (self->control);
  KomaModelInfo   *info = can_choose ? koma_model_control_get_info (self->control) : NULL;
  g_autofree char *text = NULL;

  if (koma_opened_words_for_labels (opened, info, &text))
    koma_model_control_set_part (self->control, KOMA_PART_LABELS, opened->labels_path);
  say (self, text);
}

static void
load_model (KomaPictureInput *self,
            char             *path) /* (transfer full) */
{
  koma_model_control_load (self->control, path);
  if (koma_gathered_files_is (path))
    g_ptr_array_add (self->gathered, path);
  else
    g_free (path);
}

static void
take_folder (KomaPictureInput *self,
             GFile            *folder)
{
  koma_recent_add (folder, "inode/directory");
  g_signal_emit (self, signals[SIGNAL_FOLDER], 0, g_file_peek_path (folder));
}

/* What is no folder, and lies on a disk of this computer. */
static void
tell_files (KomaPictureInput *self,
            KomaOpenedFiles  *opened)
{
  for (guint i = 0; i < opened->pictures->len; i++) {
    GFile      *file = opened->pictures->pdata[i];
    const char *path = g_file_peek_path (file);

    if (path != NULL && !g_ptr_array_find (opened->folders, file, NULL))
      g_signal_emit (self, signals[SIGNAL_FILE], 0, path);
  }
}

static void
sorted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Search           *search = user_data;
  KomaPictureInput *self = search->input;
  g_autoptr (KomaOpenedFiles) opened = koma_opened_files_sort_finish (result, NULL);
  g_autofree char *trouble = opened != NULL ? koma_opened_words_for_trouble (opened) : NULL;

  if (opened == NULL || is_closed (self)) {
    end_search (search);
    return;
  }
  search->has_model = opened->model != NULL || opened->labels_path != NULL ||
                      opened->collection != NULL || opened->trouble != KOMA_OPENED_WELL;
  if (trouble != NULL)
    say (self, trouble);
  if (opened->model != NULL)
    load_model (self, g_steal_pointer (&opened->model));
  if (opened->labels_path != NULL)
    take_labels (self, opened);
  if (opened->refused != NULL)
    g_signal_emit (self, signals[SIGNAL_REFUSED], 0, opened->refused_name, opened->refused);
  if (opened->collection != NULL)
    g_signal_emit (self, signals[SIGNAL_COLLECTION], 0, opened->collection);
  tell_files (self, opened);
  for (guint i = 0; i < opened->folders->len; i++)
    take_folder (self, opened->folders->pdata[i]);
  if (opened->pictures->len > 0)
    find_pictures (search, opened->pictures);
  else
    end_search (search);
}

static void
open_files (KomaPictureInput *self,
            GPtrArray        *files,
            gboolean          are_labels)
{
  Search *search = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (files->len == 0)
    return;

  search = search_new (self);
  if (files->len == 1)
    search->only_path = g_file_get_path (g_ptr_array_index (files, 0));
  koma_opened_files_sort_async (files, are_labels, search->cancellable, sorted_cb, search);
}

/**
 * koma_picture_input_open:
 * @self: an input
 * @files: (element-type GFile): pictures, folders, a model, or its labels
 *
 * Adds the pictures, and those in the folders, to the list, loads the model
 * where there is one, and gives labels to the model in use.
 */
void
koma_picture_input_open (KomaPictureInput *self,
                         GPtrArray        *files)
{
  open_files (self, files, FALSE);
}

/**
 * koma_picture_input_open_labels:
 * @self: an input
 * @files: (element-type GFile): a list of labels, whatever its name
 *
 * Gives the labels to the model in use.
 */
void
koma_picture_input_open_labels (KomaPictureInput *self,
                                GPtrArray        *files)
{
  open_files (self, files, TRUE);
}

/* Without samples.json, or with a damaged one, the pictures are not cut. */
static void
grids_loaded_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (KomaPictureInput) self = user_data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *text = NULL;
  gsize            length = 0;
  Search          *search = NULL;

  if (is_closed (self))
    return;
  search = search_new (self);
  if (g_file_load_contents_finish (G_FILE (source), result, &text, &length, NULL, NULL))
    search->grids = koma_grids_new_from_json (text, length, NULL);
  g_ptr_array_add (files, g_file_get_parent (G_FILE (source)));
  find_pictures (search, files);
}

void
koma_picture_input_open_samples (KomaPictureInput *self,
                                 const char       *folder)
{
  g_autoptr (GFile) file = g_file_new_build_filename (folder, KOMA_GRIDS_FILE_NAME, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  g_file_load_contents_async (file, NULL, grids_loaded_cb, g_object_ref (self));
}

gboolean
koma_picture_input_is_searching (KomaPictureInput *self)
{
  return self->n_searches > 0;
}

void
koma_picture_input_cancel (KomaPictureInput *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
}

/* ---- What another program hands over ---- */

static void
add_picture (KomaPictureInput *self,
             GBytes           *bytes)
{
  /* Translators: the name of a picture that has no file; it is numbered */
  g_autofree char *name = g_strdup_printf (_ ("Picture %u"), ++self->n_unnamed);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  g_signal_emit (self, signals[SIGNAL_ADDING], 0);
  g_ptr_array_add (items, koma_result_item_new_for_bytes (bytes, name));
  append (self, items);
}

static void
take_addresses (KomaPictureInput *self,
                GPtrArray        *addresses)
{
  for (guint i = 0; i < addresses->len; i++) {
    const char *address = g_ptr_array_index (addresses, i);

    if (koma_model_address_is_likely (address)) {
      g_signal_emit (self, signals[SIGNAL_ADDRESS], 0, address);
      return;
    }
  }
  say (self, _ ("Koma fetches no pictures from the web. Save the file first, then open it."));
}

void
koma_picture_input_take (KomaPictureInput *self,
                         KomaTransfer     *transfer,
                         const char       *if_unreadable)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (is_closed (self))
    return;

  if (transfer == NULL)
    say (self, if_unreadable);
  else if (transfer->files->len > 0)
    koma_picture_input_open (self, transfer->files);
  else if (transfer->picture != NULL && g_bytes_get_size (transfer->picture) > 0)
    add_picture (self, transfer->picture);
  else if (transfer->addresses->len > 0)
    take_addresses (self, transfer->addresses);
  else
    say (self, _ ("There is no picture in that"));
}

/* ---- Object ---- */

void
koma_picture_input_close (KomaPictureInput *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_picture_input_cancel (self);
  g_clear_object (&self->feed);
}

static void
koma_picture_input_dispose (GObject *object)
{
  KomaPictureInput *self = KOMA_PICTURE_INPUT (object);

  koma_picture_input_close (self);
  g_clear_object (&self->control);
  g_clear_pointer (&self->gathered, g_ptr_array_unref);

  G_OBJECT_CLASS (koma_picture_input_parent_class)->dispose (object);
}

static void
remove_gathered (gpointer path)
{
  koma_gathered_files_remove (path);
  g_free (path);
}

static void
koma_picture_input_class_init (KomaPictureInputClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_picture_input_dispose;

  signals[SIGNAL_ADDING] = g_signal_new ("adding", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ADDRESS] = g_signal_new ("address", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_COLLECTION] = g_signal_new ("collection", KOMA_TYPE_PICTURE_INPUT,
                                             G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                             G_TYPE_STRING);
  signals[SIGNAL_FILE] = g_signal_new ("file", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_FOLDER] = g_signal_new ("folder", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_MESSAGE] = g_signal_new ("message", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /* The name of a file that Koma does not open, and its KomaForeign. */
  signals[SIGNAL_REFUSED] = g_signal_new ("refused", KOMA_TYPE_PICTURE_INPUT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING,
                                          G_TYPE_POINTER);
}

static void
koma_picture_input_init (KomaPictureInput *self)
{
  self->gathered = g_ptr_array_new_with_free_func (remove_gathered);
}

KomaPictureInput *
koma_picture_input_new (KomaResultFeed   *feed,
                        KomaModelControl *control)
{
  KomaPictureInput *self = g_object_new (KOMA_TYPE_PICTURE_INPUT, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->feed = g_object_ref (feed);
  self->control = g_object_ref (control);
  return self;
}
