/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/graphdef/graphdef.pb-c.h"
#include "engine/formats/tensorflow/tf-graph.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* The parts of a GraphDef, as protobuf-c unpacked it. */
KomaTfNode  *koma_graphdef_read_node (const Koma__Tf__NodeDef *node_def,
                                      gsize                    index, /* for the error */
                                      GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
KomaTfGraph *koma_graphdef_read_nodes (Koma__Tf__GraphDef *graph_def, /* loses its nodes */
                                       GError            **error) G_GNUC_WARN_UNUSED_RESULT;
/* A serialised GraphDef; for the 2018 format and frozen graphs. */
KomaTfGraph *koma_graphdef_load (const char      *path,
                                 guint64          max_bytes,
                                 KomaContentHash *checksum, /* is fed the bytes */
                                 GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
