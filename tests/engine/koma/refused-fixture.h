/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/koma.h"

/* A call that is refused: the text that the message must have; and it begins with the name of the
 * function, after koma_tensor_. */
#define assert_refused(call, code_, function, text)                                 \
  G_STMT_START                                                                      \
  {                                                                                 \
    g_autoptr (KomaScope) scope_ = koma_scope_begin ();                             \
    g_autoptr (GError) error = NULL;                                                \
                                                                                    \
    g_assert_true ((call) == 0);                                                    \
    g_assert_error (error, KOMA_ERROR, code_);                                      \
    g_test_message ("%s", error->message);                                          \
    g_assert_true (g_str_has_prefix (error->message, "koma_tensor_" function ":")); \
    g_assert_nonnull (strstr (error->message, text));                               \
    koma_scope_end (scope_);                                                        \
  }                                                                                 \
  G_STMT_END
