/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a training tells of itself, and when. */
#include "engine/koma/koma.h"
#include "layers-train-fixture.h"
#include "tests/test-main.h"

typedef struct
{
  GString         *told;
  const char      *stop_at; /* (nullable) the signal that stops it */
  KomaLayersModel *model;
} Told;

static void
tell (Told       *self,
      const char *name,
      int         a,
      int         b)
{
  g_string_append_printf (self->told, "%s", name);
  if (a >= 0)
    g_string_append_printf (self->told, " %d", a);
  if (b >= 0)
    g_string_append_printf (self->told, " %d", b);
  g_string_append (self->told, ", ");
  if (g_strcmp0 (name, self->stop_at) == 0)
    koma_layers_model_stop (self->model);
}

static void
train_begin_cb (KomaLayersModel *model,
                Told            *told)
{
  tell (told, "train-begin", -1, -1);
}

static void
train_end_cb (KomaLayersModel *model,
              KomaHistory     *history,
              Told            *told)
{
  tell (told, "train-end", (int) koma_history_get_n_epochs (history), -1);
}

static void
epoch_begin_cb (KomaLayersModel *model,
                guint            epoch,
                Told            *told)
{
  tell (told, "epoch-begin", (int) epoch, -1);
}

static void
epoch_end_cb (KomaLayersModel *model,
              guint            epoch,
              KomaHistory     *history,
              Told            *told)
{
  tell (told, "epoch-end", (int) epoch, -1);
}

static void
batch_begin_cb (KomaLayersModel *model,
                guint            epoch,
                guint            batch,
                guint            size,
                Told            *told)
{
  tell (told, "batch-begin", (int) batch, (int) size);
}

static void
batch_end_cb (KomaLayersModel *model,
              guint            epoch,
              guint            batch,
              double           loss,
              Told            *told)
{
  gsize         n = 0;
  const double *results = koma_layers_model_get_batch_results (model, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat_with_epsilon (results[0], loss, 1e-12);
  g_assert_cmpfloat (results[1], >, 0);
  tell (told, "batch-end", (int) batch, -1);
}

/* (transfer full): what it was told of a training of 8 samples */
static char *
listen (Train          *self,
        KomaFitOptions *options,
        const char     *stop_at)
{
  Told told = { g_string_new (NULL), stop_at, self->model };
  g_autoptr (KomaHistory) history = NULL;

  train_compile (self->model, "sgd", 0.01);
  g_signal_connect (self->model, "train-begin", G_CALLBACK (train_begin_cb), &told);
  g_signal_connect (self->model, "train-end", G_CALLBACK (train_end_cb), &told);
  g_signal_connect (self->model, "epoch-begin", G_CALLBACK (epoch_begin_cb), &told);
  g_signal_connect (self->model, "epoch-end", G_CALLBACK (epoch_end_cb), &told);
  g_signal_connect (self->model, "batch-begin", G_CALLBACK (batch_begin_cb), &told);
  g_signal_connect (self->model, "batch-end", G_CALLBACK (batch_end_cb), &told);
  history = train_fit (self, options);
  g_assert_nonnull (history);
  return g_string_free (told.told, FALSE);
}

static void
test_order (Train        *self,
            gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (2, 5);
  g_autofree char *told = listen (self, options, NULL);

  g_assert_cmpstr (told, ==,
                   "train-begin, "
                   "epoch-begin 0, batch-begin 0 5, batch-end 0, batch-begin 1 3, batch-end 1, "
                   "epoch-end 0, "
                   "epoch-begin 1, batch-begin 0 5, batch-end 0, batch-begin 1 3, batch-end 1, "
                   "epoch-end 1, "
                   "train-end 2, ");
}

/* Epochs that were before, and fewer batches than there are samples for. */
static void
test_part (Train        *self,
           gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (3, 2);
  g_autofree char *told = NULL;

  g_object_set (options, "initial-epoch", 2, "steps-per-epoch", 3, NULL);
  told = listen (self, options, NULL);
  g_assert_cmpstr (told, ==,
                   "train-begin, epoch-begin 2, batch-begin 0 2, batch-end 0, batch-begin 1 2, "
                   "batch-end 1, batch-begin 2 2, batch-end 2, epoch-end 2, train-end 1, ");
}

static void
test_stop (Train        *self,
           gconstpointer data)
{
  g_autoptr (KomaFitOptions) options = koma_fit_options_new (2, 8);
  g_autofree char *told = listen (self, options, data);

  if (g_str_equal (data, "batch-begin"))
    g_assert_cmpstr (told, ==, "train-begin, epoch-begin 0, batch-begin 0 8, train-end 0, ");
  else
    g_assert_cmpstr (told, ==, "train-begin, epoch-begin 0, batch-begin 0 8, batch-end 0, "
                               "epoch-end 0, train-end 1, ");
}

#define ADD(name, data, func) \
  g_test_add ("/fit-signals/" name, Train, data, train_set_up, func, train_tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("order", NULL, test_order);
  ADD ("part", NULL, test_part);
  ADD ("stop-batch", "batch-begin", test_stop);
  ADD ("stop-epoch", "epoch-end", test_stop);
  return g_test_run ();
}
