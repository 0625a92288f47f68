/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-flight.h"

#include <adwaita.h>

#include "worker/koma-thread.h"

#define DURATION_MS 220

struct _KomaPictureFlight
{
  GtkWidget parent_instance;

  /* Owned; NULL while nothing flies. */
  GdkTexture          *texture;
  AdwAnimation        *animation;
  GtkWidget           *hidden; /* (nullable) until the end */
  graphene_rect_t      from;
  gboolean             is_whole;
  KomaPictureFlightEnd end;
  gpointer             user_data;
  GDestroyNotify       destroy;
};

G_DEFINE_FINAL_TYPE (KomaPictureFlight, koma_picture_flight, GTK_TYPE_WIDGET)

static void
hide (KomaPictureFlight *self,
      GtkWidget         *widget) /* (nullable) */
{
  if (self->hidden == widget)
    return;
  if (self->hidden != NULL)
    gtk_widget_set_opacity (self->hidden, 1.0);
  g_set_object (&self->hidden, widget);
  if (widget != NULL)
    gtk_widget_set_opacity (widget, 0.0);
}

static void
finish (KomaPictureFlight *self)
{
  if (self->texture == NULL)
    return;
  hide (self, NULL);
  g_clear_object (&self->animation);
  g_clear_object (&self->texture);
  g_clear_pointer (&self->user_data, self->destroy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Where it is ---- */

static graphene_rect_t
centre (const graphene_rect_t *area,
        GdkTexture            *texture,
        gboolean               is_whole) /* else nothing of @area is left */
{
  const float width = (float) gdk_texture_get_width (texture);
  const float height = (float) gdk_texture_get_height (texture);
  const float x = area->size.width / width;
  const float y = area->size.height / height;
  const float scale = is_whole ? MIN (x, y) : MAX (x, y);

  return GRAPHENE_RECT_INIT (area->origin.x + (area->size.width - width * scale) / 2,
                             area->origin.y + (area->size.height - height * scale) / 2,
                             width * scale, height * scale);
}

static gboolean
find_end (KomaPictureFlight *self,
          graphene_rect_t   *ret_area)
{
  GtkWidget *widget = self->end (self->user_data);

  if (widget == NULL || !gtk_widget_compute_bounds (widget, GTK_WIDGET (self), ret_area) ||
      ret_area->size.width < 1 || ret_area->size.height < 1)
    return FALSE;
  if (self->is_whole) {
    hide (self, widget);
    *ret_area = centre (ret_area, self->texture, TRUE);
  }
  return TRUE;
}

static void
koma_picture_flight_snapshot (GtkWidget   *widget,
                              GtkSnapshot *snapshot)
{
  KomaPictureFlight *self = KOMA_PICTURE_FLIGHT (widget);
  graphene_rect_t    area, to, whole;

  if (self->texture == NULL)
    return;
  area = self->from;
  if (find_end (self, &to))
    graphene_rect_interpolate (&self->from, &to, adw_animation_get_value (self->animation), &area);
  whole = centre (&area, self->texture, FALSE);
  gtk_snapshot_push_clip (snapshot, &area);
  gtk_snapshot_append_texture (snapshot, self->texture, &whole);
  gtk_snapshot_pop (snapshot);
}

static void
draw_cb (double   value,
         gpointer user_data)
{
  gtk_widget_queue_draw (user_data);
}

/* ---- Object ---- */

static void
koma_picture_flight_dispose (GObject *object)
{
  finish (KOMA_PICTURE_FLIGHT (object));

  G_OBJECT_CLASS (koma_picture_flight_parent_class)->dispose (object);
}

static void
koma_picture_flight_class_init (KomaPictureFlightClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_picture_flight_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = koma_picture_flight_snapshot;

  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass),
                                        GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
koma_picture_flight_init (KomaPictureFlight *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

void
koma_picture_flight_start (KomaPictureFlight   *self,
                           GdkTexture          *texture,
                           GtkWidget           *from,
                           gboolean             is_whole,
                           KomaPictureFlightEnd end,
                           gpointer             user_data,
                           GDestroyNotify       destroy)
{
  AdwAnimationTarget *target = NULL;
  graphene_rect_t     area;

  KOMA_ASSERT_MAIN_THREAD ();

  finish (self);
  if (texture == NULL || from == NULL || !adw_get_enable_animations (GTK_WIDGET (self)) ||
      !gtk_widget_compute_bounds (from, GTK_WIDGET (self), &area)) {
    destroy (user_data);
    return;
  }
  self->texture = g_object_ref (texture);
  self->from = is_whole ? area : centre (&area, texture, TRUE);
  self->is_whole = is_whole;
  self->end = end;
  self->user_data = user_data;
  self->destroy = destroy;
  target = adw_callback_animation_target_new (
    draw_cb, self, NULL);
  self->animation = adw_timed_animation_new (GTK_WIDGET (self), 0, 1, DURATION_MS, target);
  g_signal_connect_object (self->animation, "done", G_CALLBACK (finish), self, G_CONNECT_SWAPPED);
  adw_animation_play (self->animation);
}
