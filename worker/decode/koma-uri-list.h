/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* text/uri-list (RFC 2483), as other programs hand files over. Thread: any. */
void koma_uri_list_parse (const char *text, /* [size], no NUL at the end; NULL if there is none */
                          gsize       size,
                          GPtrArray  *files,     /* of GFile, with a path on this computer */
                          GPtrArray  *addresses); /* of the rest, owned strings */

G_END_DECLS
