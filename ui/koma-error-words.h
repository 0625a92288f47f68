/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Errors in the user's language: what the user can act on. A sentence without its full stop; the
 * details are in the error's own message. Thread: main. */
const char *koma_words_for_picture_error (const GError *error);
const char *koma_words_for_model_error (const GError *error);
const char *koma_words_for_measurement_error (const GError *error);
const char *koma_words_for_save_error (const GError *error);

G_END_DECLS
