/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The files that training leaves: a name, and endings. */
#define KOMA_CHECKPOINT_STATE "checkpoint"
#define KOMA_CHECKPOINT_META  ".meta"
#define KOMA_CHECKPOINT_INDEX ".index"
#define KOMA_CHECKPOINT_TEXT  ".pbtxt"
/* The text of the graph, for all steps. */
#define KOMA_CHECKPOINT_GRAPH "graph" KOMA_CHECKPOINT_TEXT
