/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Element-wise steps, strip by strip. One after the other, each of them reads and writes whole
 * tensors, which leave the cache in between. Here a unit goes through all steps with one strip,
 * then with the next:
 *
 *   a, b ─ Mul ─> strip ─ AddV2 ─> strip ─ Relu ─> y
 *
 * What only steps of the chain read is never more than a strip, which lies in the cache of first
 * level. The kernels are those of the steps, and so are the numbers. */
#include "chain.h"

#include <string.h>
#include <time.h>

#include "engine/runtime/memory.h"
#include "slots.h"
#include "units.h"

/* Of 4 bytes, as most are. A multiple of all vectors, so that each element is computed in the part
 * of a loop in which it is without strips. */
#define STRIP_ELEMS 1024
#define STRIP_BYTES (STRIP_ELEMS * sizeof (float) + KOMA_MEMORY_PADDING)

/* Of what a step costs alone: here it does not wait for memory. */
#define CACHED_SHARE 0.25

/* Where strips of a value lie. */
typedef struct
{
  enum {
    REPEATED, /* in memory, another element or row for all strips */
    WHOLE,    /* in memory, one behind the other */
    INNER,    /* in the scratch of a unit */
  } kind;
  gsize elem_size;
  guint place; /* INNER: which strip of scratch */
} Source;

typedef struct
{
  const KomaCpuStep *step;
  guint              n_in;
  Source             in[KOMA_CPU_MAX_OPERANDS];
  Source             out;
} Link;

/* Scratch of one unit at a time. */
typedef struct
{
  KomaCpuSlot slot;
  guint8     *strips; /* [n_places][STRIP_BYTES] */
  double      ms[KOMA_CPU_CHAIN_MAX_STEPS];
} Slot;

struct _KomaCpuChain
{
  Link         links[KOMA_CPU_CHAIN_MAX_STEPS]; /* [n_links] */
  guint        n_links;
  gsize        n_elems;
  KomaCpuUnits units;   /* of strips */
  KomaThreads *threads; /* (nullable) */
  gboolean     is_timed;
  guint        n_places;
  Slot        *slots; /* [n_slots] */
  guint        n_slots;
  guint8      *scratch;
};

static gsize
count_elems (const KomaCpuStep *step)
{
  return koma_shape_count (koma_cpu_step_out_shape (step, 0));
}

static Source
find_source (const KomaCpuChain *chain,
             const KomaCpuStep  *step,
             guint               input)
{
  const KomaValue *value = koma_node_input (step->spec->graph, step->node, input);
  Source           source = {
              .kind = koma_shape_count (&value->shape) == chain->n_elems ? WHOLE : REPEATED,
              .elem_size = koma_dtype_size (value->dtype),
  };

  for (guint i = 0; i < chain->n_links; i++)
    if (chain->links[i].step->node->outputs[0] == step->node->inputs[input])
      source = chain->links[i].out;
  return source;
}

/* Whether a step behind the first @n_steps reads the value. */
static gboolean
is_read_later (const KomaCpuStep *steps,
               guint              n_steps,
               guint              n_all,
               KomaValueId        value)
{
  for (guint i = n_steps; i < n_all; i++)
    for (guint k = 0; k < steps[i].node->n_inputs; k++)
      if (steps[i].node->inputs[k] == value)
        return TRUE;
  return FALSE;
}

/* A strip of scratch that no later step reads, and not this one either: loops do not write over
 * what they read. */
static guint
find_place (KomaCpuChain      *chain,
            const KomaCpuStep *steps,
            guint              n_all)
{
  gboolean is_taken[KOMA_CPU_CHAIN_MAX_STEPS] = { FALSE };
  guint    place = 0;

  for (guint i = 0; i < chain->n_links; i++)
    if (chain->links[i].out.kind == INNER &&
        is_read_later (steps, chain->n_links, n_all, steps[i].node->outputs[0]))
      is_taken[chain->links[i].out.place] = TRUE;
  while (is_taken[place])
    place++;
  chain->n_places = MAX (chain->n_places, place + 1);
  return place;
}

/* What only the chain reads has no memory. */
static void
add_link (KomaCpuChain      *chain,
          const KomaCpuStep *steps,
          guint              n_all)
{
  const KomaCpuStep *step = &steps[chain->n_links];
  const KomaValue   *out = koma_node_output (step->spec->graph, step->node, 0);
  Link              *link = &chain->links[chain->n_links];

  g_assert (step->run_strip != NULL && step->node->n_inputs <= KOMA_CPU_MAX_OPERANDS);
  *link = (Link){ .step = step, .n_in = step->node->n_inputs };
  for (guint i = 0; i < link->n_in; i++)
    link->in[i] = find_source (chain, step, i);
  link->out = (Source){ WHOLE, koma_dtype_size (out->dtype), 0 };
  if (step->spec->buffers[step->node->outputs[0]] == NULL) {
    link->out.kind = INNER;
    link->out.place = find_place (chain, steps, n_all);
  }
  chain->n_links++;
}

static gboolean
alloc_slots (KomaCpuChain *chain,
             GError      **error)
{
  const KomaSegmentSpec *spec = chain->links[0].step->spec;
  const gsize            bytes = STRIP_BYTES * MAX (chain->n_places, 1);

  chain->n_slots = MIN (spec->n_threads, koma_cpu_units_get_n (&chain->units));
  chain->slots = g_new0 (Slot, chain->n_slots);
  chain->scratch = koma_memory_alloc (bytes * chain->n_slots, error);
  for (guint i = 0; chain->scratch != NULL && i < chain->n_slots; i++)
    chain->slots[i].strips = chain->scratch + i * bytes;
  return chain->scratch != NULL;
}

/**
 * koma_cpu_chain_new:
 * @steps: prepared; they must outlive the chain
 * @n_steps: see koma_cpu_chain_count_steps(): 2 or more
 * @error: return location
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full): the chain
 */
KomaCpuChain *
koma_cpu_chain_new (const KomaCpuStep *steps,
                    guint              n_steps,
                    GError           **error)
{
  KomaCpuChain *chain = g_new0 (KomaCpuChain, 1);
  double        elem_cost = 0;

  chain->n_elems = count_elems (&steps[0]);
  for (guint i = 0; i < n_steps; i++) {
    add_link (chain, steps, n_steps);
    elem_cost += steps[i].elem_cost;
  }
  chain->units = koma_cpu_units_make ((chain->n_elems - 1) / STRIP_ELEMS + 1,
                                      STRIP_ELEMS * elem_cost * CACHED_SHARE);
  if (!alloc_slots (chain, error)) {
    koma_cpu_chain_free (chain);
    return NULL;
  }
  if (chain->n_slots > 1) {
    chain->threads = steps[0].spec->threads;
    koma_threads_start (chain->threads);
  }
  return chain;
}

/**
 * koma_cpu_chain_free:
 * @chain: (nullable) (transfer full)
 */
void
koma_cpu_chain_free (KomaCpuChain *chain)
{
  if (chain == NULL)
    return;
  koma_memory_free (chain->scratch);
  g_free (chain->slots);
  g_free (chain);
}

static double
get_ms (const KomaCpuChain *chain)
{
  struct timespec now = { 0 };

  if (chain->is_timed)
    clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static gpointer
locate (const Source *source,
        const Slot   *slot,
        gconstpointer memory, /* (nullable) */
        gsize         begin)
{
  switch (source->kind) {
  case WHOLE:
    return (guint8 *) memory + begin * source->elem_size;
  case INNER:
    return slot->strips + source->place * STRIP_BYTES;
  case REPEATED:
  default:
    return (gpointer) memory;
  }
}

static void
run_strip (const KomaCpuChain *chain,
           Slot               *slot,
           gsize               begin)
{
  KomaCpuStrip strip = { .begin = begin, .n = MIN (STRIP_ELEMS, chain->n_elems - begin) };
  double       begin_ms = get_ms (chain);

  for (guint i = 0; i < chain->n_links; i++) {
    const Link        *link = &chain->links[i];
    const KomaCpuStep *step = link->step;
    double             end_ms = 0;

    for (guint k = 0; k < link->n_in; k++)
      strip.in[k] = locate (&link->in[k], slot, step->in[k], begin);
    strip.out = locate (&link->out, slot, step->out[0], begin);
    step->run_strip (step, &strip);
    end_ms = get_ms (chain);
    slot->ms[i] += end_ms - begin_ms;
    begin_ms = end_ms;
  }
}

static void
run_unit (gpointer data,
          gsize    unit)
{
  const KomaCpuChain *chain = data;
  const KomaCpuRange  strips = koma_cpu_units_get_range (&chain->units, unit);
  Slot               *slot = koma_cpu_slots_take (chain->slots, chain->n_slots, sizeof (Slot));

  for (gsize i = strips.begin; i < strips.end; i++)
    run_strip (chain, slot, i * STRIP_ELEMS);
  koma_cpu_slots_give_back (slot);
}

/* The time of the chain is divided among its steps as the work of all threads is. */
static void
divide_time (const KomaCpuChain *chain,
             double              chain_ms,
             double             *ret_ms) /* [n_links] */
{
  double sum = 0;

  for (guint i = 0; i < chain->n_links; i++) {
    ret_ms[i] = 0;
    for (guint k = 0; k < chain->n_slots; k++)
      ret_ms[i] += chain->slots[k].ms[i];
    sum += ret_ms[i];
  }
  for (guint i = 0; i < chain->n_links; i++)
    ret_ms[i] = sum > 0 ? chain_ms * ret_ms[i] / sum : 0;
}

/**
 * koma_cpu_chain_run:
 * @ret_ms: (out) (nullable): what each step took
 *
 * Reads what the steps read from outside, and writes what others read of theirs. As
 * koma_cpu_step_run(), it flushes denormal numbers to zero.
 *
 * Returns: how many steps it has
 */
guint
koma_cpu_chain_run (KomaCpuChain *chain,
                    double       *ret_ms)
{
  double begin_ms = 0;

  chain->is_timed = ret_ms != NULL;
  for (guint i = 0; chain->is_timed && i < chain->n_slots; i++)
    memset (chain->slots[i].ms, 0, sizeof chain->slots[i].ms);
  begin_ms = get_ms (chain);
  koma_threads_divide (chain->threads, run_unit, chain, koma_cpu_units_get_n (&chain->units));
  if (ret_ms != NULL)
    divide_time (chain, get_ms (chain) - begin_ms, ret_ms);
  return chain->n_links;
}
