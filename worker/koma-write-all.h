/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Writes all of @data where @fd stands. FALSE: errno says why, and a part may be there. Thread: any
 * but main. */
gboolean koma_write_all (int           fd,
                         gconstpointer data,
                         gsize         size_bytes);

G_END_DECLS
