/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "half-names.h"

#include <string.h>

#include "engine/formats/model-folder.h"

#define ENDING ".onnx"

/* In lower case. */
static const struct
{
  const char *pictures;
  const char *words;
} rows[] = {
  { "vision", "text" },
  { "visual", "textual" },
  { "visual", "text" },
  { "image", "text" },
  { "img", "txt" },
  { "img", "text" },
};

/* As transformers.js and Optimum end their names. */
static const char *const variants[] = { "", "_fp16", "_quantized", "_int8", "_uint8", "_q4f16",
                                        "_q4", "_bnb4" };

/* What stands for the model, and tells nothing of it. */
static const char *const usual_rests[] = { "", "_model", "_encoder" };

/* "…/", "clip_image" and "_fp16" of a path; without a stem where it is no file of ONNX. */
typedef struct
{
  char *folder; /* with its slash */
  char *stem;
  guint variant;
} Name;

static void
name_clear (Name *self)
{
  g_free (self->folder);
  g_free (self->stem);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Name, name_clear)

static void
take_variant (Name *self)
{
  g_autofree char *lower = g_ascii_strdown (self->stem, -1);

  for (guint i = 1; i < G_N_ELEMENTS (variants); i++)
    if (g_str_has_suffix (lower, variants[i])) {
      self->variant = i;
      self->stem[strlen (lower) - strlen (variants[i])] = '\0';
      return;
    }
}

static void
name_init (Name       *self,
           const char *path)
{
  const char      *slash = strrchr (path, '/');
  const char      *base = slash != NULL ? slash + 1 : path;
  g_autofree char *lower = g_ascii_strdown (base, -1);

  *self = (Name){ .folder = g_strndup (path, (gsize) (base - path)) };
  if (!g_str_has_suffix (lower, ENDING))
    return;
  self->stem = g_strndup (base, strlen (base) - strlen (ENDING));
  take_variant (self);
}

static char *
name_join (const Name *self,
           const char *stem,
           guint       variant)
{
  return g_strconcat (self->folder, stem, variants[variant], ENDING, NULL);
}

/* Where a word stands between what are no letters; -1: nowhere. */
static gssize
find_word (const char *stem, /* (nullable) */
           const char *word)
{
  g_autofree char *lower = stem != NULL ? g_ascii_strdown (stem, -1) : NULL;
  const gsize      length = strlen (word);

  for (const char *at = lower; at != NULL && (at = strstr (at, word)) != NULL; at++)
    if ((at == lower || !g_ascii_isalpha (at[-1])) && !g_ascii_isalpha (at[length]))
      return at - lower;
  return -1;
}

/* As the word that was there: “Image” becomes “Text”, “IMAGE” “TEXT”. */
static char *
replace_word (const char *stem,
              gssize      at,
              const char *word,
              const char *other)
{
  const gsize      length = strlen (word);
  g_autofree char *before = g_strndup (stem, (gsize) at);
  g_autofree char *written = g_strdup (other);

  if (g_ascii_isupper (stem[at]))
    written[0] = g_ascii_toupper (written[0]);
  for (gsize i = 1; written[i] != '\0' && g_ascii_isupper (stem[at + (gssize) length - 1]); i++)
    written[i] = g_ascii_toupper (written[i]);
  return g_strconcat (before, written, stem + at + length, NULL);
}

/* (transfer full) The last part of the folder: "visual". */
static char *
get_folder_name (const Name *self)
{
  g_autofree char *folder = g_strndup (self->folder, MAX (strlen (self->folder), 1) - 1);

  return g_path_get_basename (folder);
}

static KomaHalf
find_half_by_folder (const Name *self)
{
  g_autofree char *folder = get_folder_name (self);

  if (koma_model_folder_get_other_half (folder) == NULL)
    return KOMA_HALF_NONE;
  return g_str_equal (folder, KOMA_PICTURES_FOLDER) ? KOMA_HALF_PICTURES : KOMA_HALF_WORDS;
}

/* @ret_is_by_folder: (out) (optional): its name says nothing, and that of its folder does */
static KomaHalf
find_half (const Name *self,
           gboolean   *ret_is_by_folder)
{
  gboolean has_pictures = FALSE;
  gboolean has_words = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    has_pictures = has_pictures || find_word (self->stem, rows[i].pictures) >= 0;
    has_words = has_words || find_word (self->stem, rows[i].words) >= 0;
  }
  if (ret_is_by_folder != NULL)
    *ret_is_by_folder = !has_pictures && !has_words;
  if (!has_pictures && !has_words && self->stem != NULL)
    return find_half_by_folder (self);
  if (has_pictures == has_words)
    return KOMA_HALF_NONE;
  return has_pictures ? KOMA_HALF_PICTURES : KOMA_HALF_WORDS;
}

/**
 * koma_half_names_find:
 * @path: a path or a name
 *
 * Returns: which half of a model a file is called. Thread: any.
 */
KomaHalf
koma_half_names_find (const char *path)
{
  g_auto (Name) name = { 0 };

  name_init (&name, path);
  return find_half (&name, NULL);
}

static gboolean
is_usual (const char *stem,
          const char *word)
{
  const gsize length = strlen (word);

  if (g_ascii_strncasecmp (stem, word, length) != 0)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (usual_rests); i++)
    if (g_ascii_strcasecmp (stem + length, usual_rests[i]) == 0)
      return TRUE;
  return FALSE;
}

/**
 * koma_half_names_is_usual:
 * @path: a path or a name
 *
 * Returns: whether many models' halves are called so. Thread: any.
 */
gboolean
koma_half_names_is_usual (const char *path)
{
  g_auto (Name) name = { 0 };

  name_init (&name, path);
  for (guint i = 0; name.stem != NULL && i < G_N_ELEMENTS (rows); i++)
    if (is_usual (name.stem, rows[i].pictures) || is_usual (name.stem, rows[i].words))
      return TRUE;
  return FALSE;
}

guint
koma_half_names_get_n_variants (void)
{
  return G_N_ELEMENTS (variants);
}

/**
 * koma_half_names_get_variant:
 * @path: a path or a name
 *
 * Returns: the precision that the end of the name says; 0: none. Thread: any.
 */
guint
koma_half_names_get_variant (const char *path)
{
  g_auto (Name) name = { 0 };

  name_init (&name, path);
  return name.variant;
}

/**
 * koma_half_names_set_variant:
 * @path: of a file of ONNX
 * @variant: below koma_half_names_get_n_variants()
 *
 * Returns: (transfer full) (nullable): what the same is called in that precision; %NULL where it is
 *   no file of ONNX. Thread: any.
 */
char *
koma_half_names_set_variant (const char *path,
                             guint       variant)
{
  g_auto (Name) name = { 0 };

  name_init (&name, path);
  return name.stem != NULL ? name_join (&name, name.stem, variant) : NULL;
}

/* The same name in the folder of the other half. */
static char *
join_other_folder (const Name *self,
                   guint       variant)
{
  g_autofree char *own = get_folder_name (self);
  g_autofree char *above = g_strndup (self->folder, strlen (self->folder) - strlen (own) - 1);

  return g_strconcat (above, koma_model_folder_get_other_half (own), "/", self->stem,
                      variants[variant], ENDING, NULL);
}

/**
 * koma_half_names_list_others:
 * @path: a path or a name
 * @variant: below koma_half_names_get_n_variants()
 *
 * Returns: (transfer full) (element-type filename): no two alike. Thread: any.
 */
GPtrArray *
koma_half_names_list_others (const char *path,
                             guint       variant)
{
  GPtrArray *others = g_ptr_array_new_with_free_func (g_free);
  g_auto (Name) name = { 0 };
  KomaHalf half = KOMA_HALF_NONE;
  gboolean is_by_folder = FALSE;

  name_init (&name, path);
  half = find_half (&name, &is_by_folder);
  if (half != KOMA_HALF_NONE && is_by_folder) {
    g_ptr_array_add (others, join_other_folder (&name, variant));
    return others;
  }
  for (guint i = 0; half != KOMA_HALF_NONE && i < G_N_ELEMENTS (rows); i++) {
    const gboolean   is_pictures = half == KOMA_HALF_PICTURES;
    const char      *word = is_pictures ? rows[i].pictures : rows[i].words;
    const gssize     at = find_word (name.stem, word);
    g_autofree char *stem = NULL;
    g_autofree char *other = NULL;

    if (at < 0)
      continue;
    stem = replace_word (name.stem, at, word, is_pictures ? rows[i].words : rows[i].pictures);
    other = name_join (&name, stem, variant);
    if (!g_ptr_array_find_with_equal_func (others, other, g_str_equal, NULL))
      g_ptr_array_add (others, g_steal_pointer (&other));
  }
  return others;
}
