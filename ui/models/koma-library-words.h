/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-library-item.h"

G_BEGIN_DECLS

/* What the library says of a model, in the user's language. The strings are the caller's. */
const char *koma_library_words_for_section (KomaSection section);
char       *koma_library_words_for_file (const KomaLibraryItem *item);    /* format, size, … */
char       *koma_library_words_for_use (const KomaLibraryItem *item);     /* (nullable) speed */
char       *koma_library_words_for_fetch (const KomaFetch *fetch);        /* "1.2 of 3.6 MB" */
char       *koma_library_words_for_details (const KomaLibraryItem *item); /* several lines */
char       *koma_library_words_for_knowledge (const char *description, guint n_classes);
char       *koma_library_words_for_offer (const KomaLibraryItem *item);   /* before it is here */
char       *koma_library_words_for_error (const char *error);             /* with a capital */
char       *koma_library_words_for_removal (const KomaLibraryItem *item); /* what is deleted */

G_END_DECLS
