/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-spoken-parts.h"

#include <glib/gi18n-lib.h>

#define FIELD "\nLanguage: "

char *
koma_spoken_language (void)
{
  /* The translation of nothing is the head of the translator's file. */
  const char *head = g_dgettext (GETTEXT_PACKAGE, "");
  const char *field = strstr (head, FIELD);

  if (field == NULL)
    return g_strdup ("en");
  field += strlen (FIELD);
  return g_strdelimit (g_strndup (field, strcspn (field, "\n@")), "_", '-');
}

/* Returns: (nullable): the language of a letter, NULL for a sign that all languages have */
static const char *
find_language (gunichar    letter,
               const char *language)
{
  switch (g_unichar_get_script (letter)) {
  case G_UNICODE_SCRIPT_COMMON:
  case G_UNICODE_SCRIPT_INHERITED:
    return NULL;
  case G_UNICODE_SCRIPT_HANGUL:
    return "ko";
  case G_UNICODE_SCRIPT_HIRAGANA:
  case G_UNICODE_SCRIPT_KATAKANA:
    return "ja";
  case G_UNICODE_SCRIPT_HAN:
    /* Koreans and Chinese read them in their own way. For others: classes with such names have
     * Japanese ones. */
    return g_str_has_prefix (language, "ko") || g_str_has_prefix (language, "zh") ? language : "ja";
  default:
    return language;
  }
}

static void
clear_part (gpointer part)
{
  g_free (((KomaSpokenPart *) part)->text);
}

static void
append_part (GArray     *parts,
             GString    *text,
             const char *language)
{
  KomaSpokenPart part = { .text = g_strdup (g_strstrip (text->str)), .language = language };

  g_array_append_val (parts, part);
  g_string_truncate (text, 0);
}

/**
 * koma_spoken_parts_new:
 * @text: UTF-8: “歩兵, pawn, pointing up, 99 percent”
 * @language: of what is written in the letters of many languages
 *
 * Cuts a text where another voice has to go on: “歩兵,” is Japanese, the rest English here.
 */
GArray *
koma_spoken_parts_new (const char *text,
                       const char *language)
{
  GArray *parts = g_array_new (FALSE, FALSE, sizeof (KomaSpokenPart));
  g_autoptr (GString) part = g_string_new (NULL);
  const char *current = NULL; /* none yet: signs alone so far */

  g_array_set_clear_func (parts, clear_part);
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at)) {
    const gunichar letter = g_utf8_get_char (at);
    const char    *own = find_language (letter, language);

    if (own != NULL && current != NULL && !g_str_equal (own, current))
      append_part (parts, part, current);
    if (own != NULL)
      current = own;
    g_string_append_unichar (part, g_unichar_iscntrl (letter) ? ' ' : letter);
  }
  if (part->len > 0)
    append_part (parts, part, current != NULL ? current : language);

  return parts;
}
