/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/graphdef/graphdef.pb-c.h"
#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* Reads the attributes of a NodeDef into @node. */
gboolean koma_graphdef_attrs_read (const Koma__Tf__NodeDef *node_def,
                                   KomaTfNode              *node,
                                   GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_graphdef_shape_read (const Koma__Tf__TensorShape *shape, /* (nullable) */
                                   KomaShape                   *ret_shape,
                                   GError                     **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
