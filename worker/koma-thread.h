/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/types.h>

G_BEGIN_DECLS

/* What a thread is for. The main thread, and any the program makes itself,
 * are KOMA_THREAD_OTHER. */
typedef enum {
  KOMA_THREAD_OTHER,
  KOMA_THREAD_DECODE,
  KOMA_THREAD_INFERENCE,
  KOMA_THREAD_LOAD,
  KOMA_THREAD_MEASUREMENT,
  KOMA_THREAD_KEEP,  /* of teaching: the disk … */
  KOMA_THREAD_TEACH, /* … features, and training */
  KOMA_THREAD_WATCH, /* of folders, for pictures that arrive */
  KOMA_THREAD_HASH,  /* of files, while nothing else is to do */
} KomaThreadKind;

void           koma_thread_enter (KomaThreadKind kind); /* first call of a thread's function */
KomaThreadKind koma_thread_get_kind (void);
void           koma_thread_put_behind (pid_t process); /* a helper, as threads that compute */
gboolean       koma_thread_is_main (void);

/* At the entry of functions that belong to one thread. */
#ifdef NDEBUG
#define KOMA_ASSERT_THREAD(kind)  ((void) 0)
#define KOMA_ASSERT_MAIN_THREAD() ((void) 0)
#else
#define KOMA_ASSERT_THREAD(kind)  g_assert (koma_thread_get_kind () == (kind))
#define KOMA_ASSERT_MAIN_THREAD() g_assert (koma_thread_is_main ())
#endif

G_END_DECLS
