/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An entry of a weights manifest looks like this:
 *
 *     { "name": "conv/filter", "shape": [3, 3, 3, 8], "dtype": "float32",
 *       "quantization": { "dtype": "uint8", "scale": 0.5, "min": -3 } }
 *
 * Numbers are widened as TensorFlow.js does it: q * scale + min in double,
 * rounded once to float32. */

#include "manifest.h"

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/graph/half.h"
#include "engine/formats/json.h"

typedef struct
{
  const char *name;
  KomaDType   dtype;
  KomaStorage storage;
} DTypeRow;

static const DTypeRow dtypes[] = {
  { "float32", KOMA_DTYPE_FLOAT32, KOMA_STORAGE_FLOAT32 },
  { "int32", KOMA_DTYPE_INT32, KOMA_STORAGE_INT32 },
  { "bool", KOMA_DTYPE_BOOL, KOMA_STORAGE_UINT8 },
  { "uint8", KOMA_DTYPE_INT32, KOMA_STORAGE_UINT8 },
};

static gboolean
parse_dtype (JsonObject        *object,
             KomaManifestEntry *entry,
             GError           **error)
{
  const char *name = koma_json_get_string (object, "dtype");

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++) {
    if (g_strcmp0 (name, dtypes[i].name) == 0) {
      entry->dtype = dtypes[i].dtype;
      entry->storage = dtypes[i].storage;
      return TRUE;
    }
  }

  g_set_error (error, KOMA_ERROR, name != NULL ? KOMA_ERROR_UNSUPPORTED : KOMA_ERROR_MODEL,
               "Weight '%s': expected dtype float32, int32, bool or uint8, found %s",
               entry->name, name != NULL ? name : "none");
  return FALSE;
}

static gboolean
parse_quantization (JsonObject        *object,
                    KomaManifestEntry *entry,
                    GError           **error)
{
  JsonObject *quantization = koma_json_get_object (object, "quantization");
  const char *name = koma_json_get_string (quantization, "dtype");

  entry->scale = 1;
  entry->min = 0;
  if (quantization == NULL)
    return TRUE;

  if (g_strcmp0 (name, "float16") == 0 && entry->dtype == KOMA_DTYPE_FLOAT32) {
    entry->storage = KOMA_STORAGE_FLOAT16;
    return TRUE;
  }

  if (g_strcmp0 (name, "uint8") == 0) {
    entry->storage = KOMA_STORAGE_UINT8;
  } else if (g_strcmp0 (name, "uint16") == 0) {
    entry->storage = KOMA_STORAGE_UINT16;
  } else
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "Weight '%s': expected quantisation to uint8, uint16 or, of float32, "
                      "float16, "
                      "found %s",
                      entry->name, name != NULL ? name : "no dtype");

  if (!koma_json_node_double (koma_json_get (quantization, "scale"), &entry->scale) ||
      !koma_json_node_double (koma_json_get (quantization, "min"), &entry->min) ||
      !isfinite (entry->scale) || !isfinite (entry->min))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "Weight '%s': quantised, but “scale” or “min” is no number", entry->name);

  return TRUE;
}

static gboolean
parse_shape (JsonObject        *object,
             KomaManifestEntry *entry,
             GError           **error)
{
  JsonArray  *array = koma_json_get_array (object, "shape");
  const guint rank = koma_json_array_length (array);
  gint64      dims[KOMA_MAX_RANK] = { 0 };

  if (array == NULL || rank > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Weight '%s': expected a shape of at most %d dimensions, found %s",
                      entry->name, KOMA_MAX_RANK, array == NULL ? "none" : "more");

  for (guint i = 0; i < rank; i++) {
    if (!koma_json_node_int (koma_json_element (array, i), &dims[i]) ||
        dims[i] < 0 || dims[i] > G_MAXINT32)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "Weight '%s': dimension %u of its shape is no size", entry->name, i);
  }

  entry->shape = koma_shape_make (rank, dims);
  return TRUE;
}

/* Of one number, in bytes. */
static gsize
get_storage_size (KomaStorage storage)
{
  static const gsize sizes[] = {
    [KOMA_STORAGE_FLOAT32] = 4,
    [KOMA_STORAGE_INT32] = 4,
    [KOMA_STORAGE_FLOAT16] = 2,
    [KOMA_STORAGE_UINT8] = 1,
    [KOMA_STORAGE_UINT16] = 2,
  };

  return sizes[storage];
}

/**
 * koma_manifest_entry_parse:
 * @object: (nullable): an element of "weights"
 * @ret_entry: (out): what it says; its name lives as long as @object
 * @error: return location
 *
 * Reads and checks an entry of a weights manifest. The tensor's size is
 * checked against the limits, so that it may be allocated.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_MEMORY, %KOMA_ERROR_UNSUPPORTED; they name the weight.
 *
 * Returns: whether it makes sense
 */
gboolean
koma_manifest_entry_parse (JsonObject        *object,
                           KomaManifestEntry *ret_entry,
                           GError           **error)
{
  KomaManifestEntry entry = { .name = koma_json_get_string (object, "name") };
  gsize             count = 0;

  if (entry.name == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "Weights manifest: a weight has no “name”");

  if (!parse_dtype (object, &entry, error) ||
      !parse_quantization (object, &entry, error) ||
      !parse_shape (object, &entry, error))
    return FALSE;

  if (!koma_shape_check (&entry.shape, koma_dtype_size (entry.dtype), &count, error)) {
    g_prefix_error (error, "Weight '%s': ", entry.name);
    return FALSE;
  }

  /* Stored no wider than in memory, so this product can not overflow. */
  entry.size_bytes = count * get_storage_size (entry.storage);
  *ret_entry = entry;
  return TRUE;
}

static double
read_number (const KomaManifestEntry *entry,
             const guint8            *stored,
             gsize                    index)
{
  guint16 two = 0;
  guint32 four = 0;
  float   number = 0;

  switch (entry->storage) {
  case KOMA_STORAGE_UINT8:
    return stored[index];

  case KOMA_STORAGE_UINT16:
  case KOMA_STORAGE_FLOAT16:
    memcpy (&two, stored + 2 * index, sizeof two);
    two = GUINT16_FROM_LE (two);
    return entry->storage == KOMA_STORAGE_UINT16 ? two : koma_half_to_float (two);

  case KOMA_STORAGE_INT32:
  case KOMA_STORAGE_FLOAT32:
  default:
    memcpy (&four, stored + 4 * index, sizeof four);
    four = GUINT32_FROM_LE (four);
    if (entry->storage == KOMA_STORAGE_INT32)
      return (gint32) four;
    memcpy (&number, &four, sizeof number);
    return number;
  }
}

/**
 * koma_manifest_entry_expand:
 * @entry: an entry
 * @stored: [size_bytes]: what the shards hold, in no alignment
 * @tensor: of the entry's dtype and shape; is filled
 *
 * Widens stored numbers to those of a tensor. A quantised int32 is rounded
 * to the nearest; of a bool anything but 0 is true.
 *
 * Thread: any.
 */
void
koma_manifest_entry_expand (const KomaManifestEntry *entry,
                            const guint8            *stored,
                            KomaArray               *tensor)
{
  const gsize count = tensor->count;
  float      *floats = tensor->data;
  gint32     *ints = tensor->data;
  guint8     *bools = tensor->data;

  for (gsize i = 0; i < count; i++) {
    const double value = read_number (entry, stored, i) * entry->scale + entry->min;

    if (entry->dtype == KOMA_DTYPE_FLOAT32)
      floats[i] = (float) value;
    else if (entry->dtype == KOMA_DTYPE_INT32)
      ints[i] = (gint32) CLAMP (round (value), G_MININT32, G_MAXINT32);
    else
      bools[i] = value != 0;
  }
}

static void
count_group (JsonArray    *weights, /* (nullable) */
             KomaRawModel *raw)
{
  for (guint i = 0; i < koma_json_array_length (weights); i++) {
    KomaManifestEntry entry = { 0 };

    if (!koma_manifest_entry_parse (koma_json_node_object (koma_json_element (weights, i)), &entry,
                                    NULL))
      continue;
    if (entry.storage == KOMA_STORAGE_FLOAT16)
      raw->n_float16 += entry.size_bytes / 2;
    else if (entry.dtype == KOMA_DTYPE_FLOAT32 && entry.storage == KOMA_STORAGE_UINT8)
      raw->n_8_bit += entry.size_bytes;
  }
}

/**
 * koma_manifest_count_narrow:
 * @manifest: (nullable): a list of groups, which could be read
 * @raw: its n_float16 and n_8_bit grow
 *
 * Thread: any.
 */
void
koma_manifest_count_narrow (JsonArray    *manifest,
                            KomaRawModel *raw)
{
  for (guint i = 0; i < koma_json_array_length (manifest); i++) {
    JsonObject *group = koma_json_node_object (koma_json_element (manifest, i));

    count_group (koma_json_get_array (group, "weights"), raw);
  }
}
