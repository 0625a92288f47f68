/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-score-bar.h"

#include "ui/compat/koma-colour.h"
#include "ui/koma-spoken.h"
#include "ui/koma-words.h"
#include "worker/koma-thread.h"

#define SPACING    12
#define BAR_HEIGHT 6
#define TROUGH     0.1f /* of the opacity of the text */
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

/**
 * KomaScoreBar:
 *
 *     Egyptian cat   ██████████████░░░░   80%
 *
 * Draws its texts and the trough itself. The list keeps some 200 rows with three of these each, and
 * replaces them within a frame or two: what counts is the number of widgets, since GTK takes ten
 * microseconds to destroy one. The fill is a widget, because its colour comes from the style sheet.
 */
struct _KomaScoreBar
{
  GtkWidget parent_instance;

  double   score;
  gboolean is_stacked;
  gboolean is_word;              /* a person's: there is no score */
  int      percent_width;        /* of 100 %, which is the widest */
  guint    percent_width_serial; /* of the context when that was measured */

  /* Owned. */
  GtkWidget   *fill;
  GtkWidget   *mark; /* (nullable) few bars ever have one */
  PangoLayout *label;
  PangoLayout *percent;
};

G_DEFINE_FINAL_TYPE (KomaScoreBar, koma_score_bar, GTK_TYPE_WIDGET)

/* ---- Places ---- */

/* How a width is divided. */
typedef struct
{
  int label;
  int bar;
  int percent;
} Widths;

/* "<1%" is read from left to right everywhere. */
static void
set_percent (KomaScoreBar *self,
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
  set_percent (self, 1.0);
  pango_layout_get_pixel_size (self->percent, &self->percent_width, NULL);
  set_percent (self, self->score);
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

static GtkSizeRequestMode
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
  percent = MAX (percent, BAR_HEIGHT);
  *minimum = *natural = self->is_stacked ? label + LINE_SPACING + percent : MAX (label, percent);
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
  return height - (MAX (line_height, BAR_HEIGHT) + part_height) / 2;
}

static GdkRectangle
get_trough (KomaScoreBar *self)
{
  const Widths widths = divide (self, gtk_widget_get_width (GTK_WIDGET (self)));

  return (GdkRectangle){ self->is_stacked ? 0 : widths.label + SPACING, get_y (self, BAR_HEIGHT),
                         widths.bar, BAR_HEIGHT };
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

static void
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
  fill.width = MAX (fill.width * self->score, BAR_HEIGHT);
  fill = mirror (self, fill);
  gtk_widget_size_allocate (self->fill, &fill, -1);
}

/* ---- Drawing ---- */

static void
snapshot_layout (KomaScoreBar  *self,
                 GtkSnapshot   *snapshot,
                 PangoLayout   *layout,
                 int            x,
                 const GdkRGBA *colour)
{
  int height = 0;

  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
    snapshot,
    &GRAPHENE_POINT_INIT (x, layout == self->label ? get_label_y (self) : get_y (self, height)));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static void
snapshot_trough (KomaScoreBar *self,
                 GtkSnapshot  *snapshot,
                 GdkRGBA       colour)
{
  const GdkRectangle area = mirror (self, get_trough (self));
  GskRoundedRect     outline;

  if (area.width <= 0)
    return;
  colour.alpha *= TROUGH;
  gsk_rounded_rect_init_from_rect (
    &outline, &GRAPHENE_RECT_INIT (area.x, area.y, area.width, area.height), BAR_HEIGHT / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &colour, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
koma_score_bar_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (widget);
  const Widths  widths = divide (self, gtk_widget_get_width (widget));
  const int     inset = get_inset (self);
  GdkRectangle  label =
    mirror (self, (GdkRectangle){ .x = inset, .width = MAX (widths.label - inset, 0) });
  GdkRectangle percent = { .width = 0 };
  GdkRGBA      colour;

  set_label_width (self, gtk_widget_get_width (widget));
  koma_colour_get (widget, &colour);
  pango_layout_get_pixel_size (self->percent, &percent.width, NULL);
  percent.x = gtk_widget_get_width (widget) - percent.width;
  percent = mirror (self, percent);
  snapshot_layout (self, snapshot, self->label, label.x, &colour);
  if (inset > 0)
    gtk_widget_snapshot_child (widget, self->mark, snapshot);
  if (self->is_word)
    return;
  snapshot_trough (self, snapshot, colour);
  snapshot_layout (self, snapshot, self->percent, percent.x, &colour);
  gtk_widget_snapshot_child (widget, self->fill, snapshot);
}

/* ---- Object ---- */

static void
align_label (KomaScoreBar *self)
{
  const gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  pango_layout_set_alignment (self->label, is_rtl ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT);
}

static void
koma_score_bar_direction_changed (GtkWidget       *widget,
                                  GtkTextDirection previous)
{
  align_label (KOMA_SCORE_BAR (widget));
  GTK_WIDGET_CLASS (koma_score_bar_parent_class)->direction_changed (widget, previous);
}

static void
koma_score_bar_dispose (GObject *object)
{
  KomaScoreBar *self = KOMA_SCORE_BAR (object);

  g_clear_pointer (&self->fill, gtk_widget_unparent);
  g_clear_pointer (&self->mark, gtk_widget_unparent);
  g_clear_object (&self->label);
  g_clear_object (&self->percent);

  G_OBJECT_CLASS (koma_score_bar_parent_class)->dispose (object);
}

static void
koma_score_bar_class_init (KomaScoreBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_score_bar_dispose;
  widget_class->get_request_mode = koma_score_bar_get_request_mode;
  widget_class->measure = koma_score_bar_measure;
  widget_class->size_allocate = koma_score_bar_size_allocate;
  widget_class->snapshot = koma_score_bar_snapshot;
  widget_class->direction_changed = koma_score_bar_direction_changed;

  gtk_widget_class_set_css_name (widget_class, "scorebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_METER);
}

static void
koma_score_bar_init (KomaScoreBar *self)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  self->label = gtk_widget_create_pango_layout (GTK_WIDGET (self), "");
  pango_layout_set_wrap (self->label, PANGO_WRAP_WORD_CHAR);
  /* Classes often differ in their last word: “pawn, pointing up”. */
  pango_layout_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  self->percent = gtk_widget_create_pango_layout (GTK_WIDGET (self), "");
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->percent, attributes);
  self->fill = g_object_new (GTK_TYPE_DRAWING_AREA, "css-name", "fill", "accessible-role",
                             GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  gtk_widget_set_parent (self->fill, GTK_WIDGET (self));
  align_label (self);
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
  KOMA_ASSERT_MAIN_THREAD ();

  pango_layout_set_ellipsize (self->label, PANGO_ELLIPSIZE_NONE);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * koma_score_bar_stack:
 * @self: a bar
 *
 * Puts the name above the bar from now on, where there is little width, as in a tile.
 */
void
koma_score_bar_stack (KomaScoreBar *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_stacked = TRUE;
  gtk_widget_queue_resize (GTK_WIDGET (self));
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
  g_autofree char *spoken = koma_spoken_class (label, score);

  KOMA_ASSERT_MAIN_THREAD ();

  self->is_word = FALSE;
  self->score = CLAMP (score, 0.0, 1.0);
  pango_layout_set_text (self->label, label, -1);
  set_percent (self, score);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->score,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, percent,
                                  -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * koma_score_bar_set_word:
 * @self: a bar
 * @word: what a person says
 *
 * Shows it in the place of a class, in full width, until there is a score again.
 */
void
koma_score_bar_set_word (KomaScoreBar *self,
                         const char   *word)
{
  g_autofree char *spoken = koma_spoken_name (word);

  KOMA_ASSERT_MAIN_THREAD ();

  self->is_word = TRUE;
  self->score = 1.0;
  pango_layout_set_text (self->label, word, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, spoken,
                                  -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * koma_score_bar_set_mark:
 * @self: a bar
 * @icon_name: (nullable): what stands before the name; %NULL: nothing
 * @words: (nullable): the same for those who do not see it
 */
void
koma_score_bar_set_mark (KomaScoreBar *self,
                         const char   *icon_name,
                         const char   *words)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->mark == NULL && icon_name == NULL)
    return;
  if (self->mark == NULL) {
    self->mark = gtk_image_new ();
    gtk_widget_set_parent (self->mark, GTK_WIDGET (self));
  }
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), icon_name);
  gtk_widget_set_visible (self->mark, icon_name != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->mark), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words != NULL ? words : "", -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
koma_score_bar_set_shown (KomaScoreBar *self,
                          gboolean      is_shown)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_widget_set_opacity (GTK_WIDGET (self), is_shown ? 1.0 : 0.0);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_HIDDEN, !is_shown, -1);
}

PangoLayout *
koma_score_bar_get_label (KomaScoreBar *self)
{
  return self->label;
}

PangoLayout *
koma_score_bar_get_percent (KomaScoreBar *self)
{
  return self->percent;
}
