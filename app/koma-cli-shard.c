/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-shard.h"

#include <glib/gi18n.h>

#include "koma-cli-output.h"

/* More than there are machines. */
#define MAX_SHARDS 1000000
/* Of the hash that are a number. */
#define N_BYTES 8

gboolean
koma_cli_shard_parse (const char   *given,
                      KomaCliShard *ret_shard)
{
  g_auto (GStrv) parts = given != NULL ? g_strsplit (given, "/", -1) : NULL;
  guint64 number = 0, n_shards = 0;

  if (given == NULL)
    return TRUE;
  if (g_strv_length (parts) != 2 ||
      !g_ascii_string_to_unsigned (parts[1], 10, 1, MAX_SHARDS, &n_shards, NULL) ||
      !g_ascii_string_to_unsigned (parts[0], 10, 1, n_shards, &number, NULL)) {
    koma_cli_warn (_ ("--shard “%s” is not K/N, such as 3/8, with K from 1 to N and N up to %d"),
                   given, MAX_SHARDS);
    return FALSE;
  }
  *ret_shard = (KomaCliShard){ .number = (guint) number, .n_shards = (guint) n_shards };
  return TRUE;
}

/**
 * koma_cli_shard_has:
 * @name: a path that is the same on all machines
 *
 * Only the name decides: a picture stays in its shard when others come and go. koma-classify(1)
 * describes the rule, so that other programs may follow it.
 */
gboolean
koma_cli_shard_has (const KomaCliShard *self,
                    const char         *name)
{
  g_autoptr (GChecksum) checksum = NULL;
  guint8  digest[32] = { 0 };
  gsize   length = sizeof digest;
  guint64 number = 0;

  if (self->n_shards == 0)
    return TRUE;
  checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *) name, -1);
  g_checksum_get_digest (checksum, digest, &length);
  for (guint i = 0; i < N_BYTES; i++)
    number = number << 8 | digest[i];
  return number % self->n_shards == self->number - 1;
}
