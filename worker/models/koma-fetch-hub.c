/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The folder of a model at a hub. There is no list of its files: each that may be there is asked
 * for by its name, and one that the hub does not have (404) is left out.
 *
 *     config.json ──► small files beside it ──► weights, or their index and the shards it names
 *        │ none
 *        ▼
 *     open_clip_config.json ──► the same, with weights of that name */
#include "koma-fetch-private.h"

#include "koma-shard-list.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-hub-address.h"
#include "worker/net/koma-net-error.h"

#define TOKEN "HF_TOKEN"

/* What a folder has, by its configuration. */
typedef struct
{
  const char *config;
  const char *weights[5]; /* the first that is there is taken; NULL ends them */
} Layout;

static const Layout layouts[] = {
  { "config.json",
    { "model.safetensors", "model.safetensors.index.json", "pytorch_model.bin",
      "pytorch_model.bin.index.json" } },
  { "open_clip_config.json", { "open_clip_model.safetensors", "open_clip_pytorch_model.bin" } },
};

/* How pictures and words become numbers. */
static const char *const beside[] = {
  "preprocessor_config.json",
  "tokenizer.json",
  "tokenizer_config.json",
  "special_tokens_map.json",
  "vocab.json",
  "merges.txt",
  "spiece.model",
};

/* A hub says so plainly. */
static gboolean
is_missing (const GError *error)
{
  return g_error_matches (error, KOMA_NET_ERROR, KOMA_NET_ERROR_MISSING);
}

/* (nullable) A token is printable ASCII; anything else could become a header of its own. */
static char *
get_token (void)
{
  g_autofree char *token = g_strstrip (g_strdup (g_getenv (TOKEN) != NULL ? g_getenv (TOKEN) : ""));

  for (const char *c = token; *c != '\0'; c++)
    if (!g_ascii_isgraph (*c))
      return NULL;
  return *token != '\0' ? g_steal_pointer (&token) : NULL;
}

static char *
locate (KomaFetch  *self,
        const char *name,
        GError    **error)
{
  g_autofree char *address = koma_hub_address_get_file (self->address, name);

  return koma_address_normalise (address, error);
}

static gboolean
get_optional (KomaFetch  *self,
              const char *name,
              guint64     max_bytes,
              gboolean   *ret_is_there,
              GError    **error)
{
  g_autofree char       *address = locate (self, name, error);
  const KomaDownloadFile file = { .address = address, .name = name, .max_bytes = max_bytes };

  return address != NULL &&
         koma_fetch_get_optional (self, &file, is_missing, ret_is_there, error);
}

static gboolean
get_config (KomaFetch     *self,
            const Layout **ret_layout,
            GError       **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++) {
    g_autoptr (GError) failure = NULL;
    g_autofree char       *address = locate (self, layouts[i].config, &failure);
    const KomaDownloadFile file = {
      .address = address,
      .name = layouts[i].config,
      .max_bytes = KOMA_MAX_NAMES_BYTES,
    };

    if (address != NULL && koma_fetch_get_main (self, &file, &failure)) {
      *ret_layout = &layouts[i];
      return TRUE;
    }
    if (first == NULL)
      first = g_error_copy (failure);
    if (!is_missing (failure)) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  }
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

static gboolean
get_beside (KomaFetch *self,
            GError   **error)
{
  gboolean is_there = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    if (!get_optional (self, beside[i], KOMA_MAX_SIDE_BYTES, &is_there, error))
      return FALSE;
  return TRUE;
}

/* What an index names is a stranger's wish: see koma_shard_list_read_index(). */
static gboolean
get_shards (KomaFetch  *self,
            const char *index,
            GError    **error)
{
  g_autofree char *path = koma_fetch_get_path (self, index);
  GError          *cause = NULL;
  g_autoptr (GPtrArray) shards = koma_shard_list_read_index (path, &cause);

  self->is_beginning = FALSE;
  return shards != NULL ? koma_fetch_get_shards (self, shards, locate, error)
                        : koma_fetch_fail_to_open (self, cause, error);
}

static gboolean
get_weights (KomaFetch    *self,
             const Layout *layout,
             GError      **error)
{
  for (guint i = 0; layout->weights[i] != NULL; i++) {
    const char    *name = layout->weights[i];
    const gboolean is_index = g_str_has_suffix (name, ".json");
    gboolean       is_there = FALSE;

    self->is_beginning = is_index;
    if (!get_optional (self, name, is_index ? KOMA_MAX_TOPOLOGY_BYTES : KOMA_MAX_WEIGHT_BYTES,
                       &is_there, error))
      return FALSE;
    if (!is_there)
      continue;
    self->stored->file = g_strdup (name);
    return !is_index || get_shards (self, name, error);
  }
  return koma_net_fail (error, KOMA_NET_ERROR_WEIGHTS, self->stored->source);
}

/* Weights may be gigabytes. */
static gboolean
check_architecture (KomaFetch    *self,
                    const Layout *layout,
                    GError      **error)
{
  g_autofree char *path = koma_fetch_get_path (self, layout->config);
  GError          *cause = NULL;

  return koma_hub_config_check (path, &cause) || koma_fetch_fail_to_open (self, cause, error);
}

static gboolean
check_config (KomaFetch    *self,
              const Layout *layout,
              GError      **error)
{
  g_autofree char       *address = locate (self, layout->config, error);
  const KomaDownloadFile file = {
    .address = address,
    .name = layout->config,
    .max_bytes = KOMA_MAX_NAMES_BYTES,
  };

  return address != NULL && koma_download_check (self->download, &file, error);
}

static gboolean
get_all (KomaFetch *self,
         GError   **error)
{
  const Layout *layout = NULL;

  self->is_beginning = TRUE;
  return get_config (self, &layout, error) && check_architecture (self, layout, error) &&
         get_beside (self, error) && get_weights (self, layout, error) &&
         check_config (self, layout, error);
}

gboolean
koma_fetch_get_from_hub (KomaFetch *self,
                         GError   **error)
{
  g_autofree char *token = get_token ();
  g_autoptr (GError) failure = NULL;

  self->stored->source = koma_hub_address_get_page (self->address);
  koma_download_set_hub (self->download, self->stored->source, token);
  if (get_all (self, &failure))
    return TRUE;
  /* Nobody but the page can tell why. */
  if (g_error_matches (failure, KOMA_NET_ERROR, KOMA_NET_ERROR_FORBIDDEN))
    return koma_net_fail (error, KOMA_NET_ERROR_GATED, self->stored->source);
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}
