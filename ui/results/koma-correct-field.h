/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-result-item.h"

G_BEGIN_DECLS

/* A field for what pictures show, which completes classes of the model and words used before; below
 * it the classes that are meant most likely. It emits "changed" as one types, and "taken" with the
 * label, as corrections have it, when one has chosen. */
#define KOMA_TYPE_CORRECT_FIELD (koma_correct_field_get_type ())
G_DECLARE_FINAL_TYPE (KomaCorrectField, koma_correct_field, KOMA, CORRECT_FIELD, AdwBin)

/* Empties the field. @all: of KomaResultItem, whose corrections are words used before. */
void koma_correct_field_begin (KomaCorrectField *self,
                               KomaResultItem   *item, /* the first of the pictures */
                               GListModel       *all);
/* (transfer full) (nullable) What is in the field: a label of the model where it is one. */
char      *koma_correct_field_dup_label (KomaCorrectField *self);
void       koma_correct_field_take (KomaCorrectField *self);
GtkWidget *koma_correct_field_get_entry (KomaCorrectField *self);

G_END_DECLS
