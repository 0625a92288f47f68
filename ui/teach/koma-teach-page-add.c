/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that come as files, from the clipboard, and from other pages. */

#include "koma-teach-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-teach-words.h"
#include "ui/koma-error-words.h"
#include "ui/window/koma-transfer.h"
#include "worker/koma-thread.h"
#include "worker/teach/disk/koma-teach-share.h"

/* What is under way, with the page that waits for it. */
typedef struct
{
  KomaTeachPage  *page;
  KomaTeachClass *klass; /* (nullable) */
} Adding;

static Adding *
adding_new (KomaTeachPage  *page,
            KomaTeachClass *klass)
{
  Adding *adding = g_new0 (Adding, 1);

  adding->page = g_object_ref (page);
  g_set_object (&adding->klass, klass);
  return adding;
}

static void
adding_free (Adding *adding)
{
  g_object_unref (adding->page);
  g_clear_object (&adding->klass);
  g_free (adding);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Adding, adding_free)

static gboolean
is_worth_telling (KomaTeachPage *page,
                  const GError  *error)
{
  return page->project != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* ---- Files ---- */

static void
report (const Adding         *adding,
        const KomaTeachAdded *added)
{
  const char      *name = adding->klass != NULL ? koma_teach_class_get_name (adding->klass) : NULL;
  g_autofree char *text = koma_teach_words_for_added (added, name);

  if (added->n_added > 0)
    koma_teach_page_offer_undo (adding->page, text);
  else
    koma_teach_page_say (adding->page, text, NULL, NULL);
}

static void
added_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Adding) adding = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachAdded) added =
    koma_teach_project_add_files_finish (KOMA_TEACH_PROJECT (source), result, &error);

  if (!is_worth_telling (adding->page, error))
    return;
  if (added != NULL)
    report (adding, added);
  else
    koma_teach_page_say (adding->page, koma_words_for_picture_error (error), NULL, NULL);
}

static void
imported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (Adding) adding = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachAdded) added =
    koma_teach_project_import_finish (KOMA_TEACH_PROJECT (source), result, &error);

  if (!is_worth_telling (adding->page, error))
    return;
  if (added != NULL)
    report (adding, added);
  else
    koma_teach_page_say (adding->page,
                         _ ("This is no project of Teachable Machine with pictures in it"), NULL,
                         NULL);
}

/* Of Teachable Machine. */
static gboolean
is_project_file (GPtrArray *files)
{
  g_autofree char *name = g_file_get_basename (g_ptr_array_index (files, 0));

  return files->len == 1 && g_str_has_suffix (name, ".tm");
}

/**
 * koma_teach_page_add_files:
 * @self: a page
 * @klass: (nullable): their class; %NULL: those that their folders name
 * @files: (element-type GFile): pictures and folders, or the project file of Teachable Machine
 */
void
koma_teach_page_add_files (KomaTeachPage  *self,
                           KomaTeachClass *klass,
                           GPtrArray      *files)
{
  Adding *adding = NULL;

  if (files->len == 0)
    return;
  adding = adding_new (self, klass);
  if (is_project_file (files))
    koma_teach_project_import_async (self->project, g_ptr_array_index (files, 0), NULL, imported_cb,
                                     adding);
  else
    koma_teach_project_add_files_async (self->project, klass, files, NULL, added_cb, adding);
}

/* ---- One picture ---- */

static void
picture_added_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (Adding) adding = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachExample) example =
    koma_teach_project_add_picture_finish (KOMA_TEACH_PROJECT (source), result, &error);
  g_autofree char *text = NULL;

  if (!is_worth_telling (adding->page, error))
    return;
  if (example == NULL) {
    koma_teach_page_say (adding->page, koma_words_for_picture_error (error), NULL, NULL);
    return;
  }
  /* Translators: of a picture; the name of a class */
  text = g_strdup_printf (_ ("Added to “%s”"), koma_teach_class_get_name (adding->klass));
  koma_teach_page_offer_undo (adding->page, text);
}

void
koma_teach_page_add_request (KomaTeachPage  *self,
                             KomaTeachClass *klass,
                             KomaRequest    *request,
                             const char     *name)
{
  koma_teach_project_add_picture_async (self->project, klass, request, name, NULL,
                                        picture_added_cb, adding_new (self, klass));
}

/* ---- What is dropped and pasted ---- */

static gboolean
has_picture (KomaTransfer *transfer)
{
  return transfer->picture != NULL && g_bytes_get_size (transfer->picture) > 0;
}

static void
refuse (KomaTeachPage *self,
        KomaTransfer  *transfer)
{
  if (transfer == NULL)
    koma_teach_page_say (self, _ ("This could not be read"), NULL, NULL);
  else if (has_picture (transfer))
    koma_teach_page_say (self, _ ("Drop this picture on the class that it shows"), NULL, NULL);
  else if (transfer->addresses->len > 0)
    koma_teach_page_say (
      self, _ ("Koma fetches no pictures from the web. Save the file first, then open it."), NULL,
      NULL);
  else
    koma_teach_page_say (self, _ ("There is no picture in that"), NULL, NULL);
}

/**
 * koma_teach_page_take:
 * @self: a page
 * @klass: (nullable): what the pictures show; %NULL: their folders say it
 * @transfer: (nullable): what was dropped or pasted
 */
void
koma_teach_page_take (KomaTeachPage  *self,
                      KomaTeachClass *klass,
                      KomaTransfer   *transfer)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (transfer != NULL && transfer->files->len > 0) {
    koma_teach_page_add_files (self, klass, transfer->files);
  } else if (transfer != NULL && klass != NULL && has_picture (transfer)) {
    const KomaRequest values = { .bytes = transfer->picture };
    g_autoptr (KomaRequest) request = koma_request_new (&values);

    koma_teach_page_add_request (self, klass, request, NULL);
  } else {
    refuse (self, transfer);
  }
}

/* Asks about the first of the pictures. */
void
koma_teach_page_try (KomaTeachPage *self,
                     KomaTransfer  *transfer)
{
  KomaRequest values = { 0 };
  g_autoptr (KomaRequest) request = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (transfer != NULL && transfer->files->len > 0)
    values.file = g_ptr_array_index (transfer->files, 0);
  else if (transfer != NULL && has_picture (transfer))
    values.bytes = transfer->picture;
  if (values.file == NULL && values.bytes == NULL) {
    refuse (self, transfer);
    return;
  }
  request = koma_request_new (&values);
  koma_try_pane_show_picture (self->pane, request);
}

static void
pasted_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (Adding) adding = user_data;
  g_autoptr (KomaTransfer) transfer = koma_transfer_read_finish (result, NULL);

  if (adding->page->project != NULL)
    koma_teach_page_take (adding->page, adding->klass, transfer);
}

void
koma_teach_page_paste_into (KomaTeachPage  *self,
                            KomaTeachClass *klass)
{
  koma_transfer_read_clipboard_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL, pasted_cb,
                                      adding_new (self, klass));
}
