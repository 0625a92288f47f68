/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Text as it is compared in a search: without case, accents and widths. */
char  *koma_search_text_fold (const char *text);
char **koma_search_text_split (const char *text); /* folded words; NULL-terminated, may be empty */

G_END_DECLS
