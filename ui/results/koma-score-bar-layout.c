/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the parts of a score bar are. */

#include "koma-score-bar-private.h"

#include "ui/koma-words.h"

#define SPACING 12
/* The name's share of the width without the number. It is fixed, so that the bars of all rows begin
 * at one column. */
#define LABEL_SHARE 0.46
/* Where there is little room for text of this size, words are more than the bar: the name gets
 * LABEL_WIDTH, and the bar the rest; if that is less than MIN_BAR_WIDTH, the name gets it, too. In
 * widths of “100%”. */
#define LABEL_WIDTH   5
#define MIN_BAR_WIDTH 1
/* In pixels. */
#define MIN_LABEL_WIDTH       16
#define MIN_STACKED_BAR_WIDTH 24

/* Of a bar below its name. */
#define STACKED_SPACING 6
#define LINE_SPACING    2

/* Before the name. */
#define MARK_SIDE    16
#define MARK_SPACING 6

#define LEFT_TO_RIGHT_MARK "\u200e"

/* How a width is divided. */
typedef struct
{
  int label;
  int bar;
  int percent;
} Widths;

/* "<1%" is read from left to right everywhere. */
void
koma_score_bar_set_percent (KomaScoreBar *self,
                            double        score)
{
  g_autofree char *words = koma_words_for_score (score);
  g_autofree char *text = g_strconcat (LEFT_TO_RIGHT_MARK, words, NULL);

  pango_layout_set_text (self->percent, text, -1);
}

/* The same for all bars. */
static int
get_percent_width (KomaScoreBar *self)
{
  const guint serial = pango_context_get_serial (pango_layout_get_context (self->percent));

  if (self->percent_width_serial == serial)
    return self->percent_width;
  koma_score_bar_set_percent (self, 1.0);
  pango_layout_get_pixel_size (self->percent, &self->percent_width, NULL);
  koma_score_bar_set_percent (self, self->score);
  self->percent_width_serial = serial;
  return self->percent_width;
}

static Widths
divide (KomaScoreBar *self,
        int           width)
{
  Widths widths = { .percent = get_percent_width (self) };
  int    room = MAX (width - widths.percent - 2 * SPACING, 0);

  if (self->is_word) {
    widths.label = width;
    return widths;
  }
  if (self->is_stacked) {
    widths.label = width;
    widths.bar = MAX (width - widths.percent - STACKED_SPACING, 0);
    return widths;
  }
  if (room < (LABEL_WIDTH + MIN_BAR_WIDTH) * widths.percent) {
    widths.label = room + SPACING;
    return widths;
  }
  widths.label = MAX (room * LABEL_SHARE, LABEL_WIDTH * widths.percent);
  widths.bar = room - widths.label;
  return widths;
}

static int
get_inset (KomaScoreBar *self)
{
  return self->mark != NULL && gtk_widget_get_visible (self->mark) ? MARK_SIDE + MARK_SPACING : 0;
}

static void
set_label_width (KomaScoreBar *self,
                 int           width) /* of all, -1: any */
{
  const int room = width >= 0 ? MAX (divide (self, width).label - get_inset (self), 0) : 0;

  pango_layout_set_width (self->label, width >= 0 ? room * PANGO_SCALE : -1);
}

GtkSizeRequestMode
koma_score_bar_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* The row decides how wide we are. */
static void
measure_width (KomaScoreBar *self,
               int          *minimum,
               int          *natural)
{
  *minimum = *natural =
    get_percent_width (self) +
    (self->is_stacked ? STACKED_SPACING + MIN_STACKED_BAR_WIDTH
                      : 3 * MIN_LABEL_WIDTH + 2 * SPACING);
}

static void
measure_height (KomaScoreBar *self,
                int           width, /* -1: any */
                int          *minimum,
                int          *natural)
{
  const gboolean wraps = pango_layout_get_ellipsize (self->label) == PANGO_ELLIPSIZE_NONE;
  int            label = 0, percent = 0;

  /* A line with “…” may be higher, where that is of another font; it is drawn as if it were not. */
  set_label_width (self, wraps ? width : -1);
  pango_layout_get_pixel_size (self->label, NULL, &label);
  pango_layout_get_pixel_size (self->percent, NULL, &percent);
  percent = MAX (percent, KOMA_SCORE_BAR_HEIGHT);
  *minimum = *natural = self->is_stacked ? label + LINE_SPACING + percent : MAX (label, percent);
}

void
koma_score_bar_measure (GtkWidget     *widget,
                        GtkOrientation orientation,
                        int            for_size,
                        int           *minimum,
                        int           *natural,
                        int           *minimum_baseline,
                        int           *natural_baseline)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (widget);
  int           ignored = 0;

  /* GTK requires that a child is measured before it is allocated. */
  gtk_widget_measure (self->fill, orientation, -1, &ignored, &ignored, NULL, NULL);
  if (get_inset (self) > 0)
    gtk_widget_measure (self->mark, orientation, -1, &ignored, &ignored, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    measure_width (self, minimum, natural);
  else
    measure_height (self, for_size, minimum, natural);
}

/* Where @area is that is meant as if read from left to right. */
static GdkRectangle
mirror (KomaScoreBar *self,
        GdkRectangle  area)
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    area.x = gtk_widget_get_width (GTK_WIDGET (self)) - area.x - area.width;
  return area;
}

/* Where a part of the line of the bar begins. */
static int
get_y (KomaScoreBar *self,
       int           part_height)
{
  const int height = gtk_widget_get_height (GTK_WIDGET (self));
  int       line_height = 0;

  if (!self->is_stacked)
    return (height - part_height) / 2;
  pango_layout_get_pixel_size (self->percent, NULL, &line_height);
  return height - (MAX (line_height, KOMA_SCORE_BAR_HEIGHT) + part_height) / 2;
}

static GdkRectangle
get_trough (KomaScoreBar *self)
{
  const Widths widths = divide (self, gtk_widget_get_width (GTK_WIDGET (self)));

  return (GdkRectangle){
    .x = self->is_stacked ? 0 : widths.label + SPACING,
    .y = get_y (self, KOMA_SCORE_BAR_HEIGHT),
    .width = widths.bar,
    .height = KOMA_SCORE_BAR_HEIGHT,
  };
}

static int
get_label_y (KomaScoreBar *self)
{
  int height = 0;

  pango_layout_get_pixel_size (self->label, NULL, &height);
  return self->is_stacked ? 0 : get_y (self, height);
}

/* Beside the first line of the name. */
static void
place_mark (KomaScoreBar *self)
{
  PangoRectangle line;
  GdkRectangle   area = { 0, 0, MARK_SIDE, MARK_SIDE };

  if (get_inset (self) == 0)
    return;
  pango_layout_line_get_pixel_extents (pango_layout_get_line_readonly (self->label, 0), NULL,
                                       &line);
  area.y = get_label_y (self) + (line.height - MARK_SIDE) / 2;
  area = mirror (self, area);
  gtk_widget_size_allocate (self->mark, &area, -1);
}

void
koma_score_bar_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (widget);
  GdkRectangle  fill = get_trough (self);

  set_label_width (self, width);
  place_mark (self);
  gtk_widget_set_child_visible (self->fill, fill.width > 0);
  /* At least as wide as its round ends: a small score is a dot. */
  fill.width = MAX (fill.width * self->score, KOMA_SCORE_BAR_HEIGHT);
  fill = mirror (self, fill);
  gtk_widget_size_allocate (self->fill, &fill, -1);
}

/**
 * koma_score_bar_get_places:
 * @self: a bar that has a size
 *
 * Returns: where its parts are drawn; the trough has no width where there is no room
 */
KomaScoreBarPlaces
koma_score_bar_get_places (KomaScoreBar *self)
{
  const int          width = gtk_widget_get_width (GTK_WIDGET (self));
  const int          inset = get_inset (self);
  KomaScoreBarPlaces places = { .label = { .x = inset } };

  set_label_width (self, width);
  places.label.width = MAX (divide (self, width).label - inset, 0);
  places.label.y = get_label_y (self);
  pango_layout_get_pixel_size (self->percent, &places.percent.width, &places.percent.height);
  places.percent.x = width - places.percent.width;
  places.percent.y = get_y (self, places.percent.height);
  places.label = mirror (self, places.label);
  places.percent = mirror (self, places.percent);
  places.trough = mirror (self, get_trough (self));
  return places;
}
