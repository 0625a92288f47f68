/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-completion-queue.h"

G_BEGIN_DECLS

/* A GTask that is ended exactly once, by whichever thread is first: the one
 * that has the result, its cancellable, or the shutdown. The first member of
 * all that is asked of the worker: KomaJob, KomaLoadRequest, KomaMeasurement.
 * Atomic reference count. */
typedef struct _KomaCompletion KomaCompletion;

typedef struct
{
  /* Frees a value that nobody takes. */
  GDestroyNotify free_value;
  /* (nullable) The task has ended and its callback has not been called. Any
   * thread; must take no lock. */
  void (*ended) (KomaCompletion *self);
  /* (nullable) Tells of progress, in the context of the task, before its
   * callback is called. */
  void (*report) (KomaCompletion *self, gpointer report);
  GDestroyNotify free_report;
  /* Frees all of it; the last reference was dropped, on any thread. */
  void (*finalize) (KomaCompletion *self);
} KomaCompletionClass;

struct _KomaCompletion
{
  KomaMpscItem    item; /* first; on its way into the context of the task */
  gatomicrefcount ref_count;
  gint            is_open; /* atomic; whoever makes it FALSE ends the task */

  /* Immutable from opening on. */
  const KomaCompletionClass *klass;
  KomaCompletionQueue       *queue;
  KomaContextQueue          *reports; /* (nullable) open until the task returns */
  gulong                     handler; /* on the cancellable of the task; 0: it has none */

  GCancellable *cancellable; /* atomic (nullable) cancelled along with the task's */

  /* Of the thread that ended it, then of the context's. */
  GTask   *task;  /* (nullable) until it has returned */
  gpointer value; /* (nullable) */
  GError  *error; /* (nullable) without both it was cancelled */
};

/* Last in a constructor: the task may end in here. */
void     koma_completion_init (KomaCompletion            *self,
                               const KomaCompletionClass *klass,
                               GTask                     *task); /* (transfer full) */
gpointer koma_completion_ref (gpointer self);
void     koma_completion_unref (gpointer self); /* (nullable) */

/* Any thread. */
gboolean koma_completion_is_ended (KomaCompletion *self);
void     koma_completion_cancel (KomaCompletion *self);
void     koma_completion_end (KomaCompletion *self,
                              gpointer        value, /* (transfer full) (nullable) */
                              GError         *error);        /* (transfer full) (nullable) */
/* koma_completion_end () in two steps: TRUE promises the second. */
gboolean koma_completion_claim (KomaCompletion *self);
void     koma_completion_return (KomaCompletion *self,
                                 gpointer        value, /* (transfer full) (nullable) */
                                 GError         *error);        /* (transfer full) (nullable) */

/* The thread that works on it. */
GCancellable *koma_completion_get_cancellable (KomaCompletion *self);
void          koma_completion_report (KomaCompletion *self,
                                      gpointer        report); /* (transfer full) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCompletion, koma_completion_unref)

G_END_DECLS
