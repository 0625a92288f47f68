/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-transport.h"

G_BEGIN_DECLS

/* What a hub itself says of a file, often before it leads to the server that has the bytes. */
typedef struct
{
  char   *sha256;     /* (nullable) 64 hexadecimal digits, lower case */
  guint64 size_bytes; /* 0: not said */
  char   *commit;     /* (nullable) the version of the model that the file is of */
} KomaHubClaim;

/* Adds what an answer of the hub says; what was said before stays. Thread: any. */
void koma_hub_claim_add (KomaHubClaim *self, const KomaReply *reply);
void koma_hub_claim_clear (KomaHubClaim *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaHubClaim, koma_hub_claim_clear)

G_END_DECLS
