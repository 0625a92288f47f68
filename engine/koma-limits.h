/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Every bound on what a file may ask for stands here, so that hostile input
 * meets one list. Each is far above what a real model or picture needs. */
#pragma once

/* Dimensions of a tensor; TensorFlow.js has 0-D to 6-D. */
#define KOMA_MAX_RANK 6
/* Bytes of one tensor. */
#define KOMA_MAX_TENSOR_BYTES (G_GUINT64_CONSTANT (1) << 31)
/* Bytes of model.json or of a GraphDef. */
#define KOMA_MAX_TOPOLOGY_BYTES (256u << 20)
/* Bytes of a file beside a model: koma.json, metadata.json, label-names.json, a list of labels. As
 * JSON it takes up to 42 times as much memory while it is read. */
#define KOMA_MAX_NAMES_BYTES (16u << 20)
/* Bytes of other files that are read whole: a project's journal, what a model comes with. */
#define KOMA_MAX_SIDE_BYTES (64u << 20)
/* Bytes of samples.json, and of each file that Koma keeps for itself. */
#define KOMA_MAX_SMALL_BYTES (1u << 20)
/* Bytes of all weights of a model together. */
#define KOMA_MAX_WEIGHT_BYTES (G_GUINT64_CONSTANT (1) << 32)
/* Files of an archive, and how many times its size it may unpack to, beside an allowance for small
 * ones: weights shrink to a half, JSON to a twentieth, a bomb to a thousandth. */
#define KOMA_MAX_ARCHIVE_FILES       10000
#define KOMA_MAX_ARCHIVE_RATIO       100
#define KOMA_ARCHIVE_ALLOWANCE_BYTES (1u << 20)
/* Entries of the index of a TensorFlow checkpoint, and bytes of one key. */
#define KOMA_MAX_CHECKPOINT_ENTRIES   1000000u
#define KOMA_MAX_CHECKPOINT_KEY_BYTES 4096u
/* Values of a pickle of PyTorch, and how many of them its stack may hold; a state dict has about 20
 * for each weight. */
#define KOMA_MAX_PICKLE_VALUES 4000000u
/* Nodes of a graph, and inputs or outputs of one node. */
#define KOMA_MAX_NODES      100000
#define KOMA_MAX_NODE_ARITY 4096
/* Rows or columns of a kernel, a stride, a dilation or padding. */
#define KOMA_MAX_WINDOW_SIDE 32768
/* Depth of nested JSON objects or nested layers models. */
#define KOMA_MAX_NESTING 64
/* Classes of a classifier and bytes of one label. */
#define KOMA_MAX_CLASSES     1000000
#define KOMA_MAX_LABEL_BYTES 1024
/* Tokens of a tokenizer, merges of its pairs, and bytes of one token: real ones have up to 260,000,
 * 600,000 and 200. Bytes of a text that are read, of which a model takes fewer than 100 tokens. */
#define KOMA_MAX_TOKENS      (1u << 19)
#define KOMA_MAX_MERGES      (1u << 20)
#define KOMA_MAX_TOKEN_BYTES 512u
#define KOMA_MAX_TEXT_BYTES  (16u << 10)
/* Rows or columns of a picture that a model takes, where its graph leaves them open. */
#define KOMA_MAX_INPUT_SIDE 4096u
/* Bytes of a picture file, and pixels of a decoded picture. */
#define KOMA_MAX_PICTURE_BYTES  (G_GUINT64_CONSTANT (1) << 30)
#define KOMA_MAX_PICTURE_PIXELS (G_GUINT64_CONSTANT (1) << 28)
#define KOMA_MAX_PICTURE_SIDE   65500
/* Bytes of all pictures that are being decoded at one time; a larger one has its turn alone. */
#define KOMA_MAX_DECODE_BYTES (G_GUINT64_CONSTANT (1) << 30)
/* Scans of a progressive JPEG: a file of a few hundred bytes a scan can ask for thousands of them
 * over a large picture; real ones have about ten. */
#define KOMA_MAX_JPEG_SCANS 256
/* Of a helper process that reads pictures and models: seconds for one picture, of which a model has
 * five times as many; address space, open files; seconds of processor time in its life, of which it
 * is replaced after a half. Threads, of which decoders start as many as there are processors.
 * Seconds for which it goes on when it has nothing to do. A model's arrays and its graph, as it is
 * handed over. */
#define KOMA_MAX_BOX_SECONDS      60u
#define KOMA_MAX_BOX_MEMORY_BYTES (G_GUINT64_CONSTANT (12) << 30)
#define KOMA_MAX_BOX_FILES        64u
#define KOMA_MAX_BOX_CPU_SECONDS  1200u
#define KOMA_MAX_BOX_THREADS      1000u
#define KOMA_MAX_BOX_IDLE_SECONDS 2u
#define KOMA_MAX_BOX_MODEL_BYTES  (KOMA_MAX_WEIGHT_BYTES + KOMA_MAX_TOPOLOGY_BYTES)
/* A model's tokenizer, as it is handed over: a file's texts, and numbers. */
#define KOMA_MAX_BOX_TOKENIZER_BYTES (2u * KOMA_MAX_SIDE_BYTES)
/* Files of a model that are kept open for one, to read weights from them. */
#define KOMA_MAX_BOX_KEPT_FILES 256u
/* Folders within folders, when a folder is searched for pictures. */
#define KOMA_MAX_FOLDER_DEPTH 64
/* Of folders below a model's own, in which its weights may lie. */
#define KOMA_MAX_SHARD_DEPTH 8
/* Pictures of one inference. */
#define KOMA_MAX_BATCH   256
#define KOMA_MAX_THREADS 256
/* Added to the niceness of the main thread by all that computes beside it; below the desktop, above
 * a backup: the longest gap between two frames of a window falls from 28 to 21 ms while both
 * cores of a machine infer, at no cost when nothing else wants them. */
#define KOMA_COMPUTE_NICENESS 10
