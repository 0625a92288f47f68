/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-hub-address.h"

#include "koma-net-error.h"

#define DEFAULT_REVISION "main"
/* Of owners and names, as the hub has it; and of a revision. */
#define MAX_NAME_CHARS     96
#define MAX_REVISION_CHARS 200
#define NAME_CHARS         G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "._-"

/**
 * koma_hub_address_is:
 *
 * Returns: whether @text is meant as the address of a model of a hub, right or wrong
 */
gboolean
koma_hub_address_is (const char *text)
{
  return g_ascii_strncasecmp (text, KOMA_ADDRESS_HUB, strlen (KOMA_ADDRESS_HUB)) == 0;
}

/* One part of a path, which leads nowhere else and is not hidden. */
static gboolean
is_part (const char *text,
         gsize       max_chars)
{
  const gsize length = strlen (text);

  return length > 0 && length <= max_chars && strspn (text, NAME_CHARS) == length &&
         strchr (".-", *text) == NULL && text[length - 1] != '.' && strstr (text, "..") == NULL;
}

/* A branch, a tag or a commit: "main", "v1.0", "refs/pr/3". */
static gboolean
is_revision (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "/", -1);
  gboolean is_right = strlen (text) <= MAX_REVISION_CHARS && *parts != NULL;

  for (guint i = 0; is_right && parts[i] != NULL; i++)
    is_right = is_part (parts[i], MAX_REVISION_CHARS);
  return is_right;
}

/**
 * koma_hub_address_normalise:
 * @text: what the user wrote, "hf:OWNER/NAME" or "hf:OWNER/NAME@REVISION"
 * @error: return location
 *
 * Returns: (transfer full): the address; without a revision where that is the default
 *
 * Errors: %KOMA_NET_ERROR_HUB_ADDRESS, where it is none.
 */
char *
koma_hub_address_normalise (const char *text,
                            GError    **error)
{
  const gsize scheme = strlen (KOMA_ADDRESS_HUB);
  g_auto (GStrv) halves = g_strsplit (koma_hub_address_is (text) ? text + scheme : "", "@", 2);
  const char *model = halves[0] != NULL ? halves[0] : "";
  const char *revision = *model != '\0' && halves[1] != NULL ? halves[1] : DEFAULT_REVISION;
  g_auto (GStrv) parts = g_strsplit (model, "/", -1);
  const gboolean is_right = g_strv_length (parts) == 2 && is_part (parts[0], MAX_NAME_CHARS) &&
                            is_part (parts[1], MAX_NAME_CHARS) && is_revision (revision);

  if (!is_right) {
    koma_net_fail (error, KOMA_NET_ERROR_HUB_ADDRESS, text);
    return NULL;
  }
  if (g_str_equal (revision, DEFAULT_REVISION))
    return g_strconcat (KOMA_ADDRESS_HUB, model, NULL);
  return g_strconcat (KOMA_ADDRESS_HUB, model, "@", revision, NULL);
}

/**
 * koma_hub_address_from_page:
 * @path: of an address at the hub, with `%`
 *
 * Returns: (transfer full) (nullable): the address of the model whose page or list of files it is
 */
char *
koma_hub_address_from_page (const char *path)
{
  g_autoptr (GRegex) page = g_regex_new ("^/([^/]+/[^/]+)(?:/tree/(.+?))?/?$", 0, 0, NULL);
  g_autoptr (GMatchInfo) found = NULL;
  g_autofree char *model = NULL;
  g_autofree char *revision = NULL;
  g_autofree char *address = NULL;

  if (!g_regex_match (page, path, 0, &found))
    return NULL;
  model = g_match_info_fetch (found, 1);
  revision = g_match_info_fetch (found, 2);
  address = revision != NULL && *revision != '\0'
              ? g_strconcat (KOMA_ADDRESS_HUB, model, "@", revision, NULL)
              : g_strconcat (KOMA_ADDRESS_HUB, model, NULL);
  return koma_hub_address_normalise (address, NULL);
}

const char *
koma_hub_address_get_model (const char *address)
{
  return address + strlen (KOMA_ADDRESS_HUB);
}

static char *
get_endpoint (void)
{
  const char *given = g_getenv (KOMA_HUB_ENDPOINT_ENV);
  char       *endpoint = g_strdup (given != NULL && *given != '\0' ? given : KOMA_HUB_ENDPOINT);
  char       *end = endpoint + strlen (endpoint);

  while (end > endpoint && end[-1] == '/')
    *--end = '\0';
  return endpoint;
}

static const char *
find_revision (const char *model)
{
  const char *at = strchr (model, '@');

  return at != NULL ? at + 1 : NULL;
}

/**
 * koma_hub_address_get_page:
 * @address: normalised
 *
 * Returns: (transfer full): the address of the model's page, which says who may have it
 */
char *
koma_hub_address_get_page (const char *address)
{
  const char      *model = koma_hub_address_get_model (address);
  g_autofree char *endpoint = get_endpoint ();

  return g_strdup_printf ("%s/%.*s", endpoint, (int) strcspn (model, "@"), model);
}

/**
 * koma_hub_address_get_file:
 * @address: normalised
 * @name: of a file in the model's folder, which leads nowhere else
 *
 * Returns: (transfer full): the address to ask for the file; none that koma_address_normalise()
 *   takes where HF_ENDPOINT is no address of a server
 */
char *
koma_hub_address_get_file (const char *address,
                           const char *name)
{
  const char      *model = koma_hub_address_get_model (address);
  const char      *revision = find_revision (model);
  g_autofree char *page = koma_hub_address_get_page (address);
  g_autofree char *escaped =
    g_uri_escape_string (revision != NULL ? revision : DEFAULT_REVISION, NULL, FALSE);
  g_autofree char *escaped_name = g_uri_escape_string (name, "/", FALSE);

  return g_strconcat (page, "/resolve/", escaped, "/", escaped_name, NULL);
}
