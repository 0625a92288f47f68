/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A model that compares pictures with words is often exported as two files, whose names differ in
 * one word: vision_model.onnx and text_model.onnx, visual.onnx and textual.onnx, clip_image.onnx
 * and clip_text.onnx; or whose folders do: visual/model.onnx and textual/model.onnx. Names alone:
 * nobody looks at the files. */
typedef enum {
  KOMA_HALF_NONE,
  KOMA_HALF_PICTURES,
  KOMA_HALF_WORDS,
} KomaHalf;

/* By the name of a file; what has words of both halves in its name is none. */
KomaHalf koma_half_names_find (const char *path);
/* Whether such a name tells nothing of the model: vision_model_fp16.onnx. */
gboolean koma_half_names_is_usual (const char *path);

/* Files hold the same model in several precisions, as “_fp16” at the end of a name says. 0: nothing
 * is said; those that are nearer to the model as it was trained come first. */
guint koma_half_names_get_n_variants (void);
guint koma_half_names_get_variant (const char *path);
char *koma_half_names_set_variant (const char *path, guint variant);
/* (element-type filename) What the other half of that variant may be called, in the same folder or
 * in one of its own; none where @path is no half. */
GPtrArray *koma_half_names_list_others (const char *path, guint variant);

G_END_DECLS
