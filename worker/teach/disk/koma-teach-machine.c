/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-machine.h"

#include <errno.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"
#include "worker/koma-fail-errno.h"

/* Between the class and the number of a sample. */
#define MARK "-!-"

static gboolean
fail (const char *path,
      const char *sentence,
      GError    **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE, "%s: %s", name, sentence);
  return FALSE;
}

static gboolean
has_manifest (const KomaUnpacked *unpacked)
{
  g_autofree char *path = g_build_filename (unpacked->folder, "manifest.json", NULL);
  g_autoptr (JsonNode) node = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, NULL);

  return koma_json_node_object (node) != NULL;
}

/* "Class 1" of "Class 1-!-0.jpg", also where that lies in a folder; (nullable) it is no sample. */
static char *
find_class (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  const char      *mark = g_strrstr (base, MARK);

  if (mark == NULL || mark == base || !koma_picture_name_is_picture (base))
    return NULL;
  return g_strndup (base, (gsize) (mark - base));
}

/* Into the folder of its class; its new path takes the place of the old one. */
static gboolean
sort_sample (char      **path,
             const char *folder,
             const char *klass,
             GError    **error)
{
  g_autofree char *base = g_path_get_basename (*path);
  g_autofree char *target = g_build_filename (folder, klass, NULL);
  char            *sorted = g_build_filename (target, g_strrstr (base, MARK) + strlen (MARK), NULL);

  if (g_mkdir_with_parents (target, 0700) != 0 || g_rename (*path, sorted) != 0) {
    koma_fail_errno (error, errno, base);
    g_free (sorted);
    return FALSE;
  }
  g_free (*path);
  *path = sorted;
  return TRUE;
}

static gboolean
sort_samples (KomaUnpacked *unpacked,
              const char   *folder,
              guint        *ret_n,
              GError      **error)
{
  for (guint i = 0; i < unpacked->paths->len; i++) {
    char           **path = (char **) &unpacked->paths->pdata[i];
    g_autofree char *klass = find_class (*path);

    if (klass == NULL)
      continue;
    if (!sort_sample (path, folder, klass, error))
      return FALSE;
    ++*ret_n;
  }
  return TRUE;
}

/**
 * koma_teach_machine_unpack:
 * @path: of the project file
 * @ret_unpacked: (out caller-allocates): its files
 * @ret_folder: (out) (transfer full): has a folder of pictures for each class
 * @error: return location
 *
 * Thread: any but main. Errors: %KOMA_ERROR_DECODE: it is no such project, or has no pictures;
 * those of koma_archive_unpack().
 *
 * Returns: whether there are pictures
 */
gboolean
koma_teach_machine_unpack (const char   *path,
                           KomaUnpacked *ret_unpacked,
                           char        **ret_folder,
                           GError      **error)
{
  g_auto (KomaUnpacked) unpacked = { 0 };
  g_autofree char *folder = NULL;
  guint            n_samples = 0;

  if (!koma_archive_unpack (path, koma_box_read_archive, &unpacked, error))
    return FALSE;
  if (!has_manifest (&unpacked))
    return fail (path, _ ("this is no project of Teachable Machine"), error);
  folder = g_build_filename (unpacked.folder, "classes", NULL);
  if (!sort_samples (&unpacked, folder, &n_samples, error))
    return FALSE;
  if (n_samples == 0)
    return fail (path, _ ("there are no pictures in it; projects of sounds can not be taught here"),
                 error);
  *ret_unpacked = unpacked;
  unpacked = (KomaUnpacked){ 0 };
  *ret_folder = g_steal_pointer (&folder);
  return TRUE;
}
