/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
// What programs of both tiers compute with.

// GLSL ES leaves it to the driver whether there are NaNs at all, and min and max may return either
// operand where one is NaN: so its bits are looked at. Where the driver makes NaNs they stay.
bool
is_nan (float x)
{
  return (floatBitsToInt (x) & 0x7fffffff) > 0x7f800000;
}

bvec4
is_nan (vec4 x)
{
  return greaterThan (floatBitsToInt (x) & 0x7fffffff, ivec4 (0x7f800000));
}

float
clamp_result (float value)
{
  float bounded = min (max (value, intBitsToFloat (params[0].y)), intBitsToFloat (params[0].z));

  return is_nan (value) ? value : bounded;
}

vec4
clamp_result (vec4 value)
{
  vec4 bounded = min (max (value, intBitsToFloat (params[0].y)), intBitsToFloat (params[0].z));

  return mix (bounded, value, is_nan (value));
}

// NaN where one of the two is.
float
greater (float a, float b)
{
  return is_nan (a) ? a : is_nan (b) ? b : max (a, b);
}

vec4
greater (vec4 a, vec4 b)
{
  return mix (mix (max (a, b), b, is_nan (b)), a, is_nan (a));
}

float
less (float a, float b)
{
  return -greater (-a, -b);
}

vec4
less (vec4 a, vec4 b)
{
  return -greater (-a, -b);
}

// The language leaves exp and log some thousand times the error of a float. All after Cephes
// (S. Moshier), expf.c and logf.c.
//
// exp (r) - 1, where x = n log (2) + r; x within -104 and 89.
float
reduce_exp (float x, out int n)
{
  float whole = roundEven (x * 1.44269504);
  float r = (x - whole * 0.693359375) + whole * 2.12194440e-4;
  float p = ((((1.9875691500e-4 * r + 1.3981999507e-3) * r + 8.3334519073e-3) * r +
              4.1665795894e-2) * r + 1.6666665459e-1) * r + 5.0000001201e-1;

  n = int (whole);
  return p * r * r + r;
}

float
exact_exp (float x)
{
  int   n;
  float y = reduce_exp (clamp (x, -104.0, 89.0), n) + 1.0;
  int   half_n = n / 2;

  // In two steps, for the ends of the range.
  y = y * intBitsToFloat ((half_n + 127) << 23) * intBitsToFloat ((n - half_n + 127) << 23);
  return is_nan (x) ? x : y;
}

// exp (x) - 1 without cancellation; above 88 as of 88.
float
exact_expm1 (float x)
{
  int   n;
  float y = reduce_exp (clamp (x, -30.0, 88.0), n);
  float power = intBitsToFloat ((n + 127) << 23);

  return is_nan (x) ? x : power * y + (power - 1.0);
}

float
exact_tanh (float x)
{
  float y = exact_expm1 (2.0 * x);

  return x > 20.0 ? 1.0 : y / (y + 2.0);
}

// 1 from 4 on; the quotient of two polynomials that Eigen has.
float
exact_erf (float x)
{
  float bounded = clamp (x, -4.0, 4.0);
  float z = bounded * bounded;
  float p = (((((-2.72614225801306e-10 * z + 2.77068142495902e-08) * z -
                2.10102402082508e-06) * z - 5.69250639462346e-05) * z -
              7.34990630326855e-04) * z - 2.95459980854025e-03) * z - 1.60960333262415e-02;
  float q = (((-1.45660718464996e-05 * z - 2.13374055278905e-04) * z -
              1.68282697438203e-03) * z - 7.37332916720468e-03) * z - 1.42647390514189e-02;

  return is_nan (x) ? x : bounded * (p / q);
}

// log (1 + f) + n log (2), for 1 + f from 1 / sqrt (2) to sqrt (2).
float
sum_log (float f, float n)
{
  float z = f * f;
  float p = ((((((((7.0376836292e-2 * f - 1.1514610310e-1) * f + 1.1676998740e-1) * f -
                  1.2420140846e-1) * f + 1.4249322787e-1) * f - 1.6668057665e-1) * f +
               2.0000714765e-1) * f - 2.4999993993e-1) * f + 3.3333331174e-1) * f * z;

  return f + (p - n * 2.12194440e-4 - 0.5 * z) + n * 0.693359375;
}

float
exact_log (float x)
{
  int   bits = floatBitsToInt (x);
  int   e = (bits >> 23) - 126;
  float m = intBitsToFloat ((bits & 0x007fffff) | 0x3f000000);
  bool  is_low = m < 0.707106781;
  float result = sum_log (is_low ? m + m - 1.0 : m - 1.0, float (is_low ? e - 1 : e));

  if (x == 0.0)
    return intBitsToFloat (-8388608);
  if (x < 0.0 || is_nan (x))
    return intBitsToFloat (2143289344);
  return isinf (x) ? x : result;
}

// log (1 + x) for x from 0 to 1, which keeps a small result.
float
exact_log1p (float x)
{
  bool is_low = x < 0.414213562;

  return sum_log (is_low ? x : 0.5 * x - 0.5, is_low ? 0.0 : 1.0);
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
