/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tf-graph.h"

G_BEGIN_DECLS

gboolean   koma_tf_node_has_result (const KomaTfNode *node);
GPtrArray *koma_tf_list_outputs (const KomaTfGraph *tf); /* char *: "scores:0" */
void       koma_tf_name_outputs (KomaTfGraph *tf);       /* puts them into its list */

G_END_DECLS
