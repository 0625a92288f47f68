/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Linked to each test program whose pictures are decoded as Koma's are: before main(), the program
 * looks whether it was started as its own helper, and opens the box if not. */
#include <string.h>

#include "worker/box/koma-box-serve.h"
#include "worker/box/koma-box.h"

static __attribute__ ((constructor)) void
be_helper (int    argc,
           char **argv)
{
  if (argc == 2 && strcmp (argv[1], KOMA_BOX_ARGUMENT) == 0)
    koma_box_serve (KOMA_CONFINEMENT_ALL, &koma_box_readers);
  koma_box_open ();
}
