/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Sets a G_IO_ERROR of errno, a whole sentence in the user's language. Returns FALSE. */
gboolean koma_fail_errno (GError **error, int code, const char *path);

G_END_DECLS
