/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Every buffer starts at a multiple of this … */
#define KOMA_MEMORY_ALIGNMENT 64
/* … and may be read, not written, this far past its end: vector kernels and
 * XNNPACK (XNN_EXTRA_BYTES: 16 in 2022, 128 in 2024) load whole vectors. */
#define KOMA_MEMORY_PADDING 128

/* Whether the ends of buffers are watched, so that each is to be one of malloc ()'s. */
#if defined(__SANITIZE_ADDRESS__)
#define KOMA_MEMORY_IS_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KOMA_MEMORY_IS_CHECKED 1
#endif
#endif
#ifndef KOMA_MEMORY_IS_CHECKED
#define KOMA_MEMORY_IS_CHECKED 0
#endif

/* Live buffers of tensors and plans, as tf.memory () of TensorFlow.js. */
typedef struct
{
  gsize n_buffers;
  gsize size_bytes;
  gsize peak_bytes;
} KomaMemoryInfo;

gpointer koma_memory_alloc (gsize    size_bytes, /* zeroed */
                            GError **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_memory_free (gpointer buffer);
void     koma_memory_get_info (KomaMemoryInfo *ret_info);

/* A buffer that waits for its next use counts as freed, and AddressSanitizer sees who touches it.
 * _take_back leaves any values in it, and frees it where it fails, as koma_memory_alloc () does. */
void     koma_memory_set_aside (gpointer buffer);
gpointer koma_memory_take_back (gpointer buffer, GError **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_memory_free_aside (gpointer buffer);

/* For tests: the n-th call from now on fails, once; 0 switches it off. */
void koma_memory_fail_after (guint n_calls);

G_END_DECLS
