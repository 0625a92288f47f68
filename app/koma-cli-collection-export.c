/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows of a collection, as `koma classify` prints them. */
#include "koma-cli-collections.h"
#include "koma-cli-report.h"
#include "koma-cli.h"
#include "worker/collection/koma-collection-rows.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/decode/koma-thumbnail.h"

#define THUMBNAIL_SIDE 320 /* pixels, as of `koma classify` */

typedef struct
{
  KomaCollectionRows *rows;
  KomaSheet          *sheet;
  gboolean            has_thumbnails;
} Export;

static void
export_clear (Export *self)
{
  g_clear_pointer (&self->rows, koma_collection_rows_free);
  g_clear_pointer (&self->sheet, koma_sheet_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Export, export_clear)

static void
loaded_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      data)
{
  GAsyncResult **ret_result = data;

  *ret_result = g_object_ref (result);
}

/* (nullable) of the file as it is now */
static GBytes *
make_thumbnail (GFile *file)
{
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .file = file });
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (KomaPicture) picture = NULL;

  koma_picture_load_async (request, THUMBNAIL_SIDE, NULL, loaded_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  picture = koma_picture_load_finish (result, NULL);
  return picture != NULL ? koma_thumbnail_encode (picture, THUMBNAIL_SIDE, NULL) : NULL;
}

static void
print_part (Export *self,
            void (*append) (KomaSheet *, GString *))
{
  g_autoptr (GString) text = g_string_new (NULL);

  append (self->sheet, text);
  koma_cli_print ("%s", text->str);
}

static void
print_row (Export            *self,
           KomaCollectionRow *from)
{
  g_autoptr (GFile) file = g_file_new_for_path (from->path);
  g_autoptr (KomaExportRow) row = koma_export_row_new_for_file (file, from->path);
  g_autoptr (GString) text = g_string_new (NULL);

  row->result = g_steal_pointer (&from->known.result);
  row->error = g_steal_pointer (&from->known.failure);
  row->sha256 = g_steal_pointer (&from->known.sha256);
  row->correction = g_steal_pointer (&from->known.correction);
  row->rating = g_steal_pointer (&from->known.rating);
  row->info = koma_model_info_ref (from->info);
  if (self->has_thumbnails && row->result != NULL)
    row->thumbnail = make_thumbnail (file);
  koma_sheet_append_row (self->sheet, text, row);
  koma_cli_print ("%s", text->str);
}

static gboolean
print_rows (Export  *self,
            GError **error)
{
  gboolean has_row = TRUE;

  while (has_row) {
    g_auto (KomaCollectionRow) row = { 0 };

    if (!koma_collection_rows_next (self->rows, &row, error))
      return FALSE;
    has_row = row.path != NULL;
    if (has_row)
      print_row (self, &row);
  }
  return TRUE;
}

int
koma_cli_collection_export (const char    *path,
                            const char    *model,
                            KomaFormatKind format,
                            double         sure_from)
{
  g_auto (Export) self = { .has_thumbnails = format == KOMA_FORMAT_HTML };
  KomaSheetKind kind = KOMA_SHEET_CSV;
  gboolean      is_printed = FALSE;
  g_autoptr (GError) error = NULL;

  self.rows = koma_collection_rows_new (path, model, &error);
  if (self.rows == NULL) {
    koma_cli_warn ("%s", error->message);
    return KOMA_EXIT_USAGE;
  }
  koma_cli_report_get_sheet (format, &kind);
  self.sheet = koma_sheet_new (&(KomaSheetOptions){
    .kind = kind,
    .top_k = koma_collection_rows_get_top_k (self.rows),
    .sure_from = sure_from,
    .has_sha256 = koma_collection_rows_has_sha256 (self.rows),
    .has_corrections = koma_collection_rows_has_corrections (self.rows),
    .has_ratings = koma_collection_rows_has_ratings (self.rows),
    .has_taken = koma_collection_rows_has_taken (self.rows) });
  print_part (&self, koma_sheet_append_head);
  is_printed = print_rows (&self, &error);
  print_part (&self, koma_sheet_append_tail);
  if (!is_printed)
    koma_cli_warn ("%s", error->message);
  return is_printed ? KOMA_EXIT_OK : KOMA_EXIT_USAGE;
}
