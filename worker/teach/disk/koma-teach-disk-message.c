/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-disk-message.h"

/**
 * koma_teach_keep_new:
 *
 * Thread: main. Returns: (transfer full): with an empty record
 */
KomaTeachKeep *
koma_teach_keep_new (KomaRequest  *request,
                     GCancellable *cancellable)
{
  KomaTeachKeep *keep = g_new0 (KomaTeachKeep, 1);

  keep->request = koma_request_ref (request);
  keep->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  keep->record = g_new0 (KomaTeachExampleRecord, 1);
  return keep;
}

void
koma_teach_keep_free (KomaTeachKeep *keep)
{
  g_clear_pointer (&keep->record, koma_teach_example_record_free);
  g_clear_pointer (&keep->request, koma_request_unref);
  g_clear_object (&keep->cancellable);
  g_clear_error (&keep->error);
  g_free (keep);
}

/*< private >*/
void
koma_teach_disk_message_free (gpointer data)
{
  KomaTeachDiskMessage *message = data;

  g_clear_pointer (&message->replay, koma_teach_replay_free);
  g_clear_pointer (&message->examples, g_ptr_array_unref);
  g_strfreev (message->warnings);
  g_clear_pointer (&message->keep, koma_teach_keep_free);
  g_clear_error (&message->error);
  g_free (message);
}
