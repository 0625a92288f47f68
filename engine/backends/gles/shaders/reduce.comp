/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// FIRST, APPLY(a, b), LAST(a, n). params[1]: loops that are kept, that are reduced, elements that
// are reduced, first of the params with the reduced loops; from params[2]: size, stride.
// Elements are taken in blocks: so a long sum keeps its last digits.
#define BLOCK 64

INPUT (0, In, in_data)
OUTPUT (1, Out)

int
find_place (int index, int first, int n_loops)
{
  int rest = index;
  int place = 0;

  for (int d = first + n_loops - 1; d > first; d--) {
    int next = rest / params[d].x;

    place += (rest - next * params[d].x) * params[d].y;
    rest = next;
  }
  return place + rest * params[first].y;
}

ELEMENT
compute (int index)
{
  int     n_reduced = params[1].z;
  ELEMENT result = ELEMENT (FIRST);

  int start = find_place (index, 2, params[1].x);
  for (int begin = 0; begin < n_reduced; begin += BLOCK) {
    int     end = min (begin + BLOCK, n_reduced);
    ELEMENT part = ELEMENT (FIRST);

    for (int i = begin; i < end; i++) {
      int     place = i * params[params[1].w].y;
      if (params[1].y > 1)
        place = find_place (i, params[1].w, params[1].y);
      ELEMENT element = READ_ELEMENT (in_data, start + place);
      part = APPLY (part, element);
    }
    result = APPLY (result, part);
  }
  return clamp_result (LAST (result, float (n_reduced)));
}

EACH_INDEX (compute)
