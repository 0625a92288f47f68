/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An address of the calling thread's own, the same until its very end: g_thread_self () may make
 * another GThread while thread-local data are destroyed. */
gconstpointer koma_thread_mark (void);

G_END_DECLS
