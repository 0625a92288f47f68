/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "localized.h"

#include <locale.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"

/* What is taken where the user's own language is missing. */
#define FALLBACK "en"

/**
 * koma_localized_get_languages:
 *
 * As gettext has it: in the C locale LANGUAGE says nothing. Thread: any.
 *
 * Returns: (transfer none): those whose words the user reads, the first one first
 */
const char *const *
koma_localized_get_languages (void)
{
  static const char *const none[] = { NULL };
  const char              *locale = setlocale (LC_MESSAGES, NULL);

  return g_strcmp0 (locale, "C") != 0 ? g_get_language_names () : none;
}

/* "C", "C.UTF-8", "POSIX" have no words of their own. */
static gboolean
is_english (const char *language)
{
  static const char *const english[] = { "C", "POSIX", FALLBACK, NULL };

  return g_strv_contains (english, language) || g_str_has_prefix (language, "C.") ||
         g_str_has_prefix (language, FALLBACK "_");
}

/**
 * koma_localized_is_english:
 * @languages: NULL-terminated, as koma_localized_get_languages() has them
 *
 * Thread: any.
 *
 * Returns: whether koma_localized_choose() takes no other language
 */
gboolean
koma_localized_is_english (const char *const *languages)
{
  while (*languages != NULL && is_english (*languages))
    languages++;
  return *languages == NULL;
}

/**
 * koma_localized_choose:
 * @node: (nullable): a text, or an object from languages to texts
 * @languages: NULL-terminated, named as in the environment: "ja", "pt_BR"
 *
 * The first language that is there is taken, then English.
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): UTF-8, owned by @node; %NULL where
 *   there is neither a text nor one of these languages
 */
const char *
koma_localized_choose (JsonNode          *node,
                       const char *const *languages)
{
  JsonObject *texts = koma_json_node_object (node);

  if (texts == NULL)
    return koma_json_node_string (node);
  for (guint i = 0; languages[i] != NULL; i++) {
    const char *text = koma_json_get_string (texts, languages[i]);

    if (text != NULL)
      return text;
  }
  return koma_json_get_string (texts, FALLBACK);
}

/**
 * koma_localized_get:
 * @node: (nullable): a text, or an object from languages to texts
 *
 * koma_localized_choose() in the user's languages, in the same order as for the program's own
 * words. Thread: any.
 *
 * Returns: (transfer none) (nullable): UTF-8, owned by @node
 */
const char *
koma_localized_get (JsonNode *node)
{
  return koma_localized_choose (node, koma_localized_get_languages ());
}

static void
add_text (JsonObject *object,
          const char *language,
          JsonNode   *node,
          gpointer    texts)
{
  const char *text = koma_json_node_string (node);

  if (text != NULL && *text != '\0' && strlen (text) <= KOMA_MAX_LABEL_BYTES)
    g_string_append_printf (texts, "%s\n", text);
}

/**
 * koma_localized_list:
 * @node: (nullable): as koma_localized_get() takes it
 *
 * Thread: any.
 *
 * Returns: (transfer full): the texts of all languages, each with a line end; empty where @node has
 *   none, or is a text without a language
 */
char *
koma_localized_list (JsonNode *node)
{
  JsonObject *object = koma_json_node_object (node);
  g_autoptr (GString) texts = g_string_new (NULL);

  if (object != NULL)
    json_object_foreach_member (object, add_text, texts);
  return g_string_free (g_steal_pointer (&texts), FALSE);
}
