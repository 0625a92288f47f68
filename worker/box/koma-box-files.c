/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-files.h"

#include <unistd.h>

#include "engine/koma-app.h"
#include "koma-box-helper-private.h"

static void
clear_file (gpointer data)
{
  KomaRawFile *file = data;

  (void) close (file->fd);
  g_free (file->name);
}

void
koma_box_files_init (KomaBoxFiles *self,
                     const char   *path)
{
  *self = (KomaBoxFiles){ .kept = g_array_new (FALSE, FALSE, sizeof (KomaRawFile)) };
  self->folder = koma_model_folder_get_root (path, &self->name);
  g_array_set_clear_func (self->kept, clear_file);
}

void
koma_box_files_clear (KomaBoxFiles *self)
{
  g_clear_pointer (&self->kept, g_array_unref);
  g_clear_pointer (&self->folder, g_free);
  g_clear_pointer (&self->name, g_free);
}

static void
keep_file (KomaBoxFiles *self,
           const char   *path,
           int           fd, /* (transfer full) */
           guint64       size_bytes)
{
  const KomaRawFile file = { fd, size_bytes, g_filename_display_basename (path) };

  g_array_append_val (self->kept, file);
}

/**
 * koma_box_files_open:
 * @helper: that said it
 * @wish: %KOMA_BOX_OPEN
 * @error: return location
 *
 * As koma_file_open() does it where there is no box.
 *
 * Thread: any but main. Errors: %G_IO_ERROR_BROKEN_PIPE where the file may not be opened, or the
 * helper is not there any more. A file that can not be opened is told to the helper.
 *
 * Returns: whether it was answered
 */
gboolean
koma_box_files_open (KomaBoxFiles         *self,
                     KomaBoxHelper        *helper,
                     const KomaBoxMessage *wish,
                     GError              **error)
{
  KomaBoxMessage   answer = { .kind = KOMA_BOX_OPENED, .fds = KOMA_BOX_FD_FILE };
  g_autofree char *path = g_build_filename (self->folder, wish->text, NULL);
  g_autoptr (GError) failure = NULL;
  gboolean is_kept = FALSE;
  gboolean is_sent = FALSE;
  int      fd = -1;

  if (!koma_model_folder_may_open (self->name, wish->text))
    return koma_box_helper_fail_killed (helper, "it asked for a file outside of the model's folder",
                                        error);
  fd = koma_file_open (path, &answer.size_bytes, &failure);
  if (fd < 0)
    answer = koma_box_message_for_error (failure);
  is_kept = fd >= 0 && wish->keep && self->kept->len < KOMA_MAX_BOX_KEPT_FILES;
  answer.kept = is_kept ? self->kept->len : KOMA_NOT_KEPT;
  is_sent = koma_box_helper_say (helper, &answer, fd, error);
  if (is_kept)
    keep_file (self, path, fd, answer.size_bytes);
  else if (fd >= 0)
    (void) close (fd);
  return is_sent;
}
