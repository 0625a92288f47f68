/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graphdef.h"

G_BEGIN_DECLS

/* Puts the nodes of functions in place of the calls that @roots need. */
gboolean koma_graphdef_inline (KomaTfGraph                     *graph,
                               const Koma__Tf__FunctionLibrary *library, /* (nullable) */
                               const GPtrArray                 *roots,   /* char * */
                               GError                         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
