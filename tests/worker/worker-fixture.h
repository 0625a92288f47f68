/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the worker share: a worker with the model of colours, and
 * a tally of how requests end. */
#pragma once

#include "worker/koma-worker.h"

G_BEGIN_DECLS

typedef struct
{
  KomaWorker *worker;
  char       *folder; /* for the test's own files; removed with all in it */
  char       *model;  /* path of the model of colours */
} Fixture;

void fixture_set_up (Fixture *fixture, gconstpointer data);
/* Stops, and sees the worker finalized. */
void  fixture_tear_down (Fixture *fixture, gconstpointer data);
guint fixture_count_pending (Fixture *fixture); /* requests that have not ended */

/* A load that has the options tests want: one thread, so that TSan, which
 * knows nothing of pthreadpool, has nothing to say. */
KomaWorkerModel fixture_model (const Fixture *fixture);
KomaModelInfo  *fixture_load (Fixture *fixture, const KomaWorkerModel *model, GError **error);
void            fixture_load_colours (Fixture *fixture);

/* Pictures. */
KomaPicture *make_picture (guint width, guint height, guint32 rgb);
KomaPicture *make_flag (guint32 middle, guint32 sides); /* 96×32, three stripes */
GBytes      *make_png (guint width, guint height, guint32 rgb);
char        *fixture_write_png (Fixture *fixture, const char *name, guint32 rgb);

/* How requests ended; one for each. */
typedef struct
{
  guint64     key;
  guint       n_answers;
  KomaResult *result; /* (nullable) */
  GError     *error;  /* (nullable) */
  guint       order;  /* among all that ended: 0 is the first */
} Answer;

typedef struct
{
  GPtrArray *answers; /* (element-type Answer), one for each that was sent */
  guint      n_ended;
  guint      n_results;
  guint      n_cancelled;
  guint      n_errors;
} Tally;

Tally  *tally_new (void);
void    tally_free (Tally *tally);
Answer *tally_send (Tally        *tally,
                    KomaWorker   *worker,
                    KomaRequest  *request,
                    GCancellable *cancellable);
Answer *fixture_send_picture (Fixture     *fixture, /* 40×40, of one colour */
                              Tally       *tally,
                              guint64      key,
                              KomaPriority priority,
                              guint32      rgb);
void    tally_wait (Tally *tally);  /* until all that were sent have ended; a minute at most */
void    tally_check (Tally *tally); /* each ended once */

const char *answer_label (const Answer *answer);

#define assert_cancelled(answer) g_assert_error ((answer)->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Tally, tally_free)

G_END_DECLS
