/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Helpers that find no end: some never read what they are told, some say a little, again and again,
 * each time just before nobody would wait any longer. */
#include "attacks.h"

#include <sys/socket.h>

#include "worker/box/koma-box-process.h"

/* Shorter than the waits of Koma, of which there are twenty a second. */
#define PAUSE_US (G_USEC_PER_SEC / 100)

#define SIDE 500

static const struct
{
  const char    *name;
  KomaBoxMessage first; /* none: kind 0 */
  KomaBoxMessage again;
  gulong         pause_us;
} endless[] = {
  { "deaf parts",
    { .kind = KOMA_BOX_DONE,
      .width = SIDE,
      .height = SIDE,
      .source_width = SIDE,
      .source_height = SIDE,
      .part_bytes = 1 },
    { .kind = KOMA_BOX_PART, .part_bytes = 1 },
    0 },
  { "slow parts",
    { .kind = KOMA_BOX_DONE,
      .width = SIDE,
      .height = SIDE,
      .source_width = SIDE,
      .source_height = SIDE,
      .part_bytes = 1 },
    { .kind = KOMA_BOX_PART, .part_bytes = 1 },
    PAUSE_US },
  { "deaf files", { 0 }, { .kind = KOMA_BOX_OPEN, .text = "deaf files.tflite" }, 0 },
  { "slow progress", { 0 }, { .kind = KOMA_BOX_PROGRESS }, PAUSE_US },
  { "deaf archive", { 0 }, { .kind = KOMA_BOX_PART, .part_bytes = 1 }, 0 },
};

/* One that is slow hears what it is told meanwhile. */
static void
pause_and_listen (gulong pause_us)
{
  KomaBoxMessage message;

  g_usleep (pause_us);
  while (recv (KOMA_BOX_SOCKET, &message, sizeof message, MSG_DONTWAIT) > 0)
    continue;
}

void
endless_say (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (endless); i++) {
    if (!g_str_equal (name, endless[i].name))
      continue;
    if (endless[i].first.kind != 0)
      (void) koma_box_message_send (KOMA_BOX_SOCKET, &endless[i].first, NULL, 0);
    while (koma_box_message_send (KOMA_BOX_SOCKET, &endless[i].again, NULL, 0))
      if (endless[i].pause_us > 0)
        pause_and_listen (endless[i].pause_us);
  }
}
