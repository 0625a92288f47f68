/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "imagenet.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/koma-limits.h"
#include "imagenet-names.h"
#include "localized.h"

#define N_CLASSES   1000
#define SYNSET_SIZE 9 /* characters of "n02123045" */

/* SHA-256 of the first synonym of each class and a line end, in which only
 * lower-case letters and digits are left: "tench\n", "goldfish\n". Lists that
 * differ in case, blanks, hyphens or further synonyms come out the same. */
static const char first_synonyms_hash[] =
  "2056642abd83b6eb51e04d0eeda513a1d1f38777ddf891a900886b0029910478";

/* Beyond the background, if there is one. */
static guint
get_first (guint n_classes)
{
  return n_classes - N_CLASSES;
}

static gboolean
is_imagenet_size (guint n_classes)
{
  return n_classes == N_CLASSES || n_classes == N_CLASSES + 1;
}

static void
add_letters (GChecksum  *hash,
             const char *label)
{
  for (const char *at = label; *at != '\0' && *at != ','; at++) {
    const guchar letter = (guchar) g_ascii_tolower (*at);

    if (g_ascii_isalnum (letter))
      g_checksum_update (hash, &letter, 1);
  }
  g_checksum_update (hash, (const guchar *) "\n", 1);
}

static gboolean
are_first_synonyms (const KomaLabels *labels)
{
  g_autoptr (GChecksum) hash = g_checksum_new (G_CHECKSUM_SHA256);

  for (guint i = get_first (koma_labels_get_n (labels)); i < koma_labels_get_n (labels); i++)
    add_letters (hash, koma_labels_get (labels, i));
  return g_str_equal (g_checksum_get_string (hash), first_synonyms_hash);
}

static gboolean
is_synset (const char *label)
{
  return label[0] == 'n' && strspn (label + 1, "0123456789") == SYNSET_SIZE - 1;
}

/* ImageNet's classes are in the order of their WordNet numbers. A thousand in
 * this order, with its first and its last, are that list. */
static gboolean
are_synsets (const KomaLabels *labels)
{
  const guint n = koma_labels_get_n (labels);
  const guint first = get_first (n);

  for (guint i = first; i < n; i++)
    if (!is_synset (koma_labels_get (labels, i)) ||
        (i > first && strncmp (koma_labels_get (labels, i - 1), koma_labels_get (labels, i),
                               SYNSET_SIZE) >= 0))
      return FALSE;
  return g_str_has_prefix (koma_labels_get (labels, first), "n01440764") &&
         g_str_has_prefix (koma_labels_get (labels, n - 1), "n15075141");
}

/* Of @n_classes; with names, where there are such. */
static KomaLabels *
read_names (const char        *folder,
            guint              n_classes,
            const char *const *languages,
            gboolean           is_one_language)
{
  g_autofree char *path = g_build_filename (folder, "labels.txt", NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_autoptr (KomaLabels) labels = NULL;
  g_autoptr (KomaLabels) fitted = NULL;

  if (koma_file_read (path, KOMA_MAX_NAMES_BYTES, &text, &length, NULL))
    labels = koma_labels_new_from_text (text, length, "ImageNet's classes", NULL);
  if (labels == NULL || koma_labels_get_n (labels) != N_CLASSES)
    return NULL;
  fitted = koma_labels_fit (labels, n_classes, NULL);
  koma_labels_take_kinds (fitted, koma_kinds_read (folder, N_CLASSES, languages, is_one_language),
                          get_first (n_classes));
  if (is_one_language && koma_localized_is_english (languages))
    return g_steal_pointer (&fitted);
  return koma_imagenet_names_apply (fitted, folder, languages, is_one_language);
}

/**
 * koma_imagenet_guess:
 * @folder: (nullable): with labels.txt and names-de.txt and the like
 * @n_classes: of the model
 * @languages: NULL-terminated: of names, the first one first
 * @is_one_language: names in these are enough
 *
 * Thread: any; reads files.
 *
 * Returns: (transfer full) (nullable): ImageNet's classes, for 1,000 or 1,001;
 *   %NULL for another number, or where the names can not be read
 */
KomaLabels *
koma_imagenet_guess (const char        *folder,
                     guint              n_classes,
                     const char *const *languages,
                     gboolean           is_one_language)
{
  if (folder == NULL || !is_imagenet_size (n_classes))
    return NULL;
  return read_names (folder, n_classes, languages, is_one_language);
}

/**
 * koma_imagenet_name:
 * @labels: one for each class
 * @folder: (nullable): with labels.txt and names-de.txt and the like
 * @languages: NULL-terminated: of names, the first one first
 * @is_one_language: names in these are enough
 *
 * ImageNet's own labels are long lists of synonyms, or WordNet's numbers. All of
 * them must be its own.
 *
 * Thread: any; reads files.
 *
 * Returns: (transfer full): @labels, with names if they are ImageNet's
 */
KomaLabels *
koma_imagenet_name (KomaLabels        *labels,
                    const char        *folder,
                    const char *const *languages,
                    gboolean           is_one_language)
{
  const guint n = koma_labels_get_n (labels);
  g_autoptr (KomaLabels) named = NULL;
  KomaLabels *result = NULL;
  char      **names = NULL, **others = NULL;

  if (folder != NULL && is_imagenet_size (n) &&
      (are_first_synonyms (labels) || are_synsets (labels)))
    named = read_names (folder, n, languages, is_one_language);
  if (named == NULL)
    return koma_labels_ref (labels);
  names = g_new0 (char *, (gsize) n + 1);
  others = g_new0 (char *, (gsize) n + 1);
  for (guint i = 0; i < n; i++) {
    names[i] = g_strdup (koma_labels_get_name (named, i));
    others[i] = g_strconcat (koma_labels_get (named, i), "\n",
                             koma_labels_get_other_names (named, i), NULL);
  }
  result = koma_labels_new_named (labels, names, others);
  koma_labels_copy_kinds (result, named);
  return result;
}
