/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* Random123's philox4x32 with ten rounds, word by word. */
static void
philox (guint32 *counter,
        guint32  key_0,
        guint32  key_1)
{
  for (guint round = 0; round < 10; round++) {
    guint64 a = (guint64) counter[0] * 0xD2511F53;
    guint64 b = (guint64) counter[2] * 0xCD9E8D57;
    guint32 next[] = { (b >> 32) ^ counter[1] ^ key_0, b, (a >> 32) ^ counter[3] ^ key_1, a };

    for (guint i = 0; i < 4; i++)
      counter[i] = next[i];
    key_0 += 0x9E3779B9;
    key_1 += 0xBB67AE85;
  }
}

/* The authors' known answer, of all bits. */
static void
check_philox (void)
{
  guint32 words[] = { 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF };

  philox (words, 0xFFFFFFFF, 0xFFFFFFFF);
  g_assert_cmphex (words[0], ==, 0x408F276D);
  g_assert_cmphex (words[1], ==, 0x41C83B0E);
  g_assert_cmphex (words[2], ==, 0xA20BC7C6);
  g_assert_cmphex (words[3], ==, 0x6D5451FD);
}

void
oracle_random_uniform (const OracleCall *call)
{
  gint64  seed_0 = call->in[1].data[0];
  gint64  seed_1 = call->in[1].data[1];
  guint32 start[] = { seed_0, (guint64) seed_0 >> 32, seed_1, (guint64) seed_1 >> 32 };

  check_philox ();
  philox (start, 0x3EC8F720, 0x02461E29);
  for (gsize i = 0; i < oracle_count (call->out); i++) {
    guint32 words[] = { i / 4, (guint64) i / 4 >> 32, start[2], start[3] };

    philox (words, start[0], start[1]);
    call->out->data[i] = (words[i % 4] & 0x7FFFFF) / 8388608.0;
  }
}
