/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "thread-mark.h"

/**
 * koma_thread_mark:
 *
 * Thread: any.
 *
 * Returns: (not nullable): to be compared, not read
 */
gconstpointer
koma_thread_mark (void)
{
  static _Thread_local char mark;

  return &mark;
}
