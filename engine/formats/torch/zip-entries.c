/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The directory at the end of a zip archive. libarchive reads archives from their beginning, and
 * copies; here it matters where in the file the bytes of an entry lie. */

#include "zip-entries.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

#define END_BYTES        22
#define MAX_COMMENT      65535
#define LOCATOR_BYTES    20
#define WIDE_END_BYTES   56
#define ROW_BYTES        46
#define LOCAL_BYTES      30
#define END_MAGIC        0x06054b50
#define LOCATOR_MAGIC    0x07064b50
#define WIDE_END_MAGIC   0x06064b50
#define ROW_MAGIC        0x02014b50
#define LOCAL_MAGIC      0x04034b50
#define IS_ENCRYPTED     1
#define WIDE_EXTRA       1
#define IN_EXTRA         G_MAXUINT32
#define MAX_ENTRIES      KOMA_MAX_NODES
#define NUMBER(at, size) koma_little_endian_read ((at), (size))

typedef struct
{
  guint64 offset;
  guint64 size_bytes;
  guint64 n_entries;
} Directory;

typedef struct
{
  char   *name;
  guint64 stored_bytes;
  guint64 size_bytes;
  guint64 local_at;
} Row;

static gboolean
fail_damaged (GError **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "the directory at its end is damaged or missing; the file may be cut short");
}

/* Of an archive that needs numbers of 64 bits. */
static gboolean
find_wide (const KomaTorchFile *file,
           guint64              end_at,
           Directory           *directory,
           GError             **error)
{
  guint8 locator[LOCATOR_BYTES] = { 0 };
  guint8 end[WIDE_END_BYTES] = { 0 };

  if (end_at < LOCATOR_BYTES)
    return TRUE;
  if (!koma_torch_file_read (file, end_at - LOCATOR_BYTES, locator, sizeof locator, error))
    return FALSE;
  if (NUMBER (locator, 4) != LOCATOR_MAGIC)
    return TRUE;
  if (!koma_torch_file_read (file, NUMBER (locator + 8, 8), end, sizeof end, error))
    return FALSE;
  if (NUMBER (end, 4) != WIDE_END_MAGIC)
    return fail_damaged (error);
  directory->n_entries = NUMBER (end + 32, 8);
  directory->size_bytes = NUMBER (end + 40, 8);
  directory->offset = NUMBER (end + 48, 8);
  return TRUE;
}

static gboolean
find_directory (const KomaTorchFile *file,
                Directory           *directory,
                GError             **error)
{
  const guint64      n_tail = MIN (file->size_bytes, END_BYTES + MAX_COMMENT);
  const guint64      tail_at = file->size_bytes - n_tail;
  g_autofree guint8 *tail = koma_torch_file_dup (file, tail_at, n_tail, error);

  if (tail == NULL)
    return FALSE;
  for (guint64 i = n_tail >= END_BYTES ? n_tail - END_BYTES + 1 : 0; i > 0; i--) {
    const guint8 *end = tail + i - 1;

    if (NUMBER (end, 4) != END_MAGIC)
      continue;
    directory->n_entries = NUMBER (end + 10, 2);
    directory->size_bytes = NUMBER (end + 12, 4);
    directory->offset = NUMBER (end + 16, 4);
    return find_wide (file, tail_at + i - 1, directory, error);
  }
  return fail_damaged (error);
}

/* The number of a row, or where it has no room, the next one among its extra fields. */
static gboolean
take_wide (const guint8 *extra,
           gsize        *n_left,
           gsize        *used,
           guint64      *number)
{
  if (*number != IN_EXTRA)
    return TRUE;
  if (*n_left < 8)
    return FALSE;
  *number = NUMBER (extra + *used, 8);
  *used += 8;
  *n_left -= 8;
  return TRUE;
}

static gboolean
read_wide (const guint8 *extra,
           gsize         n_extra,
           Row          *row)
{
  gsize used = 0;

  while (n_extra >= 4) {
    const guint id = (guint) NUMBER (extra, 2);
    gsize       n = (gsize) NUMBER (extra + 2, 2);

    if (n > n_extra - 4)
      break;
    if (id == WIDE_EXTRA)
      return take_wide (extra + 4, &n, &used, &row->size_bytes) &&
             take_wide (extra + 4, &n, &used, &row->stored_bytes) &&
             take_wide (extra + 4, &n, &used, &row->local_at);
    extra += 4 + n;
    n_extra -= 4 + n;
  }
  return row->size_bytes != IN_EXTRA && row->stored_bytes != IN_EXTRA && row->local_at != IN_EXTRA;
}

/* Whether PyTorch could have written it. */
static gboolean
check_row (const guint8 *bytes,
           const Row    *row,
           GError      **error)
{
  if ((NUMBER (bytes + 8, 2) & IS_ENCRYPTED) != 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%.200s” in it is protected by a password",
                      row->name);
  if (NUMBER (bytes + 10, 2) != 0 || row->stored_bytes != row->size_bytes)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "“%.200s” in it is compressed, which PyTorch does not do. If it is an "
                      "archive, unpack it",
                      row->name);
  return TRUE;
}

/* Returns: bytes of the row, 0 with an error */
static gsize
parse_row (const guint8 *bytes,
           gsize         n_left,
           Row          *row,
           GError      **error)
{
  gsize n_name = 0;
  gsize n_extra = 0;
  gsize n_comment = 0;

  if (n_left < ROW_BYTES || NUMBER (bytes, 4) != ROW_MAGIC) {
    fail_damaged (error);
    return 0;
  }
  n_name = (gsize) NUMBER (bytes + 28, 2);
  n_extra = (gsize) NUMBER (bytes + 30, 2);
  n_comment = (gsize) NUMBER (bytes + 32, 2);
  row->stored_bytes = NUMBER (bytes + 20, 4);
  row->size_bytes = NUMBER (bytes + 24, 4);
  row->local_at = NUMBER (bytes + 42, 4);
  if (n_name + n_extra + n_comment > n_left - ROW_BYTES ||
      !read_wide (bytes + ROW_BYTES + n_name, n_extra, row) ||
      !g_utf8_validate_len ((const char *) bytes + ROW_BYTES, n_name, NULL)) {
    fail_damaged (error);
    return 0;
  }
  row->name = g_strndup ((const char *) bytes + ROW_BYTES, n_name);
  return check_row (bytes, row, error) ? ROW_BYTES + n_name + n_extra + n_comment : 0;
}

static gboolean
locate (const KomaTorchFile *file,
        const Row           *row,
        KomaTorchPart       *part,
        GError             **error)
{
  guint8 local[LOCAL_BYTES] = { 0 };

  if (!koma_torch_file_read (file, row->local_at, local, sizeof local, error))
    return FALSE;
  part->offset = row->local_at + LOCAL_BYTES + NUMBER (local + 26, 2) + NUMBER (local + 28, 2);
  part->size_bytes = row->size_bytes;
  return (NUMBER (local, 4) == LOCAL_MAGIC && part->offset <= file->size_bytes &&
          part->size_bytes <= file->size_bytes - part->offset) ||
         koma_fail (error, KOMA_ERROR_MODEL, "“%.200s” in it lies outside of the file", row->name);
}

static gboolean
add_row (GHashTable          *entries,
         const KomaTorchFile *file,
         const Row           *row,
         GError             **error)
{
  KomaTorchPart part = { 0 };

  if (g_hash_table_contains (entries, row->name))
    return koma_fail (error, KOMA_ERROR_MODEL, "“%.200s” is in it twice", row->name);
  if (!locate (file, row, &part, error))
    return FALSE;
  g_hash_table_insert (entries, g_strdup (row->name), g_memdup2 (&part, sizeof part));
  return TRUE;
}

static gboolean
add_rows (GHashTable          *entries,
          const KomaTorchFile *file,
          const Directory     *directory,
          GError             **error)
{
  g_autofree guint8 *bytes =
    koma_torch_file_dup (file, directory->offset, directory->size_bytes, error);
  gsize at = 0;

  for (guint64 i = 0; bytes != NULL && i < directory->n_entries; i++) {
    Row                   row = { 0 };
    const gsize           n = parse_row (bytes + at, directory->size_bytes - at, &row, error);
    g_autofree char *name G_GNUC_UNUSED = row.name;

    if (n == 0 || !add_row (entries, file, &row, error))
      return FALSE;
    at += n;
  }
  return bytes != NULL;
}

static int
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const KomaTorchPart *first = a;
  const KomaTorchPart *second = b;

  return (first->offset > second->offset) - (first->offset < second->offset);
}

/* Entries that lie over one another would be more than the file is. */
static gboolean
check_apart (GHashTable *entries,
             GError    **error)
{
  g_autoptr (GList) parts = g_list_sort (g_hash_table_get_values (entries), compare_parts);
  guint64 end = 0;

  for (const GList *link = parts; link != NULL; link = link->next) {
    const KomaTorchPart *part = link->data;

    if (part->offset < end)
      return koma_fail (error, KOMA_ERROR_MODEL, "files in it lie over one another");
    end = part->offset + part->size_bytes;
  }
  return TRUE;
}

/**
 * koma_zip_entries_read:
 * @file: a zip archive
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where it is damaged;
 * %KOMA_ERROR_UNSUPPORTED where an entry is compressed or needs a password; %KOMA_ERROR_MEMORY
 * where there are too many.
 *
 * Returns: (transfer full) (nullable) (element-type utf8 KomaTorchPart): where each entry lies
 */
GHashTable *
koma_zip_entries_read (const KomaTorchFile *file,
                       GError             **error)
{
  g_autoptr (GHashTable) entries = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Directory directory = { 0 };

  if (!find_directory (file, &directory, error))
    return NULL;
  if (directory.n_entries > MAX_ENTRIES) {
    koma_fail (error, KOMA_ERROR_MEMORY, "there are more than %u files in it",
               (guint) MAX_ENTRIES);
    return NULL;
  }
  return add_rows (entries, file, &directory, error) && check_apart (entries, error)
           ? g_steal_pointer (&entries)
           : NULL;
}
