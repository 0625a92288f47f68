/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Thread: any. */
gboolean koma_picture_name_is_picture (const char *name);

G_END_DECLS
