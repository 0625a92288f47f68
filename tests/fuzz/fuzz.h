/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "engine/words/tokenizer.h"

G_BEGIN_DECLS

#define FUZZ_LENGTH_BYTES 4

/* What libFuzzer calls, and driver.c: reads @data as a model would be read.
 * Errors are fine; crashes, leaks and warnings are not. */
int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* A folder, for as long as the process runs, and what is put into it. */
const char *fuzz_get_folder (void);
void        fuzz_write_file (const char   *name, /* or a path below the folder */
                             const guint8 *data,
                             gsize         size);
/* 448 bytes, "weights.bin". */
void fuzz_write_weights (void);
/* Of @data, the graph's length in FUZZ_LENGTH_BYTES, the graph and a block of the index: writes the
 * index and a file of numbers. FALSE where @data is too short. */
gboolean fuzz_write_checkpoint (const char   *prefix, /* a path below the folder */
                                const guint8 *data,
                                gsize         size,
                                gsize        *ret_graph_bytes);
/* What a session does first with a model that has no unsupported ops. */
void fuzz_prepare_model (KomaRawModel *raw);
/* Encodes texts, also with what it becomes as bytes. */
void fuzz_use_tokenizer (const KomaTokenizer *tokenizer);
/* Writes @data into that folder, and reads it as a model: of the format that is found, or of
 * @format. */
void fuzz_read_model (const char *name, const guint8 *data, gsize size);
void fuzz_read_model_as (const KomaFormat *format,
                         const char       *name,
                         const guint8     *data,
                         gsize             size);

G_END_DECLS
