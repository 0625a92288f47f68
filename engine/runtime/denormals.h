/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

/* Denormal numbers count as zero, as operands and as results, in what this thread computes from now
 * on. On processors that know no such mode nothing changes.
 *
 * Returns: what was set before, for koma_denormals_restore() */
static inline uint64_t
koma_denormals_flush (void)
{
#if defined(__SSE__)
  const unsigned before = _mm_getcsr ();

  _mm_setcsr (before | 0x8040); /* flush to zero, denormals are zeros */
  return before;
#elif defined(__aarch64__)
  uint64_t before = 0;

  __asm__ volatile("mrs %0, fpcr"
                   : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | 0x1080000)); /* FZ, and FZ16 for float16 */
  return before;
#else
  return 0;
#endif
}

static inline void
koma_denormals_restore (uint64_t before)
{
#if defined(__SSE__)
  _mm_setcsr ((unsigned) before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(before));
#else
  (void) before;
#endif
}
