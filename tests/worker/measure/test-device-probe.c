/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/measure/koma-device-probe.h"
#include "tests/test-main.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Times that a driver was loaded in this process. */
static guint n_loads;

/* Names the process that loaded it. */
static gboolean
probe_good (char   **ret_device,
            GError **error)
{
  n_loads++;
  *ret_device = g_strdup_printf ("card, driver\nof process %d", getpid ());
  return TRUE;
}

static gboolean
is_software (void)
{
  return TRUE;
}

static gboolean
probe_missing (char   **ret_device,
               GError **error)
{
  n_loads++;
  return koma_fail (error, KOMA_ERROR_BACKEND, "there is no such card");
}

/* As a driver that crashes. */
static gboolean
probe_crashing (char   **ret_device,
                GError **error)
{
  (void) raise (SIGKILL);
  return FALSE;
}

static const KomaBackendClass backends[] = {
  { .name = "good", .title = "Good", .probe = probe_good, .is_software = is_software },
  { .name = "missing", .title = "Missing", .probe = probe_missing },
  { .name = "crashing", .title = "Crashing", .probe = probe_crashing },
  { .name = "needed", .title = "Needed", .probe = probe_good },
};

typedef struct
{
  const char *backend;
  KomaDevice  device;
  gboolean    is_there;
  GError     *error;
} Question;

static gpointer
ask (gpointer data)
{
  Question *question = data;

  question->is_there = koma_device_probe (koma_backends_find (question->backend, NULL),
                                          &question->device, &question->error);
  return NULL;
}

static void
question_clear (Question *question)
{
  koma_device_clear (&question->device);
  g_clear_error (&question->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Question, question_clear)

/* On another thread than main. */
static void
probe (Question *question)
{
  g_thread_join (g_thread_new ("asks", ask, question));
}

/* A program that ends soon looks by itself. */
static void
test_here (void)
{
  g_auto (Question) question = { .backend = "good" };
  g_autofree char *own = g_strdup_printf ("card, driver\nof process %d", getpid ());

  probe (&question);
  g_assert_no_error (question.error);
  g_assert_cmpstr (question.device.name, ==, own);
  g_assert_true (question.device.is_software);
  g_assert_cmpuint (n_loads, ==, 1);
}

/* The driver was in another process, once. */
static void
test_elsewhere (void)
{
  g_auto (Question) first = { .backend = "good" };
  g_auto (Question) again = { .backend = "good" };
  g_autofree char *own = g_strdup_printf ("card, driver\nof process %d", getpid ());

  n_loads = 0;
  koma_device_probe_open ();
  probe (&first);
  probe (&again);
  g_assert_no_error (first.error);
  g_assert_true (g_str_has_prefix (first.device.name, "card, driver\nof process "));
  g_assert_cmpstr (first.device.name, !=, own);
  g_assert_true (first.device.is_software);
  g_assert_cmpstr (again.device.name, ==, first.device.name);
  g_assert_cmpuint (n_loads, ==, 0);
}

static gpointer
load (gpointer data)
{
  koma_device_probe_load (koma_backends_find (data, NULL));
  return NULL;
}

/* What is going to compute has its driver loaded here, and no other process loads it too. */
static void
test_load (void)
{
  g_auto (Question) question = { .backend = "needed" };
  g_autofree char *own = g_strdup_printf ("card, driver\nof process %d", getpid ());

  n_loads = 0;
  g_thread_join (g_thread_new ("loads", load, (gpointer) "needed"));
  probe (&question);
  g_assert_cmpstr (question.device.name, ==, own);
  g_assert_false (question.device.is_software);
  g_assert_cmpuint (n_loads, ==, 1);
}

/* The processor needs no driver. */
static void
test_host (void)
{
  g_auto (Question) question = { .backend = "cpu" };
  g_autofree char *device = NULL;

  g_assert_true (koma_backends_find ("cpu", NULL)->probe (&device, NULL));
  probe (&question);
  g_assert_no_error (question.error);
  g_assert_cmpstr (question.device.name, ==, device);
  g_assert_false (question.device.is_software);
}

static void
assert_missing (const char *backend,
                const char *reason)
{
  g_auto (Question) question = { .backend = backend };

  probe (&question);
  g_assert_false (question.is_there);
  g_assert_error (question.error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  g_assert_nonnull (strstr (question.error->message, reason));
  g_assert_null (question.device.name);
}

/* A driver that crashes takes nothing with it. */
static void
test_failures (void)
{
  n_loads = 0;
  assert_missing ("missing", "there is no such card");
  assert_missing ("crashing", "ended unexpectedly");
  g_assert_cmpuint (n_loads, ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  for (guint i = 0; i < G_N_ELEMENTS (backends); i++)
    koma_backends_add (&backends[i]);
  if (argc == 3 && g_str_equal (argv[1], KOMA_DEVICE_PROBE_ARGUMENT))
    koma_device_probe_serve (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/device-probe/here", test_here);
  g_test_add_func ("/device-probe/elsewhere", test_elsewhere);
  g_test_add_func ("/device-probe/load", test_load);
  g_test_add_func ("/device-probe/host", test_host);
  g_test_add_func ("/device-probe/failures", test_failures);
  return g_test_run ();
}
