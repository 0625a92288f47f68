/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-patience.h"

#include <string.h>

#include "engine/koma-app.h"

/* Of kinds and sizes that made trouble lately; the one that was used longest ago goes. */
#define N_ROWS 32

typedef struct
{
  guint32 kind; /* 0: none */
  guint   size;
  guint   n_slow;
  gint64  last_us;
} Row;

static struct
{
  GMutex lock;
  Row    rows[N_ROWS];
} patience;

/* How a file begins: whose reader it goes to. Of containers, what is in them. */
static guint32
get_kind (GBytes *file)
{
  gsize         length = 0;
  const guint8 *data = g_bytes_get_data (file, &length);
  guint32       kind = 2166136261u;
  const gsize   n = MIN (length, 4);

  for (gsize i = 0; i < n; i++)
    kind = (kind ^ data[i]) * 16777619u;
  if (length >= 12 && (memcmp (data, "RIFF", 4) == 0 || memcmp (data + 4, "ftyp", 4) == 0))
    for (gsize i = 8; i < 12; i++)
      kind = (kind ^ data[i]) * 16777619u;
  return MAX (kind, 1);
}

/* To a factor of two. */
static guint
get_size (GBytes *file)
{
  return g_bit_storage (g_bytes_get_size (file));
}

/* With the lock. (nullable) */
static Row *
find (guint32 kind,
      guint   size)
{
  for (guint i = 0; i < N_ROWS; i++)
    if (patience.rows[i].kind == kind && patience.rows[i].size == size)
      return &patience.rows[i];
  return NULL;
}

/* With the lock. */
static Row *
make (guint32 kind,
      guint   size)
{
  Row *oldest = &patience.rows[0];

  for (guint i = 1; i < N_ROWS; i++)
    if (patience.rows[i].last_us < oldest->last_us)
      oldest = &patience.rows[i];
  *oldest = (Row){ .kind = kind, .size = size };
  return oldest;
}

static gboolean
is_past (const Row *row)
{
  return g_get_monotonic_time () - row->last_us > KOMA_BOX_PATIENCE_SECONDS * G_USEC_PER_SEC;
}

gboolean
koma_box_patience_check (GBytes  *file,
                         GError **error)
{
  const Row *row = NULL;
  gboolean   is_tried = TRUE;

  g_mutex_lock (&patience.lock);
  row = find (get_kind (file), get_size (file));
  is_tried = row == NULL || row->n_slow < KOMA_BOX_PATIENCE_TURNS || is_past (row);
  g_mutex_unlock (&patience.lock);
  return is_tried ||
         koma_fail (error, KOMA_ERROR_DECODE,
                    "%d pictures of this kind and size took all of their time and gave nothing; "
                    "more of them are not tried for a while",
                    KOMA_BOX_PATIENCE_TURNS);
}

/* With the lock. */
static void
forgive (guint32 kind)
{
  for (guint i = 0; i < N_ROWS; i++)
    if (patience.rows[i].kind == kind)
      patience.rows[i] = (Row){ 0 };
}

void
koma_box_patience_note (GBytes  *file,
                        gboolean is_decoded,
                        gboolean was_slow)
{
  const guint32 kind = get_kind (file);
  const guint   size = get_size (file);
  Row          *row = NULL;

  g_mutex_lock (&patience.lock);
  if (is_decoded)
    forgive (kind);
  else if (was_slow) {
    row = find (kind, size);
    if (row == NULL)
      row = make (kind, size);
    row->n_slow = is_past (row) ? 1 : row->n_slow + 1;
    row->last_us = g_get_monotonic_time ();
  }
  g_mutex_unlock (&patience.lock);
}

void
koma_box_patience_forget (void)
{
  g_mutex_lock (&patience.lock);
  memset (patience.rows, 0, sizeof patience.rows);
  g_mutex_unlock (&patience.lock);
}
