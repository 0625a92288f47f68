/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-cli-job.h"
#include "koma-cli-options.h"
#include "worker/evaluation/koma-class-folders.h"

G_BEGIN_DECLS

/* What a graph gives for a picture. */
typedef void (*KomaCliPictureFunc) (guint        class_index,
                                    const char  *path,
                                    const float *values, /* [n] */
                                    gsize        n,
                                    gpointer     user_data);

/* Pictures through a graph whose input is that of a model, in their order; several are read and
 * decoded meanwhile. */
typedef struct
{
  const KomaCliOptions *options; /* backend and threads */
  KomaModel            *model;
  const KomaGraph      *graph;
  guint                 output;  /* of the graph */
  const GPtrArray      *classes; /* KomaClassFolder */
  const char           *stage;   /* for koma_cli_job_report () */
  KomaCliPictureFunc    found;
  gpointer              user_data;
} KomaCliPictures;

/* Thread: the job's. @ret_failures: "path: message" of pictures that can not be read. */
gboolean koma_cli_pictures_run (const KomaCliPictures *self,
                                KomaCliJob            *job,
                                GPtrArray             *ret_failures,
                                GError               **error);

/* Names the failures, and turns KOMA_EXIT_OK into KOMA_EXIT_SOME_FAILED where there are some. */
int koma_cli_pictures_end (int code, const GPtrArray *failures);

G_END_DECLS
