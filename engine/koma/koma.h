/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* All of libkoma: tensors, variables, scopes, ops. */
#include "arithmetic.h"
#include "basic-math.h"
#include "clone.h"
#include "dtype.h"
#include "environment.h"
#include "gradients.h"
#include "koma-error.h"
#include "scope.h"
#include "tape.h"
#include "tensor-new.h"
#include "tensor-print.h"
#include "tensor-read.h"
#include "tensor.h"
#include "variable.h"
