/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What an application of ours needs of the engine besides libkoma (koma/koma.h): the worker and the
 * commands include this, the window koma-values.h, and nothing else of it. */
#include "engine/koma-values.h"

/* Files: of models, of archives, JSON of strangers. */
#include "engine/formats/archive.h"
#include "engine/formats/file.h"
#include "engine/formats/hub/config.h"
#include "engine/formats/hub/shard-index.h"
#include "engine/formats/json.h"
#include "engine/formats/kept-files.h"
#include "engine/formats/model-folder.h"

/* Models: found, read, examined; labels, and the range of a picture's numbers. */
#include "engine/model/content-hash.h"
#include "engine/model/doctor.h"
#include "engine/model/grids.h"
#include "engine/model/join-files.h"
#include "engine/model/label-aliases.h"
#include "engine/model/labels.h"
#include "engine/model/localized.h"
#include "engine/model/model-find.h"
#include "engine/model/model-reader.h"
#include "engine/model/model.h"
#include "engine/model/recipe-part.h"

/* Pictures: decoded, resized, made a model's input, painted. */
#include "engine/picture/decode-share.h"
#include "engine/picture/decoder.h"
#include "engine/picture/file-reader.h"
#include "engine/picture/paint.h"
#include "engine/picture/picture-name.h"
#include "engine/picture/picture.h"
#include "engine/picture/png-chunks.h"
#include "engine/picture/preprocess.h"
#include "engine/picture/resize.h"

/* Inference: sessions, classifiers, times. */
#include "engine/classify/batch-size.h"
#include "engine/classify/classifier.h"
#include "engine/classify/range-evidence.h"
#include "engine/classify/top-k.h"
#include "engine/graph/half.h"
#include "engine/graph/quantization.h"
#include "engine/runtime/benchmark.h"
#include "engine/runtime/cpu-count.h"
#include "engine/runtime/late-library.h"
#include "engine/runtime/pages.h"
#include "engine/runtime/progress.h"
#include "engine/runtime/sample-input.h"
#include "engine/runtime/session.h"

/* Boards, evaluation, explanation. */
#include "engine/board/board-search.h"
#include "engine/board/position-read.h"
#include "engine/board/square-cut.h"
#include "engine/evaluation/evaluation.h"
#include "engine/evaluation/mcnemar.h"
#include "engine/evaluation/temperature.h"
#include "engine/evaluation/threshold.h"
#include "engine/explain/class-activation.h"
#include "engine/explain/occlusion.h"
#include "engine/explain/receptive-field.h"

/* Classes that are words; vectors of pictures and words, compared. */
#include "engine/words/kept-vectors.h"
#include "engine/words/text-tower.h"
#include "engine/words/tokenizer.h"
#include "engine/words/vector-index.h"
#include "engine/words/word-classes.h"

/* Models of a person's own classes. */
#include "engine/teach/cross-validation.h"
#include "engine/teach/feature-vector.h"
#include "engine/teach/features.h"
#include "engine/teach/fine-tune.h"
#include "engine/teach/tail.h"
#include "engine/teach/taught-model.h"
