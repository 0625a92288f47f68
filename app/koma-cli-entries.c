/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What --help says of the options that several commands share. */
#include "koma-cli-options.h"

#include <glib/gi18n.h>

/* The place of a field; koma_cli_options_add_entries () adds where the struct is. */
#define AT(field) ((gpointer) G_STRUCT_OFFSET (KomaCliOptions, field))

/* clang-format off */
static const GOptionEntry model_entries[] = {
  { "model", 'm', 0, G_OPTION_ARG_FILENAME_ARRAY, AT (models),
    N_("The model: a file, a folder or archive that holds one, or its address"), N_("MODEL") },
  { NULL },
};

static const GOptionEntry backend_entries[] = {
  { "backend", 'b', 0, G_OPTION_ARG_STRING, AT (backend),
    N_("What computes: auto, xnnpack, gles, cpu; otherwise $KOMA_BACKEND says"), N_("NAME") },
  { "precision", 0, 0, G_OPTION_ARG_STRING, AT (precision_name),
    N_("How gles stores numbers: float32, float16; auto: as the flags say"), N_("NAME") },
  { "threads", 't', 0, G_OPTION_ARG_INT, AT (n_threads),
    N_("Threads that compute; 0: as many as suit the work"), N_("N") },
  { NULL },
};

static const GOptionEntry recipe_entries[] = {
  { "labels", 'l', 0, G_OPTION_ARG_FILENAME, AT (parts[KOMA_PART_LABELS]),
    N_("Names of the classes, one a line"), N_("FILE") },
  { "classes", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_CLASSES]),
    N_("Classes as words, for a model that knows words: “cat, dog, a receipt”"), N_("WORDS") },
  { "classes-file", 0, 0, G_OPTION_ARG_FILENAME, AT (classes_file),
    N_("A file with such classes, one a line"), N_("FILE") },
  { "prompt", 0, 0, G_OPTION_ARG_STRING_ARRAY, AT (prompts),
    N_("A sentence with {} in place of a class, “a photo of a {}”; of several, the mean counts"),
    N_("SENTENCE") },
  { "size", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_SIZE]),
    N_("Width and height of pictures, where the model takes any: “224x224”"), N_("SIZE") },
  { "range", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_RANGE]),
    N_("Values that the model expects: “-1,1”, “0,1”, “0,255”, “MEAN,MEAN,MEAN/STD,STD,STD”, "
        "“imagenet”, “caffe”, “teachable-machine”"), N_("RANGE") },
  { "invert", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_INVERT]),
    N_("Whether light and dark are swapped: true, false"), N_("BOOL") },
  { "channels", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_CHANNELS]),
    N_("Order of the colors: rgb, bgr"), N_("CHANNELS") },
  { "fit", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_FIT]),
    N_("How a picture becomes the model's shape: crop, stretch, pad"), N_("FIT") },
  { "resize", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_RESIZE]),
    N_("How pictures are scaled: bilinear, bicubic, nearest, lanczos, box, hamming"),
    N_("FILTER") },
  { "scores", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_SCORES]),
    N_("How to read the output: probabilities, logits, log, multi-label"), N_("SCORES") },
  { "temperature", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_TEMPERATURE]),
    N_("What the logarithms of the scores are divided by: above 1, answers become less sure; 1 "
        "by default"), N_("T") },
  { "background", 0, 0, G_OPTION_ARG_STRING, AT (parts[KOMA_PART_BACKGROUND]),
    N_("Which class means nothing: first, none"), N_("CLASS") },
  { "output", 0, 0, G_OPTION_ARG_STRING, AT (output_name),
    N_("The output with the scores, or any node"), N_("NAME") },
  { NULL },
};

static const GOptionEntry format_entries[] = {
  { "format", 'f', 0, G_OPTION_ARG_STRING, AT (format),
    N_("How to print: text, json; classify also jsonl, csv and html, watch also jsonl and csv, "
        "profile also csv"),
    N_("FORMAT") },
  { NULL },
};

static const GOptionEntry shape_entries[] = {
  { "shape", 's', 0, G_OPTION_ARG_STRING_ARRAY, AT (shapes),
    N_("Shape of an input that is open in size, as inspect prints it, “1,224,224,3”; repeated "
        "for several inputs"),
    N_("SHAPE") },
  { NULL },
};

static const GOptionEntry answers_entries[] = {
  { "top", 'k', 0, G_OPTION_ARG_INT, AT (top_k),
    N_("How many classes to name; default 3"), N_("K") },
  { "collection", 0, 0, G_OPTION_ARG_FILENAME, AT (collection),
    N_("Keep answers in this file, and compute no picture again that it has as it is"),
    N_("FILE") },
  { "retry", 0, 0, G_OPTION_ARG_NONE, AT (is_retry),
    N_("With --collection, try pictures again that failed"), NULL },
  { "sha256", 0, 0, G_OPTION_ARG_NONE, AT (has_sha256),
    N_("Print the SHA-256 of each file too, in all formats but text"), NULL },
  { NULL },
};

static const GOptionEntry sure_from_entries[] = {
  { "sure-from", 0, 0, G_OPTION_ARG_STRING, AT (sure_from_given),
    N_("The best score, 0 to 1, from which an answer is sure; default: as the model says"),
    N_("SCORE") },
  { NULL },
};

static const GOptionEntry batch_entries[] = {
  { "batch", 0, 0, G_OPTION_ARG_INT, AT (batch),
    N_("Batch; 0: as the model says"), N_("N") },
  { NULL },
};

static const GOptionEntry vectors_entries[] = {
  { "collection", 0, 0, G_OPTION_ARG_FILENAME, AT (collection),
    N_("Keep vectors in this file, and compute none that is in it"), N_("FILE") },
  { NULL },
};
/* clang-format on */

static const struct
{
  KomaCliTakes        takes;
  const GOptionEntry *entries;
} groups[] = {
  { KOMA_TAKES_ANSWERS, answers_entries },
  { KOMA_TAKES_SURE_FROM, sure_from_entries },
  { KOMA_TAKES_BATCH, batch_entries },
  { KOMA_TAKES_VECTORS, vectors_entries },
  { KOMA_TAKES_MODEL, model_entries },
  { KOMA_TAKES_BACKEND, backend_entries },
  { KOMA_TAKES_RECIPE, recipe_entries },
  { KOMA_TAKES_FORMAT, format_entries },
  { KOMA_TAKES_SHAPE, shape_entries },
};

static void
add_group (GOptionContext     *context,
           const GOptionEntry *entries,
           KomaCliOptions     *options)
{
  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++) {
    GOptionEntry placed[] = { *entry, { NULL } };

    placed[0].arg_data = G_STRUCT_MEMBER_P (options, GPOINTER_TO_SIZE (entry->arg_data));
    g_option_context_add_main_entries (context, placed, GETTEXT_PACKAGE);
  }
}

/**
 * koma_cli_options_add_entries:
 * @takes: which options the command takes
 * @context: puts their values into @self when it parses
 *
 * Adds the shared options of a command to its own.
 */
void
koma_cli_options_add_entries (KomaCliOptions *self,
                              KomaCliTakes    takes,
                              GOptionContext *context)
{
  for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
    if (takes & groups[i].takes)
      add_group (context, groups[i].entries, self);
}
