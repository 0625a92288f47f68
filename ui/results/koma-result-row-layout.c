/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the parts of a row are. Boxes would do it, too, and double the number of widgets; see
 * koma-score-bar.c for what that costs. */

#include "koma-result-row-private.h"

#define SPACING      14 /* between the thumbnail and the text */
#define TILE_SPACING 6
#define LINE_SPACING 3
#define WORD_SPACING 12 /* in the line of the name */

typedef struct
{
  int minimum;
  int natural;
} Size;

static Size
measure (gpointer       child, /* (nullable) */
         GtkOrientation orientation,
         int            for_size)
{
  Size size = { 0 };

  if (child != NULL && gtk_widget_get_visible (child))
    gtk_widget_measure (child, orientation, for_size, &size.minimum, &size.natural, NULL, NULL);
  return size;
}

static Size
max (Size a,
     Size b)
{
  return (Size){ MAX (a.minimum, b.minimum), MAX (a.natural, b.natural) };
}

/* ---- The line of the name, below the answer ---- */

#define N_WORDS 2

static void
get_words (KomaResultRow *self,
           GtkWidget     *ret_words[N_WORDS]) /* borrowed; nullable */
{
  ret_words[0] = GTK_WIDGET (self->name);
  ret_words[1] = (GtkWidget *) self->model;
}

static Size
measure_line (KomaResultRow *self,
              GtkOrientation orientation)
{
  GtkWidget *words[N_WORDS];
  Size       line = { 0 };

  get_words (self, words);
  for (guint i = 0; i < N_WORDS; i++) {
    const Size size = measure (words[i], orientation, -1);

    if (orientation == GTK_ORIENTATION_VERTICAL) {
      line = max (line, size);
    } else if (size.natural > 0) {
      line.minimum += size.minimum + (i > 0 ? WORD_SPACING : 0);
      line.natural += size.natural + (i > 0 ? WORD_SPACING : 0);
    }
  }
  return line;
}

/* @area is meant as if read from left to right. */
static void
place (KomaResultRow *self,
       gpointer       child, /* (nullable) */
       GdkRectangle   area)
{
  if (child == NULL || !gtk_widget_get_visible (child))
    return;
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    area.x = gtk_widget_get_width (GTK_WIDGET (self)) - area.x - area.width;
  gtk_widget_size_allocate (child, &area, -1);
}

/* The name is shortened last, and gets the room that is left. */
static void
place_line (KomaResultRow *self,
            GdkRectangle   line)
{
  GtkWidget       *words[N_WORDS];
  GtkRequestedSize sizes[N_WORDS];
  int              room = line.width;

  get_words (self, words);
  for (guint i = 0; i < N_WORDS; i++) {
    const Size size = measure (words[i], GTK_ORIENTATION_HORIZONTAL, -1);

    sizes[i] = (GtkRequestedSize){ words[i], size.minimum, size.natural };
    room -= size.minimum + (i > 0 && size.natural > 0 ? WORD_SPACING : 0);
  }
  sizes[0].minimum_size += gtk_distribute_natural_allocation (MAX (room, 0), N_WORDS, sizes);
  for (guint i = 0; i < N_WORDS; i++) {
    line.width = sizes[i].minimum_size;
    place (self, words[i], line);
    line.x += line.width > 0 ? line.width + WORD_SPACING : 0;
  }
}

/* ---- The text ---- */

static Size
measure_text_width (KomaResultRow *self)
{
  Size width = measure_line (self, GTK_ORIENTATION_HORIZONTAL);

  for (guint i = 0; i < self->n_bars; i++)
    width = max (width, measure (self->bar[i], GTK_ORIENTATION_HORIZONTAL, -1));
  return max (width, measure (self->status, GTK_ORIENTATION_HORIZONTAL, -1));
}

static Size
measure_text_height (KomaResultRow *self,
                     int            width) /* -1: any */
{
  Size height = measure_line (self, GTK_ORIENTATION_VERTICAL);

  for (guint i = 0; i < self->n_bars; i++) {
    const Size bar = measure (self->bar[i], GTK_ORIENTATION_VERTICAL, width);

    height.minimum += LINE_SPACING + bar.minimum;
    height.natural += LINE_SPACING + bar.natural;
  }
  return height;
}

/* The answer, or what there is in its place, leads; the name of the file is below. */
static void
place_text (KomaResultRow *self,
            GdkRectangle   area)
{
  area.height = measure (self->status, GTK_ORIENTATION_VERTICAL, area.width).natural;
  place (self, self->status, area);
  for (guint i = 0; i < self->n_bars; i++) {
    area.height = measure (self->bar[i], GTK_ORIENTATION_VERTICAL, area.width).natural;
    place (self, self->bar[i], area);
    area.y += area.height + LINE_SPACING;
  }
  area.height = measure_line (self, GTK_ORIENTATION_VERTICAL).natural;
  place_line (self, area);
}

/* ---- All ---- */

GtkSizeRequestMode
koma_result_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static Size
measure_width (KomaResultRow *self)
{
  const Size thumbnail = measure (self->thumbnail, GTK_ORIENTATION_HORIZONTAL, -1);
  Size       width = measure_text_width (self);

  if (self->is_tile)
    width = max (width, thumbnail);
  else
    width = (Size){ thumbnail.minimum + SPACING + width.minimum,
                    thumbnail.natural + SPACING + width.natural };
  return max (width, measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1));
}

static int
get_text_width (KomaResultRow *self,
                int            width)
{
  const int side = measure (self->thumbnail, GTK_ORIENTATION_HORIZONTAL, -1).natural;

  if (self->is_tile)
    return side;
  return width < 0 ? width : MAX (width - side - SPACING, 0);
}

static Size
measure_height (KomaResultRow *self,
                int            width)
{
  const Size thumbnail = measure (self->thumbnail, GTK_ORIENTATION_VERTICAL, -1);
  const Size header = measure (self->header, GTK_ORIENTATION_VERTICAL, width);
  Size       height = measure_text_height (self, get_text_width (self, width));

  if (self->is_tile)
    height = (Size){ thumbnail.minimum + TILE_SPACING + height.minimum,
                     thumbnail.natural + TILE_SPACING + height.natural };
  else
    height = max (height, thumbnail);
  return (Size){ height.minimum + header.minimum, height.natural + header.natural };
}

void
koma_result_row_measure (GtkWidget     *widget,
                         GtkOrientation orientation,
                         int            for_size,
                         int           *minimum,
                         int           *natural,
                         int           *minimum_baseline,
                         int           *natural_baseline)
{
  KomaResultRow *self = KOMA_RESULT_ROW (widget);
  const Size     size = orientation == GTK_ORIENTATION_HORIZONTAL ? measure_width (self)
                                                                  : measure_height (self, for_size);

  *minimum = size.minimum;
  *natural = size.natural;
}

/* The header, below it the body: beside or above the text, the thumbnail. */
void
koma_result_row_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  KomaResultRow *self = KOMA_RESULT_ROW (widget);
  const int      top = measure (self->header, GTK_ORIENTATION_VERTICAL, width).natural;
  const int      side = measure (self->thumbnail, GTK_ORIENTATION_HORIZONTAL, -1).natural;
  const int      text_width = get_text_width (self, width);
  GdkRectangle   thumbnail = { 0, top, side, side };
  GdkRectangle   text = { side + SPACING, top, text_width, 0 };

  if (self->is_tile) {
    thumbnail.x = text.x = (width - side) / 2;
    text.width = side;
    text.y += side + TILE_SPACING;
  } else {
    thumbnail.y += (height - top - side) / 2;
    text.y += (height - top - measure_text_height (self, text_width).natural) / 2;
  }
  place (self, self->header, (GdkRectangle){ 0, 0, width, top });
  place (self, self->thumbnail, thumbnail);
  place_text (self, text);
}
