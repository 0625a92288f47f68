/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-tuning.h"

#include "engine/koma-app.h"
#include "koma-teach-base.h"
#include "worker/teach/project/koma-teach-states.h"
#include "worker/koma-thread.h"

/* What is made on the way. */
typedef struct
{
  KomaTeachBase *stem;
  KomaTail      *tail;
  KomaSession   *session; /* of the tail as it is */
  KomaCutValues *values;
  GPtrArray     *features; /* (element-type KomaFeatureVector) of the tail as it is */
} Work;

static void
work_clear (Work *work)
{
  g_clear_pointer (&work->stem, koma_teach_base_free);
  g_clear_pointer (&work->session, koma_session_free);
  g_clear_pointer (&work->tail, koma_tail_free);
  g_clear_pointer (&work->values, koma_cut_values_free);
  g_clear_pointer (&work->features, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

static void
report (KomaCompletion *completion,
        gpointer        what)
{
  KomaTeachTuning *self = (KomaTeachTuning *) completion;

  self->tell (self, what, self->user_data);
}

static void
finalize (KomaCompletion *completion)
{
  KomaTeachTuning *self = (KomaTeachTuning *) completion;

  koma_teach_set_unref (self->set);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

/**
 * koma_teach_tuning_new:
 * @folder: of the project
 * @path: of its base
 * @set: of two classes or more
 * @n_hidden: units of heads between features and classes
 * @tell: told how far it is, in the context of @task
 * @user_data: for @tell
 * @task: (transfer full): that of the call
 *
 * Thread: main. Returns: (transfer full): for koma_teach_tuning_run()
 */
KomaTeachTuning *
koma_teach_tuning_new (const char         *folder,
                       const char         *path,
                       KomaTeachSet       *set,
                       guint               n_hidden,
                       KomaTeachTellTuning tell,
                       gpointer            user_data,
                       GTask              *task)
{
  static const KomaCompletionClass klass = {
    .free_value = koma_teach_tuned_unref,
    .report = report,
    .free_report = g_free,
    .finalize = finalize,
  };
  KomaTeachTuning *self = g_new0 (KomaTeachTuning, 1);

  self->folder = g_strdup (folder);
  self->path = g_strdup (path);
  self->set = koma_teach_set_ref (set);
  /* One: it computes beside the answers, which have the others. */
  self->options = (KomaFineTuneOptions){
    .n_hidden = n_hidden, .n_epochs = KOMA_TEACH_TUNE_ROUNDS, .n_threads = 1
  };
  self->tell = tell;
  self->user_data = user_data;
  koma_completion_init (&self->completion, &klass, task);
  return self;
}

static void
send_report (KomaTeachTuning             *self,
             const KomaTeachTuningReport *what)
{
  koma_completion_report (&self->completion, g_memdup2 (what, sizeof *what));
}

static gboolean
look (KomaTeachTuning *self,
      Work            *work,
      guint            index,
      GError         **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->set->paths->pdata[index]);
  g_autoptr (KomaRequest) request = koma_request_new (
    &(KomaRequest){ .file = file,
                    .is_from_camera = g_array_index (self->set->cameras, gboolean, index) });
  g_autoptr (KomaFeatureVector) cut =
    koma_teach_base_compute (work->stem, request,
                             koma_completion_get_cancellable (&self->completion), error);

  if (cut == NULL)
    return FALSE;
  koma_cut_values_set (work->values, index, koma_feature_vector_get_values (cut));
  koma_cut_values_get (work->values, index, koma_session_get_input_data (work->session, 0));
  if (!koma_session_run (work->session, error))
    return FALSE;
  g_ptr_array_add (work->features,
                   koma_feature_vector_new (koma_session_get_output_data (work->session, 0),
                                            koma_tail_get_n_features (work->tail)));
  return TRUE;
}

static gboolean
look_at_all (KomaTeachTuning *self,
             Work            *work,
             GError         **error)
{
  const guint n = self->set->vectors->len;

  for (guint i = 0; i < n; i++) {
    if (koma_completion_is_ended (&self->completion)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      return FALSE;
    }
    if (!look (self, work, i, error))
      return FALSE;
    send_report (self, &(KomaTeachTuningReport){ .looked = (i + 1.0) / n });
  }
  return TRUE;
}

static gboolean
prepare (KomaTeachTuning *self,
         Work            *work,
         GError         **error)
{
  const KomaSessionOptions options = { .batch = 1, .n_threads = 1 };
  g_autoptr (KomaGraph) graph = NULL;

  work->features =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);
  work->stem = koma_teach_base_new_stem (self->path, &work->tail, error);
  if (work->stem == NULL)
    return FALSE;
  work->values = koma_cut_values_new (self->set->vectors->len,
                                      koma_tail_get_n_values (work->tail), error);
  if (work->values == NULL)
    return FALSE;
  graph = koma_tail_make_graph (work->tail, koma_tail_get_weights (work->tail), error);
  if (graph != NULL)
    work->session = koma_session_new (graph, &options, error);
  return work->session != NULL;
}

static gboolean
step_cb (const KomaFineTuneReport *step,
         gpointer                  user_data)
{
  KomaTeachTuning *self = user_data;

  send_report (self, &(KomaTeachTuningReport){
                       .looked = 1, .tuned = step->fraction, .epoch = step->epoch });
  return !koma_completion_is_ended (&self->completion);
}

static KomaTeachTuned *
write_result (KomaTeachTuning     *self,
              const Work          *work,
              const KomaFineTuned *result,
              GError             **error)
{
  KomaTeachTuned values = {
    .base = g_strdup (koma_teach_base_get_hash (work->stem)),
    .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .weights = koma_tuned_weights_to_bytes (result->weights),
    .n_held_out = result->n_held_out,
    .n_right_before = result->n_right_before,
    .n_right_after = result->n_right_after,
  };

  for (guint i = 0; i < self->set->paths->len; i++)
    if (result->is_learned[i])
      g_hash_table_add (values.seen, g_path_get_basename (self->set->paths->pdata[i]));
  return koma_teach_tuned_write (self->folder, &values, error);
}

static KomaTeachTuned *
tune (KomaTeachTuning *self,
      GError         **error)
{
  g_auto (Work) work = { 0 };
  g_autoptr (KomaFineTuned) result = NULL;
  KomaExamples examples = koma_teach_set_get_examples (self->set);

  if (!prepare (self, &work, error) || !look_at_all (self, &work, error))
    return NULL;
  examples.features = (KomaFeatureVector *const *) work.features->pdata;
  examples.is_seen = NULL;
  result =
    koma_fine_tune (work.tail, &examples, work.values, &self->options, step_cb, self, error);
  return result != NULL ? write_result (self, &work, result, error) : NULL;
}

/**
 * koma_teach_tuning_run:
 *
 * Thread: teach. Errors of the task: those of koma_fine_tune() and koma_teach_base_new_stem(), and
 * of the disk; %G_IO_ERROR_CANCELLED.
 */
void
koma_teach_tuning_run (KomaTeachTuning *self)
{
  KomaTeachTuned *tuned = NULL;
  GError         *error = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_TEACH);

  tuned = tune (self, &error);
  koma_completion_end (&self->completion, tuned, error);
}
