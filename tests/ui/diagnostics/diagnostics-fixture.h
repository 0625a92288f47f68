/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Diagnostics and all that they need, without a window. */
#pragma once

#include "ui/diagnostics/koma-diagnostics.h"

G_BEGIN_DECLS

typedef struct
{
  KomaWorker         *worker;
  KomaModelChoices   *choices;
  KomaPreferences    *preferences;
  KomaModelControl   *model_control;
  KomaBackendControl *control;
  KomaDiagnostics    *diagnostics;
} Fixture;

void fixture_set_up (Fixture *fixture, gconstpointer data);
void fixture_tear_down (Fixture *fixture, gconstpointer data);

/* The path of one of the tests' models; free it. Loading one, to its end. */
char *fixture_get_path (const char *name);
void  fixture_load (Fixture *fixture, const char *name);

G_END_DECLS
