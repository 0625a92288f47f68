/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person says of pictures of a collection: all of them, or none where one is wrong. */
#include <glib/gi18n.h>

#include "koma-cli-collections.h"
#include "koma-cli.h"
#include "worker/collection/koma-collection.h"

typedef gboolean (*Say) (KomaCollection *collection,
                         const char     *path,
                         int             number,
                         GError        **error);

/* A name that is mistyped would else be a picture that nobody ever sees. */
static gboolean
check_picture (KomaCollection *collection,
               const char     *path)
{
  gboolean         is_known = g_file_test (path, G_FILE_TEST_IS_REGULAR);
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *file = NULL;
  g_autoptr (GError) error = NULL;

  if (!is_known && !koma_collection_has (collection, path, &is_known, &error)) {
    koma_cli_warn ("%s", error->message);
    return FALSE;
  }
  if (is_known)
    return TRUE;
  file = g_filename_display_name (koma_collection_get_path (collection));
  /* Translators: two files; the second is a collection */
  koma_cli_warn (_ ("%s: there is no such picture, and “%s” knows none"), name, file);
  return FALSE;
}

static KomaCollection *
open_file (const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  KomaCollection  *collection = NULL;
  g_autoptr (GError) error = NULL;

  /* It is not to be made. */
  if (!g_file_test (path, G_FILE_TEST_EXISTS)) {
    koma_cli_warn (_ ("%s: there is no such file"), name);
    return NULL;
  }
  collection = koma_collection_open (path, &error);
  if (collection == NULL)
    koma_cli_warn ("%s", error->message);
  else if (koma_collection_get_notice (collection) != NULL)
    koma_cli_warn ("%s", koma_collection_get_notice (collection));
  return collection;
}

static int
say (const char *path,
     char      **pictures,
     Say         say_of,
     int         number)
{
  g_autoptr (KomaCollection) collection = open_file (path);
  g_autoptr (GError) error = NULL;

  if (collection == NULL)
    return KOMA_EXIT_USAGE;
  for (guint i = 0; pictures[i] != NULL; i++)
    if (!check_picture (collection, pictures[i]))
      return KOMA_EXIT_USAGE;
  for (guint i = 0; pictures[i] != NULL && error == NULL; i++)
    say_of (collection, pictures[i], number, &error);
  if (error == NULL && koma_collection_close (g_steal_pointer (&collection), &error))
    return KOMA_EXIT_OK;
  koma_cli_warn ("%s", error->message);
  return KOMA_EXIT_USAGE;
}

int
koma_cli_collection_leave_out (const char *path,
                               char      **pictures,
                               gboolean    is_out)
{
  return say (path, pictures, koma_collection_leave_out, is_out);
}

static gboolean
rate_now (KomaCollection *collection,
          const char     *path,
          int             stars,
          GError        **error)
{
  g_autoptr (KomaRating) rating = koma_rating_new_now (stars);

  return koma_collection_rate (collection, path, rating, error);
}

int
koma_cli_collection_rate (const char *path,
                          char      **pictures,
                          int         stars)
{
  if (stars >= KOMA_RATING_REJECTED && stars <= KOMA_RATING_MAX)
    return say (path, pictures, rate_now, stars);
  koma_cli_warn (_ ("say how many with --stars: 1 to 5, 0 to take a rating back, −1 for a picture "
                    "that is rejected"));
  return KOMA_EXIT_USAGE;
}
