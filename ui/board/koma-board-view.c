/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-view.h"

#include <glib/gi18n-lib.h>

#include "engine/koma-values.h"
#include "worker/koma-thread.h"

#define HANDLE     28   /* pixels */
#define SIDE_MIN   180  /* pixels */
#define HEIGHT_MAX 560  /* pixels, of what it asks for */
#define STEP       1.0  /* pixels on the screen, of an arrow key … */
#define STEP_LARGE 10.0 /* … and with Shift */

struct _KomaBoardView
{
  GtkWidget parent_instance;

  GdkTexture *texture; /* (nullable) */
  double      width;   /* of the picture that corners are counted in */
  double      height;
  guint       n_rows;
  guint       n_columns;
  guint       marked; /* a cell, or G_MAXUINT */
  KomaPoint   corners[4];
  KomaPoint   start; /* of the corner that is dragged */
  KomaPoint   grip;  /* of the pointer then, in pixels of the widget */
  gboolean    is_changed_by_key;
  GtkWidget  *handles[4];
};

enum {
  SIGNAL_MOVED,
  SIGNAL_PRESSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaBoardView, koma_board_view, GTK_TYPE_WIDGET)

/* Where the picture is drawn. */
static graphene_rect_t
get_area (KomaBoardView *self)
{
  const float width = gtk_widget_get_width (GTK_WIDGET (self));
  const float height = gtk_widget_get_height (GTK_WIDGET (self));
  /* Handles in the corners of the picture are seen, too. */
  const float scale = (float) MIN (MAX (width - HANDLE, 1) / self->width,
                                   MAX (height - HANDLE, 1) / self->height);
  const float drawn_width = scale * (float) self->width;
  const float drawn_height = scale * (float) self->height;

  return GRAPHENE_RECT_INIT ((width - drawn_width) / 2, (height - drawn_height) / 2, drawn_width,
                             drawn_height);
}

static double
get_scale (KomaBoardView *self)
{
  return MAX (get_area (self).size.width / self->width, 1e-6);
}

static KomaPoint
to_widget (KomaBoardView *self,
           KomaPoint      point)
{
  const graphene_rect_t area = get_area (self);
  const double          scale = get_scale (self);

  return (KomaPoint){ area.origin.x + scale * point.x, area.origin.y + scale * point.y };
}

static void
describe_corner (KomaBoardView *self,
                 guint          corner)
{
  g_autofree char *place =
    /* Translators: a place in a picture, in pixels from the left and from the top */
    g_strdup_printf (_ ("%.0f from the left, %.0f from the top"), self->corners[corner].x,
                     self->corners[corner].y);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->handles[corner]),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, place, -1);
}

static void
move_corner (KomaBoardView *self,
             guint          corner,
             double         x,
             double         y)
{
  self->corners[corner].x = CLAMP (x, 0, self->width);
  self->corners[corner].y = CLAMP (y, 0, self->height);
  describe_corner (self, corner);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static guint
find_corner (KomaBoardView      *self,
             GtkEventController *controller)
{
  guint corner = 0;

  while (corner < 3 && self->handles[corner] != gtk_event_controller_get_widget (controller))
    corner++;
  return corner;
}

/* The handle moves along, so its own coordinates are of no use. */
static KomaPoint
get_pointer (KomaBoardView  *self,
             GtkGestureDrag *gesture)
{
  GtkWidget       *handle = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  double           x = 0, y = 0, offset_x = 0, offset_y = 0;
  graphene_point_t at = { 0 };

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  gtk_gesture_drag_get_offset (gesture, &offset_x, &offset_y);
  if (!gtk_widget_compute_point (handle, GTK_WIDGET (self),
                                 &GRAPHENE_POINT_INIT (x + offset_x, y + offset_y), &at))
    return self->grip;
  return (KomaPoint){ at.x, at.y };
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               gpointer        data)
{
  KomaBoardView *self = data;

  self->start = self->corners[find_corner (self, GTK_EVENT_CONTROLLER (gesture))];
  self->grip = get_pointer (self, gesture);
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          x,
                double          y,
                gpointer        data)
{
  KomaBoardView  *self = data;
  const KomaPoint pointer = get_pointer (self, gesture);
  const double    scale = get_scale (self);

  move_corner (self, find_corner (self, GTK_EVENT_CONTROLLER (gesture)),
               self->start.x + (pointer.x - self->grip.x) / scale,
               self->start.y + (pointer.y - self->grip.y) / scale);
}

static void
drag_end_cb (GtkGestureDrag *gesture,
             double          x,
             double          y,
             gpointer        data)
{
  KomaBoardView  *self = data;
  const KomaPoint now = self->corners[find_corner (self, GTK_EVENT_CONTROLLER (gesture))];

  if (now.x != self->start.x || now.y != self->start.y)
    g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  key,
                guint                  code,
                GdkModifierType        state,
                gpointer               data)
{
  KomaBoardView *self = data;
  const guint    corner = find_corner (self, GTK_EVENT_CONTROLLER (controller));
  const double   step = ((state & GDK_SHIFT_MASK) != 0 ? STEP_LARGE : STEP) / get_scale (self);
  const int      right = (key == GDK_KEY_Right) - (key == GDK_KEY_Left);
  const int      down = (key == GDK_KEY_Down) - (key == GDK_KEY_Up);

  if (right == 0 && down == 0)
    return GDK_EVENT_PROPAGATE;
  move_corner (self, corner, self->corners[corner].x + right * step,
               self->corners[corner].y + down * step);
  self->is_changed_by_key = TRUE;
  return GDK_EVENT_STOP;
}

/* A key that is held down moves on; the squares are read when it is let go. */
static void
key_released_cb (KomaBoardView *self)
{
  if (!self->is_changed_by_key)
    return;
  self->is_changed_by_key = FALSE;
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

static void
add_handle (KomaBoardView *self,
            guint          corner)
{
  static const char *const names[] = { N_ ("Top Left Corner"), N_ ("Top Right Corner"),
                                       N_ ("Bottom Right Corner"), N_ ("Bottom Left Corner") };
  GtkWidget               *handle = gtk_button_new ();
  GtkGesture              *drag = gtk_gesture_drag_new ();
  GtkEventController      *keys = gtk_event_controller_key_new ();

  gtk_widget_add_css_class (handle, "circular");
  gtk_widget_add_css_class (handle, "corner");
  gtk_widget_set_tooltip_text (handle, _ (names[corner]));
  gtk_accessible_update_property (GTK_ACCESSIBLE (handle), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ (names[corner]), -1);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, 0);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self, 0);
  g_signal_connect_object (drag, "drag-end", G_CALLBACK (drag_end_cb), self, 0);
  gtk_widget_add_controller (handle, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self, 0);
  g_signal_connect_object (keys, "key-released", G_CALLBACK (key_released_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (handle, keys);
  gtk_widget_set_parent (handle, GTK_WIDGET (self));
  self->handles[corner] = handle;
}

static void
measure (GtkWidget     *widget,
         GtkOrientation orientation,
         int            for_size,
         int           *minimum,
         int           *natural,
         int           *minimum_baseline,
         int           *natural_baseline)
{
  KomaBoardView *self = KOMA_BOARD_VIEW (widget);

  for (guint i = 0; i < 4; i++) {
    int ignored = 0;

    gtk_widget_measure (self->handles[i], orientation, -1, &ignored, NULL, NULL, NULL);
  }
  *minimum = SIDE_MIN;
  *natural = 2 * SIDE_MIN;
  /* KomaHalves gives it that. */
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size > 0)
    *natural =
      CLAMP ((int) ((for_size - HANDLE) * self->height / self->width) + HANDLE, SIDE_MIN,
             HEIGHT_MAX);
}

static GtkSizeRequestMode
get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
size_allocate (GtkWidget *widget,
               int        width,
               int        height,
               int        baseline)
{
  KomaBoardView *self = KOMA_BOARD_VIEW (widget);

  for (guint i = 0; i < 4; i++) {
    const KomaPoint at = to_widget (self, self->corners[i]);
    GtkAllocation   area = { (int) (at.x - HANDLE / 2.0), (int) (at.y - HANDLE / 2.0), HANDLE,
                             HANDLE };

    gtk_widget_size_allocate (self->handles[i], &area, -1);
  }
}

static void
draw_line (KomaBoardView        *self,
           cairo_t              *cairo,
           const KomaHomography *map,
           KomaPoint             from,
           KomaPoint             to)
{
  const KomaPoint a = to_widget (self, koma_homography_apply (map, from.x, from.y));
  const KomaPoint b = to_widget (self, koma_homography_apply (map, to.x, to.y));

  cairo_move_to (cairo, a.x, a.y);
  cairo_line_to (cairo, b.x, b.y);
}

/* From cells to pixels of the picture. */
static gboolean
get_map (KomaBoardView  *self,
         KomaHomography *ret_map)
{
  const double    right = self->n_columns, bottom = self->n_rows;
  const KomaPoint cells[4] = { { 0, 0 }, { right, 0 }, { right, bottom }, { 0, bottom } };

  return koma_quad_is_convex (self->corners) &&
         koma_homography_from_points (cells, self->corners, ret_map);
}

/* Bright on dark, so that it is seen on any picture. */
static void
stroke (cairo_t *cairo,
        double   width)
{
  cairo_set_source_rgba (cairo, 0, 0, 0, 0.5);
  cairo_set_line_width (cairo, width + 2);
  cairo_stroke_preserve (cairo);
  cairo_set_source_rgb (cairo, 0.2, 0.9, 1);
  cairo_set_line_width (cairo, width);
  cairo_stroke (cairo);
}

static void
draw_grid (KomaBoardView *self,
           cairo_t       *cairo)
{
  const double   right = self->n_columns, bottom = self->n_rows;
  const double   left = self->marked % self->n_columns, top = self->marked / self->n_columns;
  KomaHomography map;

  if (!get_map (self, &map))
    return;
  for (guint i = 0; i <= self->n_columns; i++)
    draw_line (self, cairo, &map, (KomaPoint){ i, 0 }, (KomaPoint){ i, bottom });
  for (guint i = 0; i <= self->n_rows; i++)
    draw_line (self, cairo, &map, (KomaPoint){ 0, i }, (KomaPoint){ right, i });
  stroke (cairo, 1);
  if (self->marked >= self->n_rows * self->n_columns)
    return;
  draw_line (self, cairo, &map, (KomaPoint){ left, top }, (KomaPoint){ left + 1, top });
  draw_line (self, cairo, &map, (KomaPoint){ left + 1, top }, (KomaPoint){ left + 1, top + 1 });
  draw_line (self, cairo, &map, (KomaPoint){ left + 1, top + 1 }, (KomaPoint){ left, top + 1 });
  draw_line (self, cairo, &map, (KomaPoint){ left, top + 1 }, (KomaPoint){ left, top });
  cairo_set_line_cap (cairo, CAIRO_LINE_CAP_SQUARE);
  stroke (cairo, 3);
}

static void
pressed_cb (KomaBoardView *self,
            int            n_press,
            double         x,
            double         y)
{
  const graphene_rect_t area = get_area (self);
  const double          scale = get_scale (self);
  KomaHomography        map, back;
  KomaPoint             at;

  if (!get_map (self, &map) || !koma_homography_invert (&map, &back))
    return;
  at = koma_homography_apply (&back, (x - area.origin.x) / scale, (y - area.origin.y) / scale);
  if (at.x >= 0 && at.x < self->n_columns && at.y >= 0 && at.y < self->n_rows)
    g_signal_emit (self, signals[SIGNAL_PRESSED], 0,
                   (guint) at.y * self->n_columns + (guint) at.x);
}

static void
snapshot (GtkWidget   *widget,
          GtkSnapshot *snapshot)
{
  KomaBoardView        *self = KOMA_BOARD_VIEW (widget);
  const graphene_rect_t area = get_area (self);
  const graphene_rect_t whole = GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                    gtk_widget_get_height (widget));
  cairo_t              *cairo = NULL;

  if (self->texture == NULL)
    return;
  gtk_snapshot_append_texture (snapshot, self->texture, &area);
  cairo = gtk_snapshot_append_cairo (snapshot, &whole);
  draw_grid (self, cairo);
  cairo_destroy (cairo);
  for (guint i = 0; i < 4; i++)
    gtk_widget_snapshot_child (widget, self->handles[i], snapshot);
}

static void
koma_board_view_dispose (GObject *object)
{
  KomaBoardView *self = KOMA_BOARD_VIEW (object);

  g_clear_object (&self->texture);
  for (guint i = 0; i < 4; i++)
    g_clear_pointer (&self->handles[i], gtk_widget_unparent);

  G_OBJECT_CLASS (koma_board_view_parent_class)->dispose (object);
}

static void
koma_board_view_class_init (KomaBoardViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_board_view_dispose;
  widget_class->get_request_mode = get_request_mode;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  widget_class->snapshot = snapshot;
  signals[SIGNAL_MOVED] = g_signal_new ("moved", KOMA_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PRESSED] = g_signal_new ("pressed", KOMA_TYPE_BOARD_VIEW, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_css_name (widget_class, "boardview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
koma_board_view_init (KomaBoardView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  self->width = self->height = 1;
  self->n_rows = self->n_columns = KOMA_POSITION_SIDE;
  self->marked = G_MAXUINT;
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  for (guint i = 0; i < 4; i++)
    add_handle (self, i);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Corners of the Board"), -1);
}

void
koma_board_view_set_picture (KomaBoardView *self,
                             GdkTexture    *texture,
                             guint          width,
                             guint          height)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->texture, texture);
  self->width = MAX (width, 1);
  self->height = MAX (height, 1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
koma_board_view_set_size (KomaBoardView *self,
                          guint          n_rows,
                          guint          n_columns)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->n_rows = n_rows;
  self->n_columns = n_columns;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
koma_board_view_set_marked (KomaBoardView *self,
                            guint          cell)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->marked = cell;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
koma_board_view_set_corners (KomaBoardView  *self,
                             const KomaPoint corners[4])
{
  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < 4; i++) {
    self->corners[i] = corners[i];
    describe_corner (self, i);
  }
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

const KomaPoint *
koma_board_view_get_corners (KomaBoardView *self)
{
  return self->corners;
}

void
koma_board_view_focus_corner (KomaBoardView *self)
{
  gtk_widget_grab_focus (self->handles[0]);
}
