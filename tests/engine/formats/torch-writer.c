/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "torch-writer.h"

#include <string.h>

#define ALIGNMENT   64
#define LOCAL_BYTES 30

void
pickle_put (GByteArray   *pickle,
            gconstpointer data,
            gsize         length)
{
  g_byte_array_append (pickle, data, (guint) length);
}

void
pickle_byte (GByteArray *pickle,
             char        opcode)
{
  pickle_put (pickle, &opcode, 1);
}

static void
put_number (GByteArray *bytes,
            guint64     number,
            guint       n_bytes)
{
  for (guint i = 0; i < n_bytes; i++) {
    const guint8 byte = i < 8 ? (guint8) (number >> (8 * i)) : 0;

    g_byte_array_append (bytes, &byte, 1);
  }
}

void
pickle_text (GByteArray *pickle,
             const char *text)
{
  pickle_byte (pickle, 'X');
  put_number (pickle, strlen (text), 4);
  pickle_put (pickle, text, strlen (text));
}

void
pickle_int (GByteArray *pickle,
            gint32      number)
{
  pickle_byte (pickle, 'J');
  put_number (pickle, (guint32) number, 4);
}

static void
put_sizes (GByteArray   *pickle,
           const gint32 *sizes,
           guint         n)
{
  pickle_byte (pickle, '(');
  for (guint i = 0; i < n; i++)
    pickle_int (pickle, sizes[i]);
  pickle_byte (pickle, 't');
}

void
pickle_tensor (GByteArray        *pickle,
               const TorchTensor *tensor,
               gboolean           is_legacy)
{
  static const char rebuild[] = "ctorch._utils\n_rebuild_tensor_v2\n((";
  static const char behind[] = "\x89" /* requires_grad */ "ccollections\nOrderedDict\n)RtR";

  pickle_put (pickle, rebuild, strlen (rebuild));
  pickle_text (pickle, "storage");
  pickle_put (pickle, "ctorch\n", 7);
  pickle_put (pickle, tensor->storage_class, strlen (tensor->storage_class));
  pickle_byte (pickle, '\n');
  pickle_text (pickle, tensor->key);
  pickle_text (pickle, "cpu");
  pickle_int (pickle, tensor->count);
  if (is_legacy)
    pickle_byte (pickle, 'N');
  pickle_put (pickle, "tQ", 2);
  pickle_int (pickle, tensor->offset);
  put_sizes (pickle, tensor->shape, tensor->rank);
  put_sizes (pickle, tensor->strides, tensor->rank);
  pickle_put (pickle, behind, strlen (behind));
}

void
zip_init (ZipWriter *zip)
{
  *zip = (ZipWriter){ .bytes = g_byte_array_new (), .directory = g_byte_array_new () };
}

void
zip_clear (ZipWriter *zip)
{
  g_clear_pointer (&zip->bytes, g_byte_array_unref);
  g_clear_pointer (&zip->directory, g_byte_array_unref);
}

/* Checksums are zero: nobody looks at them. */
void
zip_add (ZipWriter    *zip,
         const char   *name,
         gconstpointer data,
         gsize         length)
{
  const gsize  n_name = strlen (name);
  const guint  local_at = zip->bytes->len;
  const gsize  at = local_at + LOCAL_BYTES + n_name;
  const gsize  n_extra = (ALIGNMENT - at % ALIGNMENT) % ALIGNMENT;
  const guint8 zeros[ALIGNMENT] = { 0 };

  put_number (zip->bytes, 0x04034b50, 4);
  put_number (zip->bytes, 0, 22); /* sizes stand in the directory alone */
  put_number (zip->bytes, n_name | n_extra << 16, 4);
  pickle_put (zip->bytes, name, n_name);
  pickle_put (zip->bytes, zeros, n_extra);
  pickle_put (zip->bytes, data, length);

  put_number (zip->directory, 0x02014b50, 4);
  put_number (zip->directory, 0, 8);
  put_number (zip->directory, 0, 8);
  put_number (zip->directory, length, 4);
  put_number (zip->directory, length, 4);
  put_number (zip->directory, n_name, 4);
  put_number (zip->directory, 0, 8);
  put_number (zip->directory, 0, 2);
  put_number (zip->directory, local_at, 4);
  pickle_put (zip->directory, name, n_name);
  zip->n_files++;
}

void
zip_finish (ZipWriter *zip)
{
  const guint at = zip->bytes->len;

  pickle_put (zip->bytes, zip->directory->data, zip->directory->len);
  put_number (zip->bytes, 0x06054b50, 4);
  put_number (zip->bytes, 0, 4);
  put_number (zip->bytes, zip->n_files | zip->n_files << 16, 4);
  put_number (zip->bytes, zip->directory->len, 4);
  put_number (zip->bytes, at, 4);
  put_number (zip->bytes, 0, 2);
}

void
legacy_begin (GByteArray *bytes)
{
  PICKLE_PUT_LITERAL (bytes, PICKLE_PROTOCOL
                      "\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.");
  PICKLE_PUT_LITERAL (bytes, PICKLE_PROTOCOL "M\xe9\x03.");
  PICKLE_PUT_LITERAL (bytes, PICKLE_PROTOCOL "}(X\x0d\0\0\0little_endian\x88u.");
}
