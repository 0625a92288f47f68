/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-reading.h"

/* Of a piece's score; the bundled model's scores are calibrated. */
#define SURE_FROM 0.8f

/**
 * koma_board_reading_free:
 * @self: (nullable) (transfer full): a reading
 *
 * Thread: any.
 */
void
koma_board_reading_free (KomaBoardReading *self)
{
  if (self == NULL)
    return;
  g_free (self->backend);
  g_free (self);
}

/**
 * koma_board_reading_is_doubtful:
 * @self: a reading
 * @square: from the top left, row by row
 *
 * Thread: any.
 *
 * Returns: whether somebody should look at that square
 */
gboolean
koma_board_reading_is_doubtful (const KomaBoardReading *self,
                                guint                   square)
{
  return self->sure[square] < SURE_FROM;
}

gboolean
koma_board_is_read_by (const KomaLabels *labels)
{
  for (guint i = 0; i < koma_labels_get_n (labels); i++) {
    KomaPiece piece = { 0 };

    if (!koma_piece_from_label (koma_labels_get (labels, i), &piece))
      return FALSE;
  }
  return TRUE;
}
