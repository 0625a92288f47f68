/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* CIPA DC-008, "Exchangeable image file format for digital still cameras: Exif": 4.6.5 has the tags
 * of date and time, 4.6.4 make and model. */
#include "taken.h"

#include <string.h>

#include "exif-block.h"
#include "exif.h"

#define TAG_MAKE                0x010f
#define TAG_MODEL               0x0110
#define TAG_EXIF_DIRECTORY      0x8769
#define TAG_TIME_ORIGINAL       0x9003
#define TAG_OFFSET              0x9010
#define TAG_OFFSET_ORIGINAL     0x9011
#define TAG_SUBSECONDS_ORIGINAL 0x9291
#define TAG_BODY_SERIAL_NUMBER  0xa431
#define TIME_BYTES              19
#define OFFSET_BYTES            6
#define MAX_OFFSET_HOURS        15

/* As many digits as @n_digits, nothing else. */
static gboolean
read_digits (const char *text,
             guint       n_digits,
             int        *ret_number)
{
  int number = 0;

  for (guint i = 0; i < n_digits; i++) {
    if (!g_ascii_isdigit (text[i]))
      return FALSE;
    number = 10 * number + (text[i] - '0');
  }
  *ret_number = number;
  return TRUE;
}

/* "2026:11:29 18:03:05". A camera whose clock was never set writes blanks or zeros. */
static gboolean
read_time (const char *text, /* (nullable) */
           gint64     *ret_seconds)
{
  g_autoptr (GDateTime) time = NULL;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;

  if (text == NULL || strlen (text) != TIME_BYTES || text[4] != ':' || text[7] != ':' ||
      text[10] != ' ' || text[13] != ':' || text[16] != ':' || !read_digits (text, 4, &year) ||
      !read_digits (text + 5, 2, &month) || !read_digits (text + 8, 2, &day) ||
      !read_digits (text + 11, 2, &hour) || !read_digits (text + 14, 2, &minute) ||
      !read_digits (text + 17, 2, &second))
    return FALSE;
  time = g_date_time_new_utc (year, month, day, hour, minute, second);
  if (time == NULL)
    return FALSE;
  *ret_seconds = g_date_time_to_unix (time);
  return TRUE;
}

/* "5" is half a second, "05" a twentieth. */
static gint64
read_subseconds_us (const char *text) /* (nullable) */
{
  gint64 us = 0;
  gint64 unit_us = G_USEC_PER_SEC / 10;

  for (; text != NULL && g_ascii_isdigit (*text); text++, unit_us /= 10)
    us += unit_us * (*text - '0');
  return us;
}

/* "+09:00" */
static gint64
read_offset_seconds (const char *text) /* (nullable) */
{
  int hours = 0, minutes = 0;

  if (text == NULL || strlen (text) != OFFSET_BYTES || (text[0] != '+' && text[0] != '-') ||
      text[3] != ':' || !read_digits (text + 1, 2, &hours) || hours > MAX_OFFSET_HOURS ||
      !read_digits (text + 4, 2, &minutes) || minutes >= 60)
    return 0;
  return (text[0] == '-' ? -60 : 60) * (60 * hours + minutes);
}

static gint64
read_time_us (const KomaExifBlock *block,
              guint32              directory)
{
  g_autofree char *time = koma_exif_block_dup_text (block, directory, TAG_TIME_ORIGINAL);
  g_autofree char *subseconds =
    koma_exif_block_dup_text (block, directory, TAG_SUBSECONDS_ORIGINAL);
  g_autofree char *offset = koma_exif_block_dup_text (block, directory, TAG_OFFSET_ORIGINAL);
  gint64           seconds = 0;

  if (offset == NULL)
    offset = koma_exif_block_dup_text (block, directory, TAG_OFFSET);
  if (!read_time (time, &seconds))
    return 0;
  return (seconds - read_offset_seconds (offset)) * G_USEC_PER_SEC +
         read_subseconds_us (subseconds);
}

/* The serial number itself is nobody's business; the hash tells cameras from each other. */
static gint64
hash_camera (const char *make,   /* (nullable) */
             const char *model,  /* (nullable) */
             const char *serial) /* (nullable) */
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const char *texts[] = { make, model, serial };
  guint8      digest[32];
  gsize       n_bytes = sizeof digest;
  guint64     hash = 0;
  gboolean    is_known = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    const char *text = texts[i] != NULL ? texts[i] : "";

    is_known |= *text != '\0';
    g_checksum_update (checksum, (const guint8 *) text, (gssize) strlen (text) + 1);
  }
  if (!is_known)
    return 0;
  g_checksum_get_digest (checksum, digest, &n_bytes);
  for (guint i = 0; i < 8; i++)
    hash = hash << 8 | digest[i];
  return MAX ((gint64) (hash >> 1), 1);
}

/**
 * koma_taken_read_exif:
 * @exif: (array length=size_bytes): an EXIF block, with or without the
 *   "Exif\0\0" that JPEG puts before it
 * @size_bytes: its length
 *
 * Reads when a photograph was taken, and by which camera, out of an EXIF block. Safe for any bytes.
 *
 * Thread: any.
 *
 * Returns: what is known
 */
KomaTaken
koma_taken_read_exif (const guint8 *exif,
                      gsize         size_bytes)
{
  KomaExifBlock    block;
  KomaTaken        taken = { 0 };
  guint32          first = 0, directory = 0;
  gboolean         has_directory = FALSE;
  g_autofree char *make = NULL;
  g_autofree char *model = NULL;
  g_autofree char *serial = NULL;

  if (!koma_exif_block_init (&block, exif, size_bytes) ||
      !koma_exif_block_get_directory (&block, &first))
    return taken;
  has_directory = koma_exif_block_find_number (&block, first, TAG_EXIF_DIRECTORY, &directory);
  make = koma_exif_block_dup_text (&block, first, TAG_MAKE);
  model = koma_exif_block_dup_text (&block, first, TAG_MODEL);
  if (has_directory) {
    serial = koma_exif_block_dup_text (&block, directory, TAG_BODY_SERIAL_NUMBER);
    taken.time_us = read_time_us (&block, directory);
  }
  taken.camera = hash_camera (make, model, serial);
  return taken;
}

/**
 * koma_taken_read_file:
 * @file: (array length=size_bytes): a PNG, WebP or TIFF file, or any bytes
 * @size_bytes: its length
 *
 * Looks for the EXIF block of a picture, see koma_taken_read_exif().
 *
 * Thread: any.
 *
 * Returns: what is known
 */
KomaTaken
koma_taken_read_file (const guint8 *file,
                      gsize         size_bytes)
{
  const guint8 *exif = NULL;
  gsize         exif_bytes = 0;

  if (koma_exif_locate_in_png (file, size_bytes, &exif, &exif_bytes) ||
      koma_exif_locate_in_webp (file, size_bytes, &exif, &exif_bytes))
    return koma_taken_read_exif (exif, exif_bytes);
  return koma_taken_read_exif (file, size_bytes); /* a TIFF file is such a block itself */
}

gboolean
koma_taken_is_possible (const KomaTaken *taken)
{
  return taken->camera >= 0 && taken->time_us >= KOMA_TAKEN_MIN_US &&
         taken->time_us <= KOMA_TAKEN_MAX_US;
}
