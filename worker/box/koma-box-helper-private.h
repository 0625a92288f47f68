/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-box-helper.h"
#include "koma-box-memory.h"
#include "koma-box-message.h"

G_BEGIN_DECLS

/* What one turn of a helper is made of, whatever it is to do. */
struct _KomaBoxHelper
{
  pid_t           pid; /* 0: it is dead */
  int             socket;
  guint           seconds;
  KomaConfinement confinement;
  KomaBoxMemory   input;
  KomaBoxMemory   output;
  gboolean        is_fresh; /* it has seen no stranger's file yet */
  gboolean        was_gone;
  gint64          waited_us; /* for it, since its threads were counted last */
  gint64          idle_since_us;
  gboolean        is_at_rest;

  /* Of the turn. */
  const char *what; /* "decoded this picture" */
  guint       turn_seconds;
  gint64      left_us; /* to wait for it */
  guint       messages_left;
};

void     koma_box_helper_begin (KomaBoxHelper *self,
                                const char    *what,
                                guint          seconds);
char    *koma_box_helper_stop (KomaBoxHelper *self); /* (transfer full) how it ended */
gboolean koma_box_helper_fail_killed (KomaBoxHelper *self,
                                      const char    *why,
                                      GError       **error);
/* Sets what the helper says in FAILED; @fallback where it says no code that there is. */
void koma_box_helper_propagate (const KomaBoxMessage *message,
                                KomaError             fallback,
                                GError              **error);

gboolean koma_box_helper_receive (KomaBoxHelper  *self,
                                  GCancellable   *cancellable,
                                  KomaBoxMessage *ret_message,
                                  GError        **error);
gboolean koma_box_helper_ensure_memory (KomaBoxMemory *memory,
                                        gsize          size_bytes,
                                        GError       **error);
/* With memory that the helper has not got yet, and @fd. */
gboolean koma_box_helper_say (KomaBoxHelper  *self,
                              KomaBoxMessage *message,
                              int             fd, /* -1, or stays the caller's */
                              GError        **error);
/* With a copy of @bytes in the input. */
gboolean koma_box_helper_offer (KomaBoxHelper  *self,
                                KomaBoxMessage *message,
                                GBytes         *bytes,
                                GError        **error);

G_END_DECLS
