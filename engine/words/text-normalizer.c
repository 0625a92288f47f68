/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "text-normalizer.h"

#include <string.h>

#include "engine/koma-limits.h"

/* What a text may grow to: a character becomes a few others. */
#define MAX_NORMAL_BYTES (8u * KOMA_MAX_TEXT_BYTES)

/* The only capital letter whose small form has two characters, wherever it stands. */
#define CAPITAL_I_WITH_DOT 0x130

/* Capital letters that are numbers or symbols, which GLib leaves as they are. */
#define ROMAN_CAPITALS     0x2160
#define N_ROMAN_CAPITALS   16
#define CIRCLED_CAPITALS   0x24b6
#define N_CIRCLED_CAPITALS 26

#define ZERO_WIDTH_NON_JOINER 0x200c
#define ZERO_WIDTH_JOINER     0x200d

/* Clusters of that many bytes are looked up by their characters. */
#define MAX_CLUSTER_BYTES 6

struct _KomaTextNormalizer
{
  GArray *steps; /* KomaTextStep */
};

static void
clear_step (gpointer data)
{
  KomaTextStep *step = data;

  g_free (step->from);
  g_free (step->to);
  g_clear_pointer (&step->map, koma_chars_map_free);
}

KomaTextNormalizer *
koma_text_normalizer_new (void)
{
  KomaTextNormalizer *self = g_new0 (KomaTextNormalizer, 1);

  self->steps = g_array_new (FALSE, FALSE, sizeof (KomaTextStep));
  g_array_set_clear_func (self->steps, clear_step);
  return self;
}

void
koma_text_normalizer_free (KomaTextNormalizer *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->steps);
  g_free (self);
}

/**
 * koma_text_normalizer_add:
 * @step: its texts are copied, its map belongs to @self from now on
 *
 * Thread: the one that owns @self.
 */
void
koma_text_normalizer_add (KomaTextNormalizer *self,
                          const KomaTextStep *step)
{
  KomaTextStep copy = *step;

  copy.from = g_strdup (step->from);
  copy.to = g_strdup (step->to);
  g_array_append_val (self->steps, copy);
}

guint
koma_text_normalizer_get_n_steps (const KomaTextNormalizer *self)
{
  return self->steps->len;
}

const KomaTextStep *
koma_text_normalizer_get_step (const KomaTextNormalizer *self,
                               guint                     index)
{
  return &g_array_index (self->steps, KomaTextStep, index);
}

gboolean
koma_text_normalizer_replaces (const KomaTextNormalizer *self,
                               const char               *from)
{
  for (guint i = 0; i < self->steps->len; i++) {
    const KomaTextStep *step = &g_array_index (self->steps, KomaTextStep, i);

    if (step->kind == KOMA_TEXT_REPLACE && g_str_equal (step->from, from))
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_text_is_space:
 *
 * Thread: any. Returns: whether @c has Unicode's property White_Space
 */
gboolean
koma_text_is_space (gunichar c)
{
  switch (g_unichar_type (c)) {
  case G_UNICODE_SPACE_SEPARATOR:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return TRUE;
  default:
    return (c >= '\t' && c <= '\r') || c == 0x85;
  }
}

static gboolean
is_in_set (const KomaTextStep *step,
           gunichar            c)
{
  switch (step->set) {
  case KOMA_CHARS_SPACE:
    return koma_text_is_space (c);
  case KOMA_CHARS_PYTHON_SPACE:
    return koma_text_is_space (c) || (c >= 0x1c && c <= 0x1f);
  case KOMA_CHARS_LISTED:
  case KOMA_N_TEXT_SETS:
  default:
    return c > 0 && c < 0x80 && strchr (step->from, (int) c) != NULL;
  }
}

void
koma_text_cut (GString *text,
               gsize    max_bytes)
{
  gsize n = max_bytes;

  if (text->len <= max_bytes)
    return;
  while (n > 0 && ((guint8) text->str[n] & 0xc0) == 0x80)
    n--;
  g_string_truncate (text, n);
}

static void
normalize (GString       *text,
           GNormalizeMode mode)
{
  g_autofree char *normal = g_utf8_normalize (text->str, (gssize) text->len, mode);

  if (normal != NULL)
    g_string_assign (text, normal);
}

static gunichar
get_lower (gunichar c)
{
  if (c >= ROMAN_CAPITALS && c < ROMAN_CAPITALS + N_ROMAN_CAPITALS)
    return c + N_ROMAN_CAPITALS;
  if (c >= CIRCLED_CAPITALS && c < CIRCLED_CAPITALS + N_CIRCLED_CAPITALS)
    return c + N_CIRCLED_CAPITALS;
  return g_unichar_tolower (c);
}

static void
make_lower (GString *text)
{
  g_autofree char *old = g_strndup (text->str, text->len);

  g_string_truncate (text, 0);
  for (const char *at = old; *at != '\0'; at = g_utf8_next_char (at)) {
    const gunichar c = g_utf8_get_char (at);

    if (c == CAPITAL_I_WITH_DOT)
      g_string_append (text, "i\xcc\x87");
    else
      g_string_append_unichar (text, get_lower (c));
  }
}

/* The end of the characters of the set that @at begins with. */
static const char *
skip_set (const KomaTextStep *step,
          const char         *at,
          guint              *ret_n)
{
  const gboolean is_run = step->kind == KOMA_TEXT_REPLACE_RUNS;

  *ret_n = 0;
  while (*at != '\0' && (is_run || *ret_n == 0) && is_in_set (step, g_utf8_get_char (at))) {
    at = g_utf8_next_char (at);
    ++*ret_n;
  }
  return at;
}

static void
replace_set (GString            *text,
             const KomaTextStep *step)
{
  g_autofree char *old = g_strndup (text->str, text->len);
  const char      *at = old;
  const guint      min_run = MAX (step->min_run, 1);

  g_string_truncate (text, 0);
  while (*at != '\0' && text->len <= MAX_NORMAL_BYTES) {
    guint       n = 0;
    const char *end = skip_set (step, at, &n);

    if (n >= min_run)
      g_string_append (text, step->to);
    else {
      end = end > at ? end : g_utf8_next_char (at);
      g_string_append_len (text, at, end - at);
    }
    at = end;
  }
}

static void
replace_text (GString            *text,
              const KomaTextStep *step)
{
  g_autofree char *old = g_strndup (text->str, text->len);
  const gsize      n_from = strlen (step->from);
  const char      *at = old;

  g_string_truncate (text, 0);
  while (*at != '\0' && text->len <= MAX_NORMAL_BYTES) {
    const char *end = n_from > 0 ? strstr (at, step->from) : NULL;

    if (end == NULL)
      end = at + strlen (at);
    g_string_append_len (text, at, end - at);
    at = end;
    if (*at == '\0')
      break;
    g_string_append (text, step->to);
    at += n_from;
  }
}

static void
strip (GString            *text,
       const KomaTextStep *step)
{
  const char *begin = text->str;
  const char *end = text->str + text->len;

  while (step->kind == KOMA_TEXT_STRIP_LEFT && begin < end &&
         koma_text_is_space (g_utf8_get_char (begin)))
    begin = g_utf8_next_char (begin);
  while (step->kind == KOMA_TEXT_STRIP_RIGHT && begin < end &&
         koma_text_is_space (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  g_string_truncate (text, (gsize) (end - text->str));
  g_string_erase (text, 0, begin - text->str);
}

/* The table may have anything for a text. */
static void
make_valid (GString *text)
{
  g_autofree char *valid = NULL;

  if (g_utf8_validate (text->str, (gssize) text->len, NULL))
    return;
  valid = g_utf8_make_valid (text->str, (gssize) text->len);
  g_string_assign (text, valid);
}

/* Whether a character belongs to the one before it, as far as short clusters go. */
static gboolean
is_extending (const char *at)
{
  const gunichar c = g_utf8_get_char (at);

  return g_unichar_ismark (c) || c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER;
}

static gboolean
may_be_extended (const char *at)
{
  const gunichar c = g_utf8_get_char (at);

  switch (g_unichar_type (c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return FALSE;
  case G_UNICODE_FORMAT:
    return is_extending (at);
  default:
    return TRUE;
  }
}

static const char *
skip_cluster (const char *at)
{
  const gboolean may_grow = may_be_extended (at);

  at = g_utf8_next_char (at);
  while (may_grow && *at != '\0' && is_extending (at))
    at = g_utf8_next_char (at);
  return at;
}

/* FALSE: there is no entry, and nothing was appended. */
static gboolean
append_entry (GString            *text,
              const KomaCharsMap *map,
              const char         *at,
              gsize               n_bytes)
{
  const char *found = koma_chars_map_find_shortest (map, at, n_bytes);

  if (found != NULL)
    g_string_append_len (text, found, (gssize) strnlen (found, MAX_NORMAL_BYTES));
  return found != NULL;
}

/* As Hugging Face's tokenizers use SentencePiece's table, which is not as SentencePiece does: a
 * short cluster becomes what its first entry says, all of it, and others go by characters. */
static void
append_cluster (GString            *text,
                const KomaCharsMap *map,
                const char         *at,
                const char         *end)
{
  if (end - at < MAX_CLUSTER_BYTES && append_entry (text, map, at, (gsize) (end - at)))
    return;
  while (at < end && text->len <= MAX_NORMAL_BYTES) {
    const gsize n_bytes = (gsize) (g_utf8_next_char (at) - at);

    if (!append_entry (text, map, at, n_bytes))
      g_string_append_len (text, at, (gssize) n_bytes);
    at += n_bytes;
  }
}

static void
map_chars (GString            *text,
           const KomaCharsMap *map)
{
  g_autofree char *old = g_strndup (text->str, text->len);
  const char      *at = old;

  g_string_truncate (text, 0);
  while (*at != '\0' && text->len <= MAX_NORMAL_BYTES) {
    const char *end = skip_cluster (at);

    append_cluster (text, map, at, end);
    at = end;
  }
  make_valid (text);
}

static void
apply_step (const KomaTextStep *step,
            GString            *text)
{
  switch (step->kind) {
  case KOMA_TEXT_NFC:
    normalize (text, G_NORMALIZE_NFC);
    break;
  case KOMA_TEXT_NFD:
    normalize (text, G_NORMALIZE_NFD);
    break;
  case KOMA_TEXT_NFKC:
    normalize (text, G_NORMALIZE_NFKC);
    break;
  case KOMA_TEXT_NFKD:
    normalize (text, G_NORMALIZE_NFKD);
    break;
  case KOMA_TEXT_LOWERCASE:
    make_lower (text);
    break;
  case KOMA_TEXT_REPLACE:
    replace_text (text, step);
    break;
  case KOMA_TEXT_REPLACE_RUNS:
  case KOMA_TEXT_REPLACE_EACH:
    replace_set (text, step);
    break;
  case KOMA_TEXT_STRIP_LEFT:
  case KOMA_TEXT_STRIP_RIGHT:
    strip (text, step);
    break;
  case KOMA_TEXT_PREPEND:
    if (text->len > 0)
      g_string_prepend (text, step->to);
    break;
  case KOMA_TEXT_MAP:
    map_chars (text, step->map);
    break;
  case KOMA_N_TEXT_STEP_KINDS:
  default:
    g_assert_not_reached ();
  }
}

/**
 * koma_text_normalizer_apply:
 * @text: (inout): UTF-8
 *
 * A text that grows beyond a few times %KOMA_MAX_TEXT_BYTES is cut. Thread: any.
 */
void
koma_text_normalizer_apply (const KomaTextNormalizer *self,
                            GString                  *text)
{
  for (guint i = 0; i < self->steps->len; i++) {
    apply_step (&g_array_index (self->steps, KomaTextStep, i), text);
    koma_text_cut (text, MAX_NORMAL_BYTES);
  }
}
