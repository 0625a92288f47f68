/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* golden-models GOLDEN RESULTS: computes the parts "layers" and "training" of a folder of golden
 * data. */
#include "part-models.h"

int
main (int    argc,
      char **argv)
{
  if (argc != 3) {
    g_printerr ("golden-models GOLDEN RESULTS\n");
    return 2;
  }
  part_layers (argv[1], argv[2]);
  part_training (argv[1], argv[2]);
  return 0;
}
