/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A word of n characters takes n · log (n) steps: pairs that can be merged wait in a heap, the one
 * that stands first in the list on top, and of equal ones the leftmost. A pair of which a half was
 * merged with something else since is passed over when its turn comes. */

#include "byte-pairs.h"

#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "pair-heap.h"

#define NO_LETTER G_MAXUINT

typedef struct
{
  KomaMerge ids;
  guint     rank; /* its place in the list */
} Merge;

/* Of a word. */
typedef struct
{
  gint32 id; /* KOMA_NO_TOKEN: is a part of an earlier one */
  guint  previous;
  guint  next;
} Letter;

struct _KomaBytePairs
{
  KomaVocabulary *vocabulary;
  KomaSpelling    spelling;
  GArray         *merges; /* Merge, sorted by their halves once it is closed */
};

KomaBytePairs *
koma_byte_pairs_new (KomaVocabulary     *vocabulary,
                     const KomaSpelling *spelling)
{
  KomaBytePairs *self = g_new0 (KomaBytePairs, 1);

  self->vocabulary = vocabulary;
  self->spelling = *spelling;
  self->spelling.end_of_word = g_strdup (spelling->end_of_word);
  self->merges = g_array_new (FALSE, FALSE, sizeof (Merge));
  return self;
}

void
koma_byte_pairs_free (KomaBytePairs *self)
{
  if (self == NULL)
    return;
  koma_vocabulary_free (self->vocabulary);
  g_free (self->spelling.end_of_word);
  g_array_unref (self->merges);
  g_free (self);
}

const KomaVocabulary *
koma_byte_pairs_get_vocabulary (const KomaBytePairs *self)
{
  return self->vocabulary;
}

const KomaSpelling *
koma_byte_pairs_get_spelling (const KomaBytePairs *self)
{
  return &self->spelling;
}

guint
koma_byte_pairs_get_n_merges (const KomaBytePairs *self)
{
  return self->merges->len;
}

void
koma_byte_pairs_copy_merges (const KomaBytePairs *self,
                             KomaMerge           *ret_merges)
{
  for (guint i = 0; i < self->merges->len; i++) {
    const Merge *merge = &g_array_index (self->merges, Merge, i);

    ret_merges[merge->rank] = merge->ids;
  }
}

static gboolean
append_merge (KomaBytePairs   *self,
              const KomaMerge *ids,
              GError         **error)
{
  const Merge merge = { *ids, self->merges->len };

  if (self->merges->len >= KOMA_MAX_MERGES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "more than %u merges", KOMA_MAX_MERGES);
  g_array_append_val (self->merges, merge);
  return TRUE;
}

/**
 * koma_byte_pairs_add_merge:
 * @left: [@n_left]
 * @right: [@n_right]
 * @error: return location
 *
 * Thread: the one that owns @self. Errors: %KOMA_ERROR_MODEL where a half, or both together, are
 * not in the vocabulary; %KOMA_ERROR_MEMORY where there are more than %KOMA_MAX_MERGES.
 */
gboolean
koma_byte_pairs_add_merge (KomaBytePairs *self,
                           const char    *left,
                           gsize          n_left,
                           const char    *right,
                           gsize          n_right,
                           GError       **error)
{
  g_autoptr (GString) both = g_string_new_len (left, (gssize) n_left);
  KomaMerge merge = { 0 };

  g_string_append_len (both, right, (gssize) n_right);
  merge.left = koma_vocabulary_find (self->vocabulary, left, n_left);
  merge.right = koma_vocabulary_find (self->vocabulary, right, n_right);
  merge.merged = koma_vocabulary_find (self->vocabulary, both->str, both->len);
  if (merge.left == KOMA_NO_TOKEN || merge.right == KOMA_NO_TOKEN || merge.merged == KOMA_NO_TOKEN)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "merge %u, “%.*s” and “%.*s”: not in the vocabulary, or not both together",
                      self->merges->len + 1, (int) MIN (n_left, 200), left,
                      (int) MIN (n_right, 200), right);
  return append_merge (self, &merge, error);
}

static gboolean
has_id (const KomaBytePairs *self,
        gint32               id)
{
  return id >= 0 && (guint) id < koma_vocabulary_get_n_ids (self->vocabulary);
}

/**
 * koma_byte_pairs_add_ids:
 * @merge: of koma_byte_pairs_copy_merges()
 * @error: return location
 *
 * Thread: the one that owns @self. Errors: %KOMA_ERROR_MODEL where an id is beyond those of the
 * vocabulary; %KOMA_ERROR_MEMORY where there are more than %KOMA_MAX_MERGES.
 */
gboolean
koma_byte_pairs_add_ids (KomaBytePairs   *self,
                         const KomaMerge *merge,
                         GError         **error)
{
  if (!has_id (self, merge->left) || !has_id (self, merge->right) || !has_id (self, merge->merged))
    return koma_fail (error, KOMA_ERROR_MODEL, "merge %u: no token has the id %d, %d or %d",
                      self->merges->len + 1, merge->left, merge->right, merge->merged);
  return append_merge (self, merge, error);
}

static int
compare_halves (const KomaMerge *a,
                const KomaMerge *b)
{
  if (a->left != b->left)
    return a->left < b->left ? -1 : 1;
  return a->right < b->right ? -1 : a->right > b->right;
}

/* Of equal pairs the last one of the list comes first. */
static int
compare_merges (gconstpointer a,
                gconstpointer b)
{
  const Merge *first = a;
  const Merge *second = b;
  const int    order = compare_halves (&first->ids, &second->ids);

  if (order != 0)
    return order;
  return first->rank > second->rank ? -1 : first->rank < second->rank;
}

/**
 * koma_byte_pairs_close:
 *
 * Thread: the one that owns @self; any may read it afterwards.
 */
void
koma_byte_pairs_close (KomaBytePairs *self)
{
  g_array_sort (self->merges, compare_merges);
}

/* (nullable) Of a pair that is there twice the first of them. */
static const Merge *
find_merge (const KomaBytePairs *self,
            gint32               left,
            gint32               right)
{
  const KomaMerge wanted = { .left = left, .right = right };
  guint           begin = 0;
  guint           end = self->merges->len;

  while (begin < end) {
    const guint middle = begin + (end - begin) / 2;

    if (compare_halves (&g_array_index (self->merges, Merge, middle).ids, &wanted) < 0)
      begin = middle + 1;
    else
      end = middle;
  }
  if (begin == self->merges->len ||
      compare_halves (&g_array_index (self->merges, Merge, begin).ids, &wanted) != 0)
    return NULL;
  return &g_array_index (self->merges, Merge, begin);
}

/* GPT-2's: bytes that print stand for themselves, the others are numbered from 256. */
static gunichar
get_byte_character (guint8 byte)
{
  gunichar c = 0x100;

  if ((byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae)
    return byte;
  if (byte <= ' ')
    return c + byte;
  c += ' ' + 1;
  return byte <= 0xa0 ? c + byte - 0x7f : c + 0xa0 - 0x7f + 1;
}

static void
append (GArray *ids,
        gint32  id)
{
  g_array_append_val (ids, id);
}

/* A character that is not in the vocabulary, by its bytes. */
static gboolean
fall_back (const KomaBytePairs *self,
           const GString       *letter,
           GArray              *ids)
{
  const guint n_before = ids->len;

  for (gsize i = 0; self->spelling.has_byte_fall_back && i < letter->len; i++) {
    const gint32 id = koma_vocabulary_find_byte (self->vocabulary, (guint8) letter->str[i]);

    if (id == KOMA_NO_TOKEN) {
      g_array_set_size (ids, n_before);
      return FALSE;
    }
    append (ids, id);
  }
  return ids->len > n_before;
}

/* Appends what a character is before anything is merged. @was_unknown: the one before it was. */
static gboolean
spell_letter (const KomaBytePairs *self,
              const GString       *letter,
              gboolean             was_unknown,
              GArray              *ids)
{
  const gint32 id = koma_vocabulary_find (self->vocabulary, letter->str, letter->len);

  if (id != KOMA_NO_TOKEN) {
    append (ids, id);
    return FALSE;
  }
  if (fall_back (self, letter, ids))
    return FALSE;
  if (self->spelling.unknown != KOMA_NO_TOKEN && !(was_unknown && self->spelling.joins_unknown))
    append (ids, self->spelling.unknown);
  return TRUE;
}

static void
spell (const KomaBytePairs *self,
       const char          *word,
       gsize                n_bytes,
       GArray              *ids)
{
  g_autoptr (GString) letter = g_string_new (NULL);
  const char *at = word;
  const char *end = word + n_bytes;
  gboolean    was_unknown = FALSE;

  while (at < end) {
    const gunichar c = self->spelling.uses_bytes ? get_byte_character ((guint8) *at)
                                                 : g_utf8_get_char (at);

    at = self->spelling.uses_bytes ? at + 1 : g_utf8_next_char (at);
    g_string_truncate (letter, 0);
    g_string_append_unichar (letter, c);
    if (at >= end && self->spelling.end_of_word != NULL)
      g_string_append (letter, self->spelling.end_of_word);
    was_unknown = spell_letter (self, letter, was_unknown, ids);
  }
}

static Letter *
get_letter (GArray *letters,
            guint   place)
{
  return &g_array_index (letters, Letter, place);
}

/* Lets the pair that begins at @place wait, if it can be merged. */
static void
push_pair (const KomaBytePairs *self,
           GArray              *letters,
           guint                place,
           KomaPairHeap        *heap)
{
  const Letter *left = place != NO_LETTER ? get_letter (letters, place) : NULL;
  const Merge  *merge = NULL;

  if (left != NULL && left->next != NO_LETTER)
    merge = find_merge (self, left->id, get_letter (letters, left->next)->id);
  if (merge != NULL)
    koma_pair_heap_push (heap, (KomaPair){ merge->rank, place, merge->ids.merged });
}

/* Whether the pair is still there. */
static gboolean
is_current (const KomaBytePairs *self,
            GArray              *letters,
            const KomaPair      *pair)
{
  const Letter *left = get_letter (letters, pair->place);
  const Merge  *merge = NULL;

  if (left->id == KOMA_NO_TOKEN || left->next == NO_LETTER)
    return FALSE;
  merge = find_merge (self, left->id, get_letter (letters, left->next)->id);
  return merge != NULL && merge->ids.merged == pair->merged;
}

static void
merge_pair (const KomaBytePairs *self,
            GArray              *letters,
            const KomaPair      *pair,
            KomaPairHeap        *heap)
{
  Letter *left = get_letter (letters, pair->place);
  Letter *right = get_letter (letters, left->next);

  left->id = pair->merged;
  left->next = right->next;
  right->id = KOMA_NO_TOKEN;
  if (left->next != NO_LETTER)
    get_letter (letters, left->next)->previous = pair->place;
  push_pair (self, letters, left->previous, heap);
  push_pair (self, letters, pair->place, heap);
}

/* [ids->len - begin] */
static GArray *
make_letters (const GArray *ids,
              guint         begin)
{
  const guint n = ids->len - begin;
  GArray     *letters = g_array_sized_new (FALSE, FALSE, sizeof (Letter), n);

  for (guint i = 0; i < n; i++) {
    const Letter letter = {
      .id = g_array_index (ids, gint32, begin + i),
      .previous = i > 0 ? i - 1 : NO_LETTER,
      .next = i + 1 < n ? i + 1 : NO_LETTER,
    };

    g_array_append_val (letters, letter);
  }
  return letters;
}

/**
 * koma_byte_pairs_encode:
 * @word: [@n_bytes] UTF-8
 * @ids: (element-type gint32): its tokens are appended
 *
 * Thread: any.
 */
void
koma_byte_pairs_encode (const KomaBytePairs *self,
                        const char          *word,
                        gsize                n_bytes,
                        GArray              *ids)
{
  const guint begin = ids->len;
  g_autoptr (GArray) letters = NULL;
  g_auto (KomaPairHeap) heap = { 0 };
  KomaPair pair = { 0 };

  spell (self, word, n_bytes, ids);
  if (ids->len - begin < 2)
    return;
  letters = make_letters (ids, begin);
  koma_pair_heap_init (&heap);
  for (guint i = 0; i < letters->len; i++)
    push_pair (self, letters, i, &heap);
  while (koma_pair_heap_pop (&heap, &pair))
    if (is_current (self, letters, &pair))
      merge_pair (self, letters, &pair, &heap);
  g_array_set_size (ids, begin);
  for (guint i = 0; i < letters->len; i++)
    if (get_letter (letters, i)->id != KOMA_NO_TOKEN)
      append (ids, get_letter (letters, i)->id);
}
