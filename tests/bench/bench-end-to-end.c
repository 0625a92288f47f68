/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A folder of 12-megapixel JPEGs, from paths to classes: decoded no larger
 * than the model needs, and decoded whole. Prints pictures a second and how
 * busy decoders and the inference thread were; together more than one whole
 * processor's time means that they ran beside each other. Then the same in turns
 * with what decodes alone, on as many threads as processors, and the ratios of pictures a second
 * and of processor time: the latter changes little with whatever else runs on the machine.
 *
 *   bench-end-to-end [--images N] [--width N] [--height N] [--rounds N] [--backend NAME]
 *                    [--threads N] [--model PATH]
 *
 * The photographs are shared ones enlarged, or noise where there are none;
 * the model is the shared MobileNetV2, or that of colours. */
#include "engine/picture/decoder.h"
#include "engine/picture/preprocess.h"
#include "engine/runtime/cpu-count.h"
#include "engine/runtime/quantile.h"
#include "worker/koma-worker.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/resource.h>

#define MAX_ROUNDS 100
/* What scaled decoding has to gain. */
#define MIN_RATIO 2.0

typedef struct
{
  double per_second; /* pictures */
  double cpu_ms;     /* of processors, a picture */
} Speed;

typedef struct
{
  guint  n_ended;
  guint  n_results;
  double decode_ms; /* and preprocessing */
  double inference_ms;
  guint  largest_batch;
} Totals;

static int   n_images = 32;
static int   width = 4000;
static int   height = 3000;
static int   n_rounds = 5;
static char *backend = NULL;
static int   n_threads = 0;
static char *model_path = NULL;

static const GOptionEntry options[] = {
  { "images", 'n', 0, G_OPTION_ARG_INT, &n_images, "How many", "N" },
  { "width", 0, 0, G_OPTION_ARG_INT, &width, "Of each; default 4000", "PIXELS" },
  { "height", 0, 0, G_OPTION_ARG_INT, &height, "Of each; default 3000", "PIXELS" },
  { "rounds", 'r', 0, G_OPTION_ARG_INT, &n_rounds, "Turns with decoding alone; default 5", "N" },
  { "backend", 'b', 0, G_OPTION_ARG_STRING, &backend, "Which backend", "NAME" },
  { "threads", 't', 0, G_OPTION_ARG_INT, &n_threads, "Threads of inference", "N" },
  { "model", 'm', 0, G_OPTION_ARG_FILENAME, &model_path, "A model", "PATH" },
  { NULL },
};

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (element-type filename), sorted; empty where there are no photographs. */
static GPtrArray *
list_photos (void)
{
  GPtrArray       *paths = g_ptr_array_new_with_free_func (g_free);
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder = g_build_filename (shared ? shared : ".", "photos", "imagenet", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".JPEG") || g_str_has_suffix (name, ".jpg"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

static GdkPixbuf *
make_noise (guint32 seed)
{
  GdkPixbuf *pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 400, 300);
  guint8    *pixels = gdk_pixbuf_get_pixels (pixbuf);

  for (guint i = 0; i < 300u * gdk_pixbuf_get_rowstride (pixbuf) - 8; i++) {
    seed = seed * 1664525u + 1013904223u;
    pixels[i] = seed >> 24;
  }
  return pixbuf;
}

static char *
make_photo (const char *folder,
            GPtrArray  *photos,
            guint       index)
{
  g_autofree char *path = g_strdup_printf ("%s/photo-%03u.jpg", folder, index);
  g_autoptr (GdkPixbuf) small = NULL;
  g_autoptr (GdkPixbuf) large = NULL;
  g_autoptr (GError) error = NULL;

  if (photos->len > 0)
    small = gdk_pixbuf_new_from_file (photos->pdata[index * 7 % photos->len], &error);
  if (small == NULL)
    small = make_noise (index + 1);
  large = gdk_pixbuf_scale_simple (small, width, height, GDK_INTERP_BILINEAR);
  if (!gdk_pixbuf_save (large, path, "jpeg", &error, "quality", "90", NULL))
    g_error ("%s", error->message);
  return g_steal_pointer (&path);
}

static void
ended_cb (GObject      *source,
          GAsyncResult *task,
          gpointer      data)
{
  Totals *totals = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaResult) result =
    koma_worker_classify_finish (KOMA_WORKER (source), task, NULL, &error);
  const KomaResultTiming *timing = NULL;

  totals->n_ended++;
  if (result == NULL) {
    fprintf (stderr, "%s\n", error->message);
    return;
  }
  timing = &result->timing;
  totals->n_results++;
  totals->decode_ms += timing->decode_ms + timing->preprocess_ms;
  totals->inference_ms += timing->inference_ms;
  totals->largest_batch = MAX (totals->largest_batch, result->batch);
}

static double
read_cpu_ms (void)
{
  struct rusage usage = { 0 };

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000 +
         (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
}

typedef struct
{
  GPtrArray *paths;
  guint      min_side;
  gint       next; /* (atomic) */
} Decoding;

static gpointer
decode_main (gpointer data)
{
  Decoding *decoding = data;
  guint     i = 0;

  while ((i = (guint) g_atomic_int_add (&decoding->next, 1)) < decoding->paths->len) {
    g_autoptr (GFile) file = g_file_new_for_path (decoding->paths->pdata[i]);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaPicture) picture G_GNUC_UNUSED =
      koma_decoder_decode_file (file, decoding->min_side, NULL, &error);

    g_assert_no_error (error);
  }
  return NULL;
}

/* What libjpeg-turbo does for the same pictures, and nothing else. */
static Speed
decode_all (GPtrArray *paths,
            guint      min_side)
{
  const guint  n_cpus = koma_cpu_count_available ();
  const double start_ms = read_cpu_ms ();
  const gint64 start_us = g_get_monotonic_time ();
  Decoding     decoding = { paths, min_side, 0 };
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();

  for (guint i = 0; i < n_cpus; i++)
    g_ptr_array_add (threads, g_thread_new ("bench", decode_main, &decoding));
  for (guint i = 0; i < n_cpus; i++)
    g_thread_join (threads->pdata[i]);
  return (Speed){
    paths->len * 1e6 / (double) (g_get_monotonic_time () - start_us),
    (read_cpu_ms () - start_ms) / paths->len,
  };
}

static Speed
classify_all (KomaWorker *worker,
              GPtrArray  *paths,
              gboolean    is_full)
{
  guint  n_cpus = koma_cpu_count_available ();
  double start_ms = read_cpu_ms ();
  Totals totals = { 0 };
  gint64 start_us = g_get_monotonic_time ();
  double wall_ms = 0;

  for (guint i = 0; i < paths->len; i++) {
    g_autoptr (GFile) file = g_file_new_for_path (paths->pdata[i]);
    g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){
      .key = i, .priority = KOMA_PRIORITY_BULK, .is_full_decode = is_full, .file = file });

    koma_worker_classify_async (worker, request, NULL, ended_cb, &totals);
  }
  while (totals.n_ended < paths->len)
    g_main_context_iteration (NULL, TRUE);
  wall_ms = (double) (g_get_monotonic_time () - start_us) / 1000;

  printf ("  %-8s %6.1f pictures/s  decoding %5.1f ms a picture, %3.0f %% of %u processors;"
          "  inference %5.2f ms, %3.0f %% of its thread;  batches up to %u\n",
          is_full ? "whole" : "scaled", totals.n_results / wall_ms * 1000,
          totals.decode_ms / paths->len, totals.decode_ms / wall_ms / n_cpus * 100, n_cpus,
          totals.inference_ms / paths->len, totals.inference_ms / wall_ms * 100,
          totals.largest_batch);
  return (Speed){ totals.n_results / wall_ms * 1000, (read_cpu_ms () - start_ms) / paths->len };
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *task,
           gpointer      data)
{
  KomaModelInfo **info = data;
  g_autoptr (GError) error = NULL;

  *info = koma_worker_load_model_finish (KOMA_WORKER (source), task, &error);
  if (*info == NULL)
    g_error ("%s", error->message);
}

static KomaModelInfo *
load_model (KomaWorker *worker)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  const char      *source = g_getenv ("KOMA_SOURCE") ? g_getenv ("KOMA_SOURCE") : ".";
  g_autofree char *large = g_build_filename (shared ? shared : ".", "models",
                                             "mobilenet_v2_1.0_224", "tfjs_graph", NULL);
  g_autofree char *small = g_build_filename (source, "tests", "data", "colours", NULL);
  KomaModelInfo   *info = NULL;
  KomaWorkerModel  model = { .backend = backend, .n_threads = n_threads };

  model.path = model_path != NULL                        ? model_path
               : g_file_test (large, G_FILE_TEST_IS_DIR) ? large
                                                         : small;
  koma_worker_load_model_async (worker, &model, NULL, NULL, NULL, loaded_cb, &info);
  while (info == NULL)
    g_main_context_iteration (NULL, TRUE);
  return info;
}

static double
get_median (double values[MAX_ROUNDS],
            guint  n)
{
  return koma_quantile (values, n, 0.5);
}

static void
compare_with_decoding (KomaWorker *worker,
                       GPtrArray  *paths,
                       guint       min_side)
{
  const guint n = (guint) CLAMP (n_rounds, 1, MAX_ROUNDS);
  double      per_second[MAX_ROUNDS];
  double      cpu_ratio[MAX_ROUNDS];
  double      alone_cpu_ms[MAX_ROUNDS];
  double      cpu_ms[MAX_ROUNDS];

  for (guint i = 0; i < n; i++) {
    const Speed alone = decode_all (paths, min_side);
    const Speed all = classify_all (worker, paths, FALSE);

    per_second[i] = all.per_second / alone.per_second;
    cpu_ratio[i] = alone.cpu_ms / all.cpu_ms;
    alone_cpu_ms[i] = alone.cpu_ms;
    cpu_ms[i] = all.cpu_ms;
  }
  printf ("  decoding alone %.2f ms of a processor, all %.2f, ratio %.2f; of the speeds %.2f\n",
          get_median (alone_cpu_ms, n), get_median (cpu_ms, n), get_median (cpu_ratio, n),
          get_median (per_second, n));
}

static void
remove_all (const char *folder,
            GPtrArray  *paths)
{
  for (guint i = 0; i < paths->len; i++)
    (void) g_remove (paths->pdata[i]);
  (void) g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) photos = list_photos ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KomaWorker) worker = NULL;
  g_autoptr (KomaModelInfo) info = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-photos-XXXXXX", NULL);
  double           whole = 0;
  double           scaled = 0;
  guint            min_side = 0;

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    fprintf (stderr, "%s\n", error->message);
    return 2;
  }
  for (int i = 0; i < n_images; i++)
    g_ptr_array_add (paths, make_photo (folder, photos, i));
  worker = koma_worker_new ();
  info = load_model (worker);
  printf ("%d JPEGs of %dx%d, %s on %s, %d threads\n", n_images, width, height,
          info->name, info->backend_title,
          info->n_threads);

  /* Once for the measuring, and the files into the cache. */
  (void) classify_all (worker, paths, FALSE);
  whole = classify_all (worker, paths, TRUE).per_second;
  scaled = classify_all (worker, paths, FALSE).per_second;
  printf ("  scaled decoding: %.2f times as fast\n", scaled / whole);
  min_side = koma_preprocess_get_min_side (&info->values);
  compare_with_decoding (worker, paths, min_side);
  koma_worker_stop (worker);
  remove_all (folder, paths);
  return scaled / whole >= MIN_RATIO ? 0 : 1;
}
