/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Leaves of files that are one model the one that is opened. */
void koma_model_join_files (GPtrArray *paths); /* (element-type filename) also without folders */

G_END_DECLS
