/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-safe-name.h"

#include <string.h>

#define MAX_BYTES 120

/* Those of Windows too: memory cards and shared folders have its rules. */
static gboolean
is_allowed (gunichar c)
{
  if (c < 0x80)
    return !g_ascii_iscntrl ((char) c) && strchr ("/\\:*?\"<>|", (int) c) == NULL;
  return g_unichar_isdefined (c) && !g_unichar_iscntrl (c) &&
         g_unichar_type (c) != G_UNICODE_FORMAT;
}

static gboolean
is_device (const char *name)
{
  static const char *const devices[] = { "con", "prn", "aux", "nul", NULL };
  g_autofree char         *stem = g_ascii_strdown (name, (gssize) strcspn (name, "."));

  return g_strv_contains (devices, stem) ||
         ((g_str_has_prefix (stem, "com") || g_str_has_prefix (stem, "lpt")) &&
          strlen (stem) == 4 && g_ascii_isdigit (stem[3]));
}

static void
trim_end (GString *name)
{
  while (name->len > 0 && strchr (". ", name->str[name->len - 1]) != NULL)
    g_string_truncate (name, name->len - 1);
}

char *
koma_safe_name (const char *text,
                const char *fallback)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *whole = g_utf8_normalize (valid, -1, G_NORMALIZE_NFC);
  g_autoptr (GString) name = g_string_new (NULL);

  for (const char *c = whole; *c != '\0' && name->len + 4 <= MAX_BYTES; c = g_utf8_next_char (c)) {
    const gunichar character = g_utf8_get_char (c);

    /* A name that begins with a dot is hidden. */
    if (name->len == 0 && (character == '.' || g_unichar_isspace (character)))
      continue;
    g_string_append_unichar (name, is_allowed (character) ? character : '-');
  }
  trim_end (name);
  if (name->len == 0)
    return g_strdup (fallback);
  if (is_device (name->str))
    g_string_append_c (name, '_');
  return g_strdup (name->str);
}
