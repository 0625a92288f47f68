/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_CONFIG_FILE           "config.json"
#define KOMA_PREPROCESSOR_FILE     "preprocessor_config.json"
#define KOMA_OPEN_CLIP_CONFIG_FILE "open_clip_config.json"
#define KOMA_OPEN_CLIP_FILE        "preprocess_cfg.json" /* of pictures, beside that half */
/* Of a tokenizer: see words/tokenizer.h. */
#define KOMA_TOKENIZER_JSON_FILE   "tokenizer.json"
#define KOMA_VOCAB_FILE            "vocab.json"
#define KOMA_MERGES_FILE           "merges.txt"
#define KOMA_SENTENCE_PIECE_FILE   "spiece.model"
#define KOMA_SPECIAL_TOKENS_FILE   "special_tokens_map.json"
#define KOMA_TOKENIZER_CONFIG_FILE "tokenizer_config.json"

/* Folders of the halves of a model. */
#define KOMA_PICTURES_FOLDER "visual"
#define KOMA_WORDS_FOLDER    "textual"

/* Files of a model lie in its folder. Those that are common to several exports of one may lie in
 * the folder above one called “onnx”, as Hugging Face keeps files of ONNX; or a model's halves for
 * pictures and for words lie in folders “visual” and “textual”, each with files of its own. */

/* (nullable) "textual" of "visual", and the other way round; NULL of others. */
const char *koma_model_folder_get_other_half (const char *folder);
/* (nullable) The folder above such a one; NULL: @path is not in one. */
char *koma_model_folder_find_above (const char *path);
/* The folder in @folder that may hold files of ONNX, whether it is there or not. */
char *koma_model_folder_get_below (const char *folder);
/* (element-type filename) Those that files of the model at @path may lie in, its own first. */
GPtrArray *koma_model_folder_list (const char *path);
/* (nullable) The path of a file in the first of these that has it; NULL: none has. */
char *koma_model_folder_find (const char *path, const char *name);
/* For who opens files for another process: the folder that names of files begin at, and what @path
 * is called there. */
char *koma_model_folder_get_root (const char *path, char **ret_name);
/* Whether a model that is called so there may have such a file opened. */
gboolean koma_model_folder_may_open (const char *model, const char *name);

G_END_DECLS
