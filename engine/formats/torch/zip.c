/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* torch.save () since PyTorch 1.6: a zip archive with one folder, of any name, which holds
 *
 *   data.pkl     the object
 *   data/KEY     the numbers of a storage
 *   byteorder    "little" or "big"; in newer files alone
 *
 * torch.jit.save () writes a similar one, with a program in it. */

#include "content.h"

#include <string.h>

#include "advice.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "zip-entries.h"

#define OBJECT "data.pkl"

/* (nullable) (transfer full) The folder with its slash, or "". */
static char *
find_folder (GHashTable *entries)
{
  GHashTableIter iter;
  gpointer       key = NULL;

  g_hash_table_iter_init (&iter, entries);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    const char *name = key;
    const char *slash = strchr (name, '/');

    if (strcmp (slash != NULL ? slash + 1 : name, OBJECT) == 0)
      return g_strndup (name, slash != NULL ? (gsize) (slash + 1 - name) : 0);
  }
  return NULL;
}

static const KomaTorchPart *
look (GHashTable *entries,
      const char *folder,
      const char *name)
{
  g_autofree char *path = g_strconcat (folder, name, NULL);

  return g_hash_table_lookup (entries, path);
}

static gboolean
has_code (GHashTable *entries,
          const char *folder)
{
  g_autofree char *code = g_strconcat (folder, "code/", NULL);
  GHashTableIter   iter;
  gpointer         name = NULL;

  g_hash_table_iter_init (&iter, entries);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    if (g_str_has_prefix (name, code))
      return TRUE;
  return look (entries, folder, "constants.pkl") != NULL;
}

static gboolean
check_byte_order (const KomaTorchFile *file,
                  GHashTable          *entries,
                  const char          *folder,
                  GError             **error)
{
  const KomaTorchPart *part = look (entries, folder, "byteorder");
  char                 order[3] = { 0 };

  if (part == NULL)
    return TRUE;
  if (part->size_bytes >= sizeof order &&
      !koma_torch_file_read (file, part->offset, order, sizeof order, error))
    return FALSE;
  return memcmp (order, "big", sizeof order) != 0 ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "its numbers are big-endian. Load and save it again on another computer");
}

static GHashTable *
cut_storages (GHashTable *entries,
              const char *folder)
{
  GHashTable      *storages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *prefix = g_strconcat (folder, "data/", NULL);
  GHashTableIter   iter;
  gpointer         name = NULL;
  gpointer         part = NULL;

  g_hash_table_iter_init (&iter, entries);
  while (g_hash_table_iter_next (&iter, &name, &part))
    if (g_str_has_prefix (name, prefix))
      g_hash_table_insert (storages, g_strdup ((const char *) name + strlen (prefix)),
                           g_memdup2 (part, sizeof (KomaTorchPart)));
  return storages;
}

static gboolean
read_object (const KomaTorchFile *file,
             const KomaTorchPart *part,
             KomaTorchContent    *content,
             GError             **error)
{
  gsize    used = 0;
  gboolean is_cut = FALSE;

  if (part->size_bytes > KOMA_MAX_TOPOLOGY_BYTES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "its pickle has more than %u bytes",
                      KOMA_MAX_TOPOLOGY_BYTES);
  content->bytes = koma_torch_file_dup (file, part->offset, part->size_bytes, error);
  if (content->bytes == NULL)
    return FALSE;
  content->pickle =
    koma_pickle_read (content->bytes, (gsize) part->size_bytes, &used, &is_cut, error);
  return content->pickle != NULL;
}

/**
 * koma_torch_zip_read:
 * @ret_content: (out caller-allocates): is to be cleared, also where this fails
 *
 * Thread: any; blocks on the disk. Errors: those of koma_zip_entries_read() and
 * koma_pickle_read(); %KOMA_ERROR_MODEL where it is another archive; %KOMA_ERROR_UNSUPPORTED where
 * it is a program of TorchScript or big-endian; %KOMA_ERROR_MEMORY.
 */
gboolean
koma_torch_zip_read (const KomaTorchFile *file,
                     KomaTorchContent    *ret_content,
                     GError             **error)
{
  g_autoptr (GHashTable) entries = koma_zip_entries_read (file, error);
  g_autofree char *folder = entries != NULL ? find_folder (entries) : NULL;

  *ret_content = (KomaTorchContent){ 0 };
  if (entries == NULL)
    return FALSE;
  if (folder == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "expected an archive of PyTorch, with data.pkl in it, found another one");
  if (has_code (entries, folder))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "it is a program of TorchScript. %s",
                      KOMA_TORCH_SCRIPT_ADVICE);
  if (!check_byte_order (file, entries, folder, error))
    return FALSE;
  ret_content->storages = cut_storages (entries, folder);
  return read_object (file, look (entries, folder, OBJECT), ret_content, error);
}
