/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-lines.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"

#define VERSION "koma-sorted"
/* What a line has of its hash. */
#define SEAL       ",\"sum\":\""
#define SEAL_END   "\"}"
#define SUM_DIGITS 16
#define SEAL_BYTES (sizeof SEAL - 1 + SUM_DIGITS + sizeof SEAL_END - 1)

void
koma_arrange_lines_clear (KomaArrangeLines *lines)
{
  g_clear_pointer (&lines->records, g_ptr_array_unref);
}

char *
koma_arrange_lines_dup_first (void)
{
  return g_strdup_printf ("{\"" VERSION "\":%d}\n", KOMA_ARRANGE_LINES_VERSION);
}

/* Of a line up to its sum. */
static char *
dup_seal (const char *text,
          gsize       length)
{
  g_autofree char *sha256 =
    g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) text, length);

  return g_strdup_printf (SEAL "%.*s" SEAL_END, SUM_DIGITS, sha256);
}

char *
koma_arrange_lines_seal (const char *object)
{
  const gsize      length = strlen (object) - 1; /* without its last brace */
  g_autofree char *seal = dup_seal (object, length);

  return g_strdup_printf ("%.*s%s\n", (int) length, object, seal);
}

static gboolean
is_sealed (const char *line,
           gsize       length)
{
  g_autofree char *seal = NULL;

  if (length <= SEAL_BYTES ||
      memcmp (line + length - SEAL_BYTES, SEAL, sizeof SEAL - 1) != 0)
    return FALSE;
  seal = dup_seal (line, length - SEAL_BYTES);
  return memcmp (line + length - SEAL_BYTES, seal, SEAL_BYTES) == 0;
}

/* The line at @text; its end is told too, so that all of the text comes in turn. */
static gsize
measure_line (const char *text,
              gsize       length,
              gsize      *ret_whole_length)
{
  const char *end = memchr (text, '\n', length);

  *ret_whole_length = end != NULL ? (gsize) (end - text) + 1 : length;
  return end != NULL ? (gsize) (end - text) : length;
}

/* FALSE: the line is another one. */
static gboolean
read_version (const char *line,
              gsize       length,
              gint64     *ret_version)
{
  g_autoptr (JsonNode) root = koma_json_parse (line, length, "journal", NULL);

  return koma_json_node_int (koma_json_get (koma_json_node_object (root), VERSION), ret_version);
}

static gboolean
has_seals (const char *text,
           gsize       length)
{
  for (gsize done = 0, whole = 0; done < length; done += whole) {
    const gsize n = measure_line (text + done, length - done, &whole);

    if (is_sealed (text + done, n))
      return TRUE;
  }
  return FALSE;
}

static void
record_free (gpointer record)
{
  koma_arrange_record_clear (record);
  g_free (record);
}

static guint
add_most (guint   n,
          guint64 more)
{
  return (guint) MIN (n + MIN (more, G_MAXINT), G_MAXINT);
}

/* A gap in the numbers is of lines that are missing, if they are not there and can not be read. */
static void
add_record (KomaArrangeLines        *lines,
            const KomaArrangeRecord *record,
            guint64                 *n_seen)
{
  if (record->number > 0) {
    if (record->number > *n_seen + 1)
      lines->n_damaged = add_most (lines->n_damaged, record->number - *n_seen - 1);
    *n_seen = MAX (*n_seen, record->number);
  }
  g_ptr_array_add (lines->records, g_memdup2 (record, sizeof *record));
}

static void
read_line (KomaArrangeLines *lines,
           const char       *line,
           gsize             length,
           gboolean          wants_seal,
           guint64          *n_seen)
{
  KomaArrangeRecord record = { 0 };
  KomaRecordState   state = KOMA_RECORD_IS_DAMAGED;

  if (!wants_seal || is_sealed (line, length))
    state = koma_arrange_record_parse (line, length, &record);
  switch (state) {
  case KOMA_RECORD_IS_WHOLE:
    add_record (lines, &record, n_seen);
    break;
  case KOMA_RECORD_IS_UNKNOWN:
    lines->n_unknown = add_most (lines->n_unknown, 1);
    *n_seen += 1;
    break;
  default:
    lines->n_damaged = add_most (lines->n_damaged, 1);
    *n_seen += 1;
    break;
  }
}

gboolean
koma_arrange_lines_parse (const char       *text,
                          gsize             length,
                          const char       *path,
                          KomaArrangeLines *ret_lines,
                          GError          **error)
{
  gsize            begin = 0;
  const gsize      first = measure_line (text, length, &begin);
  gint64           version = 0;
  const gboolean   has_version = read_version (text, first, &version);
  const gboolean   wants_seal = has_version || has_seals (text, length);
  g_autofree char *name = g_filename_display_name (path);
  guint64          n_seen = 0;

  if (has_version && version != KOMA_ARRANGE_LINES_VERSION) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                 _ ("%s: was written by another version of Koma; only that one can undo it"), name);
    return FALSE;
  }
  *ret_lines = (KomaArrangeLines){ .records = g_ptr_array_new_with_free_func (record_free) };
  /* Each journal has at least one line from its beginning on. */
  ret_lines->n_damaged = length == 0;
  for (gsize done = has_version ? begin : 0, whole = 0; done < length; done += whole) {
    const gsize n = measure_line (text + done, length - done, &whole);

    read_line (ret_lines, text + done, n, wants_seal, &n_seen);
  }
  return TRUE;
}

gboolean
koma_arrange_lines_are_whole (const KomaArrangeLines *lines)
{
  return lines->n_damaged == 0 && lines->n_unknown == 0;
}

static const KomaArrangeRecord *
get_last (const KomaArrangeLines *lines)
{
  return lines->records->len > 0 ? lines->records->pdata[lines->records->len - 1] : NULL;
}

gboolean
koma_arrange_lines_have_end (const KomaArrangeLines *lines)
{
  const KomaArrangeRecord *last = get_last (lines);

  return last != NULL && last->kind == KOMA_RECORD_END;
}

guint64
koma_arrange_lines_get_last (const KomaArrangeLines *lines)
{
  const KomaArrangeRecord *last = get_last (lines);

  return last != NULL ? last->number : 0;
}

gboolean
koma_arrange_lines_say_something (const KomaArrangeLines *lines)
{
  if (!koma_arrange_lines_are_whole (lines))
    return TRUE;
  for (guint i = 0; i < lines->records->len; i++)
    if (((const KomaArrangeRecord *) lines->records->pdata[i])->kind != KOMA_RECORD_END)
      return TRUE;
  return FALSE;
}

KomaArrangeWork
koma_arrange_lines_sum_up (const KomaArrangeLines *lines)
{
  guint n[KOMA_N_RECORDS] = { 0 };

  for (guint i = 0; i < lines->records->len; i++)
    n[((const KomaArrangeRecord *) lines->records->pdata[i])->kind]++;
  if (n[KOMA_RECORD_LABEL] > 0)
    return (KomaArrangeWork){ KOMA_ARRANGE_LABEL, n[KOMA_RECORD_LABEL] };
  if (n[KOMA_RECORD_LINK] > 0)
    return (KomaArrangeWork){ KOMA_ARRANGE_LINK, n[KOMA_RECORD_LINK] };
  /* To another file system a file is copied, and then removed. */
  if (n[KOMA_RECORD_MOVE] + n[KOMA_RECORD_REMOVE] > 0)
    return (KomaArrangeWork){ KOMA_ARRANGE_MOVE, n[KOMA_RECORD_MOVE] + n[KOMA_RECORD_REMOVE] };
  return (KomaArrangeWork){ KOMA_ARRANGE_COPY, n[KOMA_RECORD_PLACE] };
}
