/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of classes in metadata_props, whose values are text of any kind. These are in use:
 *
 *   {0: 'cat', 1: 'dog'}      a dictionary of Python, under "names"
 *   {"0": "cat", "1": "dog"}  the same in JSON
 *   ["cat", "dog"]            a list, in Python or JSON
 *   cat,dog                   one behind the other, or one on each line
 */

#include <string.h>

#include "engine/koma-limits.h"
#include "lower.h"

static const char *const keys[] = { "names", "labels", "classes", "class_names", "classNames" };

static const char *
find_text (const Koma__Onnx__ModelProto *model)
{
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    for (gsize i = 0; i < model->n_metadata_props; i++)
      if (strcmp (model->metadata_props[i]->key, keys[k]) == 0)
        return model->metadata_props[i]->value;
  return NULL;
}

/* A name in quotes, with what \ stands before; or a word, up to what ends it. */
static char *
read_token (const char **at)
{
  GString   *token = g_string_new (NULL);
  const char quote = **at == '\'' || **at == '"' ? *(*at)++ : '\0';

  while (**at != '\0' && (quote != '\0' ? **at != quote : strchr (",:]}", **at) == NULL)) {
    if (quote != '\0' && **at == '\\' && (*at)[1] != '\0')
      (*at)++;
    g_string_append_c (token, *(*at)++);
  }
  if (quote != '\0' && **at == quote)
    (*at)++;
  return g_string_free (token, FALSE);
}

static void
skip_space (const char **at)
{
  while (g_ascii_isspace (**at) || **at == ',')
    (*at)++;
}

/* Lists and dictionaries; %FALSE where the keys are not 0, 1, 2 …, each once. */
static gboolean
read_bracketed (const char *text,
                GPtrArray  *names)
{
  const char *at = text + 1;

  for (skip_space (&at); *at != '\0' && *at != ']' && *at != '}'; skip_space (&at)) {
    g_autofree char *token = read_token (&at);

    while (g_ascii_isspace (*at))
      at++;
    if (*at == ':') {
      guint64 index = 0;

      if (!g_ascii_string_to_unsigned (token, 10, names->len, names->len, &index, NULL))
        return FALSE;
      for (at++; g_ascii_isspace (*at);)
        at++;
      g_free (token);
      token = read_token (&at);
    } else if (*at != ',' && *at != ']' && *at != '}') {
      return FALSE;
    }
    if (names->len == KOMA_MAX_CLASSES)
      return FALSE;
    g_ptr_array_add (names, g_strstrip (g_steal_pointer (&token)));
  }
  return names->len > 0;
}

static gboolean
read_plain (const char *text,
            GPtrArray  *names)
{
  g_auto (GStrv) parts = g_strsplit (text, strchr (text, '\n') != NULL ? "\n" : ",",
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
