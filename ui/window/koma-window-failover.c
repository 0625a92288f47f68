/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person is told where another backend took the place of one that
 * failed in the middle of the work, and the way back. */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"

/**
 * koma_window_take_model_change:
 * @self: a window
 * @info: of koma_worker_watch_model()
 *
 * Shows how the model computes from now on.
 */
void
koma_window_take_model_change (KomaWindow    *self,
                               KomaModelInfo *info)
{
  koma_model_control_take_change (self->loader, info);
}

static void
failed_over_cb (KomaWindow *self)
{
  g_autofree char *text = koma_words_for_failover (koma_model_control_get_info (self->loader));

  koma_notice_show (self->notice, text, _ ("Try Again"), "win.reload-model");
}

/* Served by what was chosen again. */
static void
loaded_cb (KomaWindow *self)
{
  koma_notice_hide (self->notice);
}

static void
reload_cb (KomaWindow *self)
{
  koma_model_control_reload (self->loader);
}

void
koma_window_connect_failover (KomaWindow *self)
{
  g_autoptr (GSimpleAction) action = g_simple_action_new ("reload-model", NULL);

  g_signal_connect_swapped (action, "activate", G_CALLBACK (reload_cb), self);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  g_signal_connect_object (self->loader, "failed-over", G_CALLBACK (failed_over_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->loader, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
}
