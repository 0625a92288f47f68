/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// N_PARTS 1 to 8. params[1]: ELEMENTs of a line; from params[2]: ELEMENTs before a part in a line,
// ELEMENTs of the part in it.
INPUT (0, A, a_data)
INPUT (1, B, b_data)
INPUT (2, C, c_data)
INPUT (3, D, d_data)
INPUT (4, E, e_data)
INPUT (5, F, f_data)
INPUT (6, G, g_data)
INPUT (7, H, h_data)
#define TAKE(n, name) \
  if (n == N_PARTS - 1 || (n < N_PARTS && place < params[3 + n].x)) \
    return READ_ELEMENT (name, line * params[2 + n].y + place - params[2 + n].x);

ELEMENT
compute (int index)
{
  int line = index / params[1].x;
  int place = index - line * params[1].x;

  TAKE (0, a_data)
  TAKE (1, b_data)
  TAKE (2, c_data)
  TAKE (3, d_data)
  TAKE (4, e_data)
  TAKE (5, f_data)
  TAKE (6, g_data)
  TAKE (7, h_data)
  return ELEMENT (0.0);
}

EACH_INDEX (compute)
