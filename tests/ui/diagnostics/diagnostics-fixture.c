/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "diagnostics-fixture.h"

#include "tests/unref-and-wait.h"

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  fixture->worker = koma_worker_new ();
  fixture->choices = koma_model_choices_new ();
  fixture->preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  fixture->model_control = koma_model_control_new (fixture->worker, fixture->choices);
  fixture->control = koma_backend_control_new (fixture->model_control, fixture->preferences);
  fixture->diagnostics = koma_diagnostics_new (fixture->worker, fixture->control);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  koma_model_control_cancel (fixture->model_control);
  koma_diagnostics_cancel (fixture->diagnostics);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->diagnostics);
  unref_and_wait (fixture->control);
  unref_and_wait (fixture->model_control);
  unref_and_wait (fixture->preferences);
  unref_and_wait (fixture->choices);
  unref_and_wait (fixture->worker);
}

char *
fixture_get_path (const char *name)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", name, NULL);
}

void
fixture_load (Fixture    *fixture,
              const char *name)
{
  g_autofree char *path = fixture_get_path (name);

  koma_model_control_load (fixture->model_control, path);
  while (koma_model_control_is_loading (fixture->model_control))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (koma_diagnostics_get_info (fixture->diagnostics));
}
