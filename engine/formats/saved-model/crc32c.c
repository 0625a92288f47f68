/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "crc32c.h"

#define POLYNOMIAL 0x82f63b78u /* Castagnoli's, bits reversed */
#define N_TABLES   8

/* tables[i][byte]: the checksum of that byte and i zero bytes behind it. */
static void
fill_tables (guint32 tables[N_TABLES][256])
{
  for (guint byte = 0; byte < 256; byte++) {
    guint32 crc = byte;

    for (guint bit = 0; bit < 8; bit++)
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? POLYNOMIAL : 0);
    tables[0][byte] = crc;
  }
  for (guint i = 1; i < N_TABLES; i++)
    for (guint byte = 0; byte < 256; byte++)
      tables[i][byte] = (tables[i - 1][byte] >> 8) ^ tables[0][tables[i - 1][byte] & 0xff];
}

/**
 * koma_crc32c:
 * @data: [size_bytes]
 * @size_bytes: of @data
 *
 * Computes CRC-32C, eight bytes at a time. Thread: any.
 *
 * Returns: the checksum
 */
guint32
koma_crc32c (const guint8 *data,
             gsize         size_bytes)
{
  guint32 tables[N_TABLES][256];
  guint32 crc = 0xffffffffu;

  fill_tables (tables);
  for (; size_bytes >= N_TABLES; size_bytes -= N_TABLES, data += N_TABLES) {
    guint32 next = 0;

    for (guint i = 0; i < N_TABLES; i++) {
      const guint8 byte = data[i] ^ (i < 4 ? (guint8) (crc >> (8 * i)) : 0);

      next ^= tables[N_TABLES - 1 - i][byte];
    }
    crc = next;
  }
  for (; size_bytes > 0; size_bytes--, data++)
    crc = (crc >> 8) ^ tables[0][(crc ^ *data) & 0xff];
  return ~crc;
}

/**
 * koma_crc32c_masked:
 * @data: [size_bytes]
 * @size_bytes: of @data
 *
 * Thread: any.
 *
 * Returns: the checksum as it is stored: turned by 15 bits, plus a constant
 */
guint32
koma_crc32c_masked (const guint8 *data,
                    gsize         size_bytes)
{
  const guint32 crc = koma_crc32c (data, size_bytes);

  return ((crc >> 15) | (crc << 17)) + 0xa282ead8u;
}
