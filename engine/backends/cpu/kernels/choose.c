/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernels.h"

#ifdef KOMA_CPU_HAS_X86_LEVELS
#include <cpuid.h>
#endif
#ifdef KOMA_CPU_HAS_ARM64_LEVELS
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include "engine/koma/koma-error.h"
#include "engine/runtime/flags.h"

extern const KomaCpuKernels koma_cpu_kernels_baseline;
#ifdef KOMA_CPU_HAS_X86_LEVELS
extern const KomaCpuKernels koma_cpu_kernels_avx2;
extern const KomaCpuKernels koma_cpu_kernels_avx2vnni;
extern const KomaCpuKernels koma_cpu_kernels_avx512;
extern const KomaCpuKernels koma_cpu_kernels_avx512vnni;

/* Compilers of 2022 do not have this name for __builtin_cpu_supports (). The builtin of AVX2 has
 * asked whether the system keeps the registers. Asked once: in a virtual machine the host
 * answers, after 20 microseconds. */
static gboolean
has_avx_vnni (void)
{
  static gsize answer = 0; /* 0: not asked yet; 1: no; 2: yes */
  unsigned int eax = 0;
  unsigned int ebx = 0;
  unsigned int ecx = 0;
  unsigned int edx = 0;

  if (g_once_init_enter (&answer)) {
    const gboolean is_told = __get_cpuid_count (7, 1, &eax, &ebx, &ecx, &edx) != 0;

    g_once_init_leave (&answer, is_told && (eax & 1u << 4) != 0 ? 2 : 1);
  }
  return answer == 2;
}
#endif
#ifdef KOMA_CPU_HAS_ARM64_LEVELS
extern const KomaCpuKernels koma_cpu_kernels_dotprod;
#endif

typedef struct
{
  const KomaCpuKernels *kernels;
  gboolean              is_available;
  int                   flag; /* from which value of CPU_LEVEL on */
} Level;

#define N_LEVELS 5

/* Best first; returns how many there are. A level is a whole x86-64
 * micro-architecture level, so all of its features are asked for; with “vnni”, the
 * dot products of bytes too. arm64 always has NEON, which is its baseline. */
static guint
list_levels (Level ret_levels[N_LEVELS])
{
  guint n_levels = 0;

#ifdef KOMA_CPU_HAS_X86_LEVELS
  gboolean has_avx2 = FALSE;
  gboolean has_avx512 = FALSE;

  __builtin_cpu_init ();
  has_avx2 = __builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma") &&
             __builtin_cpu_supports ("bmi") && __builtin_cpu_supports ("bmi2");
  has_avx512 = has_avx2 && __builtin_cpu_supports ("avx512f") &&
               __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512cd") &&
               __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512vl");
  ret_levels[n_levels++] = (Level){ &koma_cpu_kernels_avx512vnni,
                                    has_avx512 && __builtin_cpu_supports ("avx512vnni"), 3 };
  ret_levels[n_levels++] = (Level){ &koma_cpu_kernels_avx512, has_avx512, 3 };
  ret_levels[n_levels++] = (Level){ &koma_cpu_kernels_avx2vnni, has_avx2 && has_avx_vnni (), 2 };
  ret_levels[n_levels++] = (Level){ &koma_cpu_kernels_avx2, has_avx2, 2 };
#endif
#ifdef KOMA_CPU_HAS_ARM64_LEVELS
  ret_levels[n_levels++] = (Level){ &koma_cpu_kernels_dotprod,
                                    (getauxval (AT_HWCAP) & HWCAP_ASIMDDP) != 0, 2 };
#endif
  ret_levels[n_levels++] = (Level){ &koma_cpu_kernels_baseline, TRUE, 1 };
  return n_levels;
}

static const KomaCpuKernels *
find_best (void)
{
  Level     levels[N_LEVELS] = { 0 };
  guint     n_levels = list_levels (levels);
  const int highest = koma_flags_get (KOMA_FLAG_CPU_LEVEL);

  for (guint i = 0; i < n_levels; i++)
    if (levels[i].is_available && (highest == KOMA_FLAG_AUTO || levels[i].flag <= highest))
      return levels[i].kernels;
  g_assert_not_reached ();
}

/**
 * koma_cpu_kernels_choose:
 * @level: (nullable): "baseline"; on x86-64 "avx2", "avx2vnni", "avx512" or "avx512vnni"; on arm64
 *   "dotprod"; %NULL for the best
 * @error: return location
 *
 * The kernels for a level of this CPU, by name or the fastest that it runs and the
 * flag CPU_LEVEL allows.
 *
 * Errors: %KOMA_ERROR_BACKEND if the CPU lacks @level, or the build has none of
 * that name. Thread: any.
 *
 * Returns: (transfer none) (nullable): a constant table
 */
const KomaCpuKernels *
koma_cpu_kernels_choose (const char *level,
                         GError    **error)
{
  Level levels[N_LEVELS] = { 0 };
  guint n_levels = list_levels (levels);

  if (level == NULL)
    return find_best ();
  for (guint i = 0; i < n_levels; i++)
    if (g_str_equal (levels[i].kernels->name, level)) {
      if (levels[i].is_available)
        return levels[i].kernels;
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
                   "cpu: level '%s' was asked for, this CPU has '%s'", level, find_best ()->name);
      return NULL;
    }
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
               "cpu: no level '%s' in this build; the best here is '%s'", level,
               find_best ()->name);
  return NULL;
}

/**
 * koma_cpu_kernels_get_level:
 *
 * Thread: any.
 *
 * Returns: name of the level that is used when none is asked for: the best that
 *   the flag CPU_LEVEL allows
 */
const char *
koma_cpu_kernels_get_level (void)
{
  return find_best ()->name;
}
