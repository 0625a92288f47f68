/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-bar.h"

#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define SPACING    12
#define BAR_HEIGHT 6
/* The name's share of the width without the number. It is fixed, so that the bars of all rows begin
 * at one column. */
#define LABEL_SHARE 0.46
/* In a narrow window the name matters more than the bar: it gets LABEL_WIDTH as long as the bar
 * keeps MIN_BAR_WIDTH. */
#define LABEL_WIDTH   160
#define MIN_BAR_WIDTH 24

/**
 * KomaScoreBar:
 *
 *     Egyptian cat   ██████████████░░░░   80%
 *
 * Cheaper than a GtkLevelBar: while the list scrolls, GTK creates, measures and
 * fills three of them in each of two hundred rows within a frame.
 */
struct _KomaScoreBar
{
  GtkWidget parent_instance;

  double score;

  /* Template children (borrowed). */
  GtkWidget *label;
  GtkWidget *trough;
  GtkWidget *fill;
  GtkWidget *percent;
};

G_DEFINE_FINAL_TYPE (KomaScoreBar, koma_score_bar, GTK_TYPE_WIDGET)

/* How a width is divided. */
typedef struct
{
  int label;
  int bar;
  int percent;
} Widths;

static Widths
divide (KomaScoreBar *self,
        int           width)
{
  Widths widths = { 0 };
  int    room = 0;

  gtk_widget_measure (self->percent, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &widths.percent, NULL,
                      NULL);
  room = MAX (width - widths.percent - 2 * SPACING, 0);
  widths.label = MAX (room * LABEL_SHARE, MIN (LABEL_WIDTH, room - MIN_BAR_WIDTH));
  widths.bar = room - widths.label;
  return widths;
}

static GtkSizeRequestMode
koma_score_bar_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
koma_score_bar_measure (GtkWidget     *widget,
                        GtkOrientation orientation,
                        int            for_size,
                        int           *minimum,
                        int           *natural,
                        int           *minimum_baseline,
                        int           *natural_baseline)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (widget);
  gboolean      is_vertical = orientation == GTK_ORIENTATION_VERTICAL;
  int           label_size = is_vertical && for_size >= 0 ? divide (self, for_size).label : -1;
  int           label_minimum = 0, label_natural = 0;
  int           percent_minimum = 0, percent_natural = 0;
  int           ignored = 0;

  gtk_widget_measure (self->label, orientation, label_size, &label_minimum, &label_natural, NULL,
                      NULL);
  gtk_widget_measure (self->percent, orientation, -1, &percent_minimum, &percent_natural, NULL,
                      NULL);
  /* GTK requires that a child is measured before it is allocated. */
  gtk_widget_measure (self->trough, orientation, -1, &ignored, &ignored, NULL, NULL);
  gtk_widget_measure (self->fill, orientation, -1, &ignored, &ignored, NULL, NULL);

  if (is_vertical) {
    *minimum = MAX (MAX (label_minimum, percent_minimum), BAR_HEIGHT);
    *natural = MAX (MAX (label_natural, percent_natural), BAR_HEIGHT);
    return;
  }

  /* The label's share is then no less than its minimum. The row decides how wide we are. */
  *minimum = 3 * label_minimum + percent_minimum + 2 * SPACING;
  *natural = *minimum;
}

static void
allocate_child (KomaScoreBar *self,
                GtkWidget    *child,
                GtkAllocation area) /* as if read from left to right */
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    area.x = gtk_widget_get_width (GTK_WIDGET (self)) - area.x - area.width;

  gtk_widget_size_allocate (child, &area, -1);
}

static void
koma_score_bar_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (widget);
  Widths        widths = divide (self, width);
  GtkAllocation label = { .width = widths.label, .height = height };
  GtkAllocation bar = {
    .x = widths.label + SPACING,
    .y = (height - BAR_HEIGHT) / 2,
    .width = widths.bar,
    .height = BAR_HEIGHT,
  };
  GtkAllocation percent = {
    .x = width - widths.percent,
    .width = widths.percent,
    .height = height,
  };

  allocate_child (self, self->label, label);
  allocate_child (self, self->trough, bar);
  allocate_child (self, self->percent, percent);
  /* At least as wide as its round ends: a small score is a dot. */
  bar.width = MAX (bar.width * self->score, BAR_HEIGHT);
  allocate_child (self, self->fill, bar);
}

static void
koma_score_bar_dispose (GObject *object)
{
  GtkWidget *child = NULL;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (koma_score_bar_parent_class)->dispose (object);
}

/* "<1%" is read from left to right everywhere, and stands at the end of the bar. */
static void
adapt_percent (KomaScoreBar *self)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  gtk_widget_set_direction (self->percent, GTK_TEXT_DIR_LTR);
  gtk_label_set_xalign (GTK_LABEL (self->percent), is_rtl ? 0 : 1);
}

static void
koma_score_bar_direction_changed (GtkWidget       *widget,
                                  GtkTextDirection previous)
{
  adapt_percent (KOMA_SCORE_BAR (widget));
}

static void
koma_score_bar_class_init (KomaScoreBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_score_bar_dispose;
  widget_class->get_request_mode = koma_score_bar_get_request_mode;
  widget_class->measure = koma_score_bar_measure;
  widget_class->size_allocate = koma_score_bar_size_allocate;
  widget_class->direction_changed = koma_score_bar_direction_changed;

  gtk_widget_class_set_css_name (widget_class, "scorebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_METER);
  gtk_widget_class_set_template_from_resource (widget_class, "/app/koma/Koma/ui/koma-score-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, KomaScoreBar, label);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreBar, trough);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreBar, fill);
  gtk_widget_class_bind_template_child (widget_class, KomaScoreBar, percent);
}

static void
koma_score_bar_init (KomaScoreBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adapt_percent (self);
}

/**
 * koma_score_bar_wrap:
 * @self: a bar
 *
 * Shows the whole name from now on, in as many lines as it takes. Otherwise
 * the height is always the same, and a name that is too long is shortened.
 */
void
koma_score_bar_wrap (KomaScoreBar *self)
{
  GtkLabel *label = GTK_LABEL (self->label);

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_label_set_ellipsize (label, PANGO_ELLIPSIZE_NONE);
  gtk_label_set_max_width_chars (label, -1);
  gtk_label_set_wrap (label, TRUE);
}

GtkWidget *
koma_score_bar_new (void)
{
  return g_object_new (KOMA_TYPE_SCORE_BAR, NULL);
}

void
koma_score_bar_set_score (KomaScoreBar *self,
                          const char   *label,
                          double        score)
{
  g_autofree char *percent = koma_words_for_score (score);
  g_autofree char *spoken = g_strdup_printf ("%s %s", label, percent);

  KOMA_ASSERT_MAIN_THREAD ();

  self->score = CLAMP (score, 0.0, 1.0);
  gtk_label_set_label (GTK_LABEL (self->label), label);
  gtk_label_set_label (GTK_LABEL (self->percent), percent);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->score,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, percent,
                                  -1);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
koma_score_bar_set_shown (KomaScoreBar *self,
                          gboolean      is_shown)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_opacity (GTK_WIDGET (self), is_shown ? 1.0 : 0.0);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_HIDDEN, !is_shown, -1);
}
