/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether a function of the user gave a result. Languages other than C can end one with neither a
 * result nor an error: it returned nothing, or raised what is no GError. */
gboolean koma_callback_check (gconstpointer result, /* (nullable) */
                              GError       *own,    /* (transfer full) (nullable) */
                              const char   *wanted, /* "tensor" */
                              GError      **error);

G_END_DECLS
