/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-slots.h"

static void
clear_slot (KomaCliSlot *slot)
{
  g_clear_pointer (&slot->path, g_free);
  g_clear_pointer (&slot->request, koma_request_unref);
  g_clear_pointer (&slot->result, koma_result_unref);
  g_clear_error (&slot->error);
  g_clear_pointer (&slot->thumbnail, g_bytes_unref);
  koma_cli_kept_clear (&slot->kept);
}

void
koma_cli_slots_clear (KomaCliSlots *self)
{
  g_clear_pointer (&self->report, koma_cli_report_free);
  for (guint i = 0; i < KOMA_CLI_MAX_SLOTS; i++)
    clear_slot (&self->slots[i]);
}

gboolean
koma_cli_slots_are_full (const KomaCliSlots *self)
{
  return self->n_sent - self->n_printed >= KOMA_CLI_MAX_SLOTS;
}

KomaCliSlot *
koma_cli_slots_get (KomaCliSlots *self,
                    guint64       key)
{
  return &self->slots[key % KOMA_CLI_MAX_SLOTS];
}

KomaCliSlot *
koma_cli_slots_add (KomaCliSlots      *self,
                    char              *path,
                    const KomaRequest *what)
{
  KomaRequest  values = *what;
  KomaCliSlot *slot = koma_cli_slots_get (self, self->n_sent);

  values.key = self->n_sent++;
  slot->path = path;
  slot->request = koma_request_new (&values);
  return slot;
}

gboolean
koma_cli_slots_was_taken_back (const KomaCliSlots *self,
                               const KomaCliSlot  *slot)
{
  return self->is_ending && g_error_matches (slot->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static KomaExportRow *
make_row (const KomaCliSlot *slot)
{
  KomaRequest   *request = slot->request;
  KomaExportRow *row =
    request->grid != NULL ? koma_export_row_new_for_cell (request->grid, request->cell, slot->path)
                          : koma_export_row_new_for_file (request->file, slot->path);
  GBytes *thumbnail = slot->result != NULL && slot->result->thumbnail != NULL
                        ? slot->result->thumbnail
                        : slot->thumbnail;

  row->result = slot->result != NULL ? koma_result_ref (slot->result) : NULL;
  row->error = slot->result == NULL ? g_error_copy (slot->error) : NULL;
  row->thumbnail = thumbnail != NULL ? g_bytes_ref (thumbnail) : NULL;
  row->sha256 = g_strdup (slot->kept.known.sha256);
  if (slot->kept.known.correction != NULL)
    row->correction = koma_correction_ref (slot->kept.known.correction);
  if (slot->kept.known.rating != NULL)
    row->rating = koma_rating_ref (slot->kept.known.rating);
  return row;
}

static void
print_slot (KomaCliSlots      *self,
            const KomaCliSlot *slot)
{
  g_autoptr (KomaExportRow) row = NULL;

  if (koma_cli_slots_was_taken_back (self, slot))
    return;
  row = make_row (slot);
  koma_cli_report_add (self->report, row);
  koma_cli_collection_add_sha256 (self->collection, slot->path, &slot->kept, row->sha256);
  self->n_failed += slot->result == NULL;
}

void
koma_cli_slots_print (KomaCliSlots *self)
{
  KomaCliSlot *slot = koma_cli_slots_get (self, self->n_printed);

  while (slot->result != NULL || slot->error != NULL) {
    print_slot (self, slot);
    clear_slot (slot);
    slot = koma_cli_slots_get (self, ++self->n_printed);
  }
}
