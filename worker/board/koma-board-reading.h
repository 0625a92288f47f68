/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* A shogi board in a picture. Immutable once its reader has returned it; any thread. */
typedef struct
{
  /* Of the playing field, in pixels of the file's picture, held upright: top left, top right,
   * bottom right, bottom left as Black sees them. */
  KomaPoint corners[4];
  /* What the squares show; the hands are empty, Black is to move. */
  KomaPosition position;
  float        sure[KOMA_POSITION_SQUARES]; /* 0 … 1, the score of each square's piece */
  double       mean_sure;
  double       lines;   /* how well lines are seen, 1: perfectly; 0: not searched */
  char        *backend; /* that classified the squares */
  guint        source_width;
  guint        source_height;
} KomaBoardReading;

void     koma_board_reading_free (KomaBoardReading *self);
gboolean koma_board_reading_is_doubtful (const KomaBoardReading *self, guint square);

/* Whether all of a model's classes are pieces of shogi, or the empty square. */
gboolean koma_board_is_read_by (const KomaLabels *labels);

void              koma_board_read_async (KomaWorker         *worker,
                                         KomaRequest        *request,
                                         const KomaPoint    *corners, /* (nullable) [4] */
                                         GCancellable       *cancellable,
                                         GAsyncReadyCallback callback,
                                         gpointer            user_data);
KomaBoardReading *koma_board_read_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaBoardReading, koma_board_reading_free)

G_END_DECLS
