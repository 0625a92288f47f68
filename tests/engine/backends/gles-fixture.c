/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "gles-fixture.h"

#include "engine/backends/backends.h"

typedef void (*Test) (void);

static void
run_if_here (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *device = NULL;

  if (koma_backends_find ("gles", NULL)->probe (&device, &error))
    ((Test) data) ();
  else
    g_test_skip (error->message);
}

void
gles_fixture_add (const char *path,
                  void (*test) (void))
{
  g_test_add_data_func (path, test, run_if_here);
}
