/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a watched folder tells, and how it is watched. */
typedef enum {
  KOMA_WATCH_PICTURE,    /* one is there, whole: new, or changed since it was told */
  KOMA_WATCH_VANISHED,   /* one that was told is gone */
  KOMA_WATCH_WALKED,     /* once: what was there at the start was told, but for what is written */
  KOMA_WATCH_LOST,       /* the folder can not be read; it is tried again */
  KOMA_WATCH_BACK,       /* it can, again; what is new follows */
  KOMA_WATCH_UNREADABLE, /* a folder in it can not be read */
  KOMA_WATCH_WALKS,      /* once: the system watches no more, so walks have to */
} KomaWatchKind;

typedef struct
{
  KomaWatchKind kind;
  const char   *path;    /* of the picture or folder, below the folder's as it was given */
  const char   *message; /* (nullable) why, where something can not be done */
} KomaWatchEvent;

typedef void (*KomaWatchFunc) (const KomaWatchEvent *event, gpointer data);

/* 0 is the default of each. */
typedef struct
{
  guint    settle_ms;    /* size and time stay the same for so long; 1 s */
  guint    walk_ms;      /* from one walk to the next, where walks are needed; 30 s */
  guint    retry_ms;     /* until a lost folder is tried again, first … 5 s */
  guint    retry_max_ms; /* … and at last; 60 s */
  guint    max_watches;  /* folders that the system is asked to watch; as many as it does */
  gboolean is_walked;    /* at intervals, wherever it is */
  gboolean is_new_only;  /* what is there at the start is not told */
} KomaFolderWatchSettings;

G_END_DECLS
