/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attacks.h"

#include <string.h>

#include "engine/koma-limits.h"
#include "worker/box/koma-box-process.h"

typedef struct
{
  const char    *name;
  KomaBoxMessage message;
} Lie;

#define DONE(...)                      \
  {                                    \
    .kind = KOMA_BOX_DONE, __VA_ARGS__ \
  }

static const Lie lies[] = {
  { "no bytes", DONE (.size_bytes = 0) },
  { "more than a model may have", DONE (.size_bytes = KOMA_MAX_BOX_MODEL_BYTES + 1) },
  { "a size that wraps", DONE (.size_bytes = G_MAXUINT64) },
  { "a part of nothing", DONE (.size_bytes = 100) },
  { "a part that is more than the model", DONE (.size_bytes = 100, .part_bytes = 101) },
  { "a part that is more than the memory",
    DONE (.size_bytes = 1 << 24, .part_bytes = (1 << 20) + 1) },
  { "an end before the beginning", DONE (.size_bytes = 64, .part_bytes = 64, .offset = 65) },
  { "an end far away", DONE (.size_bytes = 64, .part_bytes = 64, .offset = G_MAXUINT64) },
  { "more from files than a model may have",
    DONE (.size_bytes = 64, .part_bytes = 64, .files_bytes = KOMA_MAX_BOX_MODEL_BYTES - 63) },
  { "a size from files that wraps",
    DONE (.size_bytes = 64, .part_bytes = 64, .files_bytes = G_MAXUINT64) },
  { "zeros", DONE (.size_bytes = 4096, .part_bytes = 4096) },
  { "a picture's question", { .kind = KOMA_BOX_SHARE, .size_bytes = 1 } },
  { "an unknown message", { .kind = 77 } },
  { "ready again", { .kind = KOMA_BOX_READY } },
  { "a file above", { .kind = KOMA_BOX_OPEN, .text = "../secret" } },
  { "a file far away", { .kind = KOMA_BOX_OPEN, .text = "/etc/passwd" } },
  { "a file in a detour", { .kind = KOMA_BOX_OPEN, .text = "a/../../secret" } },
  { "a file without a name", { .kind = KOMA_BOX_OPEN } },
};

const char *const *
liar_list_for_models (void)
{
  static const char *names[G_N_ELEMENTS (lies) + 2] = { "it never ends" };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    names[1 + i] = lies[i].name;
  return names;
}

void
liar_serve_model (const KomaBoxMessage *asked)
{
  g_autofree char *name = g_strndup (asked->text, strcspn (asked->text, "."));
  KomaBoxMessage   message = { .kind = KOMA_BOX_PROGRESS };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    if (g_str_equal (name, lies[i].name))
      (void) koma_box_message_send (KOMA_BOX_SOCKET, &lies[i].message, NULL, 0);
  endless_say (name);
  while (g_str_equal (name, "it never ends") &&
         koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0))
    continue;
  /* An error that there is not, in words that are none. */
  message = (KomaBoxMessage){ .kind = KOMA_BOX_FAILED, .code = 4711, .domain = 99 };
  memset (message.text, 0xff, sizeof message.text);
  if (g_str_equal (name, "a failure"))
    (void) koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0);
}
