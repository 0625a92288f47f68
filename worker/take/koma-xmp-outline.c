/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-xmp-outline.h"

#include <string.h>

#include <glib/gi18n.h>

typedef struct
{
  const char *at;
  const char *end;
  guint       depth;
  guint       n_names;
} Scan;

static gboolean
starts_with (const Scan *scan,
             const char *what)
{
  const gsize length = strlen (what);

  return (gsize) (scan->end - scan->at) >= length && memcmp (scan->at, what, length) == 0;
}

/* Behind @begin, which is here, and the next @what; or at the end. */
static void
skip_past (Scan       *scan,
           const char *begin,
           const char *what)
{
  const char *found = NULL;

  scan->at += strlen (begin);
  found = memmem (scan->at, (gsize) (scan->end - scan->at), what, strlen (what));
  scan->at = found != NULL ? found + strlen (what) : scan->end;
}

/* "rdf:li", whatever the prefix: lists are long, and their items are not looked for by name. */
static gboolean
is_item (const Scan *scan)
{
  const char *colon = scan->at + 1;

  while (colon < scan->end && *colon != ':' && *colon != '>' && !g_ascii_isspace (*colon))
    colon++;
  return scan->end - colon > 3 && memcmp (colon, ":li", 3) == 0 &&
         (g_ascii_isspace (colon[3]) || colon[3] == '>' || colon[3] == '/');
}

/* From "<" to behind ">"; a ">" in a value is none. FALSE: XML has no such tag. */
static gboolean
skip_tag (Scan     *scan,
          gboolean *ret_is_empty)
{
  char quote = '\0';

  *ret_is_empty = FALSE;
  for (scan->at++; scan->at < scan->end; scan->at++) {
    const char c = *scan->at;

    if (c == '<')
      return FALSE;
    if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
      continue;
    }
    if (c == '>') {
      *ret_is_empty = scan->at[-1] == '/';
      scan->at++;
      return TRUE;
    }
    if (c == '"' || c == '\'')
      quote = c;
    scan->n_names += c == '=';
  }
  return FALSE;
}

static gboolean
look_at_tag (Scan *scan)
{
  gboolean is_empty = FALSE;

  if (starts_with (scan, "</")) {
    scan->depth -= scan->depth > 0;
    skip_past (scan, "</", ">");
    return TRUE;
  }
  scan->n_names += !is_item (scan);
  if (!skip_tag (scan, &is_empty))
    return FALSE;
  scan->depth += !is_empty;
  return TRUE;
}

/* FALSE: this is no XML, or has a document type, which no XMP has. */
static gboolean
look_at_markup (Scan *scan)
{
  if (starts_with (scan, "<!--"))
    skip_past (scan, "<!--", "-->");
  else if (starts_with (scan, "<![CDATA["))
    skip_past (scan, "<![CDATA[", "]]>");
  else if (starts_with (scan, "<?"))
    skip_past (scan, "<?", "?>");
  else if (starts_with (scan, "<!"))
    return FALSE;
  else
    return look_at_tag (scan);
  return TRUE;
}

static gboolean
fail (GError    **error,
      const char *sentence)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, sentence);
  return FALSE;
}

gboolean
koma_xmp_check_outline (const char *text,
                        gsize       length,
                        GError    **error)
{
  Scan scan = { text, length > 0 ? text + length : text, 0, 0 };

  /* In UTF-16 a bracket would be none here. */
  if (length > 0 && memchr (text, '\0', length) != NULL)
    return fail (error, _ ("this is no XMP file"));
  while (scan.at < scan.end) {
    const char *next = memchr (scan.at, '<', (gsize) (scan.end - scan.at));

    scan.at = next != NULL ? next : scan.end;
    if (next != NULL && !look_at_markup (&scan))
      return fail (error, _ ("this is no XMP file"));
    if (scan.depth > KOMA_XMP_MAX_DEPTH || scan.n_names > KOMA_XMP_MAX_NAMES)
      return fail (error, _ ("this XMP is nested too deep, or has too many properties"));
  }
  return TRUE;
}
