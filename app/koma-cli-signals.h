/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Called once, from the main loop, with SIGINT or SIGTERM. A second signal finds no handler and
 * ends the program. */
typedef void (*KomaCliSignalFunc) (gpointer data, int signal);

typedef struct
{
  KomaCliSignalFunc func;
  gpointer          data;
  guint             sources[2];
} KomaCliSignals;

/* @self stays where it is until it is disconnected. Thread: main. */
void koma_cli_signals_connect (KomaCliSignals *self, KomaCliSignalFunc func, gpointer data);
void koma_cli_signals_disconnect (KomaCliSignals *self);

G_END_DECLS
