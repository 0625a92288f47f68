/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-svg.h"

#include <glib/gi18n.h>

#define DIAGRAM_WIDTH  480
#define DIAGRAM_HEIGHT 400

static const char *const colours[] = {
  [KOMA_INK_TEXT] = "#241f31",
  [KOMA_INK_LINE] = "#c0bfbc",
  [KOMA_INK_RIGHT] = "#26a269",
  [KOMA_INK_WRONG] = "#e01b24",
  [KOMA_INK_SCORE] = "#1a5fb4",
};

/* The same in every locale. */
static void
append_number (GString    *svg,
               const char *name,
               double      value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (svg, " %s=\"%s\"", name,
                          g_ascii_formatd (text, sizeof text, "%.2f", value));
}

static void
rectangle (double   x,
           double   y,
           double   width,
           double   height,
           KomaInk  ink,
           double   alpha,
           gpointer user_data)
{
  GString *svg = user_data;

  g_string_append (svg, "<rect");
  append_number (svg, "x", x);
  append_number (svg, "y", y);
  append_number (svg, "width", width);
  append_number (svg, "height", height);
  append_number (svg, "fill-opacity", alpha);
  g_string_append_printf (svg, " fill=\"%s\"/>\n", colours[ink]);
}

static void
line (double   x1,
      double   y1,
      double   x2,
      double   y2,
      gboolean is_dashed,
      gpointer user_data)
{
  GString *svg = user_data;

  g_string_append (svg, "<line");
  append_number (svg, "x1", x1);
  append_number (svg, "y1", y1);
  append_number (svg, "x2", x2);
  append_number (svg, "y2", y2);
  g_string_append_printf (svg, " stroke=\"%s\"%s/>\n",
                          colours[is_dashed ? KOMA_INK_TEXT : KOMA_INK_LINE],
                          is_dashed ? " stroke-dasharray=\"4 4\"" : "");
}

/* Without what XML can not hold. */
static char *
escape (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (char *c = valid; *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';
  return g_markup_escape_text (valid, -1);
}

static void
text (double        x,
      double        y,
      double        size,
      KomaTextPlace place,
      const char   *words,
      gpointer      user_data)
{
  static const char *const anchors[] = {
    [KOMA_TEXT_LEFT] = "start",
    [KOMA_TEXT_CENTRE] = "middle",
    [KOMA_TEXT_RIGHT] = "end",
    [KOMA_TEXT_UP] = "start",
  };
  GString         *svg = user_data;
  g_autofree char *escaped = escape (words);

  g_string_append (svg, "<text");
  append_number (svg, "font-size", size);
  g_string_append_printf (svg, " text-anchor=\"%s\" dominant-baseline=\"central\"",
                          anchors[place]);
  if (place == KOMA_TEXT_UP)
    g_string_append_printf (svg, " transform=\"translate(%d %d) rotate(-90)\"", (int) x, (int) y);
  else {
    append_number (svg, "x", x);
    append_number (svg, "y", y);
  }
  g_string_append_printf (svg, " fill=\"%s\">%s</text>\n", colours[KOMA_INK_TEXT], escaped);
}

static char *
finish (GString    *body, /* (transfer full) */
        double      width,
        double      height,
        const char *title)
{
  g_autofree char *escaped = escape (title);
  char            *svg = g_strdup_printf (
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                          "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n"
                          "<title>%s</title>\n"
                          "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n%s</svg>\n",
               (int) width, (int) height, (int) width, (int) height, escaped, body->str);

  g_string_free (body, TRUE);
  return svg;
}

/**
 * koma_svg_paint_diagram:
 *
 * Returns: (transfer full): the reliability diagram. Thread: any.
 */
char *
koma_svg_paint_diagram (const KomaEvaluated *evaluated)
{
  GString          *body = g_string_new (NULL);
  const KomaPainter painter = { rectangle, line, text, body };
  /* Translators: with the name of a model */
  g_autofree char *title = g_strdup_printf (_ ("How far the scores of %s can be trusted"),
                                            evaluated->model);

  koma_diagram_chart_draw (&painter, evaluated->evaluation, DIAGRAM_WIDTH, DIAGRAM_HEIGHT);
  return finish (body, DIAGRAM_WIDTH, DIAGRAM_HEIGHT, title);
}

/**
 * koma_svg_paint_matrix:
 *
 * Returns: (transfer full): the confusion matrix. Thread: any.
 */
char *
koma_svg_paint_matrix (const KomaEvaluated *evaluated)
{
  GString          *body = g_string_new (NULL);
  const KomaPainter painter = { rectangle, line, text, body };
  double            width = 0, height = 0;
  /* Translators: with the name of a model */
  g_autofree char *title = g_strdup_printf (_ ("What %s takes for what"), evaluated->model);

  koma_matrix_chart_draw (&painter, evaluated, &width, &height);
  return finish (body, width, height, title);
}
