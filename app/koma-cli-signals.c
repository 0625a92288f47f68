/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-signals.h"

#include <signal.h>

#include <glib-unix.h>

static void
tell (KomaCliSignals *self,
      int             signal)
{
  koma_cli_signals_disconnect (self);
  self->func (self->data, signal);
}

static gboolean
interrupted_cb (gpointer data)
{
  tell (data, SIGINT);
  return G_SOURCE_CONTINUE; /* it is removed already */
}

static gboolean
terminated_cb (gpointer data)
{
  tell (data, SIGTERM);
  return G_SOURCE_CONTINUE;
}

void
koma_cli_signals_connect (KomaCliSignals   *self,
                          KomaCliSignalFunc func,
                          gpointer          data)
{
  self->func = func;
  self->data = data;
  self->sources[0] = g_unix_signal_add (SIGINT, interrupted_cb, self);
  self->sources[1] = g_unix_signal_add (SIGTERM, terminated_cb, self);
}

void
koma_cli_signals_disconnect (KomaCliSignals *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sources); i++)
    g_clear_handle_id (&self->sources[i], g_source_remove);
}
