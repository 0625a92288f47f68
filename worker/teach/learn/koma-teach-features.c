/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A record: the name of the picture, padded with zeros; the values, as the processor has them; a
 * checksum of both. All records of a file have one size, so that a damaged one loses no other. */
#include "koma-teach-features.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "worker/teach/disk/koma-teach-journal.h"

/* SHA-256, a dot and an ending of three letters, and a zero. */
#define NAME_BYTES     72
#define CHECKSUM_BYTES 32

struct _KomaTeachFeatures
{
  GHashTable *vectors; /* (element-type utf8 KomaFeatureVector) by picture */
  FILE       *file;    /* (nullable) it can not be written */
  guint       n;
  gsize       record_bytes;
};

static char *
compute_checksum (const guint8 *record,
                  gsize         size_bytes)
{
  g_autoptr (KomaContentHash) hash = koma_content_hash_new ();

  koma_content_hash_update (hash, record, size_bytes);
  return koma_content_hash_to_string (hash);
}

static void
take_record (KomaTeachFeatures *self,
             const guint8      *record)
{
  const gsize       content_bytes = self->record_bytes - CHECKSUM_BYTES;
  g_autofree char  *checksum = compute_checksum (record, content_bytes);
  g_autofree float *values = NULL;

  if (memcmp (checksum, record + content_bytes, CHECKSUM_BYTES) != 0 ||
      record[NAME_BYTES - 1] != 0)
    return;
  values = g_memdup2 (record + NAME_BYTES, self->n * sizeof (float));
  g_hash_table_replace (self->vectors, g_strdup ((const char *) record),
                        koma_feature_vector_new (values, self->n));
}

/* Half a record at the end is overwritten by the next. */
static void
read_records (KomaTeachFeatures *self)
{
  g_autofree guint8 *record = g_malloc (self->record_bytes);
  long               n_records = 0;

  while (fread (record, self->record_bytes, 1, self->file) == 1) {
    take_record (self, record);
    n_records++;
  }
  if (fseek (self->file, n_records * (long) self->record_bytes, SEEK_SET) != 0)
    g_clear_pointer (&self->file, fclose);
}

static FILE *
open_file (const char *folder,
           const char *hash)
{
  g_autofree char *parent = g_build_filename (folder, KOMA_TEACH_FEATURES, NULL);
  g_autofree char *path = g_strdup_printf ("%s/%s.bin", parent, hash);
  int              fd = -1;

  if (g_mkdir_with_parents (parent, 0700) == 0)
    fd = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  return fd >= 0 ? fdopen (fd, "r+b") : NULL;
}

/*< private >
 * koma_teach_features_open:
 *
 * Returns: (transfer full): without features where there is no file, or none that can be read
 */
KomaTeachFeatures *
koma_teach_features_open (const char *folder,
                          const char *hash,
                          guint       n)
{
  KomaTeachFeatures *self = g_new0 (KomaTeachFeatures, 1);

  self->vectors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) koma_feature_vector_unref);
  self->n = n;
  self->record_bytes = NAME_BYTES + n * sizeof (float) + CHECKSUM_BYTES;
  self->file = open_file (folder, hash);
  if (self->file != NULL)
    read_records (self);
  return self;
}

/*< private >*/
void
koma_teach_features_free (KomaTeachFeatures *self)
{
  g_clear_pointer (&self->file, fclose);
  g_hash_table_unref (self->vectors);
  g_free (self);
}

/*< private >*/
KomaFeatureVector *
koma_teach_features_find (KomaTeachFeatures *self,
                          const char        *picture)
{
  return g_hash_table_lookup (self->vectors, picture);
}

/*< private >
 * koma_teach_features_add:
 *
 * Writes them, too; after an error it writes no more.
 */
void
koma_teach_features_add (KomaTeachFeatures *self,
                         const char        *picture,
                         KomaFeatureVector *vector)
{
  g_autofree guint8 *record = g_malloc0 (self->record_bytes);
  const gsize        content_bytes = self->record_bytes - CHECKSUM_BYTES;
  g_autofree char   *checksum = NULL;

  g_hash_table_replace (self->vectors, g_strdup (picture), koma_feature_vector_ref (vector));
  if (self->file == NULL || strlen (picture) >= NAME_BYTES)
    return;
  g_strlcpy ((char *) record, picture, NAME_BYTES);
  memcpy (record + NAME_BYTES, koma_feature_vector_get_values (vector), self->n * sizeof (float));
  checksum = compute_checksum (record, content_bytes);
  memcpy (record + content_bytes, checksum, CHECKSUM_BYTES);
  if (fwrite (record, self->record_bytes, 1, self->file) != 1 || fflush (self->file) != 0)
    g_clear_pointer (&self->file, fclose);
}
