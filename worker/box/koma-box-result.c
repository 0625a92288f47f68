/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-result.h"

#include <stdlib.h>
#include <string.h>

#include "engine/koma-app.h"
#include "koma-box-helper-private.h"

/* Smaller ones that come again and again are cheaper from malloc (), which keeps their pages. */
#define LARGE_PICTURE_BYTES ((gsize) 32 << 20)

static void
free_data (const KomaBoxResult *self)
{
  if (self->mapped_bytes > 0)
    koma_box_result_unmap (GSIZE_TO_POINTER (self->mapped_bytes), self->data);
  else
    g_free (self->data);
}

static gboolean
make_room (KomaBoxResult *self,
           gsize          size_bytes,
           gboolean       is_picture,
           GError       **error)
{
  const gsize large_bytes = is_picture ? LARGE_PICTURE_BYTES : KOMA_PAGES_WORTH_BYTES;
  void       *data = NULL;

  *self = (KomaBoxResult){ NULL, 0 };
  if (size_bytes >= large_bytes) {
    self->data = koma_pages_map (size_bytes);
    self->mapped_bytes = self->data != NULL ? size_bytes : 0;
  } else if (posix_memalign (&data, KOMA_MEMORY_ALIGNMENT, size_bytes) == 0) {
    self->data = data;
  }
  if (self->data == NULL)
    return koma_fail (error, KOMA_ERROR_MEMORY, "out of memory for %" G_GSIZE_FORMAT " bytes",
                      size_bytes);
  return TRUE;
}

/* Each part once; the helper may write to it at any time. */
static gboolean
copy_part (const KomaBoxResult  *self,
           KomaBoxHelper        *helper,
           const KomaBoxMessage *message,
           gsize                 n_left,
           gsize                 n_done,
           GError              **error)
{
  const gsize n = message->part_bytes;

  if (n == 0 || n > n_left || n > helper->output.size_bytes)
    return koma_box_helper_fail_killed (helper, "it told a size that can not be", error);
  memcpy (self->data + n_done, helper->output.data, n);
  return TRUE;
}

static gboolean
next_part (KomaBoxHelper  *helper,
           GCancellable   *cancellable,
           KomaBoxMessage *ret_message,
           GError        **error)
{
  KomaBoxMessage answer = { .kind = KOMA_BOX_GRANT };

  return koma_box_helper_say (helper, &answer, -1, error) &&
         koma_box_helper_receive (helper, cancellable, ret_message, error) &&
         (ret_message->kind == KOMA_BOX_PART ||
          koma_box_helper_fail_killed (helper, "it said what nobody understands", error));
}

/**
 * koma_box_result_take:
 * @done: what the helper said when it was done: the first part is in the output
 * @size_bytes: of all parts, 1 or more; the caller has checked it
 * @room_bytes: of memory for them, and for what comes from elsewhere
 * @cancellable: (nullable): ends the helper
 * @error: return location
 *
 * Errors: %KOMA_ERROR_MEMORY; %G_IO_ERROR_BROKEN_PIPE where the helper ended or lied;
 * %G_IO_ERROR_CANCELLED.
 *
 * Returns: whether all of it is there; nothing otherwise
 */
gboolean
koma_box_result_take (KomaBoxResult        *self,
                      KomaBoxHelper        *helper,
                      const KomaBoxMessage *done,
                      gsize                 size_bytes,
                      gsize                 room_bytes,
                      GCancellable         *cancellable,
                      GError              **error)
{
  KomaBoxMessage message = *done;
  gsize          n_done = 0;
  gboolean       is_there = make_room (self, room_bytes, done->width > 0, error);

  /* It waits to be asked for the rest. */
  if (!is_there)
    g_free (koma_box_helper_stop (helper));
  while (is_there && n_done < size_bytes) {
    is_there = (n_done == 0 || next_part (helper, cancellable, &message, error)) &&
               copy_part (self, helper, &message, size_bytes - n_done, n_done, error);
    n_done += message.part_bytes;
  }
  if (!is_there)
    free_data (self);
  else if (self->mapped_bytes == 0)
    memset (self->data + size_bytes, 0, room_bytes - size_bytes);
  return is_there;
}

void
koma_box_result_unmap (gpointer mapped_bytes,
                       guint8  *data)
{
  koma_pages_unmap (data, GPOINTER_TO_SIZE (mapped_bytes));
}

static void
free_result (gpointer result)
{
  free_data (result);
  g_free (result);
}

GBytes *
koma_box_result_to_bytes (KomaBoxResult *self,
                          gsize          size_bytes)
{
  return g_bytes_new_with_free_func (self->data, size_bytes, free_result,
                                     g_memdup2 (self, sizeof *self));
}
