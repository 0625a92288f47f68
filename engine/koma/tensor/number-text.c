/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "number-text.h"

#include <math.h>
#include <string.h>

#define MAX_DIGITS 17 /* that tell any two doubles apart */

/* The digits of a positive number, and where the point stands: 0.d1 d2 … · 10^point. The fewest
 * that are read back as the same number. */
static void
find_digits (double number,
             char  *digits /* [MAX_DIGITS + 1] */,
             int   *ret_point)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE] = "";

  for (guint n = 1; n <= MAX_DIGITS; n++) {
    char format[] = "%.00e";

    format[2] = '0' + (n - 1) / 10;
    format[3] = '0' + (n - 1) % 10;
    g_ascii_formatd (text, sizeof text, format, number);
    if (g_ascii_strtod (text, NULL) == number)
      break;
  }
  *ret_point = g_ascii_strtoll (strchr (text, 'e') + 1, NULL, 10) + 1;
  *strchr (text, 'e') = '\0';
  digits[0] = text[0];
  g_strlcpy (digits + 1, text[1] == '.' ? text + 2 : "", MAX_DIGITS);
}

/* ECMAScript, Number::toString: plain from 1e-6 to below 1e21. */
static void
append_digits (GString    *text,
               const char *digits,
               int         point)
{
  const int n = strlen (digits);

  if (point > 0 && point <= 21) {
    g_string_append_len (text, digits, MIN (n, point));
    for (int i = n; i < point; i++)
      g_string_append_c (text, '0');
    if (n > point)
      g_string_append_printf (text, ".%s", digits + point);
  } else if (point > -6 && point <= 0) {
    g_string_append (text, "0.");
    for (int i = point; i < 0; i++)
      g_string_append_c (text, '0');
    g_string_append (text, digits);
  } else {
    g_string_append_printf (text, "%c%s%se%+d", digits[0], n > 1 ? "." : "", digits + 1,
                            point - 1);
  }
}

/**
 * koma_number_to_text:
 *
 * Returns: (transfer full): the shortest text that is read back as @number: "0.1", "1e-7", "NaN"
 */
char *
koma_number_to_text (double number)
{
  g_autoptr (GString) text = g_string_new (number < 0 ? "-" : "");
  char digits[MAX_DIGITS + 1] = "";
  int  point = 0;

  if (isnan (number))
    return g_strdup ("NaN");
  if (number == 0)
    return g_strdup ("0");
  if (isinf (number)) {
    g_string_append (text, "Infinity");
  } else {
    find_digits (fabs (number), digits, &point);
    append_digits (text, digits, point);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * koma_float_to_text:
 *
 * Returns: (transfer full): @number rounded to seven decimals, without zeros at the end
 */
char *
koma_float_to_text (float number)
{
  const double unit = 1e7;
  /* Exact: 24 bits by the 17 bits of 5^7. Half a unit goes away from zero, as in toFixed (). */
  const double rounded = floor (fabs (number * unit) + 0.5) / unit;

  /* From 2^24 on there is no fraction. */
  return koma_number_to_text (fabsf (number) < 1 << 24 ? copysign (rounded, number) : number);
}
