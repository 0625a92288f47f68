/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-record.h"

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
koma_arrange_record_to_line (const KomaArrangeRecord *record)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autofree char *text = NULL;

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
  json_builder_end_object (builder);
  text = koma_json_to_string (builder, FALSE);
  return g_strconcat (text, "\n", NULL);
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
  const char *uri = json_object_get_string_member_with_default (object, name, NULL);

  return uri != NULL ? g_filename_from_uri (uri, NULL, NULL) : NULL;
}

static gint64
get_int (JsonObject *object,
         const char *name)
{
  return json_object_get_int_member_with_default (object, name, 0);
}

static GBytes *
dup_bytes (JsonObject *object)
{
  const char *text = json_object_get_string_member_with_default (object, "before", NULL);
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

gboolean
koma_arrange_record_parse (const char        *line,
                           gsize              length,
                           KomaArrangeRecord *ret_record)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (KomaArrangeRecord) record = { 0 };
  JsonNode   *root = NULL;
  JsonObject *object = NULL;

  if (!json_parser_load_from_data (parser, line, (gssize) length, NULL))
    return FALSE;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return FALSE;
  object = json_node_get_object (root);
  if (!find_kind (json_object_get_string_member_with_default (object, "do", NULL), &record.kind))
    return FALSE;
  record.from = dup_path (object, "from");
  record.to = dup_path (object, "to");
  record.part = dup_path (object, "part");
  record.id = (KomaFileId){ .device = (guint64) get_int (object, "device"),
                            .inode = (guint64) get_int (object, "inode"),
                            .size_bytes = (guint64) get_int (object, "size"),
                            .mtime_ns = get_int (object, "changed") };
  record.sha256 = g_strdup (json_object_get_string_member_with_default (object, "sha256", NULL));
  record.before = dup_bytes (object);
  record.mode = (guint) get_int (object, "mode");
  record.mtime_ns = get_int (object, "mtime");
  if (!is_whole (&record))
    return FALSE;
  *ret_record = record;
  record = (KomaArrangeRecord){ 0 };
  return TRUE;
}
