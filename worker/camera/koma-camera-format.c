/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-format.h"

#include <math.h>

/* Fewer frames a second than this are not a moving picture. */
#define FLUENT_RATE 14.9
#define USUAL_RATE  30.0

/* A model sees 96 to 600 pixels of width, and a person a part of a window:
 * both of these are enough, and more costs time for nothing. */
static const struct
{
  double width;
  double height;
} TARGETS[] = { { 640, 480 }, { 1280, 720 } };

static double
get_rate (const KomaCameraFormat *format)
{
  return format->rate > 0 ? format->rate : USUAL_RATE;
}

/* In factors of two, to the nearer of the targets. */
static double
get_distance (const KomaCameraFormat *format)
{
  double nearest = G_MAXDOUBLE;

  for (guint i = 0; i < G_N_ELEMENTS (TARGETS); i++) {
    double distance = fabs (log2 (format->width / TARGETS[i].width)) +
                      fabs (log2 (format->height / TARGETS[i].height));

    nearest = MIN (nearest, distance);
  }
  return nearest;
}

/* 24, 25 and 30 are the same to the eye; 60 only costs twice as much. */
static double
get_rate_distance (const KomaCameraFormat *format)
{
  double rate = get_rate (format);

  return rate >= 23.9 && rate <= USUAL_RATE + 0.1 ? 0 : fabs (rate - USUAL_RATE);
}

static int
compare (double a,
         double b)
{
  return fabs (a - b) < 1e-6 ? 0 : a < b ? -1
                                         : 1;
}

/* Below 0: @a is better. */
static int
compare_formats (const KomaCameraFormat *a,
                 const KomaCameraFormat *b)
{
  const gboolean is_fluent = get_rate (a) >= FLUENT_RATE;
  int            order = (get_rate (b) >= FLUENT_RATE) - is_fluent;

  if (order == 0 && !is_fluent)
    order = compare (get_rate (b), get_rate (a));
  if (order == 0)
    order = compare (get_distance (a), get_distance (b));
  if (order == 0)
    order = compare (get_rate_distance (a), get_rate_distance (b));
  if (order == 0)
    order = (a->is_jpeg != FALSE) - (b->is_jpeg != FALSE);
  if (order == 0)
    order = compare ((double) a->width * a->height, (double) b->width * b->height);
  return order;
}

/*< private >
 * koma_camera_format_choose:
 * @formats: (array length=n_formats): what a camera offers
 * @n_formats: how many
 *
 * Those with 15 frames a second or more come first; then the nearest to
 * 640×480 or 1280×720, whichever is nearer; then a usual rate; then raw
 * pixels, which need no decoder; then fewer pixels. Among those that are all
 * slower than that, the fastest.
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): the one to take, the first of equals;
 *   %NULL of none
 */
const KomaCameraFormat *
koma_camera_format_choose (const KomaCameraFormat *formats,
                           guint                   n_formats)
{
  const KomaCameraFormat *best = NULL;

  for (guint i = 0; i < n_formats; i++) {
    if (formats[i].width > 0 && formats[i].height > 0 &&
        (best == NULL || compare_formats (&formats[i], best) < 0))
      best = &formats[i];
  }
  return best;
}
