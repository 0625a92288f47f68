/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torch.save () before PyTorch 1.6: five pickles, one behind the other,
 *
 *   a magic number
 *   the number of the format
 *   a dict about the computer
 *   the object
 *   a list of the keys of its storages
 *
 * then for each key, in that order, how many elements it has, as an i64, and these. */

#include "content.h"

#include <string.h>

#include "advice.h"
#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "torch.h"

#define FORMAT          1001
#define N_PICKLES       5
#define FIRST_BYTES     (1u << 20)
#define GROWTH          4
#define COUNT_BYTES     8
#define ABOUT_COMPUTER  2
#define THE_OBJECT      3
#define KEYS_OF_OBJECTS 4

typedef struct
{
  guint8     *bytes; /* the beginning of the file */
  KomaPickle *pickles[N_PICKLES];
  gsize       end; /* of the last one */
  gboolean    is_cut;
} Beginning;

static void
beginning_clear (Beginning *self)
{
  for (guint i = 0; i < N_PICKLES; i++)
    g_clear_pointer (&self->pickles[i], koma_pickle_free);
  g_clear_pointer (&self->bytes, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Beginning, beginning_clear)

static gboolean
read_pickles (Beginning *self,
              gsize      size_bytes,
              GError   **error)
{
  for (guint i = 0; i < N_PICKLES; i++) {
    gsize used = 0;

    self->pickles[i] = koma_pickle_read (self->bytes + self->end, size_bytes - self->end, &used,
                                         &self->is_cut, error);
    if (self->pickles[i] == NULL)
      return FALSE;
    self->end += used;
  }
  return TRUE;
}

/* Nobody knows how long the pickles are: if they are longer than what was read, more is read. */
static gboolean
read_beginning (const KomaTorchFile *file,
                Beginning           *self,
                GError             **error)
{
  const guint64 most = MIN (file->size_bytes, KOMA_MAX_TOPOLOGY_BYTES);

  for (guint64 n = MIN (FIRST_BYTES, most);; n = MIN (n * GROWTH, most)) {
    g_autoptr (GError) pickle_error = NULL;

    *self = (Beginning){ .bytes = koma_torch_file_dup (file, 0, n, error) };
    if (self->bytes == NULL)
      return FALSE;
    if (read_pickles (self, (gsize) n, &pickle_error))
      return TRUE;
    if (!self->is_cut || n == most) {
      g_propagate_error (error, g_steal_pointer (&pickle_error));
      return FALSE;
    }
    beginning_clear (self);
  }
}

static gboolean
check_beginning (const Beginning *self,
                 GError         **error)
{
  const KomaPickleValue *magic = koma_pickle_get_root (self->pickles[0]);
  const KomaPickleValue *format = koma_pickle_get_root (self->pickles[1]);
  const KomaPickleValue *computer = koma_pickle_get_root (self->pickles[ABOUT_COMPUTER]);

  if (magic->kind != KOMA_PICKLE_LONG || magic->length != KOMA_TORCH_MAGIC_BYTES ||
      memcmp (magic->data, KOMA_TORCH_MAGIC, KOMA_TORCH_MAGIC_BYTES) != 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "it does not begin as PyTorch's files do");
  if (format->kind != KOMA_PICKLE_INT || format->integer != FORMAT)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "it is of an unknown format of PyTorch. %s",
                      KOMA_TORCH_AGAIN_ADVICE);
  for (guint i = 0; i + 1 < koma_pickle_count (computer); i += 2) {
    const KomaPickleValue *answer = koma_pickle_item (computer, i + 1);

    if (koma_pickle_is_text (koma_pickle_item (computer, i), "little_endian") &&
        answer->kind == KOMA_PICKLE_BOOL && answer->integer == 0)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                        "its numbers are big-endian. Load and save it again on another computer");
  }
  return TRUE;
}

/* char * → KomaStoredType of the storages that the object names. */
static GHashTable *
find_types (const KomaPickle *object,
            GError          **error)
{
  g_autoptr (GHashTable) types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const GPtrArray *storages = koma_pickle_get_storages (object);

  for (guint i = 0; i < storages->len; i++) {
    g_auto (KomaTorchStorage) storage = { 0 };

    if (!koma_torch_storage_parse (g_ptr_array_index (storages, i), &storage, error))
      return NULL;
    g_hash_table_replace (types, g_steal_pointer (&storage.key), (gpointer) storage.type);
  }
  return g_steal_pointer (&types);
}

/* Where a storage begins that is the next in the file. */
static gboolean
locate (const KomaTorchFile  *file,
        const KomaStoredType *type,
        guint64               at,
        KomaTorchPart        *part,
        GError              **error)
{
  guint8  bytes[COUNT_BYTES] = { 0 };
  guint64 count = 0;

  if (!koma_torch_file_read (file, at, bytes, sizeof bytes, error))
    return FALSE;
  count = koma_little_endian_read (bytes, sizeof bytes);
  part->offset = at + COUNT_BYTES;
  if (count > (file->size_bytes - part->offset) / type->size_bytes)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "a storage has %" G_GUINT64_FORMAT " numbers, more than there are in the "
                      "file; it may be cut short",
                      count);
  part->size_bytes = count * type->size_bytes;
  return TRUE;
}

static gboolean
locate_all (const KomaTorchFile   *file,
            const KomaPickleValue *keys,
            GHashTable            *types,
            guint64                at,
            GHashTable            *storages,
            GError               **error)
{
  if (keys->kind != KOMA_PICKLE_LIST)
    return koma_fail (error, KOMA_ERROR_MODEL, "the list of its storages is missing");
  for (guint i = 0; i < koma_pickle_count (keys); i++) {
    g_autofree char      *key = koma_pickle_dup_text (koma_pickle_item (keys, i));
    const KomaStoredType *type = key != NULL ? g_hash_table_lookup (types, key) : NULL;
    KomaTorchPart         part = { 0 };

    if (type == NULL)
      return koma_fail (error, KOMA_ERROR_MODEL, "storage “%.200s” belongs to nothing in it",
                        key != NULL ? key : "?");
    if (g_hash_table_contains (storages, key))
      return koma_fail (error, KOMA_ERROR_MODEL, "storage “%.200s” is in it twice", key);
    if (!locate (file, type, at, &part, error))
      return FALSE;
    at = part.offset + part.size_bytes;
    g_hash_table_insert (storages, g_steal_pointer (&key), g_memdup2 (&part, sizeof part));
  }
  return TRUE;
}

/**
 * koma_torch_legacy_read:
 * @ret_content: (out caller-allocates): is to be cleared, also where this fails
 *
 * Thread: any; blocks on the disk. Errors: those of koma_pickle_read() and
 * koma_torch_storage_parse(); %KOMA_ERROR_MODEL where it is damaged; %KOMA_ERROR_UNSUPPORTED where
 * it is big-endian or of another format; %KOMA_ERROR_MEMORY.
 */
gboolean
koma_torch_legacy_read (const KomaTorchFile *file,
                        KomaTorchContent    *ret_content,
                        GError             **error)
{
  g_auto (Beginning) beginning = { 0 };
  g_autoptr (GHashTable) types = NULL;

  *ret_content = (KomaTorchContent){
    .storages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free),
  };
  if (!read_beginning (file, &beginning, error) || !check_beginning (&beginning, error))
    return FALSE;
  types = find_types (beginning.pickles[THE_OBJECT], error);
  if (types == NULL ||
      !locate_all (file, koma_pickle_get_root (beginning.pickles[KEYS_OF_OBJECTS]), types,
                   beginning.end, ret_content->storages, error))
    return FALSE;
  ret_content->pickle = g_steal_pointer (&beginning.pickles[THE_OBJECT]);
  ret_content->bytes = g_steal_pointer (&beginning.bytes);
  return TRUE;
}
