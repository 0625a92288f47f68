/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The turn of a model's tokenizer: the helper asks for its files by their names, as it does for a
 * model. What it made of them is copied, and read as if it came from a stranger. */
#include "engine/koma-app.h"
#include "koma-box-files.h"
#include "koma-box-helper-private.h"
#include "koma-box-result.h"

static KomaTokenizer *
take (KomaBoxHelper        *self,
      const KomaBoxMessage *message,
      GError              **error)
{
  const guint64  size_bytes = message->size_bytes;
  KomaBoxMessage done = *message;
  KomaBoxResult  result = { 0 };
  KomaTokenizer *tokenizer = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) lie = NULL;

  if (size_bytes == 0 || size_bytes > KOMA_MAX_BOX_TOKENIZER_BYTES) {
    koma_box_helper_fail_killed (self, "it told a size that can not be", error);
    return NULL;
  }
  done.width = 0; /* it is no picture */
  if (!koma_box_result_take (&result, self, &done, size_bytes, size_bytes,
                             g_cancellable_get_current (), error))
    return NULL;
  bytes = koma_box_result_to_bytes (&result, size_bytes);
  tokenizer = koma_tokenizer_new_from_bytes (bytes, &lie);
  if (tokenizer == NULL)
    koma_box_helper_fail_killed (self, lie->message, error);
  return tokenizer;
}

static KomaTokenizer *
hear (KomaBoxHelper *self,
      KomaBoxFiles  *files,
      GError       **error)
{
  KomaBoxMessage message;

  while (koma_box_helper_receive (self, g_cancellable_get_current (), &message, error)) {
    switch (message.kind) {
    case KOMA_BOX_OPEN:
      if (!koma_box_files_open (files, self, &message, error))
        return NULL;
      break;
    case KOMA_BOX_DONE:
      return take (self, &message, error);
    case KOMA_BOX_FAILED:
      koma_box_helper_propagate (&message, KOMA_ERROR_MODEL, error);
      return NULL;
    default:
      koma_box_helper_fail_killed (self, "it said what nobody understands", error);
      return NULL;
    }
  }
  return NULL;
}

/**
 * koma_box_helper_read_tokenizer:
 * @self: a helper that is fresh
 * @model_path: of a model file, beside which those of its tokenizer lie
 * @error: return location
 *
 * Thread: any but main. Errors: those of koma_tokenizer_new(); %G_IO_ERROR_BROKEN_PIPE where the
 * helper ended or had to be killed; %G_IO_ERROR_CANCELLED by g_cancellable_get_current().
 *
 * Returns: (transfer full): the tokenizer, or %NULL
 */
KomaTokenizer *
koma_box_helper_read_tokenizer (KomaBoxHelper *self,
                                const char    *model_path,
                                GError       **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_WORDS };
  KomaBoxFiles   files = { 0 };
  KomaTokenizer *tokenizer = NULL;

  koma_box_files_init (&files, model_path);
  koma_box_helper_begin (self, "read this model’s words", KOMA_BOX_TIMES_LONGER * self->seconds);
  g_strlcpy (message.text, files.name, sizeof message.text);
  if (koma_box_helper_ensure_memory (&self->output, KOMA_BOX_PART_BYTES, error) &&
      koma_box_helper_say (self, &message, -1, error))
    tokenizer = hear (self, &files, error);
  koma_box_files_clear (&files);
  return tokenizer;
}
