/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "assert-take-str.h"

void
assert_take_str (char       *got,
                 const char *wanted)
{
  g_assert_cmpstr (got, ==, wanted);
  g_free (got);
}
