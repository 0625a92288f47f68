/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-throughput-chart.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "ui/compat/koma-colour.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define HEIGHT        220
#define MIN_WIDTH     240
#define NATURAL_WIDTH 560
#define GROUP_GAP     0.9 /* of a bar's place */
#define BAR_SHARE     0.8 /* of its place */
#define MAX_BAR_WIDTH 44
#define SPACING       6
#define RADIUS        3
#define MAX_STEPS     4 /* of the axis */

/* Told apart by their names too, which stand below. */
static const char *const colours[] = { "chart_1", "chart_2", "chart_3" };

/**
 * KomaThroughputChart:
 *
 *     400 ┤          ▇
 *     200 ┤ ▂ ▅ ▇  ▅ █
 *       0 ┴─1─2─4──1─2─
 *          XNNPACK  GPU
 */
struct _KomaThroughputChart
{
  GtkWidget parent_instance;

  KomaComparison *comparison; /* (nullable) */
  GPtrArray      *shown;      /* (element-type KomaComparedBackend) of it, those with figures */
};

G_DEFINE_FINAL_TYPE (KomaThroughputChart, koma_throughput_chart, GTK_TYPE_WIDGET)

/* One without any figure is left out. */
static gboolean
is_shown (const KomaComparedBackend *backend)
{
  for (guint i = 0; i < backend->n_batches; i++)
    if (koma_compared_batch_get_pictures_per_second (&backend->batches[i]) > 0.0)
      return TRUE;
  return FALSE;
}

/* ---- The axis ---- */

double
koma_throughput_chart_choose_step (double greatest)
{
  double step = pow (10.0, floor (log10 (MAX (greatest, 1e-6) / MAX_STEPS)));

  for (const double *factor = (const double[]){ 1.0, 2.0, 5.0, 10.0, 0.0 }; *factor > 0.0;
       factor++)
    if (greatest <= MAX_STEPS * step * *factor)
      return step * *factor;
  return 10.0 * step;
}

static double
find_greatest (KomaThroughputChart *self)
{
  double greatest = 0.0;

  for (guint i = 0; i < self->shown->len; i++) {
    const KomaComparedBackend *backend = g_ptr_array_index (self->shown, i);

    for (guint k = 0; k < backend->n_batches; k++)
      greatest = MAX (greatest, koma_compared_batch_get_pictures_per_second (&backend->batches[k]));
  }
  return greatest;
}

double
koma_throughput_chart_get_top (KomaThroughputChart *self)
{
  double greatest = find_greatest (self);
  double step = koma_throughput_chart_choose_step (greatest);

  return MAX (ceil (greatest / step - 1e-9), 1.0) * step;
}

static char *
describe_number (double number,
                 double step)
{
  return g_strdup_printf ("%'.*f", step < 1.0 ? (int) ceil (-log10 (step) - 1e-9) : 0, number);
}

/* ---- Drawing ---- */

typedef struct
{
  GtkSnapshot *snapshot;
  PangoLayout *layout;
  GdkRGBA      foreground;
  GdkRGBA      dim;
  GdkRGBA      line;

  /* Where the bars are. */
  double left, right, top, bottom;
  double limit;       /* pictures per second at the top */
  double place;       /* width of a bar and the room around it */
  double line_height; /* of a text */
} Drawing;

static void
set_text (Drawing    *drawing,
          const char *text,
          double      max_width, /* 0: none */
          int        *ret_width)
{
  pango_layout_set_width (drawing->layout, max_width > 0.0 ? (int) max_width * PANGO_SCALE : -1);
  pango_layout_set_text (drawing->layout, text, -1);
  pango_layout_get_pixel_size (drawing->layout, ret_width, NULL);
}

static void
draw_text (Drawing       *drawing,
           double         x,
           double         y,
           const GdkRGBA *colour)
{
  gtk_snapshot_save (drawing->snapshot);
  gtk_snapshot_translate (drawing->snapshot, &GRAPHENE_POINT_INIT (round (x), round (y)));
  gtk_snapshot_append_layout (drawing->snapshot, drawing->layout, colour);
  gtk_snapshot_restore (drawing->snapshot);
}

static void
draw_centred (Drawing       *drawing,
              const char    *text,
              double         middle,
              double         y,
              const GdkRGBA *colour)
{
  int width = 0;

  set_text (drawing, text, 0.0, &width);
  draw_text (drawing, middle - width / 2.0, y, colour);
}

static double
get_y (const Drawing *drawing,
       double         per_second)
{
  return drawing->bottom - (drawing->bottom - drawing->top) * per_second / drawing->limit;
}

static void
draw_axis (Drawing *drawing)
{
  double step = koma_throughput_chart_choose_step (drawing->limit);

  for (double number = 0.0; number <= drawing->limit + step / 2.0; number += step) {
    g_autofree char *text = describe_number (number, step);
    double           y = round (get_y (drawing, number));
    int              width = 0;

    gtk_snapshot_append_color (drawing->snapshot, &drawing->line,
                               &GRAPHENE_RECT_INIT (drawing->left, y,
                                                    drawing->right - drawing->left, 1));
    set_text (drawing, text, 0.0, &width);
    draw_text (drawing, drawing->left - SPACING - width, y - drawing->line_height / 2.0,
               &drawing->dim);
  }
}

static void
draw_bar (Drawing                 *drawing,
          const KomaComparedBatch *bar,
          double                   middle,
          const GdkRGBA           *colour)
{
  const double     per_second = koma_compared_batch_get_pictures_per_second (bar);
  double           width = MIN (drawing->place * BAR_SHARE, MAX_BAR_WIDTH);
  double           y = get_y (drawing, per_second);
  g_autofree char *batch = g_strdup_printf ("%u", bar->batch);
  g_autofree char *number = describe_number (per_second, per_second < 10.0 ? 0.1 : 1.0);
  int              number_width = 0;
  GskRoundedRect   shape;

  draw_centred (drawing, batch, middle, drawing->bottom + SPACING / 2.0, &drawing->dim);
  if (per_second <= 0.0) {
    draw_centred (drawing, "–", middle, drawing->bottom - drawing->line_height, &drawing->dim);
    return;
  }

  gsk_rounded_rect_init (&shape,
                         &GRAPHENE_RECT_INIT (middle - width / 2.0, y, width, drawing->bottom - y),
                         &GRAPHENE_SIZE_INIT (RADIUS, RADIUS), &GRAPHENE_SIZE_INIT (RADIUS, RADIUS),
                         &GRAPHENE_SIZE_INIT (0, 0), &GRAPHENE_SIZE_INIT (0, 0));
  gtk_snapshot_push_rounded_clip (drawing->snapshot, &shape);
  gtk_snapshot_append_color (drawing->snapshot, colour, &shape.bounds);
  gtk_snapshot_pop (drawing->snapshot);

  set_text (drawing, number, 0.0, &number_width);
  if (number_width + SPACING / 2.0 <= drawing->place)
    draw_text (drawing, middle - number_width / 2.0, y - drawing->line_height,
               &drawing->foreground);
}

static void
draw_group (Drawing                   *drawing,
            const KomaComparedBackend *backend,
            double                     x,
            const GdkRGBA             *colour)
{
  const char *title = koma_words_for_technical_name (backend->name, backend->is_software);
  double      room = (backend->n_batches + GROUP_GAP - 0.2) * drawing->place;
  double      middle = x + backend->n_batches * drawing->place / 2.0;
  int         width = 0;

  for (guint i = 0; i < backend->n_batches; i++)
    draw_bar (drawing, &backend->batches[i], x + (i + 0.5) * drawing->place, colour);

  set_text (drawing, title, 0.0, &width);
  if (width > room)
    set_text (drawing, title, room, &width);
  draw_text (drawing, middle - width / 2.0, drawing->bottom + drawing->line_height + SPACING,
             &drawing->foreground);
}

/* The same for a backend whichever others have figures. */
static void
get_colour (KomaThroughputChart       *self,
            const KomaComparedBackend *backend,
            GdkRGBA                   *ret_colour)
{
  const gsize index = backend - self->comparison->backends;

  koma_colour_look_up (GTK_WIDGET (self), colours[index % G_N_ELEMENTS (colours)], ret_colour);
}

static double
count_places (KomaThroughputChart *self)
{
  double n_places = GROUP_GAP * self->shown->len;

  for (guint i = 0; i < self->shown->len; i++)
    n_places += ((const KomaComparedBackend *) g_ptr_array_index (self->shown, i))->n_batches;
  return n_places;
}

static void
set_up (KomaThroughputChart *self,
        Drawing             *drawing)
{
  GtkWidget       *widget = GTK_WIDGET (self);
  g_autofree char *widest = NULL;
  int              width = 0, height = 0;

  koma_colour_get (widget, &drawing->foreground);
  drawing->dim = drawing->line = drawing->foreground;
  drawing->dim.alpha *= 0.7;
  drawing->line.alpha *= 0.15;

  drawing->limit = koma_throughput_chart_get_top (self);
  drawing->layout = gtk_widget_create_pango_layout (widget, NULL);
  pango_layout_set_ellipsize (drawing->layout, PANGO_ELLIPSIZE_END);
  widest = describe_number (drawing->limit, koma_throughput_chart_choose_step (drawing->limit));
  pango_layout_set_text (drawing->layout, widest, -1);
  pango_layout_get_pixel_size (drawing->layout, &width, &height);

  drawing->line_height = height;
  drawing->left = width + SPACING;
  drawing->right = gtk_widget_get_width (widget);
  drawing->top = height + SPACING;
  drawing->bottom = gtk_widget_get_height (widget) - 2.0 * height - 2.0 * SPACING;
  drawing->place = (drawing->right - drawing->left) / count_places (self);
}

static void
koma_throughput_chart_snapshot (GtkWidget   *widget,
                                GtkSnapshot *snapshot)
{
  KomaThroughputChart *self = KOMA_THROUGHPUT_CHART (widget);
  Drawing              drawing = { .snapshot = snapshot };
  double               x = 0.0;

  if (self->shown->len == 0)
    return;
  set_up (self, &drawing);
  draw_axis (&drawing);
  x = drawing.left + GROUP_GAP / 2.0 * drawing.place;
  for (guint i = 0; i < self->shown->len; i++) {
    const KomaComparedBackend *backend = g_ptr_array_index (self->shown, i);
    GdkRGBA                    colour;

    get_colour (self, backend, &colour);
    draw_group (&drawing, backend, x, &colour);
    x += (backend->n_batches + GROUP_GAP) * drawing.place;
  }
  g_object_unref (drawing.layout);
}

static void
koma_throughput_chart_measure (GtkWidget     *widget,
                               GtkOrientation orientation,
                               int            for_size,
                               int           *minimum,
                               int           *natural,
                               int           *minimum_baseline,
                               int           *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH : HEIGHT;
}

/* ---- Object ---- */

static void
koma_throughput_chart_finalize (GObject *object)
{
  KomaThroughputChart *self = KOMA_THROUGHPUT_CHART (object);

  g_ptr_array_unref (self->shown);
  koma_comparison_unref (self->comparison);

  G_OBJECT_CLASS (koma_throughput_chart_parent_class)->finalize (object);
}

static void
koma_throughput_chart_class_init (KomaThroughputChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_throughput_chart_finalize;
  widget_class->measure = koma_throughput_chart_measure;
  widget_class->snapshot = koma_throughput_chart_snapshot;

  gtk_widget_class_set_css_name (widget_class, "throughputchart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
koma_throughput_chart_init (KomaThroughputChart *self)
{
  self->shown = g_ptr_array_new ();
}

/* ---- Contents ---- */

/* The picture in words: “XNNPACK: 120 per second one by one, 180 per second 4 at once”. */
static void
describe_group (GString                   *text,
                const KomaComparedBackend *backend)
{
  g_string_append_printf (text, "\n%s: ",
                          koma_words_for_technical_name (backend->name, backend->is_software));
  for (guint i = 0; i < backend->n_batches; i++) {
    const KomaComparedBatch *batch = &backend->batches[i];
    const double             per_second = koma_compared_batch_get_pictures_per_second (batch);
    g_autofree char         *rate = per_second > 0.0 ? koma_words_for_rate (per_second)
                                                     : g_strdup (_ ("not measured"));

    /* Translators: how many pictures at once, and how fast: “4 at once: 180 per second” */
    g_string_append_printf (text, _ ("%u at once: %s"), batch->batch, rate);
    g_string_append (text, i + 1 < backend->n_batches ? ", " : "");
  }
}

static void
update (KomaThroughputChart *self)
{
  g_autoptr (GString) text = g_string_new (_ ("Pictures per second"));

  for (guint i = 0; i < self->shown->len; i++)
    describe_group (text, g_ptr_array_index (self->shown, i));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * koma_throughput_chart_show:
 * @self: a chart
 * @comparison: (nullable): backends without any figure are left out
 */
void
koma_throughput_chart_show (KomaThroughputChart *self,
                            KomaComparison      *comparison)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_ptr_array_set_size (self->shown, 0);
  g_clear_pointer (&self->comparison, koma_comparison_unref);
  self->comparison = comparison != NULL ? koma_comparison_ref (comparison) : NULL;
  for (guint i = 0; comparison != NULL && i < comparison->n_backends; i++)
    if (is_shown (&comparison->backends[i]))
      g_ptr_array_add (self->shown, &comparison->backends[i]);
  update (self);
}

gboolean
koma_throughput_chart_is_empty (KomaThroughputChart *self)
{
  return self->shown->len == 0;
}
