/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a thread is for. The main thread, and any the program makes itself,
 * are KOMA_THREAD_OTHER. */
typedef enum {
  KOMA_THREAD_OTHER,
  KOMA_THREAD_DECODE,
  KOMA_THREAD_INFERENCE,
  KOMA_THREAD_LOAD,
  KOMA_THREAD_STUDY,
} KomaThreadKind;

void           koma_thread_enter (KomaThreadKind kind); /* first call of a thread's function */
KomaThreadKind koma_thread_get_kind (void);
gboolean       koma_thread_is_main (void);

#ifdef NDEBUG
#define KOMA_ASSERT_THREAD(kind)      ((void) 0)
#define KOMA_ASSERT_MAIN_THREAD()     ((void) 0)
#define KOMA_ASSERT_NOT_MAIN_THREAD() ((void) 0)
#else
#define KOMA_ASSERT_THREAD(kind)      g_assert (koma_thread_get_kind () == (kind))
#define KOMA_ASSERT_MAIN_THREAD()     g_assert (koma_thread_is_main ())
#define KOMA_ASSERT_NOT_MAIN_THREAD() g_assert (!koma_thread_is_main ())
#endif

G_END_DECLS
