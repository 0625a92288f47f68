/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-project.h"

#include "koma-teach-project-private.h"
#include "worker/koma-thread.h"

enum {
  PROP_0,
  PROP_STATE,
  PROP_NAME,
  PROP_N_EXAMPLES,
  PROP_N_ADDING,
  PROP_CAN_UNDO,
  PROP_BASE_STATE,
  PROP_N_KNOWN,
  PROP_HEAD_KIND,
  PROP_TRAINING_STATE,
  PROP_PROGRESS,
  PROP_SAVED_PATH,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum {
  SIGNAL_TROUBLE,
  SIGNAL_HEAD_CHANGED,
  SIGNAL_EPOCH,
  SIGNAL_EVALUATED,
  SIGNAL_FINE_TUNING,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static GType
get_item_type (GListModel *list)
{
  return KOMA_TYPE_TEACH_CLASS;
}

static guint
get_n_items (GListModel *list)
{
  return KOMA_TEACH_PROJECT (list)->lists.classes->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  const GPtrArray *classes = KOMA_TEACH_PROJECT (list)->lists.classes;

  return position < classes->len ? g_object_ref (classes->pdata[position]) : NULL;
}

static void
init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* clang-format off */
G_DEFINE_FINAL_TYPE_WITH_CODE (KomaTeachProject, koma_teach_project, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_list_model))
/* clang-format on */

static void
notify (KomaTeachProject *self,
        guint             property)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static void
set_state (KomaTeachProject *self,
           KomaTeachState    state)
{
  self->state = state;
  notify (self, PROP_STATE);
}

static void
count_examples (KomaTeachProject *self)
{
  const guint n_examples = koma_teach_lists_count_examples (&self->lists);

  if (n_examples == self->n_examples)
    return;
  self->n_examples = n_examples;
  notify (self, PROP_N_EXAMPLES);
}

/* Messages of the keeper. */

static void
take_beginning (KomaTeachProject *self,
                KomaTeachReplay  *replay)
{
  self->record = replay->project;
  replay->project = (KomaTeachProjectRecord){ 0 };
  koma_teach_lists_open (&self->lists, replay);
  if (self->record.base != NULL)
    koma_teach_learner_set_base (self->learner, self->record.base, self->record.tuned);
  koma_teach_learner_set_n_hidden (self->learner, self->record.n_hidden);
  notify (self, PROP_NAME);
}

static gboolean
go_on_cb (gpointer data)
{
  KomaTeachProject *self = data;

  self->go_on_id = 0;
  koma_teach_keeper_go_on (self->keeper);
  return G_SOURCE_REMOVE;
}

static void
take_some (KomaTeachProject *self,
           const GPtrArray  *records)
{
  koma_teach_lists_open_some (&self->lists, records);
  count_examples (self);
  /* The window draws first. Once it is being closed, nothing more comes. */
  if (self->keeper != NULL && self->go_on_id == 0)
    self->go_on_id = g_idle_add (go_on_cb, self);
}

/* Returns: (nullable) (transfer none): what became of it; NULL: it was undone meanwhile */
static KomaTeachExample *
take_kept (KomaTeachProject *self,
           KomaTeachKeep    *keep)
{
  KomaTeachStep    *step = keep->step;
  KomaTeachExample *example = koma_teach_lists_new_example (&self->lists, keep->record);

  if (step->is_undone) {
    if (self->keeper != NULL)
      koma_teach_keeper_write (self->keeper, koma_teach_record_move (&keep->record->key, 1, 0));
    return NULL;
  }
  koma_teach_step_note_place (step, example, NULL);
  koma_teach_lists_add (&self->lists, example,
                        koma_teach_lists_get_class (&self->lists, keep->record->class_id));
  count_examples (self);
  return example;
}

static void
finish_keep (KomaTeachProject *self,
             KomaTeachKeep    *keep)
{
  G_GNUC_UNUSED     g_autoptr (KomaTeachStep) step = keep->step;
  KomaTeachExample *example = keep->error == NULL ? take_kept (self, keep) : NULL;

  self->n_adding--;
  self->n_pixels -= keep->has_pixels;
  notify (self, PROP_N_ADDING);
  keep->kept (keep, example, keep->user_data);
}

static void
tell_cb (const KomaTeachDiskMessage *message,
         gpointer                    user_data)
{
  KomaTeachProject *self = user_data;

  switch (message->kind) {
  case KOMA_TEACH_DISK_BEGAN:
    take_beginning (self, message->replay);
    break;
  case KOMA_TEACH_DISK_SOME:
    take_some (self, message->examples);
    break;
  case KOMA_TEACH_DISK_OPENED:
    self->warnings = g_strdupv (message->warnings);
    if (self->keeper != NULL)
      set_state (self, KOMA_TEACH_READY);
    break;
  case KOMA_TEACH_DISK_FAILED:
    self->error = g_error_copy (message->error);
    if (self->keeper != NULL)
      set_state (self, KOMA_TEACH_FAILED);
    break;
  case KOMA_TEACH_DISK_KEPT:
    finish_keep (self, message->keep);
    break;
  case KOMA_TEACH_DISK_TROUBLE:
    g_signal_emit (self, signals[SIGNAL_TROUBLE], 0, message->error);
    break;
  }
}

/* Notes of the learner. */

static void
take_learned (KomaTeachProject *self,
              const GArray     *learned)
{
  for (guint i = 0; i < learned->len; i++) {
    const KomaTeachLearned *one = &g_array_index (learned, KomaTeachLearned, i);

    koma_teach_lists_note_learned (&self->lists, one);
  }
  notify (self, PROP_N_KNOWN);
}

static void
note_cb (KomaTeachNote what,
         const GArray *learned,
         gpointer      user_data)
{
  KomaTeachProject *self = user_data;

  switch (what) {
  case KOMA_TEACH_NOTE_BASE:
    /* What is being fine-tuned may be the end of another. */
    if (self->learner->base_state == KOMA_TEACH_BASE_LOADING)
      koma_teach_tuner_stop (self->tuner);
    notify (self, PROP_BASE_STATE);
    notify (self, PROP_N_KNOWN);
    break;
  case KOMA_TEACH_NOTE_LEARNED:
    take_learned (self, learned);
    break;
  case KOMA_TEACH_NOTE_HEAD:
    notify (self, PROP_HEAD_KIND);
    g_signal_emit (self, signals[SIGNAL_HEAD_CHANGED], 0);
    break;
  case KOMA_TEACH_NOTE_TRAINING:
    notify (self, PROP_TRAINING_STATE);
    notify (self, PROP_PROGRESS);
    break;
  case KOMA_TEACH_NOTE_EPOCH:
    g_signal_emit (self, signals[SIGNAL_EPOCH], 0);
    break;
  case KOMA_TEACH_NOTE_EVALUATED:
    koma_teach_lists_note_evaluated (&self->lists);
    g_signal_emit (self, signals[SIGNAL_EVALUATED], 0);
    break;
  }
}

static void
fine_tuning_cb (gpointer user_data)
{
  g_signal_emit (user_data, signals[SIGNAL_FINE_TUNING], 0);
}

/* The object. */

static void
koma_teach_project_dispose (GObject *object)
{
  KomaTeachProject *self = KOMA_TEACH_PROJECT (object);

  koma_teach_project_close (self);
  G_OBJECT_CLASS (koma_teach_project_parent_class)->dispose (object);
}

static void
koma_teach_project_finalize (GObject *object)
{
  KomaTeachProject *self = KOMA_TEACH_PROJECT (object);

  koma_teach_steps_clear (&self->steps);
  koma_teach_lists_clear (&self->lists);
  g_object_unref (self->learner);
  g_object_unref (self->tuner);
  koma_teach_project_record_clear (&self->record);
  g_strfreev (self->warnings);
  g_clear_error (&self->error);
  g_free (self->folder);
  G_OBJECT_CLASS (koma_teach_project_parent_class)->finalize (object);
}

static void
koma_teach_project_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *spec)
{
  KomaTeachProject *self = KOMA_TEACH_PROJECT (object);

  switch (id) {
  case PROP_STATE:
    g_value_set_int (value, self->state);
    break;
  case PROP_NAME:
    g_value_set_string (value, self->record.name != NULL ? self->record.name : "");
    break;
  case PROP_N_EXAMPLES:
    g_value_set_uint (value, self->n_examples);
    break;
  case PROP_N_ADDING:
    g_value_set_uint (value, self->n_adding);
    break;
  case PROP_CAN_UNDO:
    g_value_set_boolean (value, self->state == KOMA_TEACH_READY &&
                                  koma_teach_steps_get_last (&self->steps) != NULL);
    break;
  case PROP_BASE_STATE:
    g_value_set_int (value, self->learner->base_state);
    break;
  case PROP_N_KNOWN:
    g_value_set_uint (value, koma_teach_lists_count_known (&self->lists));
    break;
  case PROP_HEAD_KIND:
    g_value_set_int (value, koma_teach_learner_get_head_kind (self->learner));
    break;
  case PROP_TRAINING_STATE:
    g_value_set_int (value, self->learner->training_state);
    break;
  case PROP_PROGRESS:
    g_value_set_double (value, self->learner->progress);
    break;
  case PROP_SAVED_PATH:
    g_value_set_string (value, self->record.saved);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

/* Without arguments. */
static guint
new_signal (const char *name)
{
  return g_signal_new (name, KOMA_TYPE_TEACH_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, 0);
}

static void
koma_teach_project_class_init (KomaTeachProjectClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = koma_teach_project_dispose;
  object_class->finalize = koma_teach_project_finalize;
  object_class->get_property = koma_teach_project_get_property;
  properties[PROP_STATE] = g_param_spec_int ("state", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, "", flags);
  properties[PROP_N_EXAMPLES] =
    g_param_spec_uint ("n-examples", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_N_ADDING] = g_param_spec_uint ("n-adding", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_BASE_STATE] =
    g_param_spec_int ("base-state", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_N_KNOWN] = g_param_spec_uint ("n-known", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_HEAD_KIND] = g_param_spec_int ("head-kind", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_TRAINING_STATE] =
    g_param_spec_int ("training-state", NULL, NULL, 0, G_MAXINT, 0, flags);
  properties[PROP_PROGRESS] = g_param_spec_double ("progress", NULL, NULL, 0, 1, 0, flags);
  properties[PROP_SAVED_PATH] = g_param_spec_string ("saved-path", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * KomaTeachProject::trouble:
   * @error: why operations could not be written; they are tried again with the next
   */
  signals[SIGNAL_TROUBLE] =
    g_signal_new ("trouble", KOMA_TYPE_TEACH_PROJECT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
  signals[SIGNAL_HEAD_CHANGED] = new_signal ("head-changed");
  signals[SIGNAL_EPOCH] = new_signal ("epoch");
  signals[SIGNAL_EVALUATED] = new_signal ("evaluated");
  signals[SIGNAL_FINE_TUNING] = new_signal ("fine-tuning");
}

static void
koma_teach_project_init (KomaTeachProject *self)
{
  koma_teach_steps_init (&self->steps);
}

/**
 * koma_teach_project_new:
 * @folder: of the project; made where there is none
 *
 * Begins to open it: the state tells when it is. An empty folder is an empty project.
 *
 * Thread: main. Returns: (transfer full): a project that is being opened
 */
KomaTeachProject *
koma_teach_project_new (const char *folder)
{
  KomaTeachProject *self = g_object_new (KOMA_TYPE_TEACH_PROJECT, NULL);

  KOMA_ASSERT_MAIN_THREAD ();
  self->folder = g_strdup (folder);
  self->learner = koma_teach_learner_new (folder, note_cb, self);
  self->tuner = koma_teach_tuner_new (folder, fine_tuning_cb, self);
  koma_teach_lists_init (&self->lists, G_LIST_MODEL (self), self->learner, folder);
  self->keeper = koma_teach_keeper_new (folder, tell_cb, self);
  return self;
}

/*< private >*/
gboolean
koma_teach_project_is_ready (KomaTeachProject *self)
{
  return self->state == KOMA_TEACH_READY;
}

/*< private >*/
void
koma_teach_project_write (KomaTeachProject *self,
                          char             *line)
{
  koma_teach_keeper_write (self->keeper, line);
}

/*< private >*/
void
koma_teach_project_keep (KomaTeachProject *self,
                         KomaTeachKeep    *keep,
                         KomaTeachClass   *klass)
{
  keep->record->key = ++self->lists.last_key;
  keep->record->class_id = koma_teach_class_get_id (klass);
  koma_teach_step_ref (keep->step);
  self->n_adding++;
  self->n_pixels += keep->has_pixels;
  notify (self, PROP_N_ADDING);
  koma_teach_keeper_keep (self->keeper, keep);
}

/*< private >*/
void
koma_teach_project_end_change (KomaTeachProject *self)
{
  count_examples (self);
  notify (self, PROP_CAN_UNDO);
}
