/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "progress.h"

#include <gio/gio.h>

/**
 * koma_progress_report:
 * @progress: (nullable): %NULL does nothing
 * @fraction: of the work that is done, 0 … 1
 *
 * Errors: %G_IO_ERROR_CANCELLED if the callback returns %FALSE.
 *
 * Returns: whether to go on
 */
gboolean
koma_progress_report (const KomaProgress *progress,
                      double              fraction,
                      GError            **error)
{
  if (progress == NULL || progress->report (fraction, progress->user_data))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return FALSE;
}

static gboolean
report_part (double   fraction,
             gpointer user_data)
{
  const KomaProgressPart *part = user_data;

  return part->whole->report (part->from + fraction * (part->to - part->from),
                              part->whole->user_data);
}

/**
 * koma_progress_part:
 * @whole: (nullable): must outlive the part
 * @from: where in the whole the step begins, 0 … 1
 * @to: where it ends
 * @ret_part: (out caller-allocates): must stay where it is
 *
 * Returns: (transfer none) (nullable): what to give to the step; %NULL if
 *   there is no whole
 */
const KomaProgress *
koma_progress_part (const KomaProgress *whole,
                    double              from,
                    double              to,
                    KomaProgressPart   *ret_part)
{
  *ret_part = (KomaProgressPart){ { report_part, ret_part }, whole, from, to };
  return whole != NULL ? &ret_part->parent : NULL;
}
