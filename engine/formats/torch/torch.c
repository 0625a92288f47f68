/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights that torch.save () wrote. */

#include "torch.h"

#include <string.h>

#include "advice.h"
#include "content.h"
#include "engine/formats/file.h"
#include "engine/koma/koma-error.h"
#include "state-dict.h"
#include "tensor.h"

#define ZIP_MAGIC "PK\3\4"
#define TAR_MAGIC "ustar"
#define TAR_AT    257
#define HEAD      512

static gboolean
is_zip (const guint8 *head,
        gsize         length)
{
  return length >= strlen (ZIP_MAGIC) && memcmp (head, ZIP_MAGIC, strlen (ZIP_MAGIC)) == 0;
}

static gboolean
is_tar (const guint8 *head,
        gsize         length)
{
  return length >= TAR_AT + strlen (TAR_MAGIC) &&
         memcmp (head + TAR_AT, TAR_MAGIC, strlen (TAR_MAGIC)) == 0;
}

/* A pickle of the magic number: protocol, how long it is, the number. */
static gboolean
is_legacy (const guint8 *head,
           gsize         length)
{
  return length >= 4 + KOMA_TORCH_MAGIC_BYTES && head[0] == 0x80 && head[2] == 0x8a &&
         head[3] == KOMA_TORCH_MAGIC_BYTES &&
         memcmp (head + 4, KOMA_TORCH_MAGIC, KOMA_TORCH_MAGIC_BYTES) == 0;
}

static gboolean
is_pickle (const guint8 *head,
           gsize         length)
{
  return length >= 2 && head[0] == 0x80 && head[1] <= 5;
}

/**
 * koma_torch_is:
 * @head: (array length=length): the first bytes of a file
 *
 * Thread: any.
 *
 * Returns: whether torch.save () writes files that begin so
 */
gboolean
koma_torch_is (const guint8 *head,
               gsize         length)
{
  return is_zip (head, length) || is_legacy (head, length);
}

/**
 * koma_torch_may_be:
 * @head: (array length=length): the first bytes of a file that is called as PyTorch's are
 *
 * Thread: any.
 *
 * Returns: whether koma_torch_read_tensors() reads it, or says what it is instead: any pickle, or
 *   what PyTorch wrote long ago
 */
gboolean
koma_torch_may_be (const guint8 *head,
                   gsize         length)
{
  return koma_torch_is (head, length) || is_tar (head, length) || is_pickle (head, length);
}

static gboolean
fail_unknown (const guint8 *head,
              gsize         length,
              GError      **error)
{
  if (is_tar (head, length))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "it is a tar archive, as PyTorch wrote them before 0.2. %s",
                      KOMA_TORCH_AGAIN_ADVICE);
  if (is_pickle (head, length))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "it is a pickle that torch.save () did not write. %s",
                      KOMA_TORCH_SAVE_ADVICE);
  if (koma_file_looks_like_html ((const char *) head, length))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "expected weights, found a web page; the download went wrong");
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "expected a file of torch.save (), found something else");
}

static gboolean
read_content (const KomaTorchFile *file,
              KomaTorchContent    *content,
              GError             **error)
{
  guint8      head[HEAD] = { 0 };
  const gsize length = (gsize) MIN (file->size_bytes, sizeof head);

  if (!koma_torch_file_read (file, 0, head, length, error))
    return FALSE;
  if (is_zip (head, length))
    return koma_torch_zip_read (file, content, error);
  return is_legacy (head, length) ? koma_torch_legacy_read (file, content, error)
                                  : fail_unknown (head, length, error);
}

/* Of two weights with one key, Python has the last. */
static gboolean
make_arrays (KomaTorchTensors      *tensors,
             const KomaPickleValue *dict,
             GHashTable            *arrays,
             GError               **error)
{
  g_autoptr (GPtrArray) names = koma_state_dict_name (dict);

  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    KomaArray  *array = NULL;

    if (name == NULL)
      continue;
    array = koma_torch_tensors_make (tensors, koma_pickle_item (dict, 2 * i + 1), error);
    if (array == NULL) {
      g_prefix_error (error, "weight “%.200s”: ", name);
      return FALSE;
    }
    g_hash_table_replace (arrays, g_strdup (name), array);
  }
  return TRUE;
}

static GHashTable *
read_tensors (const KomaTorchFile *file,
              gsize               *ret_n_float16,
              GError             **error)
{
  g_auto (KomaTorchContent) content = { 0 };
  g_auto (KomaTorchTensors) tensors = { 0 };
  g_autoptr (GHashTable) arrays =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) koma_array_unref);
  const KomaPickleValue *dict = NULL;

  if (!read_content (file, &content, error))
    return NULL;
  dict = koma_state_dict_find (koma_pickle_get_root (content.pickle), error);
  if (dict == NULL)
    return NULL;
  koma_torch_tensors_init (&tensors, file, &content);
  if (!make_arrays (&tensors, dict, arrays, error))
    return NULL;
  *ret_n_float16 = tensors.n_float16;
  return g_steal_pointer (&arrays);
}

/**
 * koma_torch_read_tensors:
 * @path: a file that torch.save () wrote
 * @checksum: (nullable): is fed the file's bytes
 * @ret_n_float16: (out): numbers of half precision that became float32
 *
 * Reads a state dict, wherever in the file it is, see koma_state_dict_find(). Nothing that the file
 * names is run. Names are those of the model's own: prefixes that wrappers add fall off.
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where it is damaged;
 * %KOMA_ERROR_UNSUPPORTED where it holds something else than weights, with what to do;
 * %KOMA_ERROR_SHAPE; %KOMA_ERROR_MEMORY; #GFileError. They name the file.
 *
 * Returns: (transfer full) (nullable) (element-type utf8 KomaArray): float32, int32 and bool, in
 *   PyTorch's shapes; or %NULL
 */
GHashTable *
koma_torch_read_tensors (const char      *path,
                         KomaContentHash *checksum,
                         gsize           *ret_n_float16,
                         GError         **error)
{
  g_auto (KomaTorchFile) file = { .fd = -1 };
  g_autofree char *name = g_filename_display_basename (path);
  GHashTable      *tensors = NULL;

  if (!koma_torch_file_open (&file, path, checksum, error))
    return NULL;
  tensors = read_tensors (&file, ret_n_float16, error);
  if (tensors == NULL)
    g_prefix_error (error, "%s: ", name);
  return tensors;
}
