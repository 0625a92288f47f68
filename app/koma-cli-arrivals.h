/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-collection.h"
#include "koma-cli-report.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Pictures that arrive, through the collection and the worker to the report: what is known is not
 * printed, the rest as it is answered. Thread: main. */
typedef struct
{
  KomaCliCollection *collection; /* (borrowed) */
  KomaCliReport     *report;     /* (borrowed) */
  KomaWorker        *worker;     /* (borrowed) with a model */
  KomaModelInfo     *info;       /* (owned) of that model, as it computes now */
  guint              top_k;
  void (*ended) (gpointer data); /* it was stopped, and nothing is on its way any more */
  gpointer data;

  GQueue        paths;   /* char *: not looked at yet */
  GHashTable   *unread;  /* char *: those that could not be read … */
  GHashTable   *retried; /* … and those that are tried once more */
  guint         n_open;
  guint         n_failed;
  GCancellable *cancellable;
  guint         feeding;
  gboolean      is_stopped;
} KomaCliArrivals;

void koma_cli_arrivals_init (KomaCliArrivals *self); /* zeros, or with what is borrowed */
void koma_cli_arrivals_clear (KomaCliArrivals *self);
void koma_cli_arrivals_add (KomaCliArrivals *self, const char *path);
void koma_cli_arrivals_forget (KomaCliArrivals *self, const char *path); /* it is gone */
/* What could not be read in a folder, while it was away. */
void koma_cli_arrivals_try_again (KomaCliArrivals *self, const char *folder);
/* Whether one path is below the other, or is it. */
gboolean koma_cli_arrivals_is_in (const char *path, const char *folder);
/* Takes back what is on its way, and says when that has come. */
void koma_cli_arrivals_stop (KomaCliArrivals *self);

G_END_DECLS
