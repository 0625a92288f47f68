/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The source of a choice of backend; the strongest last. */
typedef enum {
  KOMA_CHOSEN_AUTOMATICALLY,
  KOMA_CHOSEN_BY_PREFERENCE,
  KOMA_CHOSEN_BY_ENVIRONMENT, /* KOMA_BACKEND */
  KOMA_CHOSEN_BY_OPTION,      /* --backend */
} KomaChooser;

typedef struct
{
  const char *backend; /* (nullable) automatic */
  KomaChooser chooser;
} KomaBackendChoice;

const char *koma_chooser_get_name (KomaChooser chooser); /* "automatic", "--backend" */

/* Each (nullable): it says nothing. The preference counts in the window only. */
KomaBackendChoice koma_backend_choice_make (const char *option,
                                            const char *environment,
                                            const char *preference);

G_END_DECLS
