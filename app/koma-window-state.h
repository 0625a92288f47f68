/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-state.h"
#include "ui/window/koma-window.h"

G_BEGIN_DECLS

/* What one window leaves for that of the next start. Its model and its collection are opened
 * elsewhere: they depend on what that start asks for. */
void koma_window_state_save (KomaState        *state,
                             KomaModelChoices *choices, /* tells Koma's own model */
                             KomaWindow       *window);
void koma_window_state_restore (KomaState *state, KomaWindow *window);

G_END_DECLS
