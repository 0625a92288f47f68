/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A case as ONNX has them: a folder with model.onnx, and in test_data_set_0 and so on inputs and
 * the outputs that are right. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  ONNX_CASE_PASSED,
  ONNX_CASE_REFUSED, /* Koma says that it can not compute it */
  ONNX_CASE_FAILED,
} OnnxCaseResult;

/* @ret_why: what was said, or what differs. */
OnnxCaseResult onnx_case_run (const char *folder, const char *backend, char **ret_why);
/* Folders in @parent with a model.onnx, sorted: char *. */
GPtrArray *onnx_case_list (const char *parent);

G_END_DECLS
