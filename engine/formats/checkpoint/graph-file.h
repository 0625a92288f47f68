/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/graphdef/graphdef.pb-c.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* The graph of a .meta or a .pbtxt file, binary or text. */
Koma__Tf__MetaGraphDef *koma_checkpoint_graph_read (const char      *path,
                                                    KomaContentHash *checksum,
                                                    GError         **error)
  G_GNUC_WARN_UNUSED_RESULT;
/* What the file "checkpoint" names as the newest. */
char *koma_checkpoint_state_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Whether a file begins as text that holds a graph, or the name of a checkpoint. */
gboolean koma_checkpoint_is_graph_text (const guint8 *head, gsize length);
gboolean koma_checkpoint_is_state_text (const guint8 *head, gsize length);

G_END_DECLS
