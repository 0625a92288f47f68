/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Removes a file, or a folder with all that is in it; of a link only itself. */
void remove_tree (const char *path);

G_END_DECLS
