/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Makes one call of malloc () and its like fail, whichever library it comes from. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void     failing_memory_begin (guint at); /* the @at-th from now on, from 1 on */
gboolean failing_memory_end (void);       /* whether there were so many */

G_END_DECLS
