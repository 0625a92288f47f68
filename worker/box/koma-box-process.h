/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* A helper is this program again, with this one argument, and with this descriptor for its socket.
   */
#define KOMA_BOX_ARGUMENT "--decode-helper"
#define KOMA_BOX_SOCKET   3

/* How a helper ends where there is no more memory within its limit. */
#define KOMA_BOX_EXIT_MEMORY 12

gboolean koma_box_process_start (pid_t   *ret_pid,
                                 int     *ret_socket, /* (transfer full) */
                                 GError **error);
void     koma_box_process_kill (pid_t pid);
void     koma_box_process_pause (pid_t pid); /* it can do nothing, until … */
void     koma_box_process_resume (pid_t pid);
guint    koma_box_process_count_threads (pid_t pid); /* 0: the system does not tell */
char    *koma_box_process_wait (pid_t pid);          /* how it ended, in words */

G_END_DECLS
