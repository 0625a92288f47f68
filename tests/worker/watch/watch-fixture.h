/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/watch/koma-folder-watch.h"

G_BEGIN_DECLS

/* What is not told can not be waited for: a marker is made after it, and told after it. */
typedef struct
{
  char            *folder; /* the share … */
  char            *root;   /* … and what is watched, a folder in it */
  KomaFolderWatch *watch;  /* (nullable) */
  GPtrArray       *told;   /* "picture a.png", in order */
  GThread         *thread;
  guint            n_markers;
} WatchFixture;

extern const KomaFolderWatchSettings watch_quick;

/* For g_test_add (). */
void watch_fixture_set_up (WatchFixture *fixture, gconstpointer data);
void watch_fixture_tear_down (WatchFixture *fixture, gconstpointer data);

void watch_fixture_start_with (WatchFixture *fixture, const KomaFolderWatchSettings *settings);
void watch_fixture_start (WatchFixture *fixture); /* quickly, and waits until it has walked */

/* How often something was told, as "picture a.png". */
guint watch_fixture_count (const WatchFixture *fixture, const char *what);
void  watch_fixture_wait_for (WatchFixture *fixture, const char *what); /* once */
void  watch_fixture_wait_for_nth (WatchFixture *fixture, const char *what, guint n);
void  watch_fixture_wait_for_marker (WatchFixture *fixture);

/* In the folder that is watched; folders are made. */
char *watch_fixture_get_path (const WatchFixture *fixture, const char *name);
void  watch_fixture_make (WatchFixture *fixture, const char *name);
/* Anywhere; written in place. */
void watch_fixture_write (const char *path, const char *content);

G_END_DECLS
