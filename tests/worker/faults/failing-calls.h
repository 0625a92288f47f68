/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Makes a call of this program that changes a file fail, whichever library it comes from: the
 * program that this is linked to has its own write (), rename () and so on, which libraries find
 * before those of the C library. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  FAIL_ONCE,     /* the disk is full, once */
  FAIL_FROM_NOW, /* … and stays so */
  FAIL_HALF,     /* half of what is written is, and then the disk is broken */
  N_FAIL_WAYS,
} FailWay;

/* From now on the @at-th call fails, from 1 on. */
void failing_calls_begin (guint at, FailWay way);
/* (nullable) which call failed, and on what; valid until it begins again */
const char *failing_calls_end (void);

G_END_DECLS
