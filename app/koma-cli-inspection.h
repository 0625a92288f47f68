/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-session.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* What `koma inspect` found. */
typedef struct
{
  KomaModel   *model;
  KomaSession *session;       /* (nullable) */
  GError      *session_error; /* (nullable) why there is none */
  GPtrArray   *findings;      /* (element-type KomaFinding) of the model doctor */

  KomaRangeTrial trial; /* of --try; without it, of no picture */
} KomaInspection;

void             koma_inspection_clear (KomaInspection *self);
GHashTable      *koma_inspection_count_steps (const KomaInspection *self); /* backend → steps */
const KomaValue *koma_inspection_get_value (const KomaInspection *self,
                                            gboolean              is_output,
                                            guint                 index);
/* (transfer full) (nullable) Of a model with a recipe: the word of koma.json; of the labels, the
 * name of their file. */
char *koma_inspection_describe_part (const KomaInspection *self, KomaRecipePart part);

/* Of koma-cli-inspect-text.c and koma-cli-inspect-json.c. */
void koma_inspection_print_text (const KomaInspection *self);
void koma_inspection_print_json (const KomaInspection *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaInspection, koma_inspection_clear)

G_END_DECLS
