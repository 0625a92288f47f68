/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-search-text.h"

/* Accents of Latin, Greek and Cyrillic letters. Marks of other scripts make other letters: those of
 * kana stay. */
static gboolean
is_accent (gunichar letter)
{
  return letter >= 0x0300 && letter <= 0x036f;
}

/**
 * koma_search_text_fold:
 * @text: UTF-8
 *
 * “Ａcai” and “açaí” become the same text, “ﾈｺ” and “ネコ” too.
 *
 * Thread: any
 *
 * Returns: (transfer full): UTF-8, decomposed; empty where @text is not valid
 */
char *
koma_search_text_fold (const char *text)
{
  g_autofree char *normalized = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = normalized != NULL ? g_utf8_casefold (normalized, -1) : g_strdup ("");
  char            *to = folded;

  for (const char *from = folded; *from != '\0'; from = g_utf8_next_char (from)) {
    if (is_accent (g_utf8_get_char (from)))
      continue;
    for (const char *end = g_utf8_next_char (from), *byte = from; byte < end; byte++)
      *to++ = *byte;
  }
  *to = '\0';
  return g_steal_pointer (&folded);
}

/**
 * koma_search_text_split:
 * @text: UTF-8
 *
 * Thread: any
 *
 * Returns: (transfer full): its words, folded
 */
char **
koma_search_text_split (const char *text)
{
  g_autofree char *folded = koma_search_text_fold (text);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\n", -1);
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_strv_builder_add (found, words[i]);
  return g_strv_builder_end (found);
}
