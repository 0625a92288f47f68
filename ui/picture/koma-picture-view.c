/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-view.h"

#include "ui/compat/koma-scale.h"
#include "worker/koma-thread.h"

#define MAX_ZOOM  32.0 /* times as large as all of it, or as its own size */
#define ZOOM_STEP 1.5
#define ALMOST    1e-6

/* An arrow key moves the picture by this part of the view. */
#define PAN_STEP 0.2

/**
 * KomaPictureView:
 *
 * Scales a picture so that all of it is seen, or so that a pixel of its file is as large as the
 * user wants. Wheel with Ctrl and two fingers zoom; one finger, the pointer, and while not all of
 * it is seen the arrow keys move it. The signal "zoomed" is emitted after each change of the zoom.
 *
 * Thread: main
 */
struct _KomaPictureView
{
  GtkWidget parent_instance;

  /* Owned. */
  GdkTexture      *texture; /* (nullable) */
  KomaPictureCover cover;

  double           width, height; /* of the file's picture; the texture may have fewer pixels */
  double           zoom;          /* pixels of the screen for one of these; 0: all of it is seen */
  graphene_point_t centre;        /* of the view, in parts of the picture */

  /* While it is dragged or pinched. */
  graphene_point_t drag_centre;
  double           pinch_zoom;
};

enum {
  SIGNAL_ZOOMED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaPictureView, koma_picture_view, GTK_TYPE_WIDGET)

/* ---- Where the picture is ---- */

/* The zoom with which all of it is seen. */
static double
get_fit (KomaPictureView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return koma_scale_get (widget) * MIN (gtk_widget_get_width (widget) / self->width,
                                        gtk_widget_get_height (widget) / self->height);
}

static double
get_least (KomaPictureView *self)
{
  return MIN (get_fit (self), 1);
}

static double
get_most (KomaPictureView *self)
{
  return MAX (get_fit (self), 1) * MAX_ZOOM;
}

static double
get_zoom (KomaPictureView *self)
{
  return self->zoom == 0 ? get_fit (self) : MAX (self->zoom, get_least (self));
}

/* In pixels of the widget. */
static graphene_size_t
get_picture_size (KomaPictureView *self)
{
  const double scale = get_zoom (self) / koma_scale_get (GTK_WIDGET (self));

  return GRAPHENE_SIZE_INIT ((float) (self->width * scale), (float) (self->height * scale));
}

/* No more empty space beside it than there must be. */
static double
clamp_centre (double centre,
              double view,
              double picture)
{
  const double half = picture > view ? view / picture / 2 : 0.5;

  return CLAMP (centre, half, 1 - half);
}

static graphene_rect_t
get_picture_bounds (KomaPictureView *self)
{
  const double          width = gtk_widget_get_width (GTK_WIDGET (self));
  const double          height = gtk_widget_get_height (GTK_WIDGET (self));
  const double          scale = koma_scale_get (GTK_WIDGET (self));
  const graphene_size_t size = get_picture_size (self);
  const double          x = clamp_centre (self->centre.x, width, size.width);
  const double          y = clamp_centre (self->centre.y, height, size.height);

  /* Pixels of the picture lie on those of the screen, and are as sharp, where they are as large. */
  return GRAPHENE_RECT_INIT ((float) (round ((width / 2 - x * size.width) * scale) / scale),
                             (float) (round ((height / 2 - y * size.height) * scale) / scale),
                             size.width, size.height);
}

static void
move_to (KomaPictureView *self,
         double           x,
         double           y)
{
  const graphene_size_t size = get_picture_size (self);

  self->centre.x = (float) clamp_centre (x, gtk_widget_get_width (GTK_WIDGET (self)), size.width);
  self->centre.y = (float) clamp_centre (y, gtk_widget_get_height (GTK_WIDGET (self)), size.height);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The point of the picture that is at @x, @y of the widget stays there. */
static void
zoom_at (KomaPictureView *self,
         double           zoom,
         double           x,
         double           y)
{
  const double    dx = x - gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  const double    dy = y - gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;
  graphene_size_t before, after;

  if (self->texture == NULL)
    return;
  before = get_picture_size (self);
  self->zoom = CLAMP (zoom, get_least (self), get_most (self));
  if (fabs (self->zoom / get_fit (self) - 1) < ALMOST)
    self->zoom = 0;
  after = get_picture_size (self);
  move_to (self, self->centre.x + dx / before.width - dx / after.width,
           self->centre.y + dy / before.height - dy / after.height);
  g_signal_emit (self, signals[SIGNAL_ZOOMED], 0);
}

/* On the way from one size to another: stops where all of it is seen, and at its own size. */
static double
step_zoom (KomaPictureView *self,
           double           steps)
{
  const double before = get_zoom (self);
  const double after = before * pow (ZOOM_STEP, steps);
  const double stops[] = { get_fit (self), 1.0 };
  double       nearest = after;

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++) {
    const gboolean is_beyond = steps > 0 ? stops[i] > before * (1 + ALMOST)
                                         : stops[i] < before * (1 - ALMOST);

    if (is_beyond && (steps > 0 ? stops[i] < nearest : stops[i] > nearest))
      nearest = stops[i];
  }
  return nearest;
}

/* ---- Pointer and fingers ---- */

static gboolean
scroll_cb (KomaPictureView          *self,
           double                    dx,
           double                    dy,
           GtkEventControllerScroll *scroll)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (scroll);
  GdkEvent           *event = gtk_event_controller_get_current_event (controller);
  double              x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0;
  double              y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;

  if ((gtk_event_controller_get_current_event_state (controller) & GDK_CONTROL_MASK) == 0)
    return GDK_EVENT_PROPAGATE;
  if (gdk_event_get_position (event, &x, &y)) {
    GtkWidget       *native = GTK_WIDGET (gtk_widget_get_native (GTK_WIDGET (self)));
    double           native_x = 0, native_y = 0;
    graphene_point_t at = { 0 };

    gtk_native_get_surface_transform (GTK_NATIVE (native), &native_x, &native_y);
    if (gtk_widget_compute_point (native, GTK_WIDGET (self),
                                  &GRAPHENE_POINT_INIT (x - native_x, y - native_y), &at)) {
      x = at.x;
      y = at.y;
    }
  }
  if (self->texture != NULL)
    zoom_at (self, step_zoom (self, -dy), x, y);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (KomaPictureView *self)
{
  self->drag_centre = self->centre;
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
drag_update_cb (KomaPictureView *self,
                double           dx,
                double           dy)
{
  graphene_size_t size;

  if (self->texture == NULL)
    return;
  size = get_picture_size (self);
  move_to (self, self->drag_centre.x - dx / size.width, self->drag_centre.y - dy / size.height);
}

static void
pinch_begin_cb (KomaPictureView *self)
{
  self->pinch_zoom = self->texture != NULL ? get_zoom (self) : 0;
}

static void
pinch_cb (KomaPictureView *self,
          double           scale,
          GtkGestureZoom  *pinch)
{
  double x = 0, y = 0;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (pinch), &x, &y))
    zoom_at (self, self->pinch_zoom * scale, x, y);
}

/* ---- Keys ---- */

/* Arrow keys mean another picture while all of this one is seen. */
static gboolean
pan_key_cb (GtkWidget *widget,
            GVariant  *step,
            gpointer   user_data)
{
  KomaPictureView *self = KOMA_PICTURE_VIEW (widget);
  graphene_size_t  size;
  double           x = 0, y = 0;

  if (self->texture == NULL || get_zoom (self) <= get_fit (self))
    return GDK_EVENT_PROPAGATE;
  size = get_picture_size (self);
  g_variant_get (step, "(dd)", &x, &y);
  move_to (self, self->centre.x + x * gtk_widget_get_width (widget) / size.width,
           self->centre.y + y * gtk_widget_get_height (widget) / size.height);
  return GDK_EVENT_STOP;
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, pan_key_cb, "(dd)", -PAN_STEP, 0.0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, pan_key_cb, "(dd)", PAN_STEP, 0.0);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Up, 0, pan_key_cb, "(dd)", 0.0, -PAN_STEP);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Down, 0, pan_key_cb, "(dd)", 0.0, PAN_STEP);
}

/* ---- Object ---- */

static void
koma_picture_view_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  KomaPictureView *self = KOMA_PICTURE_VIEW (widget);
  const int        width = gtk_widget_get_width (widget);
  const int        height = gtk_widget_get_height (widget);
  graphene_rect_t  bounds;

  if (self->texture == NULL || width == 0 || height == 0)
    return;
  bounds = get_picture_bounds (self);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  koma_picture_cover_snapshot (&self->cover, snapshot, self->texture, &bounds);
  gtk_snapshot_pop (snapshot);
}

static void
koma_picture_view_dispose (GObject *object)
{
  KomaPictureView *self = KOMA_PICTURE_VIEW (object);

  g_clear_object (&self->texture);
  koma_picture_cover_clear (&self->cover);

  G_OBJECT_CLASS (koma_picture_view_parent_class)->dispose (object);
}

static void
koma_picture_view_class_init (KomaPictureViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_picture_view_dispose;
  widget_class->snapshot = koma_picture_view_snapshot;

  signals[SIGNAL_ZOOMED] = g_signal_new ("zoomed", KOMA_TYPE_PICTURE_VIEW, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "pictureview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  add_keys (widget_class);
}

static void
koma_picture_view_init (KomaPictureView *self)
{
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  self->centre = GRAPHENE_POINT_INIT (0.5f, 0.5f);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (scroll, "scroll", G_CALLBACK (scroll_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (pinch, "begin", G_CALLBACK (pinch_begin_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (pinch, "scale-changed", G_CALLBACK (pinch_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (pinch));
}

void
koma_picture_view_set_texture (KomaPictureView *self,
                               GdkTexture      *texture,
                               guint            width,
                               guint            height)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->texture, texture);
  self->width = width;
  self->height = height;
  self->zoom = 0;
  self->centre = GRAPHENE_POINT_INIT (0.5f, 0.5f);
  g_signal_emit (self, signals[SIGNAL_ZOOMED], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
koma_picture_view_set_cover (KomaPictureView        *self,
                             const KomaPictureCover *cover)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->cover.texture, cover->texture);
  self->cover.seen = cover->seen;
  self->cover.is_grey = cover->is_grey;
  self->cover.strength = cover->strength;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
koma_picture_view_set_strength (KomaPictureView *self,
                                double           strength)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->cover.strength = strength;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * koma_picture_view_find_point:
 * @self: a view
 * @x: in pixels of the widget
 * @y: likewise
 * @ret_point: (out): what of the picture is there: 0 … 1 over its width and height
 *
 * Returns: whether there is some of it
 */
gboolean
koma_picture_view_find_point (KomaPictureView  *self,
                              double            x,
                              double            y,
                              graphene_point_t *ret_point)
{
  graphene_rect_t bounds;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->texture == NULL || gtk_widget_get_width (GTK_WIDGET (self)) == 0)
    return FALSE;
  bounds = get_picture_bounds (self);
  if (!graphene_rect_contains_point (&bounds, &GRAPHENE_POINT_INIT ((float) x, (float) y)))
    return FALSE;
  *ret_point = GRAPHENE_POINT_INIT ((float) ((x - bounds.origin.x) / bounds.size.width),
                                    (float) ((y - bounds.origin.y) / bounds.size.height));
  return TRUE;
}

double
koma_picture_view_get_zoom (KomaPictureView *self)
{
  return self->zoom;
}

gboolean
koma_picture_view_can_zoom (KomaPictureView *self,
                            int              direction)
{
  if (self->texture == NULL || gtk_widget_get_width (GTK_WIDGET (self)) == 0)
    return self->texture != NULL;
  return direction > 0 ? get_zoom (self) < get_most (self)
                       : get_zoom (self) > get_least (self) * (1 + ALMOST);
}

void
koma_picture_view_zoom (KomaPictureView *self,
                        int              direction)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->texture == NULL)
    return;
  zoom_at (self, direction == 0 ? get_fit (self) : step_zoom (self, direction),
           gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
           gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
}

/**
 * koma_picture_view_draw:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): what it shows, in pixels of the screen; %NULL if that is
 *   nothing
 */
GdkTexture *
koma_picture_view_draw (KomaPictureView *self)
{
  GtkNative      *native = gtk_widget_get_native (GTK_WIDGET (self));
  const float     scale = (float) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  GtkSnapshot    *snapshot = gtk_snapshot_new ();
  GskRenderNode  *node = NULL;
  GdkTexture     *texture = NULL;
  graphene_rect_t bounds = GRAPHENE_RECT_INIT_ZERO;

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_snapshot_scale (snapshot, scale, scale);
  koma_picture_view_snapshot (GTK_WIDGET (self), snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  if (node == NULL)
    return NULL;
  gsk_render_node_get_bounds (node, &bounds);
  if (native != NULL)
    texture = gsk_renderer_render_texture (gtk_native_get_renderer (native), node, &bounds);
  gsk_render_node_unref (node);
  return texture;
}

GdkTexture *
koma_picture_view_get_texture (KomaPictureView *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  return self->texture;
}
