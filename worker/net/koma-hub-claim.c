/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Of a large file, the hub's entity tag is its SHA-256: "X-Linked-ETag" where the answer leads
 * elsewhere. Of a small one it is a hash of Git, with 40 digits, which is not looked at. */
#include "koma-hub-claim.h"

#define SHA256_DIGITS 64

/* Returns: (transfer full) (nullable): of "W/\"…\"" too */
static char *
parse_sha256 (const char *etag) /* (nullable) */
{
  g_autofree char *text = NULL;

  if (etag == NULL)
    return NULL;
  text = g_ascii_strdown (g_str_has_prefix (etag, "W/") ? etag + 2 : etag, -1);
  g_strdelimit (text, "\"", ' ');
  g_strstrip (text);
  return strlen (text) == SHA256_DIGITS && strspn (text, "0123456789abcdef") == SHA256_DIGITS
           ? g_steal_pointer (&text)
           : NULL;
}

void
koma_hub_claim_add (KomaHubClaim    *self,
                    const KomaReply *reply)
{
  if (self->sha256 == NULL)
    self->sha256 = parse_sha256 (reply->linked_etag != NULL ? reply->linked_etag : reply->etag);
  if (self->size_bytes == 0 && reply->linked_size != NULL)
    g_ascii_string_to_unsigned (reply->linked_size, 10, 1, G_MAXINT64, &self->size_bytes, NULL);
  if (self->commit == NULL)
    self->commit = g_strdup (reply->commit);
}

void
koma_hub_claim_clear (KomaHubClaim *self)
{
  g_clear_pointer (&self->sha256, g_free);
  g_clear_pointer (&self->commit, g_free);
  self->size_bytes = 0;
}
