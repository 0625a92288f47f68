/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What goes on after a picture has been answered, or takes more and more. */
#include "attacks.h"

#include <pthread.h>

static void *
spin (void *data)
{
  for (;;)
    continue;
  return NULL;
}

static void *
sleep_on (void *data)
{
  for (;;)
    g_usleep (G_USEC_PER_SEC);
  return NULL;
}

static gboolean
start_thread (void *(*run) (void *) )
{
  pthread_attr_t attributes;
  pthread_t      thread;
  int            code = 0;

  pthread_attr_init (&attributes);
  pthread_attr_setstacksize (&attributes, 64 * 1024);
  code = pthread_create (&thread, &attributes, run, NULL);
  pthread_attr_destroy (&attributes);
  return code == 0;
}

void
attack_last (const char *name)
{
  if (g_str_equal (name, "compute behind Koma's back"))
    (void) start_thread (spin);
  if (g_str_equal (name, "start threads"))
    while (start_thread (sleep_on))
      continue;
}
