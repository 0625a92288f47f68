/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-endings.h"
#include "koma-mpsc-queue.h"
#include "koma-request.h"
#include "koma-result.h"
#include "worker/model/koma-active-model.h"

G_BEGIN_DECLS

typedef struct _KomaWorkerQueue KomaWorkerQueue;

/*   NEW ──▶ PENDING ◀──▶ ACTIVE
 *              │            │
 *              └──▶ ENDED ◀─┘        once, and for good
 *
 * Who makes one ENDED, by compare-and-swap, has its task and tells the end.
 * To and from ACTIVE only the queue changes it, with its lock. */
typedef enum {
  KOMA_JOB_NEW,     /* being sent */
  KOMA_JOB_PENDING, /* waits, undecoded */
  KOMA_JOB_ACTIVE,  /* with a decoder or with the inference thread */
  KOMA_JOB_ENDED,
} KomaJobState;

/* A request on its way through the worker. Reference counted: those who may
 * hold one are the queue, the thread that works on it, the handler of its
 * cancellable, and its ending. */
typedef struct
{
  KomaMpscItem    inbox_item; /* first; on its way into the queue */
  gatomicrefcount ref_count;
  gint            state; /* atomic KomaJobState */

  /* Immutable after construction. */
  KomaRequest     *request;
  KomaWorkerQueue *queue;       /* (owned) */
  KomaWayBack     *way;         /* of @task */
  GCancellable    *cancellable; /* cancelled with the job: interrupts decoding */
  gint64           sent_us;

  /* Immutable from PENDING on. */
  gulong handler; /* on the task's cancellable */

  GTask *task; /* until it has ended */

  /* Guarded by the queue's lock. */
  GList state_link; /* among those of the same state */
  GList key_link;   /* while pending: among those of the same key */

  /* Of the thread that has it while it is active. */
  KomaActiveModel *active_model; /* whose recipe made @input */
  float           *input;        /* [serving->input_size] */
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
void     koma_job_forget_input (KomaJob *job);      /* what decoding made */
void     koma_job_told (gpointer job, GTask *task); /* (transfer full) KomaJob */
gboolean koma_job_change_state (KomaJob *job, KomaJobState from, KomaJobState to);
gboolean koma_job_is_ended (KomaJob *job);
gboolean koma_job_is_interactive (const KomaJob *job);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaJob, koma_job_unref)

G_END_DECLS
