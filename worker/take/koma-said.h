/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Who says something of a picture, and when. Thread: any. */

/* How the user of this computer is called. */
const char *koma_said_get_user (void);
/* (transfer full) ISO 8601, UTC */
char *koma_said_dup_time (gint64 said_us); /* since 1970, UTC */

G_END_DECLS
