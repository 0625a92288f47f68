/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* RFC 4180: quoted where it has to be, quotes doubled; no comma behind it. */
void koma_csv_append (GString *line, const char *text);

G_END_DECLS
