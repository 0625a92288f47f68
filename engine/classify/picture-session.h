/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/session.h"
#include "picture-work.h"

G_BEGIN_DECLS

/* What one thread of a classifier has: a session, seen as @batch pictures in and as many rows of
 * scores out. Thread: the one that made it. */
typedef struct
{
  /* Immutable after construction. */
  KomaSession *session;
  gboolean     is_borrowed; /* @session is another's */
  guint        output;      /* index of the one with the scores */
  guint        batch;
  gsize        input_size; /* elements of one picture: height × width × channels */
  guint        n_classes;  /* scores of one picture */
  int          vectors;    /* index of the output with the vector of each picture; -1: none */
  guint        width;      /* elements of one vector */
  double       make_ms;    /* that compiling it took */

  double run_ms; /* of the fastest run so far; INFINITY before the first */
} KomaPictureSession;

KomaPictureSession *koma_picture_session_new (const KomaGraph          *graph,
                                              guint                     output,
                                              const KomaSessionOptions *options,
                                              GError                  **error);
KomaPictureSession *koma_picture_session_borrow (KomaSession *session,
                                                 guint        output,
                                                 GError     **error);
void                koma_picture_session_free (KomaPictureSession *self);
gboolean            koma_picture_session_warm (KomaPictureSession *self,
                                               const KomaProgress *progress, /* (nullable) */
                                               GError            **error);
gboolean            koma_picture_session_run (KomaPictureSession    *self,
                                              const KomaPictureWork *work,
                                              guint                  first,
                                              guint                  n_pictures,
                                              GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPictureSession, koma_picture_session_free)

G_END_DECLS
