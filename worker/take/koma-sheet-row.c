/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What all kinds of tables say of a row. */
#include "koma-sheet-private.h"

KomaModelInfo *
koma_sheet_get_info (KomaSheet           *self,
                     const KomaExportRow *row)
{
  if (row->result != NULL)
    return row->result->info;
  return row->info != NULL ? row->info : self->options.info;
}

/**
 * koma_sheet_get_provenance:
 *
 * Returns: whether a model was asked; else @ret_provenance is untouched
 */
gboolean
koma_sheet_get_provenance (KomaSheet           *self,
                           const KomaExportRow *row,
                           KomaProvenance      *ret_provenance)
{
  const KomaModelInfo *info = koma_sheet_get_info (self, row);

  if (info == NULL)
    return FALSE;
  koma_provenance_init (ret_provenance, info);
  return TRUE;
}

gboolean
koma_sheet_is_sure (KomaSheet  *self,
                    KomaResult *result)
{
  const double sure_from = self->options.sure_from;

  return koma_result_is_sure (result, sure_from == KOMA_SURE_BY_MODEL
                                        ? result->info->values.sure_from
                                        : sure_from);
}

char *
koma_sheet_dup_taken_at (const KomaExportRow *row)
{
  const gint64 time_us = row->result != NULL ? row->result->taken.time_us : 0;
  g_autoptr (GDateTime) epoch = g_date_time_new_from_unix_utc (0);
  g_autoptr (GDateTime) time = g_date_time_add (epoch, time_us);

  return time_us != 0 && time != NULL ? g_date_time_format_iso8601 (time) : NULL;
}

char *
koma_sheet_dup_camera (const KomaExportRow *row)
{
  const gint64 camera = row->result != NULL ? row->result->taken.camera : 0;

  return camera != 0 ? g_strdup_printf ("%016" G_GINT64_MODIFIER "x", camera) : NULL;
}
