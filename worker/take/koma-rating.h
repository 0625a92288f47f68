/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How much a person likes a picture, as xmp:Rating has it: 1 to 5 stars, or one of these.
 * XMP Specification Part 1 (2012), 8.4 "XMP namespace" */
#define KOMA_RATING_REJECTED (-1)
#define KOMA_RATING_NONE     0 /* nobody says so, or somebody took it back */
#define KOMA_RATING_MAX      5

/* (transfer full) For the eye: “★★★”; rejected: “✗”; no rating: empty. */
char *koma_rating_dup_stars (int stars);
/* (transfer full) For the ear: “3 stars”, in the user's language; no rating: empty. */
char *koma_rating_describe (int stars);

G_END_DECLS
