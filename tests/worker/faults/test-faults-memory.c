/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each call for memory fails in turn, while a model is read, compiled and run, in a process of its
 * own, as a helper of the box is one. GLib ends a process without memory by design; what must not
 * be is that anybody goes on with a NULL. */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "failing-memory.h"

/* All of the first ones, and then fewer and fewer: a model takes some thousand. */
#define N_EACH    60
#define MAX_CALLS 200000

enum {
  EXIT_RAN,      /* in spite of it */
  EXIT_REFUSED,  /* with a sentence */
  EXIT_NO_WORDS, /* or without */
  EXIT_FEWER,    /* there are not so many calls */
  EXIT_ARCHIVE,  /* libarchive crashed, as 3.6 does in some places, which is what the box is for */
};

static const char *const models[] = {
  "data/colours/model.json",
  "fuzz/corpus/onnx/classifier.onnx",
  "fuzz/corpus/tflite/float.tflite",
  "fuzz/corpus/tflite/quantized.tflite",
  "fuzz/corpus/graphdef/colours.pb",
  "fuzz/corpus/keras-h5/small.h5",
  "fuzz/corpus/torch/legacy.pth",
  "fuzz/corpus/torch/zip.pth",
  "engine/formats/checkpoints/queued/checkpoint",
  "engine/formats/saved-models/colours/saved_model.pb",
};

static gboolean
use_model (const char *path,
           GError    **error)
{
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, error);
  KomaSession *session = NULL;
  gboolean     is_run = FALSE;

  if (model == NULL)
    return FALSE;
  session = koma_session_new (koma_model_get_graph (model), NULL, error);
  if (session == NULL)
    return FALSE;
  is_run = koma_session_run (session, error);
  koma_session_free (session);
  return is_run;
}

/* Whose code it was. */
static void
crashed_cb (int        number,
            siginfo_t *info,
            void      *context)
{
  Dl_info library = { 0 };
  void   *place = NULL;

#if defined(__x86_64__)
  place = (void *) ((ucontext_t *) context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  place = (void *) ((ucontext_t *) context)->uc_mcontext.pc;
#endif
  if (dladdr (place, &library) != 0 && strstr (library.dli_fname, "libarchive") != NULL)
    _exit (EXIT_ARCHIVE);
  signal (number, SIG_DFL);
}

static G_NORETURN void
be_child (const char *path,
          guint       at)
{
  const struct sigaction crashed = { .sa_sigaction = crashed_cb, .sa_flags = SA_SIGINFO };
  g_autoptr (GError) error = NULL;
  const int nowhere = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  gboolean  is_used = FALSE;

  sigaction (SIGSEGV, &crashed, NULL);
  /* What GLib says of it is its own business. */
  if (dup2 (nowhere, STDOUT_FILENO) < 0 || dup2 (nowhere, STDERR_FILENO) < 0)
    _exit (EXIT_NO_WORDS);
  failing_memory_begin (at);
  is_used = use_model (path, &error);
  if (!failing_memory_end ())
    _exit (EXIT_FEWER);
  if (is_used)
    _exit (EXIT_RAN);
  _exit (error != NULL && *error->message != '\0' ? EXIT_REFUSED : EXIT_NO_WORDS);
}

static int
use_in_child (const char *path,
              guint       at)
{
  const pid_t pid = fork ();
  int         status = 0;

  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    be_child (path, at);
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  return status;
}

static void
test_model (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", data, NULL);
  guint            n_refused = 0, n_ended = 0, at = 1;

  for (; at < MAX_CALLS; at += 1 + at / N_EACH) {
    const int status = use_in_child (path, at);

    if (WIFEXITED (status) && WEXITSTATUS (status) == EXIT_FEWER)
      break;
    n_refused += WIFEXITED (status) && WEXITSTATUS (status) == EXIT_REFUSED;
    n_ended += WIFSIGNALED (status);
    if (WIFEXITED (status) ? WEXITSTATUS (status) == EXIT_NO_WORDS
                           : WTERMSIG (status) != SIGABRT && WTERMSIG (status) != SIGTRAP)
      g_error ("%s: call %u: status 0x%x", path, at, (guint) status);
  }
  g_test_message ("up to call %u: %u sentences, GLib ended %u", at, n_refused, n_ended);
  g_assert_cmpuint (at, <, MAX_CALLS);
  g_assert_cmpuint (n_refused + n_ended, >, 0);
}

int
main (int    argc,
      char **argv)
{
  /* To look at one of them in a debugger: --child MODEL CALL. */
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    be_child (argv[2], (guint) atoi (argv[3]));
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++) {
    g_autofree char *path = g_strconcat ("/faults/memory/", models[i], NULL);

    g_test_add_data_func (path, models[i], test_model);
  }
  return g_test_run ();
}
