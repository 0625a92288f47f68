/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-ground-truth.h"

#include <glib/gi18n.h>

#include "koma-class-folders.h"
#include "koma-csv-table.h"
#include "worker/collection/koma-collection-corrections.h"
#include "worker/take/koma-xmp.h"

#include "engine/koma-app.h"

#define MAX_CSV_BYTES (64u << 20)

static void
picture_free (gpointer data)
{
  KomaGroundTruthPicture *picture = data;

  g_free (picture->path);
  g_ref_string_release (picture->label);
  g_free (picture);
}

/**
 * koma_ground_truth_new:
 * @path: a folder whose sub-folders are classes, or a file that is a collection or CSV
 * @wants_xmp: whether labels are in sidecars in any case; else they are where a folder has no
 *   sub-folders with pictures
 *
 * Nothing is read yet. Thread: any.
 *
 * Returns: (transfer full): an empty truth
 */
KomaGroundTruth *
koma_ground_truth_new (const char *path,
                       gboolean    wants_xmp)
{
  KomaGroundTruth *truth = g_new0 (KomaGroundTruth, 1);

  g_atomic_ref_count_init (&truth->ref_count);
  truth->path = g_strdup (path);
  truth->kind = wants_xmp ? KOMA_GROUND_TRUTH_XMP : KOMA_GROUND_TRUTH_CSV;
  truth->pictures = g_ptr_array_new_with_free_func (picture_free);
  truth->problems = g_ptr_array_new_with_free_func (g_free);
  return truth;
}

KomaGroundTruth *
koma_ground_truth_ref (KomaGroundTruth *truth)
{
  g_atomic_ref_count_inc (&truth->ref_count);
  return truth;
}

void
koma_ground_truth_unref (KomaGroundTruth *truth)
{
  if (!g_atomic_ref_count_dec (&truth->ref_count))
    return;
  g_free (truth->path);
  g_ptr_array_unref (truth->pictures);
  g_ptr_array_unref (truth->problems);
  g_free (truth->note);
  g_free (truth);
}

static void
add (KomaGroundTruth *truth,
     char            *path, /* (transfer full) */
     const char      *label)
{
  KomaGroundTruthPicture *picture = g_new0 (KomaGroundTruthPicture, 1);
  g_autofree char        *valid = g_utf8_make_valid (label, -1);

  picture->path = path;
  picture->label = g_ref_string_new_intern (valid);
  g_ptr_array_add (truth->pictures, picture);
}

static gboolean
read_folders (KomaGroundTruth *truth,
              GError         **error)
{
  g_autoptr (GPtrArray) classes = koma_class_folders_find (truth->path, truth->problems, error);

  for (guint c = 0; classes != NULL && c < classes->len; c++) {
    const KomaClassFolder *class = classes->pdata[c];

    for (guint i = 0; i < class->paths->len; i++)
      add (truth, g_strdup (class->paths->pdata[i]), class->name);
  }
  return classes != NULL;
}

/* What people wrote; what Koma did is no truth. */
static char *
join_labels (const KomaXmpLabels *labels)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;

  for (guint i = 0; labels->subjects[i] != NULL; i++)
    if (!g_strv_contains ((const char *const *) labels->own, labels->subjects[i]))
      g_strv_builder_add (builder, labels->subjects[i]);
  words = g_strv_builder_end (builder);
  return g_strjoinv (KOMA_GROUND_TRUTH_SEPARATOR, words);
}

/* Pictures without a sidecar, or without labels of people, are left out. */
static void
add_sidecar (KomaGroundTruth *truth,
             const char      *path)
{
  g_autofree char *sidecar = koma_xmp_dup_path (path);
  g_auto (KomaXmpLabels) labels = { 0 };
  g_autofree char *label = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_test (sidecar, G_FILE_TEST_EXISTS))
    return;
  if (!koma_xmp_read_labels (sidecar, &labels, &error)) {
    g_ptr_array_add (truth->problems, g_strdup_printf ("%s: %s", sidecar, error->message));
    return;
  }
  label = join_labels (&labels);
  if (*label != '\0')
    add (truth, g_strdup (path), label);
}

static gboolean
read_sidecars (KomaGroundTruth *truth,
               GError         **error)
{
  g_autoptr (GPtrArray) paths =
    koma_class_folders_find_pictures (truth->path, truth->problems, error);

  for (guint i = 0; paths != NULL && i < paths->len; i++)
    add_sidecar (truth, paths->pdata[i]);
  return paths != NULL;
}

typedef struct
{
  KomaGroundTruth *truth;
  char            *folder; /* of the file */
  gboolean         is_begun;
  guint            file; /* columns */
  guint            label;
} Table;

/* The first row may name the columns; without names they are the first two. */
static gboolean
take_names (Table *table,
            char **cells)
{
  guint file = G_MAXUINT, label = G_MAXUINT;

  for (guint i = 0; cells[i] != NULL; i++) {
    file = g_ascii_strcasecmp (cells[i], "file") == 0 ? i : file;
    label = g_ascii_strcasecmp (cells[i], "label") == 0 ? i : label;
  }
  if (file == G_MAXUINT || label == G_MAXUINT)
    return FALSE;
  table->file = file;
  table->label = label;
  return TRUE;
}

static gboolean
take_row (char   **cells,
          guint    line,
          gpointer user_data)
{
  Table      *table = user_data;
  const guint n = g_strv_length (cells);

  if (!table->is_begun) {
    table->is_begun = TRUE;
    if (take_names (table, cells))
      return TRUE;
  }
  if (n <= MAX (table->file, table->label) || *cells[table->file] == '\0' ||
      *cells[table->label] == '\0')
    g_ptr_array_add (table->truth->problems,
                     g_strdup_printf (_ ("%s, line %u: a picture and its label are wanted"),
                                      table->truth->path, line));
  else
    add (table->truth, g_canonicalize_filename (cells[table->file], table->folder),
         cells[table->label]);
  return TRUE;
}

static gboolean
read_csv (KomaGroundTruth *truth,
          GError         **error)
{
  g_autofree char *absolute = g_canonicalize_filename (truth->path, NULL);
  g_autofree char *folder = g_path_get_dirname (absolute);
  g_autofree char *text = NULL;
  gsize            length = 0;
  Table            table = { .truth = truth, .folder = folder, .file = 0, .label = 1 };

  if (!koma_file_read (truth->path, MAX_CSV_BYTES, &text, &length, error))
    return FALSE;
  if (koma_csv_table_read (text, length, take_row, &table, error))
    return TRUE;
  g_prefix_error (error, "%s: ", truth->path);
  return FALSE;
}

/* Of pictures that nobody corrected or confirmed it is not known what they show. */
static gboolean
read_corrections (KomaGroundTruth *truth,
                  GError         **error)
{
  guint n_others = 0;
  g_autoptr (GPtrArray) corrections =
    koma_collection_corrections_read (truth->path, &n_others, error);

  for (guint i = 0; corrections != NULL && i < corrections->len; i++) {
    const KomaCollectionCorrected *corrected = corrections->pdata[i];

    add (truth, g_strdup (corrected->path), corrected->label);
  }
  g_clear_pointer (&truth->note, g_free);
  if (corrections != NULL && n_others > 0)
    truth->note = g_strdup_printf (ngettext ("%u picture without a correction is left out",
                                             "%u pictures without a correction are left out",
                                             n_others),
                                   n_others);
  return corrections != NULL;
}

static gboolean
read_file (KomaGroundTruth *truth,
           GError         **error)
{
  if (!koma_collection_is_file (truth->path))
    return read_csv (truth, error);
  truth->kind = KOMA_GROUND_TRUTH_CORRECTIONS;
  return read_corrections (truth, error);
}

static gboolean
read_all (KomaGroundTruth *truth,
          GError         **error)
{
  if (truth->kind == KOMA_GROUND_TRUTH_XMP)
    return read_sidecars (truth, error);
  if (!g_file_test (truth->path, G_FILE_TEST_IS_DIR))
    return read_file (truth, error);
  truth->kind = KOMA_GROUND_TRUTH_FOLDER;
  return read_folders (truth, error) && (truth->pictures->len > 0 || read_sidecars (truth, error));
}

static gboolean
fail_empty (const KomaGroundTruth *truth,
            GError               **error)
{
  const char *path = truth->path;

  switch (truth->kind) {
  case KOMA_GROUND_TRUTH_FOLDER:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("%s: there are no folders with pictures in it"), path);
    break;
  case KOMA_GROUND_TRUTH_CORRECTIONS:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("%s: no picture in it was corrected or confirmed"), path);
    break;
  default:
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("%s: there are no pictures in it"),
                 path);
    break;
  }
  return FALSE;
}

/**
 * koma_ground_truth_read:
 *
 * Reads what was named, once; again where that failed. Pictures are not opened. Errors: those of
 * koma_file_read() and koma_collection_corrections_read(), #GFileError,
 * %G_IO_ERROR_INVALID_DATA where a line is damaged, %G_IO_ERROR_NOT_FOUND if there is no picture.
 *
 * Thread: any but the window's.
 */
gboolean
koma_ground_truth_read (KomaGroundTruth *truth,
                        GError         **error)
{
  if (truth->is_read)
    return TRUE;
  g_ptr_array_set_size (truth->pictures, 0);
  g_ptr_array_set_size (truth->problems, 0);
  if (!read_all (truth, error))
    return FALSE;
  truth->is_read = truth->pictures->len > 0;
  return truth->is_read || fail_empty (truth, error);
}
