/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Formats that cameras write, and whose loaders are packages of their own. A
 * file of such a format is not damaged where its loader is not there. */

#include "decoder-private.h"

#include <string.h>

/* More brands than any writer lists. */
#define MAX_FTYP_BYTES 256

typedef struct
{
  const char *name;
  const char *mime_type;
  const char *package; /* of Debian and Ubuntu */
  const char *brands;  /* (nullable) of an ISO media file, "ftyp"; four letters each */
  const char *magic;   /* (nullable) at its beginning */
  gsize       n_magic;
} Kind;

/* "mif1" is any picture in such a file, so it comes last. */
static const Kind kinds[] = {
  { "AVIF", "image/avif", "libavif-gdk-pixbuf", "avif avis", NULL, 0 },
  { "HEIC", "image/heic", "heif-gdk-pixbuf", "heic heix heim heis hevc hevx mif1 msf1", NULL, 0 },
  { "JPEG XL", "image/jxl", "libjxl-gdk-pixbuf", NULL, "\xff\x0a", 2 },
  { "JPEG XL", "image/jxl", "libjxl-gdk-pixbuf", NULL, "\0\0\0\x0cJXL \r\n\x87\n", 12 },
};

/* size, "ftyp", the brand, its version, brands that it is compatible with. */
static gboolean
has_brand (const KomaDecoderInput *input,
           const char             *brands)
{
  const gsize length = input->size_bytes >= 16 && memcmp (input->data + 4, "ftyp", 4) == 0
                         ? MIN (input->data[2] << 8 | input->data[3], MAX_FTYP_BYTES)
                         : 0;

  for (gsize at = 8; at + 4 <= MIN (length, input->size_bytes); at += 4) {
    g_autofree char *brand = g_strndup ((const char *) input->data + at, 4);

    if (at != 12 && strlen (brand) == 4 && strstr (brands, brand) != NULL)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_of_kind (const KomaDecoderInput *input,
            const Kind             *kind)
{
  if (kind->brands != NULL)
    return has_brand (input, kind->brands);
  return input->size_bytes >= kind->n_magic &&
         memcmp (input->data, kind->magic, kind->n_magic) == 0;
}

/**
 * koma_decoder_find_missing:
 * @input: a file that could not be decoded
 * @mime_types: (array zero-terminated=1): of the loader that tried to
 * @ret_package: (out): which package of Debian and Ubuntu has the right one
 *
 * Thread: any.
 *
 * Returns: (nullable): the name of its format, if that is one of another
 *   loader; %NULL: there is nothing missing
 */
const char *
koma_decoder_find_missing (const KomaDecoderInput *input,
                           const char *const      *mime_types,
                           const char            **ret_package)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    if (!is_of_kind (input, &kinds[i]))
      continue;
    if (g_strv_contains (mime_types, kinds[i].mime_type))
      return NULL;
    *ret_package = kinds[i].package;
    return kinds[i].name;
  }
  return NULL;
}
