/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Results as screen readers and speech say them. */
char *koma_spoken_name (const char *name);
char *koma_spoken_class (const char *name, double score);

G_END_DECLS
