/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "special-tokens.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/formats/model-folder.h"
#include "engine/koma-limits.h"

/* A token is its text, or an object that has it. */
static void
take_text (JsonObject *map,
           const char *name,
           char      **text)
{
  const char *found = koma_json_get_string (map, name);

  if (found == NULL)
    found = koma_json_get_string (koma_json_get_object (map, name), "content");
  if (*text == NULL)
    *text = g_strdup (found);
}

/* What an earlier file says stays. */
static gboolean
read_file (const char        *folder,
           const char        *name,
           KomaContentHash   *checksum,
           KomaSpecialTokens *tokens,
           GError           **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *map = NULL;
  gboolean    is_lower = TRUE;

  if (!koma_file_is_there (path))
    return TRUE;
  root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, checksum, error);
  if (root == NULL)
    return FALSE;
  map = koma_json_node_object (root);
  take_text (map, "bos_token", &tokens->start);
  take_text (map, "eos_token", &tokens->end);
  take_text (map, "unk_token", &tokens->unknown);
  take_text (map, "pad_token", &tokens->padding);
  if (koma_json_node_boolean (koma_json_get (map, "do_lower_case"), &is_lower))
    tokens->keeps_case = !is_lower;
  return TRUE;
}

/**
 * koma_special_tokens_read:
 * @folder: of the model
 * @checksum: (nullable): is fed the bytes of both files
 * @ret_tokens: (out): what they say, the map before the settings; empty where neither is there
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_json_load().
 */
gboolean
koma_special_tokens_read (const char        *folder,
                          KomaContentHash   *checksum,
                          KomaSpecialTokens *ret_tokens,
                          GError           **error)
{
  return read_file (folder, KOMA_SPECIAL_TOKENS_FILE, checksum, ret_tokens, error) &&
         read_file (folder, KOMA_TOKENIZER_CONFIG_FILE, checksum, ret_tokens, error);
}

void
koma_special_tokens_clear (KomaSpecialTokens *tokens)
{
  g_free (tokens->start);
  g_free (tokens->end);
  g_free (tokens->unknown);
  g_free (tokens->padding);
  *tokens = (KomaSpecialTokens){ 0 };
}
