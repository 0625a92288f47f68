/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-record.h"

#include "engine/koma-app.h"
#include "worker/koma-json.h"

static const char *const kind_names[KOMA_N_RECORDS] = { "folder", "copy", "place", "move",
                                                        "remove", "link", "label", "end" };

void
koma_arrange_record_clear (KomaArrangeRecord *record)
{
  g_clear_pointer (&record->from, g_free);
  g_clear_pointer (&record->to, g_free);
  g_clear_pointer (&record->part, g_free);
  g_clear_pointer (&record->sha256, g_free);
  g_clear_pointer (&record->before, g_bytes_unref);
}

/* As an address, which has all bytes. */
static void
build_path (JsonBuilder *builder,
            const char  *name,
            const char  *path) /* (nullable) */
{
  g_autofree char *uri = path != NULL ? g_filename_to_uri (path, NULL, NULL) : NULL;

  if (uri != NULL)
    koma_json_string (builder, name, uri);
}

static void
build_before (JsonBuilder             *builder,
              const KomaArrangeRecord *record)
{
  gsize            size = 0;
  const guint8    *data = g_bytes_get_data (record->before, &size);
  g_autofree char *text = g_base64_encode (data, size);

  koma_json_string (builder, "before", text);
  koma_json_int (builder, "mode", record->mode);
  koma_json_int (builder, "mtime", record->mtime_ns);
}

char *
koma_arrange_record_to_json (const KomaArrangeRecord *record)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_json_string (builder, "do", kind_names[record->kind]);
  build_path (builder, "from", record->from);
  build_path (builder, "to", record->to);
  build_path (builder, "part", record->part);
  koma_json_int (builder, "device", (gint64) record->id.device);
  koma_json_int (builder, "inode", (gint64) record->id.inode);
  koma_json_int (builder, "size", (gint64) record->id.size_bytes);
  koma_json_int (builder, "changed", record->id.mtime_ns);
  if (record->sha256 != NULL)
    koma_json_string (builder, "sha256", record->sha256);
  if (record->before != NULL)
    build_before (builder, record);
  if (record->number > 0)
    koma_json_int (builder, "n", (gint64) record->number);
  json_builder_end_object (builder);
  return g_strchomp (koma_json_to_string (builder, FALSE));
}

static gboolean
find_kind (const char     *name,
           KomaRecordKind *ret_kind)
{
  for (guint i = 0; i < KOMA_N_RECORDS; i++) {
    if (g_strcmp0 (name, kind_names[i]) == 0) {
      *ret_kind = i;
      return TRUE;
    }
  }
  return FALSE;
}

static char *
dup_path (JsonObject *object,
          const char *name)
{
  const char *uri = koma_json_get_string (object, name);

  return uri != NULL ? g_filename_from_uri (uri, NULL, NULL) : NULL;
}

static gint64
get_int (JsonObject *object,
         const char *name)
{
  gint64 value = 0;

  return koma_json_node_int (koma_json_get (object, name), &value) ? value : 0;
}

static GBytes *
dup_bytes (JsonObject *object)
{
  const char *text = koma_json_get_string (object, "before");
  gsize       size = 0;
  guchar     *data = text != NULL ? g_base64_decode (text, &size) : NULL;

  return data != NULL ? g_bytes_new_take (data, size) : NULL;
}

/* What undoing it needs is there. */
static gboolean
is_whole (const KomaArrangeRecord *record)
{
  switch (record->kind) {
  case KOMA_RECORD_FOLDER:
    return record->to != NULL;
  case KOMA_RECORD_COPY:
    return record->from != NULL && record->to != NULL && record->part != NULL;
  case KOMA_RECORD_PLACE:
  case KOMA_RECORD_LABEL:
    return record->to != NULL && record->part != NULL && record->sha256 != NULL;
  case KOMA_RECORD_MOVE:
  case KOMA_RECORD_LINK:
    return record->from != NULL && record->to != NULL;
  case KOMA_RECORD_REMOVE:
    return record->from != NULL && record->to != NULL && record->part != NULL &&
           record->sha256 != NULL;
  default:
    return TRUE;
  }
}

static void
fill (KomaArrangeRecord *record,
      JsonObject        *object)
{
  record->from = dup_path (object, "from");
  record->to = dup_path (object, "to");
  record->part = dup_path (object, "part");
  record->id = (KomaFileId){ .device = (guint64) get_int (object, "device"),
                             .inode = (guint64) get_int (object, "inode"),
                             .size_bytes = (guint64) get_int (object, "size"),
                             .mtime_ns = get_int (object, "changed") };
  record->sha256 = g_strdup (koma_json_get_string (object, "sha256"));
  record->before = dup_bytes (object);
  record->mode = (guint) get_int (object, "mode");
  record->mtime_ns = get_int (object, "mtime");
  record->number = (guint64) MAX (get_int (object, "n"), 0);
}

KomaRecordState
koma_arrange_record_parse (const char        *line,
                           gsize              length,
                           KomaArrangeRecord *ret_record)
{
  g_autoptr (JsonNode) root = koma_json_parse (line, length, "journal", NULL);
  JsonObject *object = koma_json_node_object (root);
  g_auto (KomaArrangeRecord) record = { 0 };

  if (object == NULL)
    return KOMA_RECORD_IS_DAMAGED;
  if (!find_kind (koma_json_get_string (object, "do"), &record.kind))
    return KOMA_RECORD_IS_UNKNOWN;
  fill (&record, object);
  if (!is_whole (&record))
    return KOMA_RECORD_IS_UNKNOWN;
  *ret_record = record;
  record = (KomaArrangeRecord){ 0 };
  return KOMA_RECORD_IS_WHOLE;
}
