/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* (element-type pid_t) The processes that any thread of @process has started and that are not
 * waited for yet; NULL where the kernel lists none. */
GArray *list_children (pid_t process);

G_END_DECLS
