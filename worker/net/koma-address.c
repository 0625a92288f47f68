/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-address.h"

#include "engine/koma-app.h"
#include "koma-hub-address.h"
#include "koma-net-error.h"

#define MODEL_JSON "model.json"
/* What TensorFlow.js adds to an address of TensorFlow Hub or Kaggle. */
#define HUB_QUERY "tfjs-format=file"

static gboolean
has_scheme (const char *text,
            const char *scheme)
{
  return g_ascii_strncasecmp (text, scheme, strlen (scheme)) == 0;
}

/**
 * koma_address_is:
 *
 * Returns: whether @text names a model of the network, of a hub or of the catalogue; `file:` does
 *   not
 */
gboolean
koma_address_is (const char *text)
{
  return has_scheme (text, "https:") || has_scheme (text, "http:") ||
         has_scheme (text, KOMA_ADDRESS_CATALOGUE) || koma_hub_address_is (text);
}

/**
 * koma_address_get_path:
 * @text: a `file:` address, or a path
 *
 * Returns: (transfer full): the path; @text where it is no address of a local file
 */
char *
koma_address_get_path (const char *text)
{
  char *path = has_scheme (text, "file:") ? g_filename_from_uri (text, NULL, NULL) : NULL;

  return path != NULL ? path : g_strdup (text);
}

static gboolean
is_host (GUri       *uri,
         const char *host)
{
  return g_ascii_strcasecmp (g_uri_get_host (uri), host) == 0;
}

static gboolean
is_hub (GUri *uri)
{
  return is_host (uri, "tfhub.dev") || is_host (uri, "www.kaggle.com");
}

/* The page of a model of Teachable Machine, or a model of TensorFlow Hub or Kaggle. */
static gboolean
is_folder (GUri *uri)
{
  const char *path = g_uri_get_path (uri);
  const char *last = strrchr (path, '/');

  if (g_str_has_suffix (path, "/"))
    return TRUE;
  if (last == NULL || strchr (last, '.') != NULL)
    return FALSE;
  return is_hub (uri) || is_host (uri, "teachablemachine.withgoogle.com");
}

static char *
complete (GUri *uri)
{
  const char      *path = g_uri_get_path (uri);
  const char      *query = g_uri_get_query (uri);
  const gboolean   is_lite = query != NULL && strstr (query, "lite-format=") != NULL;
  const gboolean   is_model = is_folder (uri) && !is_lite;
  g_autofree char *whole = is_model ? g_strconcat (path, g_str_has_suffix (path, "/") ? "" : "/",
                                                   MODEL_JSON, NULL)
                                    : g_strdup (path);
  g_autoptr (GUri) completed = NULL;

  if (is_model && query == NULL && is_hub (uri))
    query = HUB_QUERY;
  completed = g_uri_build (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                           g_uri_get_port (uri), whole, query, NULL);
  return g_uri_to_string (completed);
}

static gboolean
has_host (GUri *uri)
{
  const char *host = g_uri_get_host (uri);

  return host != NULL && *host != '\0';
}

/* With a host, a file, and no password, which would be kept in the store. */
static gboolean
is_usable (GUri *uri)
{
  const char *host = g_uri_get_host (uri);

  return has_host (uri) && strpbrk (host, " %") == NULL &&
         g_uri_get_userinfo (uri) == NULL && strlen (g_uri_get_path (uri)) > 1;
}

/**
 * koma_address_normalise:
 * @text: what the user wrote
 *
 * Makes the address that is asked. The page of a model of Teachable Machine, a model of TensorFlow
 * Hub or Kaggle and any folder become their `model.json`, and a page of Hugging Face `hf:`; blanks
 * around and the part behind `#` go; a host of these four gets its `https:`. `catalogue:` stays;
 * `hf:` goes to koma_hub_address_normalise().
 *
 * Returns: (transfer full): the address
 *
 * Errors: %KOMA_NET_ERROR_ADDRESS, where it is no address of a file, or has a password in it;
 * %KOMA_NET_ERROR_HUB_ADDRESS.
 */
char *
koma_address_normalise (const char *text,
                        GError    **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_autofree char *given = NULL;
  g_autofree char *escaped = NULL;
  g_autoptr (GUri) uri = NULL;
  char *of_hub = NULL;

  if (has_scheme (stripped, KOMA_ADDRESS_CATALOGUE))
    return g_steal_pointer (&stripped);
  if (koma_hub_address_is (stripped))
    return koma_hub_address_normalise (stripped, error);
  if (g_str_has_prefix (stripped, "teachablemachine.withgoogle.com/") ||
      g_str_has_prefix (stripped, "tfhub.dev/") || g_str_has_prefix (stripped, "www.kaggle.com/") ||
      g_str_has_prefix (stripped, KOMA_HUB_HOST "/"))
    given = g_strconcat ("https://", stripped, NULL);
  else
    given = g_strdup (stripped);
  /* As browsers show addresses, with blanks and letters of all languages. */
  escaped = g_uri_escape_string (given, "%:/?#[]@!$&'()*+,;=", FALSE);
  uri = g_uri_parse (escaped, G_URI_FLAGS_ENCODED, NULL);
  if (uri == NULL || !koma_address_is (given) || !is_usable (uri)) {
    koma_net_fail (error, KOMA_NET_ERROR_ADDRESS, given);
    return NULL;
  }
  if (is_host (uri, KOMA_HUB_HOST))
    of_hub = koma_hub_address_from_page (g_uri_get_path (uri));
  return of_hub != NULL ? of_hub : complete (uri);
}

/**
 * koma_address_get_beside:
 * @address: of a file
 * @path: relative to it
 *
 * As TensorFlow.js does it: the folder of @address, then @path, then the query of @address.
 */
char *
koma_address_get_beside (const char *address,
                         const char *path)
{
  const char      *query = strchr (address, '?');
  const gsize      length = query != NULL ? (gsize) (query - address) : strlen (address);
  g_autofree char *plain = g_strndup (address, length);
  char            *slash = strrchr (plain, '/');

  slash[1] = '\0';
  return g_strconcat (plain, path, query, NULL);
}

/**
 * koma_address_follow:
 * @address: that was asked
 * @location: (nullable): where its answer leads, perhaps relative to it
 *
 * Errors: %KOMA_NET_ERROR_STATUS where it leads nowhere, %KOMA_NET_ERROR_INSECURE where it leads
 * from https to anything else, or to what is no http.
 */
char *
koma_address_follow (const char *address,
                     const char *location,
                     GError    **error)
{
  g_autofree char *next = NULL;

  if (location != NULL)
    next = g_uri_resolve_relative (address, location, G_URI_FLAGS_ENCODED, NULL);
  if (next == NULL) {
    koma_net_fail (error, KOMA_NET_ERROR_STATUS, address);
    return NULL;
  }
  if (!has_scheme (next, "https://") &&
      (has_scheme (address, "https:") || !has_scheme (next, "http://"))) {
    koma_net_fail (error, KOMA_NET_ERROR_INSECURE, next);
    return NULL;
  }
  return g_steal_pointer (&next);
}

/* Names of files here have letters, digits, dots, dashes and no dot in front. */
static char *
make_plain (const char *name)
{
  g_autofree char *plain = g_uri_unescape_string (name, "/");
  char            *start = NULL;

  if (plain == NULL)
    plain = g_strdup (name);
  g_strcanon (plain, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "._-", '_');
  for (start = plain; *start == '.' || *start == '_'; start++)
    continue;
  if (strlen (start) > 100)
    start[100] = '\0';
  return g_strdup (start);
}

/* The parts of the path, the last one first; empty ones are left out. */
static char *
find_part (const char *address,
           guint       index)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_ENCODED, NULL);
  g_auto (GStrv) parts = g_strsplit (uri != NULL ? g_uri_get_path (uri) : "", "/", -1);

  for (guint i = g_strv_length (parts); i-- > 0;)
    if (*parts[i] != '\0' && index-- == 0)
      return make_plain (parts[i]);
  return g_strdup ("");
}

/**
 * koma_address_make_file_name:
 *
 * Returns: (transfer full): never empty, never hidden, never with a slash
 */
char *
koma_address_make_file_name (const char *address)
{
  g_autofree char *name = find_part (address, 0);

  return *name != '\0' ? g_steal_pointer (&name) : g_strdup ("model");
}

/**
 * koma_address_make_name:
 *
 * Returns: (transfer full): the name of the file without its ending; where that is one that all
 *   models have, the folder's, else the host's; of a hub's model, its owner and name
 */
char *
koma_address_make_name (const char *address)
{
  g_autofree char *file = koma_address_make_file_name (address);
  g_autofree char *folder = find_part (address, 1);
  const gboolean   is_usual = koma_model_names_is_usual (file) || g_str_equal (file, "model");
  char            *dot = NULL;

  if (koma_hub_address_is (address))
    return g_strdup (koma_hub_address_get_model (address));
  if (is_usual && *folder != '\0')
    return g_steal_pointer (&folder);
  if (is_usual) {
    g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_ENCODED, NULL);

    return make_plain (uri != NULL ? g_uri_get_host (uri) : file);
  }
  dot = strrchr (file, '.');
  if (dot != NULL && dot != file)
    *dot = '\0';
  return g_steal_pointer (&file);
}

/**
 * koma_address_make_folder_name:
 * @address: normalised
 *
 * Returns: (transfer full): its name and a part of its hash, since the same name at two addresses
 *   is two models
 */
char *
koma_address_make_folder_name (const char *address)
{
  g_autofree char *name = koma_address_make_name (address);
  g_autofree char *plain = make_plain (name);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, address, -1);

  return g_strdup_printf ("%s-%.8s", plain, hash);
}

gboolean
koma_address_is_same_server (const char *a,
                             const char *b)
{
  const GUriFlags flags = G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE; /* has the port */
  g_autoptr (GUri) one = g_uri_parse (a, flags, NULL);
  g_autoptr (GUri) other = g_uri_parse (b, flags, NULL);

  return one != NULL && other != NULL && has_host (one) && has_host (other) &&
         is_host (one, g_uri_get_host (other)) &&
         g_str_equal (g_uri_get_scheme (one), g_uri_get_scheme (other)) &&
         g_uri_get_port (one) == g_uri_get_port (other);
}
