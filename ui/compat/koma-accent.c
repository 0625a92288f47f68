/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-accent.h"

#include <math.h>

/* Contrasts as in WCAG 2.2: of words on a background, and of bold words on a button. */
#define CONTRAST_OF_WORDS  4.5
#define CONTRAST_OF_BUTTON 3.0
#define STEP               0.02

static const GdkRGBA black = { 0.0, 0.0, 0.0, 1.0 };
static const GdkRGBA white = { 1.0, 1.0, 1.0, 1.0 };

/* @window_bg_color of libadwaita 1.2. */
static const GdkRGBA light_window = { 0.980, 0.980, 0.980, 1.0 };
static const GdkRGBA dark_window = { 0.141, 0.141, 0.141, 1.0 };

/**
 * koma_accent_read:
 * @value: “accent-color” of the settings portal
 * @ret_colour: (out): unchanged where there is none
 *
 * Returns: whether @value is a colour; the portal says by one out of range that none is set
 */
gboolean
koma_accent_read (GVariant *value,
                  GdkRGBA  *ret_colour)
{
  double parts[3];

  if (!g_variant_is_of_type (value, G_VARIANT_TYPE ("(ddd)")))
    return FALSE;
  g_variant_get (value, "(ddd)", &parts[0], &parts[1], &parts[2]);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!(parts[i] >= 0.0 && parts[i] <= 1.0)) /* not a number, neither */
      return FALSE;
  *ret_colour = (GdkRGBA){ parts[0], parts[1], parts[2], 1.0 };
  return TRUE;
}

static double
make_linear (double part)
{
  return part <= 0.04045 ? part / 12.92 : pow ((part + 0.055) / 1.055, 2.4);
}

static double
measure_luminance (const GdkRGBA *colour)
{
  return 0.2126 * make_linear (colour->red) + 0.7152 * make_linear (colour->green) +
         0.0722 * make_linear (colour->blue);
}

static double
measure_contrast (const GdkRGBA *one,
                  const GdkRGBA *other)
{
  const double first = measure_luminance (one), second = measure_luminance (other);

  return (MAX (first, second) + 0.05) / (MIN (first, second) + 0.05);
}

static GdkRGBA
mix (const GdkRGBA *from,
     const GdkRGBA *to,
     double         share)
{
  return (GdkRGBA){ from->red + (to->red - from->red) * share,
                    from->green + (to->green - from->green) * share,
                    from->blue + (to->blue - from->blue) * share, 1.0 };
}

/* The first on the way from @accent to black or white that can be read on a window. */
static GdkRGBA
choose_words (const GdkRGBA *accent,
              gboolean       is_dark)
{
  const GdkRGBA *window = is_dark ? &dark_window : &light_window;
  const GdkRGBA *goal = is_dark ? &white : &black;
  GdkRGBA        words = *accent;

  for (double share = STEP; measure_contrast (&words, window) < CONTRAST_OF_WORDS; share += STEP)
    words = mix (accent, goal, MIN (share, 1.0));
  return words;
}

/**
 * koma_accent_make_css:
 * @accent: what the user has chosen
 * @is_dark: whether windows are
 *
 * The colours that libadwaita before 1.6 paints blue: buttons and bars in @accent itself, white or
 * black on them, and words in a shade of it that can be read.
 *
 * Returns: (transfer full): CSS
 */
char *
koma_accent_make_css (const GdkRGBA *accent,
                      gboolean       is_dark)
{
  const GdkRGBA    words_colour = choose_words (accent, is_dark);
  const gboolean   is_white = measure_contrast (accent, &white) >= CONTRAST_OF_BUTTON;
  g_autofree char *background = gdk_rgba_to_string (accent);
  g_autofree char *words = gdk_rgba_to_string (&words_colour);

  return g_strdup_printf ("@define-color accent_bg_color %s;\n"
                          "@define-color accent_fg_color %s;\n"
                          "@define-color accent_color %s;\n",
                          background, is_white ? "white" : "black", words);
}
