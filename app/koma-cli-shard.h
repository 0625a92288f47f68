/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One part of the pictures, of several that run on their own, on one machine or on many. */
typedef struct
{
  guint number;   /* 1 … n_shards */
  guint n_shards; /* 0: there is but one */
} KomaCliShard;

/* @given: (nullable) "3/8". FALSE: the user was told what is wrong. */
gboolean koma_cli_shard_parse (const char *given, KomaCliShard *ret_shard);
gboolean koma_cli_shard_has (const KomaCliShard *self, const char *name);

G_END_DECLS
