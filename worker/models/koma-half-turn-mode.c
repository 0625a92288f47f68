/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-half-turn-mode.h"

#include <glib/gi18n.h>

#include "engine/koma-app.h"

/**
 * koma_half_turn_mode_parse:
 * @word: one of %KOMA_HALF_TURN_WORDS
 * @ret_mode: (out): what it means
 *
 * Thread: any.
 *
 * Returns: whether @word is one of them
 */
gboolean
koma_half_turn_mode_parse (const char       *word,
                           KomaHalfTurnMode *ret_mode)
{
  g_auto (GStrv) words = g_strsplit (KOMA_HALF_TURN_WORDS, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (g_str_equal (word, words[i])) {
      *ret_mode = KOMA_HALF_TURN_OFF + i;
      return TRUE;
    }
  return FALSE;
}

/**
 * koma_half_turn_mode_apply:
 * @ret_half_turn: (out) (transfer none) (nullable): of @model; %NULL where no picture is turned
 *
 * Errors: %KOMA_ERROR_MODEL: pictures are to be turned, and the model does not say what that makes
 * of its classes. Thread: any.
 */
gboolean
koma_half_turn_mode_apply (KomaHalfTurnMode     mode,
                           const KomaModel     *model,
                           const KomaHalfTurn **ret_half_turn,
                           GError             **error)
{
  const KomaHalfTurn *half_turn = koma_model_get_half_turn (model);

  if (half_turn == NULL && (mode == KOMA_HALF_TURN_UNSURE || mode == KOMA_HALF_TURN_ALWAYS)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 /* Translators: a file */
                 _ ("%s: koma.json does not say what half a turn makes of the classes"),
                 koma_model_get_path (model));
    return FALSE;
  }
  *ret_half_turn = mode != KOMA_HALF_TURN_OFF ? half_turn : NULL;
  return TRUE;
}
