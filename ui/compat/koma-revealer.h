/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What slides down still claims its width while it is closed: large text would keep a window from
 * being narrow for a notice that is not there. From now on it does not. */
void koma_revealer_claim_nothing_when_closed (GtkRevealer *self);

G_END_DECLS
