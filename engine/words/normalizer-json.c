/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "normalizer-json.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

/* Kinds without settings. */
static const struct
{
  const char      *type;
  KomaTextStepKind kind;
} plain_kinds[] = {
  { "Lowercase", KOMA_TEXT_LOWERCASE },
  { "NFC", KOMA_TEXT_NFC },
  { "NFD", KOMA_TEXT_NFD },
  { "NFKC", KOMA_TEXT_NFKC },
  { "NFKD", KOMA_TEXT_NFKD },
};

/* (nullable) A setting that is a text, of no more bytes than a token has. */
static const char *
get_text (JsonObject *object,
          const char *name)
{
  const char *text = koma_json_get_string (object, name);

  return text != NULL && strlen (text) <= KOMA_MAX_TOKEN_BYTES ? text : NULL;
}

static gboolean
refuse_regex (const char *regex,
              GError    **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "normalizer of type “Replace”: the pattern “%.200s” is not supported",
                    regex != NULL ? regex : "");
}

/* "[…]" of single ASCII characters, those with a meaning behind a backslash: adds them to @listed.
 * (nullable) The end of it; NULL where it is anything else. */
static const char *
read_class (const char *at, /* behind the bracket */
            GString    *listed)
{
  for (; *at != '\0' && *at != ']'; at++) {
    const gboolean is_escape = *at == '\\';

    if (is_escape)
      at++;
    if ((is_escape && !g_ascii_ispunct (*at)) || !g_ascii_isprint (*at) ||
        (!is_escape && (*at == '[' || *at == '^' || *at == '-')) ||
        (*at == '&' && at[1] == '&'))
      return NULL;
    g_string_append_c (listed, *at);
  }
  return *at == ']' && listed->len > 0 ? at + 1 : NULL;
}

/* (nullable) The end of a set of characters. */
static const char *
read_set (const char   *regex,
          KomaTextStep *step,
          GString      *listed)
{
  if (g_str_has_prefix (regex, "\\s")) {
    step->set = KOMA_CHARS_SPACE;
    return regex + 2;
  }
  step->set = KOMA_CHARS_LISTED;
  if (*regex == '[')
    return read_class (regex + 1, listed);
  if (*regex != ' ')
    return NULL;
  g_string_append_c (listed, ' ');
  return regex + 1;
}

/* Nothing, "+" or "{2,}" behind a set. */
static gboolean
read_count (const char   *at,
            KomaTextStep *step)
{
  char   *end = NULL;
  guint64 n = 0;

  step->kind = *at == '\0' ? KOMA_TEXT_REPLACE_EACH : KOMA_TEXT_REPLACE_RUNS;
  step->min_run = 1;
  if (*at == '\0' || g_str_equal (at, "+"))
    return TRUE;
  if (*at != '{' || !g_ascii_isdigit (at[1]))
    return FALSE;
  n = g_ascii_strtoull (at + 1, &end, 10);
  step->min_run = (guint) MIN (n, G_MAXUINT);
  return n > 0 && g_str_equal (end, ",}");
}

static gboolean
add_replace (KomaTextNormalizer *self,
             JsonObject         *normalizer,
             GError            **error)
{
  JsonObject  *pattern = koma_json_get_object (normalizer, "pattern");
  const char  *plain = get_text (pattern, "String");
  const char  *regex = get_text (pattern, "Regex");
  const char  *content = get_text (normalizer, "content");
  KomaTextStep step = { .kind = KOMA_TEXT_REPLACE, .from = (char *) plain, .to = (char *) content };
  g_autoptr (GString) listed = g_string_new (NULL);
  const char *end = NULL;

  if (content == NULL || (plain == NULL && regex == NULL))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "normalizer of type “Replace”: expected a pattern and a content, each of at "
                      "most %u bytes",
                      KOMA_MAX_TOKEN_BYTES);
  if (plain == NULL) {
    end = read_set (regex, &step, listed);
    if (end == NULL || !read_count (end, &step))
      return refuse_regex (regex, error);
    step.from = listed->str;
  }
  koma_text_normalizer_add (self, &step);
  return TRUE;
}

static gboolean
add_precompiled (KomaTextNormalizer *self,
                 JsonObject         *normalizer,
                 GError            **error)
{
  const char        *base64 = koma_json_get_string (normalizer, "precompiled_charsmap");
  gsize              n_bytes = 0;
  g_autofree guint8 *data = base64 != NULL ? g_base64_decode (base64, &n_bytes) : NULL;
  const KomaTextStep step = {
    .kind = KOMA_TEXT_MAP,
    .map = koma_chars_map_new (data, n_bytes, error),
  };

  if (step.map == NULL) {
    g_prefix_error (error, "normalizer of type “Precompiled”: ");
    return FALSE;
  }
  koma_text_normalizer_add (self, &step);
  return TRUE;
}

static void
add_strip (KomaTextNormalizer *self,
           JsonObject         *normalizer)
{
  gboolean is_wanted = TRUE;

  (void) koma_json_node_boolean (koma_json_get (normalizer, "strip_left"), &is_wanted);
  if (is_wanted)
    koma_text_normalizer_add (self, &(KomaTextStep){ .kind = KOMA_TEXT_STRIP_LEFT });
  is_wanted = TRUE;
  (void) koma_json_node_boolean (koma_json_get (normalizer, "strip_right"), &is_wanted);
  if (is_wanted)
    koma_text_normalizer_add (self, &(KomaTextStep){ .kind = KOMA_TEXT_STRIP_RIGHT });
}

static gboolean
add_prepend (KomaTextNormalizer *self,
             JsonObject         *normalizer,
             GError            **error)
{
  const char *text = get_text (normalizer, "prepend");

  if (text == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "normalizer of type “Prepend”: expected a text “prepend”");
  koma_text_normalizer_add (self, &(KomaTextStep){ .kind = KOMA_TEXT_PREPEND,
                                                   .to = (char *) text });
  return TRUE;
}

static gboolean
add_plain (KomaTextNormalizer *self,
           const char         *type,
           GError            **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (plain_kinds); i++)
    if (g_str_equal (plain_kinds[i].type, type)) {
      koma_text_normalizer_add (self, &(KomaTextStep){ .kind = plain_kinds[i].kind });
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "normalizer of type “%.200s” is not supported",
                    type);
}

/* Calls itself for a list, whose nesting koma_json_load () limits. */
static gboolean
add (KomaTextNormalizer *self,
     JsonObject         *normalizer,
     GError            **error)
{
  const char    *type = koma_json_get_string (normalizer, "type");
  JsonArray     *list = koma_json_get_array (normalizer, "normalizers");
  const gboolean is_strip = g_strcmp0 (type, "Strip") == 0; /* of both ends */

  if (koma_text_normalizer_get_n_steps (self) + (is_strip ? 2 : 1) > KOMA_MAX_TEXT_STEPS)
    return koma_fail (error, KOMA_ERROR_MODEL, "more than %u normalizers", KOMA_MAX_TEXT_STEPS);
  if (g_strcmp0 (type, "Sequence") == 0) {
    for (guint i = 0; i < koma_json_array_length (list); i++)
      if (!add (self, koma_json_node_object (koma_json_element (list, i)), error))
        return FALSE;
    return TRUE;
  }
  if (g_strcmp0 (type, "Replace") == 0)
    return add_replace (self, normalizer, error);
  if (g_strcmp0 (type, "Precompiled") == 0)
    return add_precompiled (self, normalizer, error);
  if (g_strcmp0 (type, "Prepend") == 0)
    return add_prepend (self, normalizer, error);
  if (!is_strip)
    return add_plain (self, type != NULL ? type : "", error);
  add_strip (self, normalizer);
  return TRUE;
}

/**
 * koma_normalizer_json_read:
 * @normalizer: (nullable): %NULL: texts stay as they are
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED where a kind or a pattern is unknown, which the
 * message names; %KOMA_ERROR_MODEL where a setting is missing; those of koma_chars_map_new().
 *
 * Returns: (transfer full): what it does, or %NULL
 */
KomaTextNormalizer *
koma_normalizer_json_read (JsonObject *normalizer,
                           GError    **error)
{
  g_autoptr (KomaTextNormalizer) self = koma_text_normalizer_new ();

  if (normalizer != NULL && !add (self, normalizer, error))
    return NULL;
  return g_steal_pointer (&self);
}
