/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
// What programs of both tiers compute with.

float
clamp_result (float value)
{
  return min (max (value, intBitsToFloat (params[0].y)), intBitsToFloat (params[0].z));
}

vec4
clamp_result (vec4 value)
{
  return min (max (value, intBitsToFloat (params[0].y)), intBitsToFloat (params[0].z));
}

// The language leaves exp and log some thousand times the error of a float. Both after Cephes
// (S. Moshier), expf.c and logf.c.
float
exact_exp (float x)
{
  float bounded = clamp (x, -104.0, 89.0);
  float n = roundEven (bounded * 1.44269504);
  float r = (bounded - n * 0.693359375) + n * 2.12194440e-4;
  float p = ((((1.9875691500e-4 * r + 1.3981999507e-3) * r + 8.3334519073e-3) * r +
              4.1665795894e-2) * r + 1.6666665459e-1) * r + 5.0000001201e-1;
  int   half_n = int (n) / 2;
  int   other = int (n) - half_n;

  // In two steps, for the ends of the range.
  return (p * r * r + r + 1.0) * intBitsToFloat ((half_n + 127) << 23) *
         intBitsToFloat ((other + 127) << 23);
}

float
exact_log (float x)
{
  int   bits = floatBitsToInt (x);
  int   e = (bits >> 23) - 126;
  float m = intBitsToFloat ((bits & 0x007fffff) | 0x3f000000);
  bool  is_low = m < 0.707106781;
  float f = is_low ? m + m - 1.0 : m - 1.0;
  float n = float (is_low ? e - 1 : e);
  float z = f * f;
  float p = ((((((((7.0376836292e-2 * f - 1.1514610310e-1) * f + 1.1676998740e-1) * f -
                  1.2420140846e-1) * f + 1.4249322787e-1) * f - 1.6668057665e-1) * f +
               2.0000714765e-1) * f - 2.4999993993e-1) * f + 3.3333331174e-1) * f * z;
  float result = f + (p - n * 2.12194440e-4 - 0.5 * z) + n * 0.693359375;

  if (x == 0.0)
    return intBitsToFloat (-8388608);
  if (x < 0.0 || isnan (x))
    return intBitsToFloat (2143289344);
  return isinf (x) ? x : result;
}

// Of the window of a pixel, params 1 to 4 being as window.c sets them: the first pixel of the picture
// that it lies in, and where it begins there. IS_BACKPROP: the taps go from the smaller picture to
// the larger.
void
locate (int pixel, out int picture, out ivec2 start)
{
  int   line = pixel / params[1].w;
  int   n_before = line / params[1].z;
  ivec2 place = ivec2 (line - n_before * params[1].z, pixel - line * params[1].w);

  picture = n_before * params[1].x * params[1].y;
#ifdef IS_BACKPROP
  start = place + params[3].zw;
#else
  start = place * params[2].zw - params[3].zw;
#endif
}

// Where tap @tap of a pixel reads; -1: nowhere.
int
find_pixel (int picture, ivec2 start, ivec2 tap)
{
#ifdef IS_BACKPROP
  ivec2 spread = start - tap * params[3].xy;
  ivec2 place = spread / params[2].zw;
  bool  is_inside = all (greaterThanEqual (spread, ivec2 (0))) && place * params[2].zw == spread;
#else
  ivec2 place = start + tap * params[3].xy;
  bool  is_inside = all (greaterThanEqual (place, ivec2 (0)));
#endif

  is_inside = is_inside && all (lessThan (place, params[1].xy));
  return is_inside ? picture + place.x * params[1].y + place.y : -1;
}
