/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* NULL where the text is UTF-8, or in no encoding that can be told apart. */
char *koma_labels_to_utf8 (const char *text,
                           gsize       length,
                           const char *source,
                           gsize      *ret_length,
                           char      **ret_remark) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
