/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/teach/project/koma-teach-project.h"

G_BEGIN_DECLS

/* A class that is taught: its name to write into, its newest pictures, and the ways to add more.
 * Signals "record-begin" and "record-end" while the button is held. */
#define KOMA_TYPE_CLASS_CARD (koma_class_card_get_type ())
G_DECLARE_FINAL_TYPE (KomaClassCard, koma_class_card, KOMA, CLASS_CARD, AdwBin)

GtkWidget      *koma_class_card_new (KomaTeachProject *project, KomaTeachClass *klass);
KomaTeachClass *koma_class_card_get_class (KomaClassCard *self);
void            koma_class_card_set_advice (KomaClassCard *self, const char *advice); /* "": none */
/* What is being written into the name: begins, and is dropped. */
void     koma_class_card_focus_name (KomaClassCard *self);
gboolean koma_class_card_revert_name (KomaClassCard *self);

G_END_DECLS
