/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tf-graph.h"

G_BEGIN_DECLS

/* The nodes (guint) that @roots need, in an order that can be computed.
 * @ret_cycle names nodes that wait for each other; NULL if there are none. */
GArray *koma_tf_order (const KomaTfGraph *graph,
                       const GArray      *roots, /* guint */
                       char             **ret_cycle,
                       GError           **error) G_GNUC_WARN_UNUSED_RESULT;

/* The nodes (guint) that references name. */
GArray *koma_tf_find_roots (const KomaTfGraph *graph,
                            const GPtrArray   *outputs, /* char * */
                            GError           **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
