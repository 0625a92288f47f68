/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attacks.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/koma-limits.h"
#include "worker/box/koma-box-message.h"
#include "worker/box/koma-box-process.h"

typedef struct
{
  const char    *name;
  gsize          n_bytes; /* 0: all of the message */
  KomaBoxMessage message;
} Lie;

#define DONE(...)                      \
  {                                    \
    .kind = KOMA_BOX_DONE, __VA_ARGS__ \
  }
#define PIXEL .width = 1, .height = 1, .source_width = 1, .source_height = 1

static const Lie lies[] = {
  { "no width", 0, DONE (.width = 0, .height = 1, .source_width = 1, .source_height = 1) },
  { "no source", 0, DONE (.width = 1, .height = 1) },
  { "more than the memory", 0,
    DONE (.width = 10000, .height = 10000, .source_width = 10000, .source_height = 10000) },
  { "more than it asked for", 0,
    DONE (.width = 1000, .height = 1000, .source_width = 1000, .source_height = 1000) },
  { "sides that overflow", 0,
    DONE (.width = 0xffffffff, .height = 0xffffffff, .source_width = 1, .source_height = 1) },
  { "a product that wraps", 0,
    DONE (.width = 0x10000, .height = 0x10000, .source_width = 1, .source_height = 1) },
  { "a source that is too large", 0,
    DONE (.width = 1, .height = 1, .source_width = 0xffffffff, .source_height = 1) },
  { "a time that no clock shows", 0, DONE (PIXEL, .part_bytes = 3, .taken_us = G_MAXINT64) },
  { "a camera that is no hash", 0, DONE (PIXEL, .part_bytes = 3, .camera = -1) },
  { "a part of nothing", 0, DONE (PIXEL) },
  { "a part that is more than the picture", 0, DONE (PIXEL, .part_bytes = 4) },
  { "a part that is more than the memory", 0,
    DONE (PIXEL, .part_bytes = G_GUINT64_CONSTANT (1) << 40) },
  { "a share of nothing", 0, { .kind = KOMA_BOX_SHARE } },
  { "a share of everything", 0, { .kind = KOMA_BOX_SHARE, .size_bytes = G_MAXUINT64 } },
  { "an unknown message", 0, { .kind = 77 } },
  { "Koma's message", 0, { .kind = KOMA_BOX_GRANT, .fds = 3 } },
  { "ready again", 0, { .kind = KOMA_BOX_READY } },
  { "a short message", 3, DONE (PIXEL) },
  { "one byte less", sizeof (KomaBoxMessage) - 1,
    DONE (PIXEL) },
};

const char *const *
liar_list (void)
{
  static const char *names[G_N_ELEMENTS (lies) + 4] = { "a long message", "shares for ever",
                                                        "two parts that are too much" };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    names[3 + i] = lies[i].name;
  return names;
}

/* The first part is right, and the second one is not what is left. */
static void
say_two_parts (void)
{
  KomaBoxMessage message =
    DONE (.width = 500, .height = 500, .source_width = 500, .source_height = 500);

  message.part_bytes = 3 * 500 * 500 - 1;
  (void) koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0);
  message = (KomaBoxMessage){ .kind = KOMA_BOX_PART, .part_bytes = 2 };
  (void) koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0);
}

static void
lie (const char *name)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_FAILED };
  char           longer[sizeof message + 1] = "";

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    if (g_str_equal (name, lies[i].name))
      (void) !send (KOMA_BOX_SOCKET, &lies[i].message,
                    lies[i].n_bytes > 0 ? lies[i].n_bytes : sizeof message, 0);
  if (g_str_equal (name, "a long message"))
    (void) !send (KOMA_BOX_SOCKET, longer, sizeof longer, 0);
  /* No end, no UTF-8, commands to a terminal. */
  memset (message.text, 0xff, sizeof message.text);
  memcpy (message.text, "\033[2J\n\r\xc2\x9b", 8);
  if (g_str_equal (name, "a text that is none"))
    (void) koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0);
  if (g_str_equal (name, "two parts that are too much"))
    say_two_parts ();
  if (g_str_equal (name, "shares for ever")) {
    message = (KomaBoxMessage){ .kind = KOMA_BOX_SHARE, .size_bytes = 4 << 20 };
    for (guint i = 0; i < 3; i++)
      (void) koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0);
  }
  endless_say (name);
}

/* What it is to say lies in the input, as a picture would; of a model, its name says it; of an
 * archive, what is in it, which comes behind the output. */
void
liar_serve (void)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_READY, .confinement = 0xffffffff };
  int            fds[KOMA_BOX_MAX_FDS];
  char           name[64] = "";

  (void) koma_box_message_send (KOMA_BOX_SOCKET, &message, NULL, 0);
  while (koma_box_message_receive_with_fds (KOMA_BOX_SOCKET, &message, fds)) {
    memset (name, 0, sizeof name);
    if (message.kind == KOMA_BOX_UNPACK && read (fds[1], name, sizeof name - 1) > 0)
      endless_say (name);
    if (message.kind == KOMA_BOX_READ || message.kind == KOMA_BOX_WORDS) {
      liar_serve_model (&message);
      continue;
    }
    (void) !pread (fds[0], name, MIN (message.size_bytes, sizeof name - 1), 0);
    /* Koma reads what it knows the size of. */
    (void) !ftruncate (fds[0], 0);
    (void) !ftruncate (fds[1], 0);
    if (g_str_has_prefix (name, "LIE "))
      lie (name + strlen ("LIE "));
  }
  _exit (0);
}
