/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The helpers that are kept: one for each thread that decodes, started when it first does. */
#include "koma-box.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-box-helper.h"
#include "koma-box-keeper.h"
#include "koma-box-patience.h"
#include "worker/take/koma-xmp-answer.h"

/* How long a cancellation may go unnoticed. */
#define LOOK_INTERVAL_US (G_USEC_PER_SEC / 20)

/* Processes are the process's, as memory is (decode-share.c): so they are here once. */
static struct
{
  int   place;       /* (atomic) KomaBoxPlace */
  int   confinement; /* (atomic) of the helper that was started last; -1: none was */
  guint seconds;

  GMutex   lock;
  GCond    changed;
  GQueue   idle;       /* (element-type KomaBoxHelper) the last one used is the first */
  guint    n_all;      /* idle ones and those at work */
  gboolean is_watched; /* the idle ones */
} box = { .confinement = -1, .seconds = KOMA_MAX_BOX_SECONDS };

/* One for each thread of a decode pool; one more, so that who looks at a picture does not wait
 * behind a thousand others. */
static guint
get_most (void)
{
  return koma_cpu_count_available () + 1;
}

void
koma_box_open (void)
{
  KomaBoxPlace place = KOMA_BOX_HELPERS;

  if (g_strcmp0 (g_getenv ("KOMA_BOX"), "off") == 0)
    place = KOMA_BOX_OFF;
  else if (koma_confinement_is_flatpak ())
    place = KOMA_BOX_FLATPAK;
  g_atomic_int_set (&box.place, place);
}

void
koma_box_close (void)
{
  GQueue idle = G_QUEUE_INIT;

  g_mutex_lock (&box.lock);
  idle = box.idle;
  box.n_all -= idle.length;
  g_queue_init (&box.idle);
  g_mutex_unlock (&box.lock);
  g_queue_clear_full (&idle, (GDestroyNotify) koma_box_helper_free);
}

void
koma_box_set_seconds (guint seconds)
{
  box.seconds = seconds;
}

/**
 * koma_box_get_state:
 *
 * Thread: any; takes no lock.
 *
 * Returns: where pictures are decoded
 */
KomaBoxState
koma_box_get_state (void)
{
  const int          confinement = g_atomic_int_get (&box.confinement);
  const KomaBoxState state = {
    .place = g_atomic_int_get (&box.place),
    .confinement = confinement < 0 ? koma_confinement_get_supported () : confinement,
  };

  return state;
}

const char *
koma_box_get_sentence (const KomaBoxState *state)
{
  static const char *const confined[] = {
    [KOMA_CONFINEMENT_NONE] = N_ (
      "Pictures and models are read in processes of their own, without Landlock and seccomp"),
    [KOMA_CONFINEMENT_LANDLOCK] = N_ ("Pictures and models are read in a box: Landlock"),
    [KOMA_CONFINEMENT_SECCOMP] = N_ ("Pictures and models are read in a box: seccomp"),
    [KOMA_CONFINEMENT_ALL] = N_ ("Pictures and models are read in a box: Landlock and seccomp"),
  };

  if (state->place == KOMA_BOX_HELPERS)
    return confined[state->confinement];
  if (state->place == KOMA_BOX_FLATPAK)
    return N_ ("Pictures and models are read in Flatpak’s box");
  return N_ ("Pictures and models are read without a box: KOMA_BOX=off");
}

/* (nullable) an idle one, or none; there is room for another one then. */
static gboolean
reserve (GCancellable   *cancellable,
         KomaBoxHelper **ret_helper,
         GError        **error)
{
  gboolean is_cancelled = FALSE;

  g_mutex_lock (&box.lock);
  while (g_queue_is_empty (&box.idle) && box.n_all >= get_most () && !is_cancelled) {
    g_cond_wait_until (&box.changed, &box.lock, g_get_monotonic_time () + LOOK_INTERVAL_US);
    is_cancelled = g_cancellable_set_error_if_cancelled (cancellable, error);
  }
  *ret_helper = is_cancelled ? NULL : g_queue_pop_head (&box.idle);
  if (*ret_helper == NULL && !is_cancelled)
    box.n_all++;
  g_mutex_unlock (&box.lock);
  if (*ret_helper != NULL)
    koma_box_helper_wake (*ret_helper);
  return !is_cancelled;
}

/* (nullable) one that has seen no file; there is room for another one in any case. */
static KomaBoxHelper *
reserve_fresh (void)
{
  KomaBoxHelper *helper = NULL;

  g_mutex_lock (&box.lock);
  for (GList *link = box.idle.head; link != NULL && helper == NULL; link = link->next)
    if (koma_box_helper_is_fresh (link->data)) {
      helper = link->data;
      g_queue_delete_link (&box.idle, link);
      break;
    }
  if (helper == NULL)
    box.n_all++;
  g_mutex_unlock (&box.lock);
  if (helper != NULL)
    koma_box_helper_wake (helper);
  return helper;
}

/* On the keeper's thread. */
static gboolean
let_rest (void)
{
  gboolean is_watched = FALSE;

  g_mutex_lock (&box.lock);
  for (GList *link = box.idle.head; link != NULL; link = link->next)
    is_watched |= !koma_box_helper_rest (link->data);
  box.is_watched = is_watched;
  g_mutex_unlock (&box.lock);
  return is_watched;
}

/* With the lock. */
static void
keep (KomaBoxHelper *helper)
{
  koma_box_helper_begin_idle (helper);
  g_queue_push_head (&box.idle, helper);
  if (!box.is_watched)
    koma_box_keeper_watch (let_rest);
  box.is_watched = TRUE;
}

static void
give_back (KomaBoxHelper *helper) /* (nullable) (transfer full): none was to be had */
{
  gboolean is_kept = helper != NULL && koma_box_helper_is_usable (helper);

  g_mutex_lock (&box.lock);
  is_kept = is_kept && box.n_all <= get_most ();
  if (is_kept)
    keep (helper);
  else
    box.n_all--;
  g_cond_signal (&box.changed);
  g_mutex_unlock (&box.lock);
  if (helper != NULL && !is_kept)
    koma_box_helper_free (helper);
}

static KomaBoxHelper *
start (GCancellable *cancellable,
       GError      **error)
{
  KomaBoxHelper *helper = koma_box_helper_new (box.seconds, cancellable, error);

  if (helper != NULL)
    g_atomic_int_set (&box.confinement, (int) koma_box_helper_get_confinement (helper));
  else
    give_back (NULL);
  return helper;
}

static KomaBoxHelper *
borrow (GCancellable *cancellable,
        gboolean     *ret_is_new,
        GError      **error)
{
  KomaBoxHelper *helper = NULL;

  if (!reserve (cancellable, &helper, error))
    return NULL;
  *ret_is_new = helper == NULL;
  return helper != NULL ? helper : start (cancellable, error);
}

/**
 * koma_box_try:
 * @error: return location
 *
 * Starts a helper if none is idle, after which koma_box_get_state() tells what is, not what can be.
 *
 * Thread: any but the window's.
 *
 * Returns: whether a helper can be started, or none is wanted
 *
 * Errors: those of koma_box_helper_new().
 */
gboolean
koma_box_try (GError **error)
{
  gboolean       is_new = FALSE;
  KomaBoxHelper *helper = NULL;

  if (g_atomic_int_get (&box.place) != KOMA_BOX_HELPERS)
    return TRUE;
  helper = borrow (NULL, &is_new, error);
  if (helper != NULL)
    give_back (helper);
  return helper != NULL;
}

/* A helper may have been ended while it was idle, by the kernel or a person. It did not see this
 * picture, which goes to the next one; a picture that one of them has seen goes to no other. */
KomaPicture *
koma_box_decode_bytes (GBytes       *bytes,
                       guint         min_side,
                       GCancellable *cancellable,
                       GError      **error)
{
  gboolean is_new = FALSE;
  gboolean was_gone = TRUE;

  if (g_atomic_int_get (&box.place) != KOMA_BOX_HELPERS || g_bytes_get_size (bytes) == 0)
    return koma_decoder_decode_bytes (bytes, min_side, cancellable, error);
  if (!koma_box_patience_check (bytes, error))
    return NULL;
  while (was_gone) {
    KomaBoxHelper *helper = borrow (cancellable, &is_new, error);
    KomaPicture   *picture = NULL;
    g_autoptr (GError) failure = NULL;

    if (helper == NULL)
      return NULL;
    picture = koma_box_helper_decode (helper, bytes, min_side, cancellable, &failure);
    was_gone = !is_new && koma_box_helper_was_gone (helper);
    if (!was_gone && !g_cancellable_is_cancelled (cancellable))
      koma_box_patience_note (bytes, picture != NULL, koma_box_helper_was_slow (helper));
    give_back (helper);
    if (!was_gone && failure != NULL)
      g_propagate_error (error, g_steal_pointer (&failure));
    if (!was_gone)
      return picture;
  }
  return NULL;
}

KomaPicture *
koma_box_decode_file (GFile        *file,
                      guint         min_side,
                      GCancellable *cancellable,
                      GError      **error)
{
  return koma_decoder_decode_file_with (file, min_side, koma_box_decode_bytes, cancellable, error);
}

/**
 * koma_box_answer_xmp:
 * @request: see koma-xmp-answer.h
 * @error: return location
 *
 * Thread: any but main. Errors: those of koma_box_helper_answer_xmp(); %G_IO_ERROR_FAILED where no
 * helper can be started.
 *
 * Returns: (transfer full): any bytes
 */
GBytes *
koma_box_answer_xmp (GBytes  *request,
                     GError **error)
{
  gboolean is_new = FALSE;
  gboolean was_gone = TRUE;
  GBytes  *answer = NULL;

  if (g_atomic_int_get (&box.place) != KOMA_BOX_HELPERS)
    return koma_xmp_answer (request);
  while (was_gone) {
    KomaBoxHelper *helper = borrow (NULL, &is_new, error);
    g_autoptr (GError) failure = NULL;

    if (helper == NULL)
      return NULL;
    answer = koma_box_helper_answer_xmp (helper, request, &failure);
    was_gone = !is_new && koma_box_helper_was_gone (helper);
    give_back (helper);
    if (!was_gone && failure != NULL)
      g_propagate_error (error, g_steal_pointer (&failure));
  }
  return answer;
}

/* One that was ended while it was idle is replaced, as for pictures. */
static KomaBoxHelper *
borrow_fresh (GError **error)
{
  KomaBoxHelper *helper = reserve_fresh ();

  while (helper != NULL && !koma_box_helper_is_there (helper)) {
    give_back (helper);
    helper = reserve_fresh ();
  }
  return helper != NULL ? helper : start (g_cancellable_get_current (), error);
}

static gboolean
read_model (const KomaFormat    *format,
            const KomaModelFile *file,
            KomaRawModel        *ret_raw,
            GError             **error)
{
  KomaBoxHelper *helper = borrow_fresh (error);
  gboolean       is_read = FALSE;

  if (helper == NULL)
    return FALSE;
  is_read = koma_box_helper_read_model (helper, format, file, ret_raw, error);
  give_back (helper);
  return is_read;
}

/* The folder without a vocabulary is named here: a helper does not know what it is called. */
static KomaTokenizer *
read_tokenizer (const char *model_path,
                GError    **error)
{
  KomaBoxHelper *helper = NULL;
  KomaTokenizer *tokenizer = NULL;

  if (!koma_tokenizer_check_model (model_path, error))
    return NULL;
  helper = borrow_fresh (error);
  if (helper == NULL)
    return NULL;
  tokenizer = koma_box_helper_read_tokenizer (helper, model_path, error);
  give_back (helper);
  return tokenizer;
}

/**
 * koma_box_read_archive:
 *
 * As koma_archive_read(), in a helper that has seen no other file. The thread's
 * g_cancellable_get_current() ends it.
 *
 * Thread: any but main. Errors: those of koma_archive_read(); %G_IO_ERROR_BROKEN_PIPE where the
 * helper ended, hung or lied, and %G_IO_ERROR_FAILED where none can be started.
 */
gboolean
koma_box_read_archive (int                    fd,
                       const KomaArchiveSink *sink,
                       GError               **error)
{
  KomaBoxHelper *helper = NULL;
  gboolean       is_read = FALSE;

  if (g_atomic_int_get (&box.place) != KOMA_BOX_HELPERS)
    return koma_archive_read (fd, sink, error);
  helper = borrow_fresh (error);
  if (helper == NULL)
    return FALSE;
  is_read = koma_box_helper_read_archive (helper, fd, sink, error);
  give_back (helper);
  return is_read;
}

/* A model that compares pictures with words is no classifier without them; another one knows none,
 * whoever asks for them. */
static KomaModel *
add_classes (KomaModel              *model,
             const KomaModelOptions *options,
             GError                **error)
{
  const char    *classes = koma_model_get_text (model, KOMA_PART_CLASSES);
  const gboolean is_asked =
    options->parts[KOMA_PART_CLASSES] != NULL && !options->are_parts_optional;

  if (is_asked && koma_model_get_purpose (model) != KOMA_PURPOSE_WORDS) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "%s: the model does not compare pictures with words", koma_model_get_path (model));
    return NULL;
  }
  return koma_word_classes_set (model, classes != NULL ? classes : options->usual_classes,
                                koma_model_get_text (model, KOMA_PART_PROMPTS), error);
}

/**
 * koma_box_load_model:
 *
 * As koma_model_load(), with what a stranger's model and archive say read by helpers that have seen
 * no other file, and so are the files of its tokenizer, whoever wants it. What else lies beside a
 * model, JSON and lists of labels, is read here. The thread's
 * g_cancellable_get_current() ends it.
 *
 * With words, they are the classes of what is loaded.
 *
 * Thread: any but main. Errors: those of koma_model_load() and koma_word_classes_new();
 * %G_IO_ERROR_BROKEN_PIPE where a helper
 * ended, hung or lied, and %G_IO_ERROR_FAILED where none can be started; %G_IO_ERROR_CANCELLED.
 */
KomaModel *
koma_box_load_model (const char             *path,
                     const KomaModelOptions *options,
                     KomaModelProgress       progress,
                     gpointer                user_data,
                     GError                **error)
{
  static const KomaModelReader reader = { read_model, koma_box_read_archive, read_tokenizer };
  KomaModelOptions             boxed = { 0 };
  g_autoptr (KomaModel) model = NULL;

  if (options != NULL)
    boxed = *options;
  if (g_atomic_int_get (&box.place) == KOMA_BOX_HELPERS)
    boxed.reader = &reader;
  model = koma_model_load (path, &boxed, progress, user_data, error);
  return model != NULL ? add_classes (model, &boxed, error) : NULL;
}
