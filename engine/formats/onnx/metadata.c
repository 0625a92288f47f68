/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of classes in metadata_props, whose values are text of any kind. These are in use:
 *
 *   {0: 'cat', 1: 'dog'}      a dictionary of Python, under "names"
 *   {"0": "cat", "1": "dog"}  the same in JSON
 *   {"cat": 0, "dog": 1}      the other way round, under "class_to_idx"
 *   ["cat", "dog"]            a list, in Python or JSON
 *   cat,dog                   one behind the other, or one on each line
 */

#include <string.h>

#include "engine/koma-limits.h"
#include "lower.h"

/* Without regard to case, "-", "_" and spaces. */
static const char *const keys[] = { "names", "labels", "classes", "classnames",
                                    "classlabels", "labelnames", "labelmap", "categories",
                                    "id2label", "idxtoclass", "classtoidx", "label2id" };

/* What stands in brackets. */
typedef struct
{
  GPtrArray *firsts;  /* char *: the elements of a list, the keys of a dictionary */
  GPtrArray *seconds; /* char *: the values of a dictionary */
} Bracketed;

static gboolean
is_key (const char *text,
        const char *key)
{
  for (; *text != '\0'; text++) {
    if (*text == '-' || *text == '_' || *text == ' ')
      continue;
    if (g_ascii_tolower (*text) != *key)
      return FALSE;
    key++;
  }
  return *key == '\0';
}

/**
 * koma_onnx_find_metadata:
 *
 * Returns: (transfer none) (nullable): the first value of exactly that key. Thread: any.
 */
const char *
koma_onnx_find_metadata (const Koma__Onnx__ModelProto *model,
                         const char                   *key)
{
  for (gsize i = 0; i < model->n_metadata_props; i++)
    if (strcmp (model->metadata_props[i]->key, key) == 0)
      return model->metadata_props[i]->value;
  return NULL;
}

static const char *
find_text (const Koma__Onnx__ModelProto *model)
{
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    for (gsize i = 0; i < model->n_metadata_props; i++)
      if (is_key (model->metadata_props[i]->key, keys[k]))
        return model->metadata_props[i]->value;
  return NULL;
}

/* A number of @n digits to base 16; -1 where they are none. */
static gint64
read_hex (const char *at,
          guint       n)
{
  gint64 number = 0;

  for (guint i = 0; i < n; i++) {
    if (!g_ascii_isxdigit (at[i]))
      return -1;
    number = number * 16 + g_ascii_xdigit_value (at[i]);
  }
  return number;
}

/* Half of a character beyond U+FFFF, as JSON writes them, is joined with the other. */
static gint64
join_surrogates (gint64       high,
                 const char **at)
{
  const gint64 low = (*at)[0] == '\\' && (*at)[1] == 'u' ? read_hex (*at + 2, 4) : -1;

  if (high < 0xd800 || high > 0xdbff || low < 0xdc00 || low > 0xdfff)
    return high;
  *at += 6;
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/* What stands behind \: a character by its number, the end of a line, or itself. */
static void
read_escape (const char **at,
             GString     *token)
{
  const char   kind = *(*at)++;
  const guint  n_digits = kind == 'x' ? 2 : kind == 'u' ? 4
                                          : kind == 'U' ? 8
                                                        : 0;
  const gint64 number = n_digits > 0 ? read_hex (*at, n_digits) : -1;
  gint64       character = 0;

  if (number < 0) {
    g_string_append_c (token, strchr ("nrt", kind) != NULL ? ' ' : kind);
    return;
  }
  *at += n_digits;
  character = n_digits == 4 ? join_surrogates (number, at) : number;
  if (character == 0 || character > G_MAXINT32 || !g_unichar_validate ((gunichar) character))
    character = 0xfffd;
  g_string_append_unichar (token, (gunichar) character);
}

/* A name in quotes, with what \ stands before; or a word, up to what ends it. */
static char *
read_token (const char **at)
{
  GString   *token = g_string_new (NULL);
  const char quote = **at == '\'' || **at == '"' ? *(*at)++ : '\0';

  while (**at != '\0' && (quote != '\0' ? **at != quote : strchr (",:]}", **at) == NULL)) {
    if (quote != '\0' && **at == '\\' && (*at)[1] != '\0') {
      (*at)++;
      read_escape (at, token);
    } else {
      g_string_append_c (token, *(*at)++);
    }
  }
  if (quote != '\0' && **at == quote)
    (*at)++;
  return g_strstrip (g_string_free (token, FALSE));
}

static void
skip_space (const char **at)
{
  while (g_ascii_isspace (**at) || **at == ',')
    (*at)++;
}

/* %FALSE where it is neither a list nor a dictionary. */
static gboolean
read_tokens (const char *text,
             Bracketed  *ret)
{
  const char *at = text + 1;

  for (skip_space (&at); *at != '\0' && *at != ']' && *at != '}'; skip_space (&at)) {
    if (ret->firsts->len == KOMA_MAX_CLASSES)
      return FALSE;
    g_ptr_array_add (ret->firsts, read_token (&at));
    while (g_ascii_isspace (*at))
      at++;
    if (*at == ':') {
      for (at++; g_ascii_isspace (*at);)
        at++;
      g_ptr_array_add (ret->seconds, read_token (&at));
      while (g_ascii_isspace (*at))
        at++;
    }
    if (*at != ',' && *at != ']' && *at != '}')
      return FALSE;
  }
  return ret->firsts->len > 0 && (ret->seconds->len == 0 || ret->seconds->len == ret->firsts->len);
}

/* Puts each name at its number; %FALSE where those are not 0, 1, 2 …, each once. */
static gboolean
put_in_order (GPtrArray *numbers,
              GPtrArray *from,
              GPtrArray *names)
{
  const guint n = numbers->len;

  g_ptr_array_set_size (names, (int) n);
  for (guint i = 0; i < n; i++) {
    guint64 index = 0;

    if (!g_ascii_string_to_unsigned (numbers->pdata[i], 10, 0, n - 1, &index, NULL) ||
        names->pdata[index] != NULL)
      return FALSE;
    names->pdata[index] = g_strdup (from->pdata[i]);
  }
  return TRUE;
}

/* Lists and dictionaries. */
static gboolean
read_bracketed (const char *text,
                GPtrArray  *names)
{
  g_autoptr (GPtrArray) firsts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) seconds = g_ptr_array_new_with_free_func (g_free);
  Bracketed read = { firsts, seconds };

  if (!read_tokens (text, &read))
    return FALSE;
  if (seconds->len > 0 && put_in_order (firsts, seconds, names))
    return TRUE;
  g_ptr_array_set_size (names, 0);
  if (seconds->len > 0)
    return put_in_order (seconds, firsts, names);
  for (guint i = 0; i < firsts->len; i++)
    g_ptr_array_add (names, g_strdup (firsts->pdata[i]));
  return TRUE;
}

static gboolean
read_plain (const char *text,
            GPtrArray  *names)
{
  g_autofree char *own = g_strstrip (g_strdup (text));
  g_auto (GStrv) parts = g_strsplit (own, strchr (own, '\n') != NULL ? "\n" : ",",
                                     KOMA_MAX_CLASSES);

  for (guint i = 0; parts[i] != NULL; i++)
    if (parts[i + 1] != NULL || *g_strstrip (parts[i]) != '\0')
      g_ptr_array_add (names, g_strdup (g_strstrip (parts[i])));
  return names->len > 1;
}

/**
 * koma_onnx_read_label_lines:
 *
 * Returns: (transfer full) (nullable): one name a line; %NULL where no names of classes are found.
 *   Thread: any.
 */
char *
koma_onnx_read_label_lines (const Koma__Onnx__ModelProto *model)
{
  const char *text = find_text (model);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (text == NULL || !g_utf8_validate (text, -1, NULL))
    return NULL;
  while (g_ascii_isspace (*text))
    text++;
  if (!(*text == '{' || *text == '[' ? read_bracketed : read_plain) (text, names))
    return NULL;
  for (guint i = 0; i < names->len; i++)
    g_strdelimit (names->pdata[i], "\r\n", ' ');
  g_ptr_array_add (names, NULL);
  return g_strjoinv ("\n", (char **) names->pdata);
}
