/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Gives what can not be read a name of its own beside the old one, "state.ini.damaged": it is not
 * lost, and nothing is overwritten. A folder stays where it is: Koma makes none of such a name, so
 * that it is somebody else's.
 * Returns: (nullable): its path now. Errors: %G_IO_ERROR_IS_DIRECTORY, those of koma_file_place ().
 * Thread: any. */
char *koma_set_aside (const char *path, GError **error);

G_END_DECLS
