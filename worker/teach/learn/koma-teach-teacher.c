/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-teacher.h"

#include "engine/koma-app.h"

#include "koma-teach-features.h"
#include "koma-teach-order.h"
#include "worker/koma-thread.h"
#include "worker/queue/koma-context-queue.h"
#include "worker/queue/koma-event-count.h"

/* A head is made when no example waits, and else this often. */
#define HEAD_INTERVAL_US (G_USEC_PER_SEC / 4)
/* What was learned is told in pieces of as many. */
#define MAX_LEARNED 64

struct _KomaTeachTeacher
{
  /* Immutable after construction. */
  char                *folder;
  KomaTeachTellMessage tell;
  gpointer             user_data;
  KomaContextQueue    *messages;

  KomaEventCount changed;
  KomaMpscQueue  orders;
  gint           is_stopped; /* atomic */

  /* Main thread only. */
  GThread *thread; /* (nullable) not started yet */

  /* Of the thread. */
  KomaTeachBase     *base;     /* (nullable) */
  KomaTeachFeatures *features; /* (nullable) of the base */
  KomaTeachSamples  *samples;
  KomaTeachHead     *head;      /* (nullable) */
  GPtrArray         *questions; /* (element-type KomaTeachQuestion) oldest first */
  GArray            *learned;   /* of KomaTeachLearned, not told yet */
  gboolean           is_pruned; /* files of fine-tuning */
  gboolean           is_stale;  /* samples have changed since the last head of the nearest */
  gint64             head_us;   /* when that was */
};

static void
learned_clear (gpointer learned)
{
  g_free (((KomaTeachLearned *) learned)->error);
}

static GArray *
new_learned (void)
{
  GArray *learned = g_array_new (FALSE, FALSE, sizeof (KomaTeachLearned));

  g_array_set_clear_func (learned, learned_clear);
  return learned;
}

static void
message_free (gpointer data)
{
  KomaTeachLearnMessage *message = data;

  g_clear_pointer (&message->model, koma_model_unref);
  g_clear_pointer (&message->features, koma_graph_free);
  g_clear_pointer (&message->tuned, koma_teach_tuned_unref);
  g_clear_error (&message->error);
  g_clear_pointer (&message->learned, g_array_unref);
  g_clear_pointer (&message->head, koma_teach_head_unref);
  g_free (message);
}

static void
open_message_cb (KomaMpscItem *item,
                 gpointer      user_data)
{
  KomaTeachTeacher *self = user_data;

  self->tell ((KomaTeachLearnMessage *) item, self->user_data);
  message_free (item);
}

/* Members of @values are the message's own from now on. */
static void
tell (KomaTeachTeacher            *self,
      const KomaTeachLearnMessage *values)
{
  KomaTeachLearnMessage *message = g_memdup2 (values, sizeof *values);

  message->n_waiting = koma_teach_samples_get_n_waiting (self->samples);
  koma_context_queue_put (self->messages, &message->item);
  g_main_context_wakeup (koma_context_queue_get_context (self->messages));
}

static void
tell_learned (KomaTeachTeacher *self)
{
  if (self->learned->len == 0)
    return;
  tell (self, &(KomaTeachLearnMessage){ .kind = KOMA_TEACH_LEARN_LEARNED,
                                        .learned = self->learned });
  self->learned = new_learned ();
}

static void
note_learned (KomaTeachTeacher *self,
              guint64           key,
              guint64           twin,
              const GError     *error) /* (nullable) */
{
  const KomaTeachLearned learned = {
    .key = key, .twin = twin, .error = error != NULL ? g_strdup (error->message) : NULL
  };

  g_array_append_val (self->learned, learned);
  if (self->learned->len >= MAX_LEARNED)
    tell_learned (self);
}

/* With the first base of a project nothing can be undone: what else is there is of no use. */
static KomaTeachTuned *
open_tuned (KomaTeachTeacher *self,
            const char       *hash) /* (nullable) */
{
  if (!self->is_pruned)
    koma_teach_tuned_prune (self->folder, hash);
  self->is_pruned = TRUE;
  return hash != NULL ? koma_teach_tuned_read (self->folder, hash, NULL) : NULL;
}

static void
tell_base (KomaTeachTeacher *self,
           GError           *error) /* (transfer full) (nullable) */
{
  KomaTeachLearnMessage message = { .kind = KOMA_TEACH_LEARN_BASE, .error = error };
  const KomaGraph      *features =
    self->base != NULL ? koma_teach_base_get_tuned_graph (self->base) : NULL;

  if (self->base != NULL)
    message.model = koma_model_ref (koma_teach_base_get_model (self->base));
  if (features != NULL) {
    message.features = koma_graph_copy (features);
    message.tuned = koma_teach_tuned_ref (koma_teach_base_get_tuned (self->base));
  }
  tell (self, &message);
}

static void
change_base (KomaTeachTeacher *self,
             const char       *path,
             const char       *tuned_hash)
{
  g_autoptr (KomaTeachTuned) tuned = open_tuned (self, tuned_hash);
  GError *error = NULL;

  g_clear_pointer (&self->features, koma_teach_features_free);
  g_clear_pointer (&self->base, koma_teach_base_free);
  g_clear_pointer (&self->head, koma_teach_head_unref);
  koma_teach_samples_forget_vectors (self->samples);
  self->is_stale = TRUE;
  if (path != NULL)
    self->base = koma_teach_base_new (path, tuned, &error);
  if (self->base != NULL)
    self->features = koma_teach_features_open (self->folder, koma_teach_base_get_hash (self->base),
                                               koma_teach_base_get_n_features (self->base));
  tell_base (self, error);
}

/* Of those with one key only the newest waits. */
static void
queue_question (KomaTeachTeacher  *self,
                KomaTeachQuestion *question) /* (transfer full) */
{
  for (guint i = self->questions->len; i > 0; i--) {
    KomaTeachQuestion *older = self->questions->pdata[i - 1];

    if (older->request->key != question->request->key)
      continue;
    koma_completion_cancel (&older->completion);
    g_ptr_array_remove_index (self->questions, i - 1);
  }
  g_ptr_array_add (self->questions, question);
}

static void
carry_out (KomaTeachTeacher *self,
           KomaTeachOrder   *order)
{
  switch (order->kind) {
  case KOMA_TEACH_ORDER_BASE:
    change_base (self, order->path, order->tuned);
    break;
  case KOMA_TEACH_ORDER_CLASSES:
    koma_teach_samples_set_classes (self->samples, g_steal_pointer (&order->ids),
                                    g_steal_pointer (&order->names));
    self->is_stale = TRUE;
    break;
  case KOMA_TEACH_ORDER_PLACE:
    koma_teach_samples_place (self->samples, g_steal_pointer (&order->sample));
    self->is_stale = TRUE;
    break;
  case KOMA_TEACH_ORDER_HEAD:
    g_clear_pointer (&self->head, koma_teach_head_unref);
    self->head = g_steal_pointer (&order->head);
    break;
  case KOMA_TEACH_ORDER_QUESTION:
    queue_question (self, g_steal_pointer (&order->question));
    break;
  }
}

static void
order_free (gpointer data)
{
  KomaTeachOrder *order = data;

  g_free (order->path);
  g_free (order->tuned);
  g_clear_pointer (&order->ids, g_array_unref);
  g_clear_pointer (&order->names, g_ptr_array_unref);
  g_clear_pointer (&order->sample, koma_teach_sample_free);
  g_clear_pointer (&order->head, koma_teach_head_unref);
  if (order->question != NULL)
    koma_completion_cancel (&order->question->completion);
  g_clear_pointer (&order->question, koma_completion_unref);
  g_free (order);
}

static void
carry_out_all (KomaTeachTeacher *self)
{
  KomaMpscItem *items = koma_mpsc_queue_take_all (&self->orders);

  while (items != NULL) {
    KomaTeachOrder *order = (KomaTeachOrder *) items;

    items = items->next;
    if (!g_atomic_int_get (&self->is_stopped))
      carry_out (self, order);
    order_free (order);
  }
}

static gboolean
answer_one (KomaTeachTeacher *self)
{
  g_autoptr (KomaCompletion) question = NULL;

  if (self->questions->len == 0)
    return FALSE;
  question = g_ptr_array_steal_index (self->questions, 0);
  koma_teach_question_answer ((KomaTeachQuestion *) question, self->base, self->head);
  return TRUE;
}

static KomaFeatureVector *
compute_vector (KomaTeachTeacher *self,
                KomaTeachSample  *sample,
                const char       *picture,
                GError          **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (sample->path);
  g_autoptr (KomaRequest) request = NULL;
  KomaFeatureVector *vector = NULL;

  request = koma_request_new (
    &(KomaRequest){ .file = file, .is_from_camera = sample->is_from_camera });
  vector = koma_teach_base_compute (self->base, request, NULL, error);
  if (vector != NULL)
    koma_teach_features_add (self->features, picture, vector);
  return vector;
}

/* From the disk, where they were computed before. Only a picture that is new is compared with all
 * others: that takes as long as there are examples, and an open project has them all at once. */
static gboolean
learn_one (KomaTeachTeacher *self)
{
  KomaTeachSample *sample = self->base != NULL ? koma_teach_samples_next (self->samples) : NULL;
  g_autofree char *picture = sample != NULL ? g_path_get_basename (sample->path) : NULL;
  g_autoptr (KomaFeatureVector) vector = NULL;
  g_autoptr (GError) error = NULL;
  KomaFeatureVector *kept = NULL;
  guint64            twin = 0;

  if (sample == NULL)
    return FALSE;
  kept = koma_teach_features_find (self->features, picture);
  vector = kept != NULL ? koma_feature_vector_ref (kept)
                        : compute_vector (self, sample, picture, &error);
  if (kept == NULL && vector != NULL)
    twin = koma_teach_samples_find_twin (self->samples, sample, vector);
  koma_teach_samples_learn (self->samples, sample, vector);
  note_learned (self, sample->key, twin, error);
  self->is_stale = TRUE;
  return TRUE;
}

static gboolean
is_time_for_head (KomaTeachTeacher *self)
{
  return self->is_stale &&
         (self->base == NULL || koma_teach_samples_get_n_waiting (self->samples) == 0 ||
          g_get_monotonic_time () > self->head_us + HEAD_INTERVAL_US);
}

static void
make_head (KomaTeachTeacher *self)
{
  const KomaTeachTuned *tuned = self->base != NULL ? koma_teach_base_get_tuned (self->base) : NULL;
  g_autoptr (KomaTeachSet) set =
    koma_teach_samples_make_set (self->samples, tuned != NULL ? tuned->seen : NULL);
  const KomaExamples examples = koma_teach_set_get_examples (set);
  g_autoptr (KomaHead) head = NULL;

  self->is_stale = FALSE;
  self->head_us = g_get_monotonic_time ();
  if (examples.n_classes >= 2)
    head = koma_head_new_nearest (&examples, NULL);
  g_clear_pointer (&self->head, koma_teach_head_unref);
  if (head != NULL)
    self->head = koma_teach_head_new (set, head);
  tell_learned (self);
  if (self->head != NULL)
    koma_teach_head_ref (self->head);
  tell (self, &(KomaTeachLearnMessage){ .kind = KOMA_TEACH_LEARN_HEAD, .head = self->head });
}

static gpointer
thread_main (gpointer data)
{
  KomaTeachTeacher *self = data;

  koma_thread_enter (KOMA_THREAD_TEACH);
  while (!g_atomic_int_get (&self->is_stopped)) {
    gint seen = koma_event_count_prepare (&self->changed);

    carry_out_all (self);
    if (is_time_for_head (self))
      make_head (self);
    else if (!answer_one (self) && !learn_one (self) &&
             koma_mpsc_queue_is_empty (&self->orders) && !g_atomic_int_get (&self->is_stopped))
      koma_event_count_wait (&self->changed, seen);
  }
  for (guint i = 0; i < self->questions->len; i++)
    koma_completion_cancel (self->questions->pdata[i]);
  g_clear_pointer (&self->features, koma_teach_features_free);
  g_clear_pointer (&self->base, koma_teach_base_free);
  koma_backends_leave_thread ();
  return NULL;
}

/**
 * koma_teach_teacher_new:
 * @folder: of the project, for features that are kept
 * @tell_message: told of all that happens, in the thread-default main context of the caller
 * @user_data: for @tell_message
 *
 * Thread: main. Returns: (transfer full): a teacher without thread, base and examples
 */
KomaTeachTeacher *
koma_teach_teacher_new (const char          *folder,
                        KomaTeachTellMessage tell_message,
                        gpointer             user_data)
{
  KomaTeachTeacher *self = g_new0 (KomaTeachTeacher, 1);
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();

  self->folder = g_strdup (folder);
  self->tell = tell_message;
  self->user_data = user_data;
  self->messages = koma_context_queue_new (context, G_PRIORITY_DEFAULT, open_message_cb, self);
  koma_event_count_init (&self->changed);
  self->samples = koma_teach_samples_new ();
  self->questions = g_ptr_array_new_with_free_func (koma_completion_unref);
  self->learned = new_learned ();
  return self;
}

/*< private >
 * koma_teach_teacher_send:
 * @values: whose members are the order's from now on
 *
 * Thread: main.
 */
void
koma_teach_teacher_send (KomaTeachTeacher     *self,
                         const KomaTeachOrder *values)
{
  KomaTeachOrder *order = g_memdup2 (values, sizeof *values);

  /* The keeper tells its last message when this thread has been joined. */
  if (g_atomic_int_get (&self->is_stopped)) {
    order_free (order);
    return;
  }
  koma_mpsc_queue_push (&self->orders, &order->item);
  koma_event_count_notify (&self->changed, KOMA_EVENT_COUNT_ALL);
  if (self->thread == NULL)
    self->thread = g_thread_new ("koma-teach", thread_main, self);
}

/**
 * koma_teach_teacher_leave:
 *
 * Sends nothing to the thread any more, which ends. Thread: main, before another one calls
 * koma_teach_teacher_stop ().
 */
void
koma_teach_teacher_leave (KomaTeachTeacher *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
}

/**
 * koma_teach_teacher_stop:
 *
 * Joins the thread: after the picture that it looks at, or the model that it loads.
 *
 * Thread: any of the window's priority; once.
 */
void
koma_teach_teacher_stop (KomaTeachTeacher *self)
{
  g_atomic_int_set (&self->is_stopped, TRUE);
  koma_event_count_notify (&self->changed, KOMA_EVENT_COUNT_ALL);
  if (self->thread != NULL)
    g_thread_join (g_steal_pointer (&self->thread));
  carry_out_all (self);
}

void
koma_teach_teacher_free (KomaTeachTeacher *self)
{
  koma_context_queue_close (self->messages);
  koma_context_queue_free (self->messages, message_free);
  koma_event_count_clear (&self->changed);
  koma_teach_samples_free (self->samples);
  g_clear_pointer (&self->head, koma_teach_head_unref);
  g_ptr_array_unref (self->questions);
  g_array_unref (self->learned);
  g_free (self->folder);
  g_free (self);
}
