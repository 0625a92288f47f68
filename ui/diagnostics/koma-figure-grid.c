/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-figure-grid.h"

#define MIN_COLUMNS    2
#define MAX_COLUMNS    3
#define MIN_WIDTH      130 /* of a column */
#define NATURAL_WIDTH  170
#define COLUMN_SPACING 12
#define ROW_SPACING    8

struct _KomaFigureGrid
{
  GtkWidget parent_instance;
};

G_DEFINE_FINAL_TYPE (KomaFigureGrid, koma_figure_grid, GTK_TYPE_WIDGET)

static int
count_columns (int width)
{
  return CLAMP ((width + COLUMN_SPACING) / (NATURAL_WIDTH + COLUMN_SPACING), MIN_COLUMNS,
                MAX_COLUMNS);
}

static int
get_column_width (int width)
{
  int n_columns = count_columns (width);

  return (width - (n_columns - 1) * COLUMN_SPACING) / n_columns;
}

/* Of a row that begins with @first; the next row begins with @ret_next. */
static int
measure_row (GtkWidget  *first,
             int         width,
             GtkWidget **ret_next)
{
  int        height = 0;
  GtkWidget *child = first;

  for (int i = 0; i < count_columns (width) && child != NULL; i++) {
    int natural = 0;

    gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, get_column_width (width), NULL, &natural,
                        NULL, NULL);
    height = MAX (height, natural);
    child = gtk_widget_get_next_sibling (child);
  }
  *ret_next = child;
  return height;
}

static int
measure_height (GtkWidget *widget,
                int        width)
{
  int        height = 0;
  GtkWidget *child = gtk_widget_get_first_child (widget);

  while (child != NULL)
    height += measure_row (child, width, &child) + (child != NULL ? ROW_SPACING : 0);
  return height;
}

static void
koma_figure_grid_measure (GtkWidget     *widget,
                          GtkOrientation orientation,
                          int            for_size,
                          int           *minimum,
                          int           *natural,
                          int           *minimum_baseline,
                          int           *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    int width = for_size >= 0 ? for_size : MIN_COLUMNS * MIN_WIDTH + COLUMN_SPACING;

    *minimum = *natural = measure_height (widget, width);
    return;
  }
  *minimum = MIN_COLUMNS * MIN_WIDTH + (MIN_COLUMNS - 1) * COLUMN_SPACING;
  *natural = MAX_COLUMNS * NATURAL_WIDTH + (MAX_COLUMNS - 1) * COLUMN_SPACING;
}

static void
koma_figure_grid_size_allocate (GtkWidget *widget,
                                int        width,
                                int        height,
                                int        baseline)
{
  gboolean      is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  GtkAllocation area = { .width = get_column_width (width) };
  GtkWidget    *child = gtk_widget_get_first_child (widget);

  while (child != NULL) {
    GtkWidget *next = NULL;
    int        column = 0;

    area.height = measure_row (child, width, &next);
    for (; child != next; child = gtk_widget_get_next_sibling (child)) {
      area.x = column++ * (area.width + COLUMN_SPACING);
      if (is_mirrored)
        area.x = width - area.x - area.width;
      gtk_widget_size_allocate (child, &area, -1);
    }
    area.y += area.height + ROW_SPACING;
  }
}

static GtkSizeRequestMode
koma_figure_grid_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
koma_figure_grid_dispose (GObject *object)
{
  GtkWidget *child = NULL;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (koma_figure_grid_parent_class)->dispose (object);
}

static void
koma_figure_grid_class_init (KomaFigureGridClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_figure_grid_dispose;
  widget_class->measure = koma_figure_grid_measure;
  widget_class->size_allocate = koma_figure_grid_size_allocate;
  widget_class->get_request_mode = koma_figure_grid_get_request_mode;
}

static void
koma_figure_grid_init (KomaFigureGrid *self)
{
}

static GtkWidget *
create_label (const char *text,
              const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, style);
  return label;
}

GtkLabel *
koma_figure_grid_add (KomaFigureGrid *self,
                      const char     *caption)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = create_label (caption, "caption");
  GtkWidget *value = create_label ("", "numeric");

  gtk_widget_add_css_class (title, "dim-label");
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), value);
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  return GTK_LABEL (value);
}
