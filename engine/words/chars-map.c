/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The file has
 *
 *   bytes of the trie (uint32) | the trie: units of 32 bits | texts, with a NUL behind each
 *
 * The trie is a double array as darts-clone writes it. The unit of a node says by which byte it is
 * reached, how far away its children are, and whether an entry ends there, in which case child 0
 * has the place of a text. */

#include "chars-map.h"

#include <string.h>

#include "engine/koma/koma-error.h"

/* Bytes of an entry; those of real tables have up to about twenty. A damaged trie may lead in
 * circles. */
#define MAX_ENTRY_BYTES 64

#define HAS_ENTRY    (1u << 8)
#define HAS_FAR_STEP (1u << 9)
#define LABEL_MASK   ((1u << 31) | 0xffu)
#define VALUE_MASK   (~(1u << 31))

struct _KomaCharsMap
{
  guint32 *units; /* [n_units] */
  guint    n_units;
  char    *texts; /* [n_text_bytes], and a NUL */
  gsize    n_text_bytes;
};

static guint32
read_unit (const guint8 *data)
{
  guint32 unit = 0;

  memcpy (&unit, data, sizeof unit);
  return GUINT32_FROM_LE (unit);
}

/**
 * koma_chars_map_new:
 * @data: [@n_bytes]
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where sizes do not go together.
 *
 * Returns: (transfer full): the table, or %NULL
 */
KomaCharsMap *
koma_chars_map_new (const guint8 *data,
                    gsize         n_bytes,
                    GError      **error)
{
  const gsize   n_trie_bytes = n_bytes >= sizeof (guint32) ? read_unit (data) : 0;
  const gsize   begin = sizeof (guint32) + n_trie_bytes;
  KomaCharsMap *self = NULL;

  if (n_trie_bytes == 0 || n_trie_bytes % sizeof (guint32) != 0 || begin >= n_bytes) {
    koma_fail (error, KOMA_ERROR_MODEL,
               "the table of characters is damaged: a trie of %zu bytes in %zu", n_trie_bytes,
               n_bytes);
    return NULL;
  }
  self = g_new0 (KomaCharsMap, 1);
  self->n_units = (guint) (n_trie_bytes / sizeof (guint32));
  self->units = g_new (guint32, self->n_units);
  for (guint i = 0; i < self->n_units; i++)
    self->units[i] = read_unit (data + (i + 1) * sizeof (guint32));
  self->n_text_bytes = n_bytes - begin;
  self->texts = g_new0 (char, self->n_text_bytes + 1);
  memcpy (self->texts, data + begin, self->n_text_bytes);
  return self;
}

void
koma_chars_map_free (KomaCharsMap *self)
{
  if (self == NULL)
    return;
  g_free (self->units);
  g_free (self->texts);
  g_free (self);
}

static void
write_unit (guint32     unit,
            GByteArray *data)
{
  const guint32 written = GUINT32_TO_LE (unit);

  g_byte_array_append (data, (const guint8 *) &written, sizeof written);
}

void
koma_chars_map_write (const KomaCharsMap *self,
                      GByteArray         *data)
{
  write_unit (self->n_units * (guint32) sizeof (guint32), data);
  for (guint i = 0; i < self->n_units; i++)
    write_unit (self->units[i], data);
  g_byte_array_append (data, (const guint8 *) self->texts, (guint) self->n_text_bytes);
}

/* From a node to its children. */
static guint32
get_step (guint32 unit)
{
  return (unit >> 10) << ((unit & HAS_FAR_STEP) != 0 ? 8 : 0);
}

/* (nullable) The text that the node's child 0 names. */
static const char *
get_text (const KomaCharsMap *self,
          guint32             node)
{
  const guint32 place = node < self->n_units ? self->units[node] & VALUE_MASK : G_MAXUINT32;

  return place < self->n_text_bytes ? self->texts + place : NULL;
}

/* @is_shortest: the first entry on the way is enough. */
static const char *
find (const KomaCharsMap *self,
      const char         *text,
      gsize               n_bytes,
      gboolean            is_shortest,
      gsize              *ret_n_matched)
{
  const char *longest = NULL;
  guint32     node = get_step (self->units[0]);

  for (gsize i = 0; i < MIN (n_bytes, MAX_ENTRY_BYTES); i++) {
    const guint8 byte = (guint8) text[i];
    const char  *found = NULL;
    guint32      unit = 0;

    node ^= byte;
    if (node >= self->n_units || (self->units[node] & LABEL_MASK) != byte)
      break;
    unit = self->units[node];
    node ^= get_step (unit);
    found = (unit & HAS_ENTRY) != 0 ? get_text (self, node) : NULL;
    if (found == NULL)
      continue;
    longest = found;
    *ret_n_matched = i + 1;
    if (is_shortest)
      break;
  }
  return longest;
}

const char *
koma_chars_map_find (const KomaCharsMap *self,
                     const char         *text,
                     gsize               n_bytes,
                     gsize              *ret_n_matched)
{
  return find (self, text, n_bytes, FALSE, ret_n_matched);
}

const char *
koma_chars_map_find_shortest (const KomaCharsMap *self,
                              const char         *text,
                              gsize               n_bytes)
{
  gsize n_matched = 0;

  return find (self, text, n_bytes, TRUE, &n_matched);
}
