/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef int (*KomaTestMain) (int    argc,
                             char **argv);

/* In place of main () in test-NAME.c. All tests of a folder are one program, because linking takes
 * time; `test-engine NAME [OPTIONS]` runs those of one file. */
#define KOMA_TEST_MAIN(argc, argv)                               \
  static int test_main (int    argc,                             \
                        char **argv);                            \
  static void __attribute__ ((constructor)) test_main_add (void) \
  {                                                              \
    koma_test_add (__FILE__, test_main);                         \
  }                                                              \
  static int test_main (int argc, char **argv)

/* Before main (). @file: "…/test-NAME.c" */
void koma_test_add (const char  *file,
                    KomaTestMain test_main);

G_END_DECLS
