/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-learning-curve.h"

#include "ui/compat/koma-colour.h"
#include "worker/koma-thread.h"

#define HEIGHT     110
#define LINE_WIDTH 2.0
#define DOT_RADIUS 2.5

struct _KomaLearningCurve
{
  GtkDrawingArea parent_instance;

  float *values[2]; /* [n] learned, held out */
  guint  n;
  guint  n_max;
  double top;
};

G_DEFINE_FINAL_TYPE (KomaLearningCurve, koma_learning_curve, GTK_TYPE_DRAWING_AREA)

/* Where a curve lies. */
typedef struct
{
  double width;
  double height;
} Area;

static double
get_x (const KomaLearningCurve *self,
       const Area              *area,
       guint                    i)
{
  const double inner = area->width - 2 * DOT_RADIUS;

  return DOT_RADIUS + (self->n_max > 1 ? inner * i / (self->n_max - 1) : inner / 2);
}

static double
get_y (const KomaLearningCurve *self,
       const Area              *area,
       float                    value)
{
  const double share = CLAMP (value / self->top, 0, 1);

  return DOT_RADIUS + (area->height - 2 * DOT_RADIUS) * (1 - share);
}

static void
draw_frame (cairo_t       *cr,
            const Area    *area,
            const GdkRGBA *colour)
{
  cairo_set_source_rgba (cr, colour->red, colour->green, colour->blue, 0.15);
  cairo_set_line_width (cr, 1);
  for (guint i = 0; i <= 4; i++) {
    const double y = DOT_RADIUS + (area->height - 2 * DOT_RADIUS) * i / 4;

    cairo_move_to (cr, 0, y);
    cairo_line_to (cr, area->width, y);
  }
  cairo_stroke (cr);
}

static void
draw_line (const KomaLearningCurve *self,
           cairo_t                 *cr,
           const Area              *area,
           const float             *values)
{
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < self->n; i++)
    cairo_line_to (cr, get_x (self, area, i), get_y (self, area, values[i]));
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  for (guint i = 0; i < self->n; i++) {
    cairo_arc (cr, get_x (self, area, i), get_y (self, area, values[i]), DOT_RADIUS, 0, 2 * G_PI);
    cairo_fill (cr);
  }
}

static void
draw_cb (GtkDrawingArea *drawing_area,
         cairo_t        *cr,
         int             width,
         int             height,
         gpointer        user_data)
{
  static const double dash[] = { 5, 4 };
  KomaLearningCurve  *self = KOMA_LEARNING_CURVE (drawing_area);
  const Area          area = { width, height };
  GdkRGBA             colour, accent;

  koma_colour_get (GTK_WIDGET (self), &colour);
  koma_colour_look_up (GTK_WIDGET (self), "accent_color", &accent);
  draw_frame (cr, &area, &colour);
  if (self->n == 0)
    return;
  gdk_cairo_set_source_rgba (cr, &colour);
  draw_line (self, cr, &area, self->values[0]);
  gdk_cairo_set_source_rgba (cr, &accent);
  cairo_set_dash (cr, dash, G_N_ELEMENTS (dash), 0);
  draw_line (self, cr, &area, self->values[1]);
}

static void
koma_learning_curve_finalize (GObject *object)
{
  KomaLearningCurve *self = KOMA_LEARNING_CURVE (object);

  g_free (self->values[0]);
  g_free (self->values[1]);
  G_OBJECT_CLASS (koma_learning_curve_parent_class)->finalize (object);
}

static void
koma_learning_curve_class_init (KomaLearningCurveClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_learning_curve_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "learningcurve");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
koma_learning_curve_init (KomaLearningCurve *self)
{
  self->top = 1;
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self), HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self), draw_cb, NULL, NULL);
}

static double
find_greatest (const KomaLearningCurve *self)
{
  double greatest = 1e-6;

  for (guint k = 0; k < G_N_ELEMENTS (self->values); k++)
    for (guint i = 0; i < self->n; i++)
      greatest = MAX (greatest, self->values[k][i]);
  return greatest;
}

/**
 * koma_learning_curve_show:
 * @self: a curve
 * @learned: (array length=n): of each round, of what was learned from
 * @held_out: (array length=n): likewise, of what was held out
 * @n_max: rounds that there will be
 * @top: what the upper edge stands for; 0: the greatest of all
 *
 * Replaces what was shown.
 */
void
koma_learning_curve_show (KomaLearningCurve *self,
                          const float       *learned,
                          const float       *held_out,
                          guint              n,
                          guint              n_max,
                          double             top)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_free (self->values[0]);
  g_free (self->values[1]);
  self->values[0] = g_memdup2 (learned, n * sizeof *learned);
  self->values[1] = g_memdup2 (held_out, n * sizeof *held_out);
  self->n = n;
  self->n_max = MAX (n, n_max);
  self->top = top > 0 ? top : find_greatest (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
