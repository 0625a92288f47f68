/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-reliability-diagram.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-colour.h"
#include "worker/evaluation/koma-chart.h"
#include "worker/koma-thread.h"

#define HEIGHT        280
#define MIN_WIDTH     260
#define NATURAL_WIDTH 420

struct _KomaReliabilityDiagram
{
  GtkWidget parent_instance;

  KomaEvaluated *evaluated; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (KomaReliabilityDiagram, koma_reliability_diagram, GTK_TYPE_WIDGET)

typedef struct
{
  GtkWidget *widget;
  cairo_t   *cr;
} Canvas;

/* ---- The painter ---- */

static void
set_source (const Canvas *canvas,
            KomaInk       ink,
            double        alpha)
{
  static const char *const colours[] = {
    [KOMA_INK_RIGHT] = "success_bg_color",
    [KOMA_INK_WRONG] = "error_bg_color",
    [KOMA_INK_SCORE] = "accent_color",
  };
  GdkRGBA colour = { 0 };

  if (colours[ink] != NULL)
    koma_colour_look_up (canvas->widget, colours[ink], &colour);
  else
    koma_colour_get (canvas->widget, &colour);
  colour.alpha *= (float) (ink == KOMA_INK_LINE ? alpha * 0.2 : alpha);
  gdk_cairo_set_source_rgba (canvas->cr, &colour);
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
  const Canvas *canvas = user_data;

  set_source (canvas, ink, alpha);
  cairo_rectangle (canvas->cr, x, y, width, height);
  cairo_fill (canvas->cr);
}

static void
line (double   x1,
      double   y1,
      double   x2,
      double   y2,
      gboolean is_dashed,
      gpointer user_data)
{
  const Canvas *canvas = user_data;
  const double  dashes[] = { 4, 4 };

  set_source (canvas, is_dashed ? KOMA_INK_TEXT : KOMA_INK_LINE, 1);
  cairo_set_line_width (canvas->cr, 1);
  cairo_set_dash (canvas->cr, dashes, is_dashed ? 2 : 0, 0);
  cairo_move_to (canvas->cr, x1, y1);
  cairo_line_to (canvas->cr, x2, y2);
  cairo_stroke (canvas->cr);
}

/* The user's font, in its size: the chart's numbers are those of a file. */
static void
text (double        x,
      double        y,
      double        size,
      KomaTextPlace place,
      const char   *words,
      gpointer      user_data)
{
  const Canvas *canvas = user_data;
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (canvas->widget, words);
  int width = 0, height = 0;

  pango_layout_get_pixel_size (layout, &width, &height);
  set_source (canvas, KOMA_INK_TEXT, 0.8);
  cairo_save (canvas->cr);
  cairo_translate (canvas->cr, x, y);
  if (place == KOMA_TEXT_UP)
    cairo_rotate (canvas->cr, -G_PI_2);
  cairo_translate (canvas->cr,
                   place == KOMA_TEXT_RIGHT    ? -width
                   : place == KOMA_TEXT_CENTRE ? -width / 2.0
                                               : 0,
                   -height / 2.0);
  pango_cairo_show_layout (canvas->cr, layout);
  cairo_restore (canvas->cr);
}

/* ---- Widget ---- */

static void
koma_reliability_diagram_snapshot (GtkWidget   *widget,
                                   GtkSnapshot *snapshot)
{
  KomaReliabilityDiagram *self = KOMA_RELIABILITY_DIAGRAM (widget);
  const int               width = gtk_widget_get_width (widget);
  const int               height = gtk_widget_get_height (widget);
  Canvas                  canvas = { widget, NULL };
  const KomaPainter       painter = { rectangle, line, text, &canvas };

  if (self->evaluated == NULL)
    return;
  canvas.cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  koma_diagram_chart_draw (&painter, self->evaluated->evaluation, width, height);
  cairo_destroy (canvas.cr);
}

static void
koma_reliability_diagram_measure (GtkWidget     *widget,
                                  GtkOrientation orientation,
                                  int            for_size,
                                  int           *minimum,
                                  int           *natural,
                                  int           *minimum_baseline,
                                  int           *natural_baseline)
{
  const gboolean is_width = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = is_width ? MIN_WIDTH : HEIGHT;
  *natural = is_width ? NATURAL_WIDTH : HEIGHT;
}

static void
koma_reliability_diagram_dispose (GObject *object)
{
  g_clear_pointer (&KOMA_RELIABILITY_DIAGRAM (object)->evaluated, koma_evaluated_unref);

  G_OBJECT_CLASS (koma_reliability_diagram_parent_class)->dispose (object);
}

static void
koma_reliability_diagram_class_init (KomaReliabilityDiagramClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_reliability_diagram_dispose;
  widget_class->snapshot = koma_reliability_diagram_snapshot;
  widget_class->measure = koma_reliability_diagram_measure;
  gtk_widget_class_set_css_name (widget_class, "reliabilitydiagram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
koma_reliability_diagram_init (KomaReliabilityDiagram *self)
{
}

/* What a screen reader says: each bar. */
static char *
describe (const KomaEvaluated *evaluated)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < KOMA_N_RELIABILITY_BINS; i++) {
    const KomaReliabilityBin *bin = &evaluated->evaluation->bins[i];

    if (bin->n > 0)
      /* Translators: scores from … to …, in percent; how many answers have them and are right */
      g_string_append_printf (words, _ ("Scores from %u to %u%%: %u of %u right. "), 10 * i,
                              10 * (i + 1), bin->n_right, bin->n);
  }
  return g_string_free (g_steal_pointer (&words), FALSE);
}

/**
 * koma_reliability_diagram_show:
 * @evaluated: what is drawn from now on
 */
void
koma_reliability_diagram_show (KomaReliabilityDiagram *self,
                               KomaEvaluated          *evaluated)
{
  g_autofree char *words = describe (evaluated);

  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->evaluated, koma_evaluated_unref);
  self->evaluated = koma_evaluated_ref (evaluated);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
