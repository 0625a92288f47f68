/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-request.h"
#include "koma-result.h"
#include "koma-serving.h"

G_BEGIN_DECLS

typedef struct _KomaWorkerQueue KomaWorkerQueue;

/*   NEW ──▶ PENDING ◀──▶ ACTIVE
 *    │         │            │
 *    └─────────┴──▶ ENDED ◀─┘        once, and for good */
typedef enum {
  KOMA_JOB_NEW,     /* being sent */
  KOMA_JOB_PENDING, /* waits, undecoded */
  KOMA_JOB_ACTIVE,  /* with a decoder or with the inference thread */
  KOMA_JOB_ENDED,
} KomaJobState;

/* A request on its way through the worker. Reference counted: those who may
 * hold one are the queue, the thread that works on it, and the handler of
 * its cancellable. */
typedef struct
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  KomaRequest     *request;
  KomaWorkerQueue *queue; /* (owned) */
  gint64           sent_us;

  /* Guarded by the queue's lock. */
  KomaJobState  state;
  GTask        *task;        /* until it has ended */
  gulong        handler;     /* on the task's cancellable */
  GCancellable *cancellable; /* while active: interrupts decoding */
  GList         state_link;  /* among those of the same state */
  GList         key_link;    /* while pending: among those of the same key */

  /* Of the thread that has it while it is active. */
  KomaServing     *serving; /* whose recipe made @input */
  float           *input;   /* [serving->input_size] */
  KomaResultTiming timing;
  guint            batch;     /* pictures that were computed along with it */
  gboolean         is_turned; /* computed a second time, upside down */
  gint64           ready_us;
  GBytes          *thumbnail; /* (nullable) */
  guint            source_width;
  guint            source_height;
} KomaJob;

KomaJob *koma_job_new (KomaRequest     *request,
                       GTask           *task, /* (transfer full) */
                       KomaWorkerQueue *queue);
KomaJob *koma_job_ref (KomaJob *job);
void     koma_job_unref (KomaJob *job);
void     koma_job_forget_input (KomaJob *job); /* what decoding made */
gboolean koma_job_is_interactive (const KomaJob *job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaJob, koma_job_unref)

G_END_DECLS
