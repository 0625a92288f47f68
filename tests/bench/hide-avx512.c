/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Hides AVX-512 from XNNPACK, which asks the library cpuinfo for the features
 * of the processor, so that a computer with AVX-512 measures as one without:
 *
 *   LD_PRELOAD=build/tests/bench/libhide-avx512.so bench-cpu-model --level avx2
 *
 * Plain C does not ask cpuinfo; it has its own option, and KOMA_FLAGS=CPU_LEVEL:2. */
#include <dlfcn.h>
#include <stdbool.h>

#include <cpuinfo.h>

bool
cpuinfo_initialize (void)
{
  bool (*initialize) (void) = dlsym (RTLD_NEXT, "cpuinfo_initialize");

  if (!initialize ())
    return false;
  cpuinfo_isa.avx512f = false;
  cpuinfo_isa.avx512cd = false;
  cpuinfo_isa.avx512bw = false;
  cpuinfo_isa.avx512dq = false;
  cpuinfo_isa.avx512vl = false;
  return true;
}
