/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-library-item.h"

G_BEGIN_DECLS

/* A button with a picture of what a model knows, its name, and a line about it. */
#define KOMA_TYPE_MODEL_CARD (koma_model_card_get_type ())
G_DECLARE_FINAL_TYPE (KomaModelCard, koma_model_card, KOMA, MODEL_CARD, GtkButton)

void koma_model_card_show (KomaModelCard *self,
                           const char    *picture, /* the name of an icon */
                           const char    *name,
                           const char    *text);
/* What is in use has a frame. */
void koma_model_card_set_in_use (KomaModelCard *self, gboolean is_in_use);

/* (nullable): one that is not in the library. Returns: the name of an icon; static or interned */
const char *koma_model_card_find_picture (KomaLibraryItem *item);

G_END_DECLS
