/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "unref-and-wait.h"

void
wait_until_gone (gpointer *object)
{
  for (guint i = 0; i < 20000 && *object != NULL; i++) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
  g_assert_null (*object);
}

void
unref_and_wait (gpointer object)
{
  g_object_add_weak_pointer (object, &object);
  g_object_unref (object);
  wait_until_gone (&object);
}
