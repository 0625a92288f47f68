/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-thumbnail-view.h"

#include "worker/koma-thread.h"

/**
 * KomaThumbnailView:
 *
 * Has a fixed size, so that a row never changes its height. The cache decodes
 * the JPEG; the picture appears without an animation.
 */
struct _KomaThumbnailView
{
  GtkWidget parent_instance;

  GtkWidget *symbol; /* (nullable) child (borrowed), made when it is needed */
  int        side;
  gboolean   is_broken;

  /* Owned. */
  KomaThumbnailCache *cache;
  GCancellable       *loading;
  GCancellable       *sharpening; /* (nullable) asked for, also if it failed */
  GBytes             *jpeg;
  GdkTexture         *texture;
};

G_DEFINE_FINAL_TYPE (KomaThumbnailView, koma_thumbnail_view, GTK_TYPE_WIDGET)

static void
koma_thumbnail_view_measure (GtkWidget     *widget,
                             GtkOrientation orientation,
                             int            for_size,
                             int           *minimum,
                             int           *natural,
                             int           *minimum_baseline,
                             int           *natural_baseline)
{
  KomaThumbnailView *self = KOMA_THUMBNAIL_VIEW (widget);
  int                ignored = 0;

  if (self->symbol != NULL)
    gtk_widget_measure (self->symbol, orientation, -1, &ignored, &ignored, NULL, NULL);
  *minimum = *natural = self->side;
}

static void
koma_thumbnail_view_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  KomaThumbnailView *self = KOMA_THUMBNAIL_VIEW (widget);

  if (self->symbol != NULL)
    gtk_widget_size_allocate (self->symbol, &(GtkAllocation){ 0, 0, width, height }, -1);
}

/* The texture covers the square. CSS overflow hides the parts outside. */
static void
snapshot_texture (KomaThumbnailView *self,
                  GtkSnapshot       *snapshot)
{
  int   width = gtk_widget_get_width (GTK_WIDGET (self));
  int   height = gtk_widget_get_height (GTK_WIDGET (self));
  float texture_w = gdk_texture_get_width (self->texture);
  float texture_h = gdk_texture_get_height (self->texture);
  float scale = MAX (width / texture_w, height / texture_h);
  float out_w = texture_w * scale;
  float out_h = texture_h * scale;

  gtk_snapshot_append_texture (snapshot, self->texture,
                               &GRAPHENE_RECT_INIT ((width - out_w) / 2, (height - out_h) / 2,
                                                    out_w, out_h));
}

static void
koma_thumbnail_view_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  KomaThumbnailView *self = KOMA_THUMBNAIL_VIEW (widget);

  if (self->texture != NULL)
    snapshot_texture (self, snapshot);
  else if (self->symbol != NULL)
    gtk_widget_snapshot_child (widget, self->symbol, snapshot);
}

static void
koma_thumbnail_view_dispose (GObject *object)
{
  KomaThumbnailView *self = KOMA_THUMBNAIL_VIEW (object);

  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_cancellable_cancel (self->sharpening);
  g_clear_object (&self->sharpening);
  g_clear_object (&self->cache);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->jpeg, g_bytes_unref);
  g_clear_pointer (&self->symbol, gtk_widget_unparent);

  G_OBJECT_CLASS (koma_thumbnail_view_parent_class)->dispose (object);
}

static void
koma_thumbnail_view_class_init (KomaThumbnailViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = koma_thumbnail_view_dispose;
  widget_class->measure = koma_thumbnail_view_measure;
  widget_class->size_allocate = koma_thumbnail_view_size_allocate;
  widget_class->snapshot = koma_thumbnail_view_snapshot;

  gtk_widget_class_set_css_name (widget_class, "thumbnail");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
koma_thumbnail_view_init (KomaThumbnailView *self)
{
  self->side = KOMA_THUMBNAIL_SIDE;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* In pixels; KOMA_THUMBNAIL_SIDE if it is never called. */
void
koma_thumbnail_view_set_side (KomaThumbnailView *self,
                              int                side)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->side = side;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
koma_thumbnail_view_set_cache (KomaThumbnailView  *self,
                               KomaThumbnailCache *cache)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_set_object (&self->cache, cache);
}

static void
show_texture (KomaThumbnailView *self,
              GdkTexture        *texture)
{
  if (g_set_object (&self->texture, texture))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* It is still to be made. */
static gboolean
is_awaited (GBytes *jpeg)
{
  return g_bytes_get_size (jpeg) == 0;
}

/* Most rows have a thumbnail, and never need one. */
static void
show_symbol (KomaThumbnailView *self)
{
  if (self->symbol == NULL) {
    self->symbol = g_object_new (GTK_TYPE_IMAGE, "accessible-role",
                                 GTK_ACCESSIBLE_ROLE_PRESENTATION, "pixel-size", 24, NULL);
    gtk_widget_set_parent (self->symbol, GTK_WIDGET (self));
  }
  gtk_image_set_from_icon_name (GTK_IMAGE (self->symbol), self->is_broken
                                                            ? "image-missing-symbolic"
                                                            : "image-x-generic-symbolic");
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaThumbnailView) self = KOMA_THUMBNAIL_VIEW (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  texture = koma_thumbnail_cache_load_finish (KOMA_THUMBNAIL_CACHE (source), result, &error);
  if (texture != NULL)
    show_texture (self, texture);
  /* Else the view shows another picture by now. */
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_symbol (self);
}

/**
 * koma_thumbnail_view_set_jpeg:
 * @self: a thumbnail
 * @jpeg: (nullable): the thumbnail to show; without bytes: koma_thumbnail_view_sharpen() makes it
 *
 * Shows @jpeg at once if it is in the cache, or as soon as it is decoded.
 */
void
koma_thumbnail_view_set_jpeg (KomaThumbnailView *self,
                              GBytes            *jpeg)
{
  GdkTexture *texture = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->jpeg == jpeg)
    return;

  g_cancellable_cancel (self->loading);
  g_clear_object (&self->loading);
  g_cancellable_cancel (self->sharpening);
  g_clear_object (&self->sharpening);
  g_clear_pointer (&self->jpeg, g_bytes_unref);
  self->jpeg = jpeg != NULL ? g_bytes_ref (jpeg) : NULL;

  if (jpeg != NULL && self->cache != NULL)
    texture = koma_thumbnail_cache_get (self->cache, jpeg);
  show_texture (self, texture);
  if (texture != NULL || jpeg == NULL || self->cache == NULL || is_awaited (jpeg))
    return;

  self->loading = g_cancellable_new ();
  koma_thumbnail_cache_load_async (self->cache, jpeg, self->loading, loaded_cb,
                                   g_object_ref (self));
}

/**
 * koma_thumbnail_view_set_broken:
 * @self: a thumbnail
 * @is_broken: the picture could not be read
 *
 * Where there is no thumbnail, shows a symbol that says so, or one of a picture.
 */
void
koma_thumbnail_view_set_broken (KomaThumbnailView *self,
                                gboolean           is_broken)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_broken = is_broken;
  if (self->jpeg == NULL || is_awaited (self->jpeg))
    show_symbol (self);
}

/* The longer side of a picture, which is cut to a square: the shorter must be large enough, too. */
static guint
get_sharp_side (KomaThumbnailView *self)
{
  return self->side * 4 / 3 * gtk_widget_get_scale_factor (GTK_WIDGET (self));
}

/**
 * koma_thumbnail_view_is_soft:
 * @self: a thumbnail
 * @is_large: larger than those that are kept of all pictures
 *
 * Returns: whether it has not been asked yet for a texture as large as it is on the screen, or for
 * any
 */
gboolean
koma_thumbnail_view_is_soft (KomaThumbnailView *self,
                             gboolean           is_large)
{
  const gboolean is_missing =
    self->jpeg != NULL && self->texture == NULL && is_awaited (self->jpeg);

  return (is_missing || (is_large && self->texture != NULL)) && self->sharpening == NULL &&
         !koma_thumbnail_cache_is_sharp (self->cache, self->jpeg, get_sharp_side (self));
}

static void
sharpened_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (KomaThumbnailView) self = KOMA_THUMBNAIL_VIEW (user_data);
  g_autoptr (GdkTexture) texture = NULL;

  texture = koma_thumbnail_cache_load_finish (KOMA_THUMBNAIL_CACHE (source), result, NULL);
  /* Else the view shows another picture by now, or the file has gone. */
  if (texture != NULL)
    show_texture (self, texture);
}

/* @request: for the picture that is shown, which is soft */
void
koma_thumbnail_view_sharpen (KomaThumbnailView *self,
                             KomaRequest       *request)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->sharpening = g_cancellable_new ();
  koma_thumbnail_cache_sharpen_async (self->cache, self->jpeg, request, get_sharp_side (self),
                                      self->sharpening, sharpened_cb, g_object_ref (self));
}

GdkTexture *
koma_thumbnail_view_get_texture (KomaThumbnailView *self)
{
  return self->texture;
}
