/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/results/koma-correct-field.h"

G_BEGIN_DECLS

/* How far a review is, with buttons for what keys do (win.review-…). It emits "opening" before its
 * field opens, which is to be filled then, "taken" with the label that was chosen in it, and
 * "closed" after it has closed, or a switch was used: keys are those of the picture again. */
#define KOMA_TYPE_REVIEW_BAR (koma_review_bar_get_type ())
G_DECLARE_FINAL_TYPE (KomaReviewBar, koma_review_bar, KOMA, REVIEW_BAR, AdwBin)

/* (transfer full) “12 of 240” */
char *koma_review_bar_describe_place (guint position, guint n);

void              koma_review_bar_set_place (KomaReviewBar *self, guint position, guint n);
void              koma_review_bar_set_narrow (KomaReviewBar *self, gboolean is_narrow);
KomaCorrectField *koma_review_bar_get_field (KomaReviewBar *self);
/* (transfer full) “1 of 4 taken together” */
char *koma_review_bar_describe_together (guint position, guint n);

/* Whether the answer is to be that of all pictures that were taken together with this one: the user
 * switches it on and off. It stays as it is from picture to picture. */
void     koma_review_bar_set_burst (KomaReviewBar *self, guint position, guint n); /* 1: alone */
void     koma_review_bar_set_together (KomaReviewBar *self, gboolean is_together);
gboolean koma_review_bar_is_together (KomaReviewBar *self);
/* The focus is in the field then. */
void koma_review_bar_open_field (KomaReviewBar *self);
void koma_review_bar_close_field (KomaReviewBar *self);

G_END_DECLS
