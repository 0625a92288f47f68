/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-backend-choice.h"

/**
 * koma_backend_choice_make:
 * @option: (nullable): of the command line
 * @environment: (nullable): of KOMA_BACKEND; an empty one says nothing, as
 *   with other variables
 * @preference: (nullable): of the window's preferences
 *
 * The option is stronger than the environment, and that than the preference.
 * "auto" is a word as good as a name: `--backend auto` overrides KOMA_BACKEND.
 * Whether there is such a backend is found out when a session is made.
 *
 * Thread: any.
 *
 * Returns: the backend, and the source that chose it; the name is one of the
 *   arguments, borrowed
 */
KomaBackendChoice
koma_backend_choice_make (const char *option,
                          const char *environment,
                          const char *preference)
{
  const KomaBackendChoice said[] = {
    { option, KOMA_CHOSEN_BY_OPTION },
    { environment, KOMA_CHOSEN_BY_ENVIRONMENT },
    { preference, KOMA_CHOSEN_BY_PREFERENCE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (said); i++) {
    if (said[i].backend == NULL || *said[i].backend == '\0')
      continue;
    if (!g_str_equal (said[i].backend, "auto"))
      return said[i];
    return (KomaBackendChoice){
      .backend = NULL,
      /* Nobody has to say so for it to be so. */
      .chooser = said[i].chooser == KOMA_CHOSEN_BY_PREFERENCE ? KOMA_CHOSEN_AUTOMATICALLY
                                                              : said[i].chooser,
    };
  }
  return (KomaBackendChoice){ .backend = NULL, .chooser = KOMA_CHOSEN_AUTOMATICALLY };
}

/**
 * koma_chooser_get_name:
 *
 * Thread: any.
 *
 * Returns: the source of a choice, in a word that is not translated
 */
const char *
koma_chooser_get_name (KomaChooser chooser)
{
  static const char *const names[] = {
    [KOMA_CHOSEN_AUTOMATICALLY] = "automatic",
    [KOMA_CHOSEN_BY_PREFERENCE] = "preferences",
    [KOMA_CHOSEN_BY_ENVIRONMENT] = "KOMA_BACKEND",
    [KOMA_CHOSEN_BY_OPTION] = "--backend",
  };

  return names[chooser];
}
