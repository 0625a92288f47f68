/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a window needs of the engine: values and their words. koma-app.h has what computes. */

/* Errors, limits, numbers and their shapes. */
#include "engine/graph/shape.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/dtype.h"

/* What computes: backends, flags, precision, memory; threads for tasks. */
#include "engine/backends/backends.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/precision.h"
#include "engine/runtime/task-thread.h"

/* What a model says of itself: how it wants its pictures, what it is for, what is wrong with it. */
#include "engine/formats/foreign.h"
#include "engine/formats/model-names.h"
#include "engine/model/finding.h"
#include "engine/model/purpose.h"
#include "engine/model/recipe.h"

/* Where a board lies, and what stands on it. */
#include "engine/board/homography.h"
#include "engine/board/position.h"
