/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A contact sheet: one page that needs nothing beside it, no script, no network; light or dark as
 * its reader has it, and black on white on paper. */
#include "koma-sheet-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "koma-said.h"

/* The page may show pictures that it has itself, and nothing else, whatever a label says. */
static const char head[] =
  "<meta charset=\"utf-8\">\n"
  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
  "<meta http-equiv=\"Content-Security-Policy\" "
  "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n"
  "<meta name=\"referrer\" content=\"no-referrer\">\n"
  "<style>\n"
  ":root { color-scheme: light dark; --card: #f4f4f5; --bar: #b8d4f5; --dim: #5e5c64; }\n"
  "@media (prefers-color-scheme: dark) {\n"
  "  :root { --card: #2e2e32; --bar: #1c4a86; --dim: #b5b3bb; }\n"
  "}\n"
  "body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; }\n"
  "h1 { font-size: 1.4rem; }\n"
  "h2 { font-size: 1.1rem; }\n"
  "main { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));\n"
  "  gap: 1rem; }\n"
  "figure { margin: 0; background: var(--card); border-radius: .75rem; overflow: hidden;\n"
  "  break-inside: avoid; }\n"
  "img, .none { display: block; width: 100%; height: 10rem; object-fit: contain; }\n"
  "figcaption { padding: .5rem .75rem .75rem; overflow-wrap: anywhere; }\n"
  "figcaption ol { list-style: none; margin: .4rem 0; padding: 0; }\n"
  "figcaption li { display: flex; justify-content: space-between; gap: .5rem; margin: .2rem 0;\n"
  "  padding: .1rem .4rem; border-radius: .3rem; print-color-adjust: exact;\n"
  "  background: linear-gradient(var(--bar), var(--bar)) no-repeat 0 / var(--score) 100%; }\n"
  "[dir=rtl] figcaption li { background-position: 100%; }\n"
  ".said { margin: .4rem 0 0; font-weight: bold; }\n"
  ".said small { font-weight: normal; }\n"
  "a { color: inherit; }\n"
  "small, dt { color: var(--dim); }\n"
  "dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }\n"
  "dd { margin: 0; overflow-wrap: anywhere; }\n"
  "@media print {\n"
  "  :root { color-scheme: light; --card: #fff; --bar: #dde9f7; --dim: #444; }\n"
  "  body { margin: 0; font-size: 10pt; }\n"
  "  main { grid-template-columns: repeat(4, 1fr); gap: 4mm; }\n"
  "  figure { border: .2mm solid #bbb; }\n"
  "  img, .none { height: 32mm; }\n"
  "}\n"
  "</style>\n";

/* Not UTF-8, and what XML and HTML can not have, becomes U+FFFD. */
static void
append_text (GString    *text,
             const char *value)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c)) {
    const gunichar character = g_utf8_get_char (c);

    if (character == '&')
      g_string_append (text, "&amp;");
    else if (character == '<')
      g_string_append (text, "&lt;");
    else if (character == '>')
      g_string_append (text, "&gt;");
    else if (character == '"')
      g_string_append (text, "&quot;");
    else if (character == '\'')
      g_string_append (text, "&#39;");
    else if (g_unichar_iscntrl (character) && character != '\n' && character != '\t')
      g_string_append (text, "\xef\xbf\xbd");
    else
      g_string_append_unichar (text, character);
  }
}

static void
append_element (GString    *text,
                const char *name,
                const char *value)
{
  g_string_append_printf (text, "<%s>", name);
  append_text (text, value);
  g_string_append_printf (text, "</%s>", name);
}

/* "pt_BR.UTF-8" → "pt-BR" */
static char *
dup_language (void)
{
  const char *const *names = g_get_language_names ();
  char              *language = g_strndup (names[0], strcspn (names[0], ".@"));

  if (g_str_equal (language, "C") || g_str_equal (language, "POSIX")) {
    g_free (language);
    return g_strdup ("en");
  }
  return g_strdelimit (language, "_", '-');
}

void
koma_sheet_html_append_head (KomaSheet *self,
                             GString   *text)
{
  g_autofree char *language = dup_language ();
  const char      *title = self->title != NULL ? self->title : _ ("Classified Pictures");

  g_string_append (text, "<!DOCTYPE html>\n<html lang=\"");
  append_text (text, language);
  g_string_append (text, "\">\n<head>\n");
  g_string_append (text, head);
  append_element (text, "title", title);
  g_string_append (text, "\n</head>\n<body>\n");
  append_element (text, "h1", title);
  g_string_append (text, "\n<main>\n");
}

static void
append_picture (GString             *text,
                const KomaExportRow *row)
{
  gsize            size = 0;
  const guint8    *data = row->thumbnail != NULL ? g_bytes_get_data (row->thumbnail, &size) : NULL;
  g_autofree char *encoded = NULL;

  if (size == 0) {
    g_string_append (text, "<div class=\"none\"></div>\n");
    return;
  }
  encoded = g_base64_encode (data, size);
  g_string_append_printf (text, "<img alt=\"\" loading=\"lazy\" src=\"data:image/%s;base64,%s\">\n",
                          data[0] == 0x89 ? "png" : "jpeg", encoded);
}

static void
append_name (GString             *text,
             const KomaExportRow *row)
{
  g_autofree char *name = g_path_get_basename (row->path);

  if (row->uri != NULL) {
    g_string_append (text, "<a href=\"");
    append_text (text, row->uri);
    g_string_append (text, "\">");
  }
  append_element (text, "bdi", name);
  g_string_append (text, row->uri != NULL ? "</a>\n" : "\n");
}

static void
append_answer (KomaSheet  *self,
               GString    *text,
               KomaResult *result,
               gboolean    is_said) /* what it shows, by a person */
{
  g_string_append (text, "<ol>\n");
  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);
    char percent[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd (percent, sizeof percent, "%.1f", 100 * class.score);
    g_string_append_printf (text, "<li style=\"--score: %s%%\">", percent);
    append_element (text, "bdi", class.name);
    g_string_append_printf (text, " <span>%s\u00a0%%</span></li>\n", percent);
  }
  g_string_append (text, "</ol>\n");
  if (!is_said && !koma_sheet_is_sure (self, result))
    append_element (text, "p", _ ("Not sure"));
}

static void
append_author (GString    *text,
               const char *author,
               gint64      time_us)
{
  g_autofree char *time = koma_said_dup_time (time_us);
  /* Translators: who said what a picture shows, or gave it stars, and when: “Ada,
   * 2026-11-29T18:03:05Z” */
  g_autofree char *who = g_strdup_printf (C_ ("said by", "%s, %s"), author, time);

  g_string_append_c (text, ' ');
  append_element (text, "small", who);
}

static void
append_correction (GString             *text,
                   const KomaExportRow *row)
{
  g_string_append (text, "<p class=\"said\">");
  append_element (text, "bdi", koma_correction_get_name (row->correction, row->result));
  append_author (text, row->correction->author, row->correction->corrected_us);
  g_string_append (text, "</p>\n");
}

/* “3 stars” for those who hear it. */
static void
append_rating (GString          *text,
               const KomaRating *rating)
{
  g_autofree char *shown = koma_rating_dup_stars (rating->stars);
  g_autofree char *words = koma_rating_describe (rating->stars);

  g_string_append (text, "<p><span role=\"img\" aria-label=\"");
  append_text (text, words);
  g_string_append (text, "\">");
  append_text (text, shown);
  g_string_append (text, "</span>");
  append_author (text, rating->author, rating->rated_us);
  g_string_append (text, "</p>\n");
}

/* The number of the note that says where the answer comes from. */
static guint
find_note (KomaSheet     *self,
           KomaModelInfo *info)
{
  guint index = 0;

  if (!g_ptr_array_find (self->infos, info, &index)) {
    index = self->infos->len;
    g_ptr_array_add (self->infos, koma_model_info_ref (info));
  }
  return index + 1;
}

void
koma_sheet_html_append_row (KomaSheet           *self,
                            GString             *text,
                            const KomaExportRow *row)
{
  KomaModelInfo *info = koma_sheet_get_info (self, row);

  g_string_append (text, "<figure>\n");
  append_picture (text, row);
  g_string_append (text, "<figcaption>\n");
  append_name (text, row);
  if (row->rating != NULL)
    append_rating (text, row->rating);
  if (row->correction != NULL)
    append_correction (text, row);
  if (row->result != NULL)
    append_answer (self, text, row->result, row->correction != NULL);
  else if (row->error != NULL)
    append_element (text, "p", row->error->message);
  if (info != NULL) {
    const guint note = find_note (self, info);

    g_string_append_printf (text, "<small><a href=\"#from-%u\">[%u]</a></small>\n", note, note);
  }
  if (row->sha256 != NULL) {
    g_string_append (text, "<br>");
    append_element (text, "small", row->sha256);
  }
  g_string_append (text, "</figcaption>\n</figure>\n");
}

static const char *
translate (const char *name)
{
  static const char *const names[][2] = {
    { "model", N_ ("Model") },
    { "model_hash", N_ ("Hash of the model") },
    { "recipe", N_ ("Recipe") },
    { "backend", N_ ("Backend") },
    { "device", N_ ("Device") },
    { "precision", N_ ("Precision") },
    { "koma_version", N_ ("Version of Koma") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i][0], name))
      return _ (names[i][1]);
  return name;
}

static void
append_note (GString             *text,
             guint                number,
             const KomaModelInfo *info)
{
  KomaProvenance from;

  koma_provenance_init (&from, info);
  g_string_append_printf (text, "<li id=\"from-%u\"><dl>\n", number);
  for (guint i = 0; i < KOMA_N_PROVENANCE; i++) {
    const char *name = NULL, *value = NULL;

    koma_provenance_get_pair (&from, i, &name, &value);
    if (*value == '\0')
      continue;
    append_element (text, "dt", translate (name));
    append_element (text, "dd", value);
    g_string_append_c (text, '\n');
  }
  g_string_append (text, "</dl></li>\n");
}

void
koma_sheet_html_append_tail (KomaSheet *self,
                             GString   *text)
{
  g_string_append (text, "</main>\n<footer>\n");
  append_element (text, "h2", _ ("Where the Answers Come From"));
  g_string_append (text, "\n<ol>\n");
  for (guint i = 0; i < self->infos->len; i++)
    append_note (text, i + 1, self->infos->pdata[i]);
  g_string_append (text, "</ol>\n</footer>\n</body>\n</html>\n");
}
