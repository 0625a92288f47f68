/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* Threads may hold what they work with a moment longer than who made it: run
 * the main context until a weak pointer is NULL, 20 s at most. */
void wait_until_gone (gpointer *object);
void unref_and_wait (gpointer object);

G_END_DECLS
