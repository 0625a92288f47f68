/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of names that are not UTF-8, as editors of Windows save them: UTF-16, which its first two
 * bytes or its zeros tell; and Windows-1252, which contains Latin-1, where the text looks like a
 * language of western Europe. Other encodings of one or two bytes give the same bytes other
 * letters: then the text stays what it is, and is refused. */

#include "labels-encoding.h"

#include <string.h>

/* Letters that stand side by side in such languages, as in “Chaussée”. */
#define MAX_ACCENTS 2

/* Which half of the pairs of bytes is zero in a text that is mostly ASCII. */
static const char *
find_utf16 (const char *text,
            gsize       length)
{
  gsize n_zeros[2] = { 0, 0 };

  if (length >= 2 && memcmp (text, "\xff\xfe", 2) == 0)
    return "UTF-16LE";
  if (length >= 2 && memcmp (text, "\xfe\xff", 2) == 0)
    return "UTF-16BE";
  for (gsize i = 0; i < length; i++)
    n_zeros[i % 2] += text[i] == '\0';
  if (length < 2 || length % 2 != 0)
    return NULL;
  if (n_zeros[0] == 0 && 4 * n_zeros[1] >= length)
    return "UTF-16LE";
  return n_zeros[1] == 0 && 4 * n_zeros[0] >= length ? "UTF-16BE" : NULL;
}

/* Letters and signs of western Europe, where Shift-JIS, GBK and the like have halves of characters
 * and Windows-1251 has the letters of Cyrillic. */
static gboolean
is_western_byte (guchar byte)
{
  static const guchar signs[] = { 0x8a, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x96, 0x97, 0x99, 0x9a,
                                  0x9c, 0x9e, 0x9f, 0xa0, 0xa9, 0xaa, 0xab, 0xae, 0xb0, 0xb4, 0xb7,
                                  0xba, 0xbb };

  return (byte >= 0xc0 && byte != 0xd7 && byte != 0xf7) ||
         memchr (signs, byte, sizeof signs) != NULL;
}

static gboolean
is_western (const char *text,
            gsize       length)
{
  gsize n_letters = 0;
  gsize n_high = 0;
  guint run = 0;

  for (gsize i = 0; i < length; i++) {
    const guchar byte = (guchar) text[i];

    if (byte < 0x20 ? strchr ("\t\n\r", byte) == NULL || byte == 0 : byte == 0x7f)
      return FALSE;
    run = byte >= 0x80 ? run + 1 : 0;
    if ((byte >= 0x80 && !is_western_byte (byte)) || run > MAX_ACCENTS)
      return FALSE;
    n_high += byte >= 0x80;
    n_letters += g_ascii_isalpha ((char) byte) != 0;
  }
  return n_high > 0 && 2 * n_high <= n_letters;
}

/**
 * koma_labels_to_utf8:
 * @text: (array length=length):
 * @source: where it comes from, for people
 * @ret_length: of the result; left alone where there is none
 * @ret_remark: (transfer full): what @text was taken for; likewise
 *
 * Returns: (transfer full) (nullable): @text in UTF-8; %NULL where it is UTF-8, or in no encoding
 *   that can be told apart. Thread: any.
 */
char *
koma_labels_to_utf8 (const char *text,
                     gsize       length,
                     const char *source,
                     gsize      *ret_length,
                     char      **ret_remark)
{
  const char *encoding = find_utf16 (text, length);
  gsize       n_written = 0;
  char       *utf8 = NULL;

  if (encoding == NULL && !g_utf8_validate_len (text, length, NULL) && is_western (text, length))
    encoding = "WINDOWS-1252";
  if (encoding == NULL)
    return NULL;
  utf8 = g_convert (text, (gssize) length, "UTF-8", encoding, NULL, &n_written, NULL);
  if (utf8 == NULL)
    return NULL;
  *ret_length = n_written;
  *ret_remark = g_strdup_printf ("%s is not UTF-8: read as %s", source,
                                 *encoding == 'U' ? "UTF-16" : "Windows-1252");
  return utf8;
}
