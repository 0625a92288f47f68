/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* From one picture of a burst to the next, at most. Camera traps take 3 to 10 pictures when
 * something moves: half a second to two apart by day, longer by night, while the flash is charged.
 * Most then wait for ten seconds or longer. */
#define KOMA_BURST_GAP_US (5 * G_USEC_PER_SEC)

typedef struct
{
  KomaTaken taken;
  guint64   folder; /* of koma_burst_hash_folder () */
} KomaShot;

/* Shots that were taken together: a part of an order of all. */
typedef struct
{
  guint first;
  guint n; /* 2 at least */
} KomaBurst;

/* Of the folder that a file is in; without a path, pictures are as in one folder. */
guint64 koma_burst_hash_folder (const char *path); /* (nullable) */
/* (transfer full) (element-type KomaBurst) Thread: any. */
GArray *koma_burst_find (const KomaShot *shots, /* [n] in any order */
                         guint           n,
                         gint64          gap_us,
                         guint          *ret_order); /* [n] indices of shots */

G_END_DECLS
