/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Paths of all files in a folder and in the folders within; none where it is not there. */
GPtrArray *list_files (const char *folder);

G_END_DECLS
