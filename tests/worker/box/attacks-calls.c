/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each system call that there is or may come, each descriptor, each other way to call. */
#include "attacks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "worker/box/koma-box-process.h"

/* More than any system has, with room for those to come. */
#define N_CALLS 1024

/* Those that change nothing but this process, look at a file's name, or use what is open already.
 * Written down once more, so that one that is added to the filter has to be thought of here. */
static const int harmless[] = {
#ifdef SYS_access
  SYS_access,
#endif
  SYS_brk,
#ifdef SYS_clock_getres
  SYS_clock_getres,
#endif
#ifdef SYS_clock_gettime
  SYS_clock_gettime,
#endif
#ifdef SYS_clock_nanosleep
  SYS_clock_nanosleep,
#endif
  SYS_close,
  SYS_exit,
  SYS_exit_group,
  SYS_faccessat,
  SYS_faccessat2,
#ifdef SYS_fadvise64
  SYS_fadvise64,
#endif
#ifdef SYS_fstat
  SYS_fstat,
#endif
#ifdef SYS_fstatfs
  SYS_fstatfs,
#endif
#ifdef SYS_futex
  SYS_futex,
#endif
  SYS_getcpu,
  SYS_getdents64,
#ifdef SYS_getegid
  SYS_getegid,
#endif
#ifdef SYS_geteuid
  SYS_geteuid,
#endif
#ifdef SYS_getgid
  SYS_getgid,
#endif
  SYS_getpid,
  SYS_getppid,
  SYS_getrandom,
#ifdef SYS_getrlimit
  SYS_getrlimit,
#endif
  SYS_getrusage,
  SYS_gettid,
  SYS_gettimeofday,
#ifdef SYS_getuid
  SYS_getuid,
#endif
  SYS_lseek,
#ifdef SYS_lstat
  SYS_lstat,
#endif
  SYS_madvise,
  SYS_membarrier,
#ifdef SYS_mmap
  SYS_mmap,
#endif
  SYS_mprotect,
  SYS_mremap,
  SYS_munmap,
  SYS_nanosleep,
#ifdef SYS_newfstatat
  SYS_newfstatat,
#endif
#ifdef SYS_poll
  SYS_poll,
#endif
  SYS_ppoll,
  SYS_pread64,
  SYS_read,
  SYS_readv,
  SYS_restart_syscall,
#ifdef SYS_rseq
  SYS_rseq,
#endif
  SYS_rt_sigaction,
  SYS_rt_sigprocmask,
  SYS_rt_sigreturn,
  SYS_sched_getaffinity,
  SYS_sched_yield,
  SYS_set_robust_list,
  SYS_sigaltstack,
#ifdef SYS_stat
  SYS_stat,
#endif
  SYS_statx,
  SYS_sysinfo,
#ifdef SYS_time
  SYS_time,
#endif
  SYS_uname,
/* Of 32 bits. */
#ifdef SYS__llseek
  SYS__llseek,
#endif
#ifdef SYS_arm_fadvise64_64
  SYS_arm_fadvise64_64,
#endif
#ifdef SYS_clock_getres_time64
  SYS_clock_getres_time64,
#endif
#ifdef SYS_clock_gettime64
  SYS_clock_gettime64,
#endif
#ifdef SYS_clock_nanosleep_time64
  SYS_clock_nanosleep_time64,
#endif
#ifdef SYS_fadvise64_64
  SYS_fadvise64_64,
#endif
#ifdef SYS_fstat64
  SYS_fstat64,
#endif
#ifdef SYS_fstatat64
  SYS_fstatat64,
#endif
#ifdef SYS_fstatfs64
  SYS_fstatfs64,
#endif
#ifdef SYS_futex_time64
  SYS_futex_time64,
#endif
#ifdef SYS_getegid32
  SYS_getegid32,
#endif
#ifdef SYS_geteuid32
  SYS_geteuid32,
#endif
#ifdef SYS_getgid32
  SYS_getgid32,
#endif
#ifdef SYS_getuid32
  SYS_getuid32,
#endif
#ifdef SYS_lstat64
  SYS_lstat64,
#endif
#ifdef SYS_mmap2
  SYS_mmap2,
#endif
#ifdef SYS_ppoll_time64
  SYS_ppoll_time64,
#endif
#ifdef SYS_sigreturn
  SYS_sigreturn,
#endif
#ifdef SYS_stat64
  SYS_stat64,
#endif
#ifdef SYS_ugetrlimit
  SYS_ugetrlimit,
#endif
};

/* Linux 6.14 and later asks no filter for these two, which end whoever calls them from elsewhere
 * than where the kernel put them. */
#ifdef __x86_64__
#define IS_TRAP(call) ((call) == 335 || (call) == 336) /* uretprobe, uprobe */
#else
#define IS_TRAP(call) FALSE
#endif

static gboolean
is_harmless (long call)
{
  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    if (harmless[i] == call)
      return TRUE;
  return FALSE;
}

/* What is allowed with some arguments only is refused with these. Of clone3() it is said that there
 * is none. */
static gboolean
is_refused (long call)
{
  errno = 0;
  return syscall (call, -1L, -1L, -1L, -1L, -1L, -1L) == -1 &&
         errno == (call == SYS_clone3 ? ENOSYS : EPERM);
}

int
attack_make_any_call (void)
{
  for (long call = 0; call < N_CALLS; call++)
    if (!is_harmless (call) && !IS_TRAP (call) && !is_refused (call))
      return 0;
  errno = EPERM;
  return -1;
}

/* Of Koma, as the test has one open that its programs would inherit. */
int
attack_use_inherited (void)
{
  for (int fd = KOMA_BOX_SOCKET + 1; fd < 4096; fd++)
    if (fcntl (fd, F_GETFD) != -1)
      return 0;
  return -1;
}

/* getpid() of two other kinds of programs, whose numbers mean other calls. */
void
attack_call_otherwise (const char *name)
{
#if defined(__x86_64__) && !defined(__ILP32__)
  long result = 20;

  if (g_str_equal (name, "call as 32 bits"))
    __asm__ volatile("int $0x80"
                     : "+a"(result)
                     :
                     : "memory");
  if (g_str_equal (name, "call as x32"))
    (void) syscall (0x40000000L | SYS_getpid);
#endif
}
