/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-caps.h"

#include "koma-camera-format.h"

#include <string.h>

/* Where a camera offers every size between two, these are tried. */
static const int WIDTHS[] = { 640, 1280 };
static const int HEIGHTS[] = { 480, 720 };
#define RATE 30.0

/* Of a number, a list, or a range (of which, those next to @wanted). */
static void
collect_ints (const GValue *value,
              const int    *wanted, /* [2] */
              GArray       *ints)
{
  if (value == NULL)
    return;
  if (G_VALUE_HOLDS_INT (value)) {
    int number = g_value_get_int (value);

    g_array_append_val (ints, number);
  } else if (GST_VALUE_HOLDS_LIST (value)) {
    for (guint i = 0; i < gst_value_list_get_size (value); i++)
      collect_ints (gst_value_list_get_value (value, i), wanted, ints);
  } else if (GST_VALUE_HOLDS_INT_RANGE (value)) {
    const int low = gst_value_get_int_range_min (value);
    const int step = MAX (gst_value_get_int_range_step (value), 1);

    for (guint i = 0; i < 2; i++) {
      int number = CLAMP (wanted[i], low, gst_value_get_int_range_max (value));

      number -= (number - low) % step;
      g_array_append_val (ints, number);
    }
  }
}

static double
to_double (const GValue *fraction)
{
  return (double) gst_value_get_fraction_numerator (fraction) /
         MAX (gst_value_get_fraction_denominator (fraction), 1);
}

static void
collect_rates (const GValue *value,
               GArray       *rates)
{
  double rate = 0;

  if (value == NULL || GST_VALUE_HOLDS_FRACTION (value)) {
    rate = value != NULL ? to_double (value) : 0;
    g_array_append_val (rates, rate);
  } else if (GST_VALUE_HOLDS_LIST (value)) {
    for (guint i = 0; i < gst_value_list_get_size (value); i++)
      collect_rates (gst_value_list_get_value (value, i), rates);
  } else if (GST_VALUE_HOLDS_FRACTION_RANGE (value)) {
    rate = CLAMP (RATE, to_double (gst_value_get_fraction_range_min (value)),
                  to_double (gst_value_get_fraction_range_max (value)));
    g_array_append_val (rates, rate);
  }
}

static void
collect_formats (const GstStructure *structure,
                 guint               index,
                 GArray             *formats)
{
  g_autoptr (GArray) widths = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) heights = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) rates = g_array_new (FALSE, FALSE, sizeof (double));
  KomaCameraFormat format = { .index = index };

  format.is_jpeg = gst_structure_has_name (structure, "image/jpeg");
  collect_ints (gst_structure_get_value (structure, "width"), WIDTHS, widths);
  collect_ints (gst_structure_get_value (structure, "height"), HEIGHTS, heights);
  collect_rates (gst_structure_get_value (structure, "framerate"), rates);
  for (guint w = 0; w < widths->len; w++) {
    format.width = MAX (g_array_index (widths, int, w), 0);
    for (guint h = 0; h < heights->len; h++) {
      format.height = MAX (g_array_index (heights, int, h), 0);
      for (guint r = 0; r < rates->len; r++) {
        format.rate = g_array_index (rates, double, r);
        g_array_append_val (formats, format);
      }
    }
  }
}

/* Whether this program can read it: pixels or JPEG, in memory of the computer. */
static gboolean
is_readable (const GstCaps *caps,
             guint          index)
{
  const GstStructure    *structure = gst_caps_get_structure (caps, index);
  const GstCapsFeatures *features = gst_caps_get_features (caps, index);

  return (gst_structure_has_name (structure, "video/x-raw") ||
          gst_structure_has_name (structure, "image/jpeg")) &&
         gst_caps_features_is_equal (features, GST_CAPS_FEATURES_MEMORY_SYSTEM_MEMORY);
}

/* Of all rates that the camera has, the one that was chosen; as the camera
 * writes it: 30000/1001 is not 29.97. */
static void
fix_rate (GstStructure *structure,
          double        rate)
{
  const GValue *value = gst_structure_get_value (structure, "framerate");

  if (value == NULL || GST_VALUE_HOLDS_FRACTION (value))
    return;
  if (GST_VALUE_HOLDS_LIST (value)) {
    for (guint i = 0; i < gst_value_list_get_size (value); i++) {
      const GValue *each = gst_value_list_get_value (value, i);

      if (GST_VALUE_HOLDS_FRACTION (each) && to_double (each) == rate) {
        gst_structure_set (structure, "framerate", GST_TYPE_FRACTION,
                           gst_value_get_fraction_numerator (each),
                           gst_value_get_fraction_denominator (each), NULL);
        return;
      }
    }
  }
  gst_structure_fixate_field_nearest_fraction (structure, "framerate", (int) (rate + 0.5), 1);
}

/*< private >
 * koma_camera_caps_choose:
 * @caps: what a camera offers
 * @ret_is_jpeg: return location for whether it is to be decoded
 *
 * Chooses size, rate and kind by koma_camera_format_choose(). Of raw pixels
 * their order may be left open.
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): what the camera is to be asked for;
 *   %NULL where it offers nothing that can be read
 */
GstCaps *
koma_camera_caps_choose (const GstCaps *caps,
                         gboolean      *ret_is_jpeg)
{
  g_autoptr (GArray) formats = g_array_new (FALSE, FALSE, sizeof (KomaCameraFormat));
  const KomaCameraFormat *chosen = NULL;
  GstStructure           *structure = NULL;

  for (guint i = 0; i < gst_caps_get_size (caps); i++) {
    if (is_readable (caps, i))
      collect_formats (gst_caps_get_structure (caps, i), i, formats);
  }
  chosen = koma_camera_format_choose ((const KomaCameraFormat *) (gpointer) formats->data,
                                      formats->len);
  if (chosen == NULL)
    return NULL;

  structure = gst_structure_copy (gst_caps_get_structure (caps, chosen->index));
  gst_structure_set (structure, "width", G_TYPE_INT, (int) chosen->width,
                     "height", G_TYPE_INT, (int) chosen->height, NULL);
  fix_rate (structure, chosen->rate);
  *ret_is_jpeg = chosen->is_jpeg;
  return gst_caps_new_full (structure, NULL);
}
