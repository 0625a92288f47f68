/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-address.h"

#include "engine/koma-values.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-hub-address.h"

/* No address of a model is longer; the text may be a whole book. */
#define MAX_CHARS 2048

static gboolean
has_end_of_model (const char *address)
{
  g_autofree char *name = koma_address_make_file_name (address);

  return koma_model_names_has_ending (name);
}

static gboolean
is_site_of_models (const char *address)
{
  static const char *const hosts[] = { "teachablemachine.withgoogle.com", "tfhub.dev",
                                       "www.kaggle.com", NULL };
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_ENCODED, NULL);

  return uri != NULL && g_strv_contains (hosts, g_uri_get_host (uri));
}

gboolean
koma_model_address_is_likely (const char *text)
{
  g_autofree char *stripped = g_strstrip (g_strndup (text, MAX_CHARS));
  g_autofree char *address = koma_address_normalise (stripped, NULL);

  if (address == NULL || strlen (stripped) == MAX_CHARS)
    return FALSE;
  if (koma_hub_address_is (address))
    return TRUE;
  /* A page there becomes the file of its model; elsewhere any folder would. */
  return has_end_of_model (is_site_of_models (address) ? address : stripped);
}
