/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* From here on the vectors of words are kept in the user's cache folder, koma/words. Once, before
 * the first model is loaded. */
void koma_kept_words_open (void);
