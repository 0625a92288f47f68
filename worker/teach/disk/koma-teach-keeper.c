/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures are kept in batches: each is written to its end, then all are synchronised, then the
 * folder, then the journal, and only then main is told. So what main knows of is on the disk, and
 * many pictures share the price of a slow one. */
#include "koma-teach-keeper.h"

#include <errno.h>
#include <unistd.h>

#include "worker/koma-fail-errno.h"
#include "koma-teach-open.h"
#include "koma-teach-picture.h"
#include "worker/koma-thread.h"
#include "worker/queue/koma-context-queue.h"
#include "worker/queue/koma-event-count.h"

/* Pictures of a batch; each has a file open. */
#define MAX_BATCH 16
/* A project that was closed a moment ago, here or by another Koma, may still be written: 5 s. */
#define MAX_TRIES_TO_OPEN 50
#define TRY_INTERVAL_US   (G_USEC_PER_SEC / 10)

struct _KomaTeachKeeper
{
  /* Immutable after construction. */
  char             *folder;
  KomaTeachTell     tell;
  gpointer          user_data;
  KomaContextQueue *messages;
  GThread          *thread; /* (nullable) joined */

  KomaEventCount changed;
  KomaMpscQueue  orders;
  gint           is_stopped; /* atomic */
  gint           n_wanted;   /* atomic; chunks that main is ready for */

  /* Of the thread. */
  KomaTeachJournal *journal;
  GString          *lines;    /* not written yet */
  GPtrArray        *keeps;    /* (element-type KomaTeachKeep) of the batch … */
  GPtrArray        *pictures; /* (element-type KomaTeachPicture) … and what each wrote */
};

/* What main sends. */
typedef struct
{
  KomaMpscItem   item; /* first */
  char          *line; /* (nullable) */
  KomaTeachKeep *keep; /* (nullable) */
} Order;

static void
order_free (gpointer data)
{
  Order *order = data;

  g_free (order->line);
  g_clear_pointer (&order->keep, koma_teach_keep_free);
  g_free (order);
}

static void
open_message_cb (KomaMpscItem *item,
                 gpointer      user_data)
{
  KomaTeachKeeper *self = user_data;
  KomaTeachTell    tell = self->tell;
  gpointer         data = self->user_data;

  tell ((KomaTeachDiskMessage *) item, data);
  koma_teach_disk_message_free (item);
}

/* Members of @values are the message's from now on. */
static void
send (KomaTeachKeeper            *self,
      const KomaTeachDiskMessage *values)
{
  KomaTeachDiskMessage *message = g_memdup2 (values, sizeof *values);
  /* Whoever opens it may free the queue. */
  g_autoptr (GMainContext) context =
    g_main_context_ref (koma_context_queue_get_context (self->messages));

  koma_context_queue_put (self->messages, &message->item);
  g_main_context_wakeup (context);
}

/* Returns: FALSE: stopped */
static gboolean
wait_until_wanted (KomaTeachKeeper *self)
{
  while (!g_atomic_int_get (&self->is_stopped)) {
    gint seen = koma_event_count_prepare (&self->changed);

    if (g_atomic_int_get (&self->n_wanted) > 0) {
      g_atomic_int_dec_and_test (&self->n_wanted);
      return TRUE;
    }
    if (!g_atomic_int_get (&self->is_stopped))
      koma_event_count_wait (&self->changed, seen);
  }
  return FALSE;
}

static KomaTeachExampleRecord *
copy_record (const KomaTeachExampleRecord *record)
{
  KomaTeachExampleRecord *copy = g_memdup2 (record, sizeof *record);

  copy->picture = g_strdup (record->picture);
  copy->source = g_strdup (record->source);
  return copy;
}

static gboolean
send_examples (KomaTeachKeeper *self,
               const GPtrArray *examples)
{
  for (guint i = 0; i < examples->len;) {
    GPtrArray *some =
      g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_example_record_free);

    for (; i < examples->len && some->len < KOMA_TEACH_CHUNK; i++)
      g_ptr_array_add (some, copy_record (examples->pdata[i]));
    send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_SOME, .examples = some });
    if (!wait_until_wanted (self))
      return FALSE;
  }
  return TRUE;
}

static KomaTeachJournal *
wait_for_journal (KomaTeachKeeper *self,
                  GError         **error)
{
  for (guint i = 1;; i++) {
    GError           *why = NULL;
    KomaTeachJournal *journal = koma_teach_journal_open (self->folder, &why);

    if (journal != NULL)
      return journal;
    if (i == MAX_TRIES_TO_OPEN || g_atomic_int_get (&self->is_stopped) ||
        !g_error_matches (why, G_IO_ERROR, G_IO_ERROR_BUSY)) {
      g_propagate_error (error, why);
      return NULL;
    }
    g_error_free (why);
    g_usleep (TRY_INTERVAL_US);
  }
}

static KomaTeachReplay *
open_journal (KomaTeachKeeper *self,
              char          ***ret_warnings,
              GError         **error)
{
  self->journal = wait_for_journal (self, error);
  if (self->journal == NULL)
    return NULL;
  return koma_teach_open (self->journal, ret_warnings, error);
}

/* Returns: whether it is open */
static gboolean
open_project (KomaTeachKeeper *self)
{
  GError *error = NULL;
  g_auto (GStrv) warnings = NULL;
  KomaTeachReplay *replay = open_journal (self, &warnings, &error);
  g_autoptr (GPtrArray) examples = NULL;

  if (replay == NULL) {
    send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_FAILED, .error = error });
    return FALSE;
  }
  koma_teach_tidy (self->journal, replay);
  examples = g_steal_pointer (&replay->examples);
  send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_BEGAN, .replay = replay });
  if (send_examples (self, examples))
    send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_OPENED,
                                         .warnings = g_steal_pointer (&warnings) });
  return TRUE;
}

/* Its picture is on the disk, and the folder may not be. */
static void
finish_picture (KomaTeachKeeper *self,
                guint            index,
                GString         *lines)
{
  KomaTeachKeep   *keep = self->keeps->pdata[index];
  g_autofree char *line = NULL;

  if (!koma_teach_picture_finish (self->pictures->pdata[index], &keep->error))
    return;
  line = koma_teach_record_example (keep->record);
  g_string_append (lines, line);
}

static void
fail_keeps (KomaTeachKeeper *self,
            const GError    *error)
{
  for (guint i = 0; i < self->keeps->len; i++) {
    KomaTeachKeep *keep = self->keeps->pdata[i];

    if (keep->error == NULL)
      keep->error = g_error_copy (error);
  }
}

static gboolean
write_batch (KomaTeachKeeper *self,
             GError         **error)
{
  g_autoptr (GString) lines = g_string_new (self->lines->str);

  for (guint i = 0; i < self->keeps->len; i++)
    finish_picture (self, i, lines);
  if (self->keeps->len > 0 && fsync (koma_teach_journal_get_pictures (self->journal)) != 0)
    return koma_fail_errno (error, errno, self->folder);
  return koma_teach_journal_append (self->journal, lines->str, error);
}

static void
tell_keeps (KomaTeachKeeper *self)
{
  for (guint i = 0; i < self->keeps->len; i++)
    send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_KEPT,
                                         .keep = self->keeps->pdata[i] });
  g_ptr_array_set_size (self->keeps, 0);
  g_ptr_array_set_size (self->pictures, 0);
}

/* All or nothing of the batch is in the journal; lines that could not be written are tried again
 * with the next. */
static void
flush (KomaTeachKeeper *self)
{
  g_autoptr (GError) error = NULL;

  if (self->keeps->len == 0 && self->lines->len == 0)
    return;
  if (write_batch (self, &error))
    g_string_truncate (self->lines, 0);
  else {
    fail_keeps (self, error);
    if (self->lines->len > 0)
      send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_TROUBLE,
                                           .error = g_error_copy (error) });
  }
  tell_keeps (self);
}

static void
keep_picture (KomaTeachKeeper *self,
              KomaTeachKeep   *keep) /* (transfer full) */
{
  KomaTeachPicture *picture = NULL;

  if (g_atomic_int_get (&self->is_stopped))
    g_set_error_literal (&keep->error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  else if (!g_cancellable_set_error_if_cancelled (keep->cancellable, &keep->error))
    picture = koma_teach_picture_new (keep->request,
                                      koma_teach_journal_get_pictures (self->journal),
                                      keep->cancellable, &keep->error);
  /* Pixels wait for nothing any more. */
  g_clear_pointer (&keep->request, koma_request_unref);
  if (picture == NULL) {
    send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_KEPT, .keep = keep });
    return;
  }
  keep->record->picture = g_strdup (picture->name);
  g_ptr_array_add (self->keeps, keep);
  g_ptr_array_add (self->pictures, picture);
}

static void
carry_out (KomaTeachKeeper *self,
           Order           *order)
{
  if (order->line != NULL)
    g_string_append (self->lines, order->line);
  else
    keep_picture (self, g_steal_pointer (&order->keep));
  if (self->keeps->len >= MAX_BATCH)
    flush (self);
}

/* Returns: whether there were any */
static gboolean
carry_out_all (KomaTeachKeeper *self)
{
  KomaMpscItem *items = koma_mpsc_queue_take_all (&self->orders);
  gboolean      were_any = items != NULL;

  while (items != NULL) {
    Order *order = (Order *) items;

    items = items->next;
    carry_out (self, order);
    order_free (order);
  }
  return were_any;
}

static void
work (KomaTeachKeeper *self)
{
  for (;;) {
    gint     seen = koma_event_count_prepare (&self->changed);
    gboolean is_stopped = g_atomic_int_get (&self->is_stopped);

    if (carry_out_all (self))
      continue;
    flush (self);
    if (is_stopped)
      return;
    koma_event_count_wait (&self->changed, seen);
  }
}

static gpointer
thread_main (gpointer data)
{
  KomaTeachKeeper *self = data;

  koma_thread_enter (KOMA_THREAD_KEEP);
  if (open_project (self))
    work (self);
  g_clear_pointer (&self->journal, koma_teach_journal_free);
  return NULL;
}

/**
 * koma_teach_keeper_new:
 * @folder: of the project
 * @tell: told of all that happens, in the thread-default main context of the caller
 * @user_data: for @tell
 *
 * Starts the thread, and has it open the project.
 *
 * Thread: main. Returns: (transfer full): a keeper
 */
KomaTeachKeeper *
koma_teach_keeper_new (const char   *folder,
                       KomaTeachTell tell,
                       gpointer      user_data)
{
  KomaTeachKeeper *self = g_new0 (KomaTeachKeeper, 1);
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();

  self->folder = g_strdup (folder);
  self->tell = tell;
  self->user_data = user_data;
  self->messages = koma_context_queue_new (context, G_PRIORITY_DEFAULT, open_message_cb, self);
  koma_event_count_init (&self->changed);
  self->lines = g_string_new (NULL);
  self->keeps = g_ptr_array_new ();
  self->pictures = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_teach_picture_free);
  self->thread = g_thread_new ("koma-teach-keep", thread_main, self);
  return self;
}

static void
order (KomaTeachKeeper *self,
       char            *line,
       KomaTeachKeep   *keep)
{
  Order *what = g_new0 (Order, 1);

  what->line = line;
  what->keep = keep;
  koma_mpsc_queue_push (&self->orders, &what->item);
  koma_event_count_notify (&self->changed, KOMA_EVENT_COUNT_ALL);
}

/**
 * koma_teach_keeper_write:
 * @line: (transfer full): of koma-teach-record.h
 *
 * Thread: main.
 */
void
koma_teach_keeper_write (KomaTeachKeeper *self,
                         char            *line)
{
  order (self, line, NULL);
}

/**
 * koma_teach_keeper_keep:
 * @keep: (transfer full): comes back with %KOMA_TEACH_DISK_KEPT
 *
 * Thread: main.
 */
void
koma_teach_keeper_keep (KomaTeachKeeper *self,
                        KomaTeachKeep   *keep)
{
  order (self, NULL, keep);
}

/**
 * koma_teach_keeper_go_on:
 *
 * Asks for the next examples, after %KOMA_TEACH_DISK_SOME.
 *
 * Thread: main.
 */
void
koma_teach_keeper_go_on (KomaTeachKeeper *self)
{
  g_atomic_int_inc (&self->n_wanted);
  koma_event_count_notify (&self->changed, KOMA_EVENT_COUNT_ALL);
}

/**
 * koma_teach_keeper_stop:
 *
 * Joins the thread: after the picture that it decodes, and all lines.
 *
 * Thread: any of the window's priority; once.
 */
void
koma_teach_keeper_stop (KomaTeachKeeper *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
  koma_event_count_notify (&self->changed, KOMA_EVENT_COUNT_ALL);
  g_thread_join (g_steal_pointer (&self->thread));
}

static void
return_orders (KomaTeachKeeper *self)
{
  KomaMpscItem *items = koma_mpsc_queue_take_all (&self->orders);

  while (items != NULL) {
    Order *left = (Order *) items;

    items = items->next;
    if (left->keep != NULL) {
      g_set_error_literal (&left->keep->error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      send (self, &(KomaTeachDiskMessage){ .kind = KOMA_TEACH_DISK_KEPT,
                                           .keep = g_steal_pointer (&left->keep) });
    }
    order_free (left);
  }
}

/**
 * koma_teach_keeper_free:
 *
 * Tells all that has not been told, and ends.
 *
 * Thread: main, after koma_teach_keeper_stop().
 */
void
koma_teach_keeper_free (KomaTeachKeeper *self)
{
  return_orders (self);
  koma_context_queue_open_all (self->messages);
  koma_context_queue_close (self->messages);
  koma_context_queue_free (self->messages, koma_teach_disk_message_free);
  koma_event_count_clear (&self->changed);
  g_string_free (self->lines, TRUE);
  g_ptr_array_unref (self->keeps);
  g_ptr_array_unref (self->pictures);
  g_free (self->folder);
  g_free (self);
}
