/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a picture will fail again as long as its file is the same. */
gboolean koma_collection_is_failure_lasting (const GError *failure);
/* Such an error with this word of koma_sheet_get_error_code (). (nullable) there is none */
GError *koma_collection_make_failure (const char *code, const char *message);
/* The same, of any failure. */
GError *koma_collection_make_any_failure (const char *code, const char *message);

G_END_DECLS
