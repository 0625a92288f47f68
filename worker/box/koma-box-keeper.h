/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* errno, 0: it was started */
typedef int (*KomaBoxSpawn) (int    socket,
                             pid_t *ret_pid);
/* Whether to look again. */
typedef gboolean (*KomaBoxLook) (void);

int  koma_box_keeper_start (KomaBoxSpawn spawn,
                            int          socket,
                            pid_t       *ret_pid);
void koma_box_keeper_watch (KomaBoxLook look);

G_END_DECLS
