/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of pictures and words in two files of ONNX, and in one: those of make-onnx-words.py, under
 * the names that exporters give them. */
#pragma once

#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "engine/words/towers.h"
#include "fixture.h"

G_BEGIN_DECLS

/* Of their pictures, in pixels. */
#define SIDE 6

#define CLIP_CONFIG "{'model_type':'clip','projection_dim':3,'logit_scale_init_value':2.6592}"
#define PREPROCESSOR                                                                     \
  "{'image_processor_type':'CLIPImageProcessor','do_normalize':false,'do_rescale':true," \
  "'rescale_factor':0.5,'size':{'shortest_edge':8},'crop_size':{'height':6,'width':6},"  \
  "'resample':3}"

/* Under a name of the folder. */
void words_put (const Folder *folder, const char *model, const char *name);
void words_put_pair (const Folder *folder);

/* @name: "": the folder */
KomaModel *words_load (const Folder *folder, const char *name, GError **error);
KomaModel *words_open (const Folder *folder, const char *name); /* likewise, and asserts */
void       words_assert_fails (const Folder *folder,
                               const char   *name,
                               int           code,
                               const char   *word,
                               const char   *other_word);

void         words_check_recipe (const KomaModel *model); /* PREPROCESSOR's */
KomaTowers  *words_cut (const KomaModel *model);
KomaSession *words_open_session (const KomaGraph *graph, guint batch);
void         words_run (KomaSession *session);
void         words_check_pictures (const KomaTowers *towers);
void         words_check_words (const KomaTowers *towers, gint64 n_rows); /* of a text */

G_END_DECLS
