/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens a model as the program does, read by the box, and does nothing with it: what bench-open-
 * memory.py looks at. */

#include <stdlib.h>

#include "worker/box/koma-box.h"

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;

  g_assert_cmpint (argc, ==, 2);
  g_assert_true (koma_box_try (NULL));
  model = koma_box_load_model (argv[1], NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  koma_box_close ();
  return EXIT_SUCCESS;
}
