/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-view.h"

#include "koma-square.h"

#include <math.h>

#include "ui/koma-region-frame.h"
#include "worker/koma-thread.h"

#define MODEL_RATIO 1.0 /* classifiers take squares */
#define N_STEPS     20  /* across the shorter side, with the arrow keys */
#define ZOOM_STEP   1.1 /* of the wheel, and of plus and minus */

/**
 * KomaCameraView:
 *
 * Draws the newest texture as large as possible and darkens the part that the
 * model does not see. The user moves a square region with the pointer or the
 * arrow keys, and resizes it with the wheel, plus and minus.
 *
 * The texture uses the memory of the frame. At most one texture is drawn per
 * frame of the display. A frame that comes in the size of the display is drawn as it is: where no
 * graphics card draws, scaling it takes the main loop longer than all else.
 */
struct _KomaCameraView
{
  GtkWidget parent_instance;

  GdkTexture     *texture; /* (nullable) owned */
  GdkTexture     *shown;   /* (nullable) owned; the same in the size of the display */
  KomaCameraShown shown_as;
  gboolean        is_new; /* not drawn yet */
  guint           n_drawn;
  gboolean        is_mirrored;

  KomaCameraRegion region;
  KomaCameraRegion grabbed; /* as it was when the drag began */
};

enum {
  SIGNAL_REGION_MOVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaCameraView, koma_camera_view, GTK_TYPE_WIDGET)

/* ---- Where the picture is ---- */

static double
get_scale (KomaCameraView *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  return MIN (width / gdk_texture_get_width (self->texture),
              height / gdk_texture_get_height (self->texture));
}

static void
locate_picture (KomaCameraView  *self,
                graphene_rect_t *ret_area) /* in the widget */
{
  const double scale = get_scale (self);
  const double width = MAX (round (gdk_texture_get_width (self->texture) * scale), 1);
  const double height = MAX (round (gdk_texture_get_height (self->texture) * scale), 1);

  /* Whole pixels: between them a picture would be scaled once more. */
  graphene_rect_init (ret_area, floor ((gtk_widget_get_width (GTK_WIDGET (self)) - width) / 2.0),
                      floor ((gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2.0), width,
                      height);
}

static KomaCameraShown
find_shown (KomaCameraView *self)
{
  const int       pixels = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  graphene_rect_t area;

  if (self->texture == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return (KomaCameraShown){ 0 };
  locate_picture (self, &area);
  return (KomaCameraShown){
    .width = (guint16) MIN (area.size.width * pixels, G_MAXUINT16),
    .height = (guint16) MIN (area.size.height * pixels, G_MAXUINT16),
    .is_mirrored = self->is_mirrored,
  };
}

/* ---- Drawing ---- */

static void
snapshot_picture (KomaCameraView        *self,
                  GtkSnapshot           *snapshot,
                  const graphene_rect_t *area)
{
  const KomaCameraShown shown_as = find_shown (self);
  const gboolean        is_ready =
    self->shown != NULL && koma_camera_shown_equals (&shown_as, &self->shown_as);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &area->origin);
  if (self->is_mirrored && !is_ready) {
    gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (area->size.width, 0));
    gtk_snapshot_scale (snapshot, -1, 1);
  }
  gtk_snapshot_append_texture (snapshot, is_ready ? self->shown : self->texture,
                               &GRAPHENE_RECT_INIT (0, 0, area->size.width, area->size.height));
  gtk_snapshot_restore (snapshot);
}

static void
locate_region (KomaCameraView        *self,
               const graphene_rect_t *area,
               graphene_rect_t       *ret_region)
{
  const guint    width = gdk_texture_get_width (self->texture);
  const double   scale = area->size.width / width;
  KomaCameraRect rect;

  koma_camera_region_get_rect (&self->region, width, gdk_texture_get_height (self->texture),
                               MODEL_RATIO, &rect);
  if (self->is_mirrored)
    rect.x = width - rect.x - rect.width;

  graphene_rect_init (ret_region, area->origin.x + rect.x * scale,
                      area->origin.y + rect.y * scale, rect.width * scale, rect.height * scale);
}

static void
koma_camera_view_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  KomaCameraView *self = KOMA_CAMERA_VIEW (widget);
  graphene_rect_t area, region;
  GskRoundedRect  outline;

  if (self->texture == NULL)
    return;

  self->n_drawn += self->is_new ? 1 : 0;
  self->is_new = FALSE;

  locate_picture (self, &area);
  gsk_rounded_rect_init_from_rect (&outline, &area, KOMA_REGION_FRAME_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  snapshot_picture (self, snapshot, &area);
  if (self->region.kind != KOMA_CAMERA_REGION_WHOLE) {
    locate_region (self, &area, &region);
    koma_region_frame_snapshot (snapshot, &area, &region, KOMA_REGION_FRAME_DARKNESS);
  }
  gtk_snapshot_pop (snapshot);
}

static GtkSizeRequestMode
koma_camera_view_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
koma_camera_view_measure (GtkWidget     *widget,
                          GtkOrientation orientation,
                          int            for_size,
                          int           *minimum,
                          int           *natural,
                          int           *minimum_baseline,
                          int           *natural_baseline)
{
  *minimum = 120;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 480;
}

/* ---- Moving the region ---- */

static gboolean
is_movable (KomaCameraView *self)
{
  return self->texture != NULL && self->region.kind == KOMA_CAMERA_REGION_SQUARE;
}

static void
take_region (KomaCameraView         *self,
             const KomaCameraRegion *region)
{
  if (region->x == self->region.x && region->y == self->region.y &&
      region->side == self->region.side)
    return;

  self->region = *region;
  g_signal_emit (self, signals[SIGNAL_REGION_MOVED], 0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* By pixels of the texture, in the direction that the user sees. */
static gboolean
shift_region (KomaCameraView         *self,
              const KomaCameraRegion *from,
              double                  x,
              double                  y)
{
  KomaCameraRegion region = *from;

  if (!is_movable (self))
    return FALSE;

  koma_square_shift (&region, self->is_mirrored ? -x : x, y,
                     gdk_texture_get_width (self->texture),
                     gdk_texture_get_height (self->texture));
  take_region (self, &region);
  return TRUE;
}

static gboolean
zoom_region (KomaCameraView *self,
             double          factor)
{
  KomaCameraRegion region = self->region;

  if (!is_movable (self))
    return FALSE;

  koma_square_zoom (&region, factor, gdk_texture_get_width (self->texture),
                    gdk_texture_get_height (self->texture));
  take_region (self, &region);
  return TRUE;
}

static void
drag_begin_cb (KomaCameraView *self,
               double          x,
               double          y,
               GtkGesture     *gesture)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!is_movable (self)) {
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_DENIED);
    return;
  }

  self->grabbed = self->region;
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
drag_update_cb (KomaCameraView *self,
                double          x,
                double          y)
{
  double scale = 0.0;

  if (self->texture == NULL)
    return;
  scale = get_scale (self);
  if (scale > 0.0)
    shift_region (self, &self->grabbed, x / scale, y / scale);
}

static gboolean
scroll_cb (KomaCameraView *self,
           double          x,
           double          y)
{
  return zoom_region (self, y > 0.0 ? 1.0 / ZOOM_STEP : ZOOM_STEP);
}

static gboolean
arrow_cb (GtkWidget *widget,
          GVariant  *arguments,
          gpointer   user_data)
{
  KomaCameraView *self = KOMA_CAMERA_VIEW (widget);
  double          x = 0.0, y = 0.0, step = 0.0;

  if (self->texture == NULL)
    return FALSE;

  g_variant_get (arguments, "(dd)", &x, &y);
  step = MIN (gdk_texture_get_width (self->texture), gdk_texture_get_height (self->texture)) /
         (double) N_STEPS;
  return shift_region (self, &self->region, x * step, y * step);
}

static gboolean
zoom_cb (GtkWidget *widget,
         GVariant  *arguments,
         gpointer   user_data)
{
  return zoom_region (KOMA_CAMERA_VIEW (widget), g_variant_get_double (arguments));
}

/* ---- Object ---- */

static void
koma_camera_view_finalize (GObject *object)
{
  g_clear_object (&KOMA_CAMERA_VIEW (object)->texture);
  g_clear_object (&KOMA_CAMERA_VIEW (object)->shown);

  G_OBJECT_CLASS (koma_camera_view_parent_class)->finalize (object);
}

static void
bind_keys (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint  keys[2];
    double x, y;
  } arrows[] = {
    { { GDK_KEY_Left, GDK_KEY_KP_Left }, -1.0, 0.0 },
    { { GDK_KEY_Right, GDK_KEY_KP_Right }, 1.0, 0.0 },
    { { GDK_KEY_Up, GDK_KEY_KP_Up }, 0.0, -1.0 },
    { { GDK_KEY_Down, GDK_KEY_KP_Down }, 0.0, 1.0 },
  };
  static const guint larger[] = { GDK_KEY_plus, GDK_KEY_KP_Add, GDK_KEY_equal };
  static const guint smaller[] = { GDK_KEY_minus, GDK_KEY_KP_Subtract };

  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++) {
    for (guint k = 0; k < G_N_ELEMENTS (arrows[i].keys); k++)
      gtk_widget_class_add_binding (widget_class, arrows[i].keys[k], 0, arrow_cb, "(dd)",
                                    arrows[i].x, arrows[i].y);
  }
  for (guint i = 0; i < G_N_ELEMENTS (larger); i++)
    gtk_widget_class_add_binding (widget_class, larger[i], 0, zoom_cb, "d", ZOOM_STEP);
  for (guint i = 0; i < G_N_ELEMENTS (smaller); i++)
    gtk_widget_class_add_binding (widget_class, smaller[i], 0, zoom_cb, "d", 1.0 / ZOOM_STEP);
}

static void
koma_camera_view_class_init (KomaCameraViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_camera_view_finalize;
  widget_class->get_request_mode = koma_camera_view_get_request_mode;
  widget_class->measure = koma_camera_view_measure;
  widget_class->snapshot = koma_camera_view_snapshot;

  signals[SIGNAL_REGION_MOVED] = g_signal_new ("region-moved", KOMA_TYPE_CAMERA_VIEW,
                                               G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 0);

  gtk_widget_class_set_css_name (widget_class, "cameraview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  bind_keys (widget_class);
}

static void
koma_camera_view_init (KomaCameraView *self)
{
  GtkGesture         *drag = gtk_gesture_drag_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
    GTK_EVENT_CONTROLLER_SCROLL_VERTICAL | GTK_EVENT_CONTROLLER_SCROLL_DISCRETE);

  self->region.kind = KOMA_CAMERA_REGION_WHOLE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

void
koma_camera_view_set_texture (KomaCameraView *self,
                              GdkTexture     *texture)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (!g_set_object (&self->texture, texture))
    return;

  g_clear_object (&self->shown);
  self->is_new = texture != NULL;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The texture uses the memory of the picture and holds a reference to it. */
static GdkTexture *
create_texture (KomaPicture *picture)
{
  const gsize stride = picture->stride;
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
    picture->rgb, stride * picture->height, (GDestroyNotify) koma_picture_unref,
    koma_picture_ref (picture));

  return gdk_memory_texture_new ((int) picture->width, (int) picture->height, GDK_MEMORY_R8G8B8,
                                 bytes, stride);
}

void
koma_camera_view_show (KomaCameraView  *self,
                       KomaCamera      *camera,
                       KomaCameraFrame *frame)
{
  g_autoptr (GdkTexture) texture = create_texture (frame->picture);
  KomaCameraShown shown_as = { 0 };

  KOMA_ASSERT_MAIN_THREAD ();

  koma_camera_view_set_texture (self, texture);
  if (frame->shown != NULL)
    self->shown = create_texture (frame->shown);
  self->shown_as = frame->shown_as;
  shown_as = find_shown (self);
  koma_camera_set_shown (camera, &shown_as);
}

void
koma_camera_view_set_mirrored (KomaCameraView *self,
                               gboolean        is_mirrored)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_mirrored = is_mirrored;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

guint
koma_camera_view_get_n_drawn (KomaCameraView *self)
{
  return self->n_drawn;
}

void
koma_camera_view_set_region (KomaCameraView         *self,
                             const KomaCameraRegion *region)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->region = *region;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self),
                                   region->kind == KOMA_CAMERA_REGION_SQUARE ? "move" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const KomaCameraRegion *
koma_camera_view_get_region (KomaCameraView *self)
{
  return &self->region;
}
