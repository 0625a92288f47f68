/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A library to be preloaded: /dev/video0 is a webcam, all red, of 640 × 480
 * YUYV at 30 frames a second. No kernel has any part in it: the file is memory,
 * and the questions to it are answered here. As of a true UVC camera, another
 * program's streaming is noticed when the format is set. */
#include "fake-v4l2.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#define PATH        "/dev/video0"
#define WIDTH       640
#define HEIGHT      480
#define FRAME_BYTES (WIDTH * HEIGHT * 2)
#define N_BUFFERS   8
#define MAX_FILES   1024
#define INTERVAL_NS 33333333

int __open_2 (const char *path, int flags);
int __open64_2 (const char *path, int flags);

static _Atomic FakeV4l2Mode mode;
static atomic_bool          is_ours[MAX_FILES]; /* by file descriptor */

static struct
{
  pthread_mutex_t lock;
  unsigned char  *memory; /* [N_BUFFERS, FRAME_BYTES] */
  unsigned        n_buffers;
  unsigned        queue[64]; /* a ring of buffers to be filled */
  unsigned        head;
  unsigned        tail;
  bool            is_on;
  unsigned        sequence;
  struct timespec next; /* frame's time */
} stream = { .lock = PTHREAD_MUTEX_INITIALIZER };

void
fake_v4l2_set_mode (FakeV4l2Mode new_mode)
{
  mode = new_mode;
}

static void *
find_next (const char *name)
{
  return dlsym (RTLD_NEXT, name);
}

static int
fail (int number)
{
  errno = number;
  return -1;
}

static int
open_camera (void)
{
  int fd = -1;

  if (mode == FAKE_V4L2_REFUSES)
    return fail (EACCES);
  if (mode == FAKE_V4L2_IS_GONE)
    return fail (ENODEV);
  fd = memfd_create ("fake-v4l2", MFD_CLOEXEC);
  if (fd < 0 || fd >= MAX_FILES || ftruncate (fd, FRAME_BYTES * N_BUFFERS) != 0)
    return fail (EMFILE);
  is_ours[fd] = true;
  return fd;
}

#define DEFINE_OPEN(name)                                     \
  int name (const char *path, int flags, ...)                 \
  {                                                           \
    int (*next) (const char *, int, ...) = find_next (#name); \
    va_list args;                                             \
    int     access = 0;                                       \
                                                              \
    va_start (args, flags);                                   \
    if ((flags & (O_CREAT | O_TMPFILE)) != 0)                 \
      access = va_arg (args, int);                            \
    va_end (args);                                            \
    if (strcmp (path, PATH) == 0)                             \
      return open_camera ();                                  \
    return next (path, flags, access);                        \
  }

DEFINE_OPEN (open)
DEFINE_OPEN (open64)

int
__open_2 (const char *path,
          int         flags)
{
  return open (path, flags);
}

int
__open64_2 (const char *path,
            int         flags)
{
  return open64 (path, flags);
}

static bool
is_camera (int fd)
{
  return fd >= 0 && fd < MAX_FILES && is_ours[fd];
}

int
close (int fd)
{
  static int (*next) (int);

  if (next == NULL)
    next = find_next ("close");
  if (is_camera (fd))
    is_ours[fd] = false;
  return next (fd);
}

int
dup (int fd)
{
  int (*next) (int) = find_next ("dup");
  int copy = next (fd);

  if (is_camera (fd) && copy >= 0 && copy < MAX_FILES)
    is_ours[copy] = true;
  return copy;
}

int
stat (const char  *path,
      struct stat *ret_stat)
{
  int (*next) (const char *, struct stat *) = find_next ("stat");

  if (strcmp (path, PATH) != 0)
    return next (path, ret_stat);
  *ret_stat = (struct stat){ .st_mode = S_IFCHR | 0660, .st_rdev = makedev (81, 0) };
  return 0;
}

int
stat64 (const char    *path,
        struct stat64 *ret_stat)
{
  return stat (path, (struct stat *) ret_stat);
}

int
fstat (int          fd,
       struct stat *ret_stat)
{
  int (*next) (int, struct stat *) = find_next ("fstat");
  int status = next (fd, ret_stat);

  if (is_camera (fd)) {
    ret_stat->st_mode = S_IFCHR | 0660;
    ret_stat->st_rdev = makedev (81, 0);
  }
  return status;
}

int
fstat64 (int            fd,
         struct stat64 *ret_stat)
{
  return fstat (fd, (struct stat *) ret_stat);
}

/* What it is, and what it can do. */

static int
query_capability (struct v4l2_capability *capability)
{
  *capability = (struct v4l2_capability){
    .driver = "uvcvideo",
    .card = "Fake Webcam",
    .bus_info = "usb-0000:00:14.0-1",
    .version = 0x060100,
    .capabilities = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS,
    .device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING,
  };
  return 0;
}

static int
enum_input (struct v4l2_input *input)
{
  if (input->index != 0)
    return fail (EINVAL);
  *input = (struct v4l2_input){ .name = "Camera 1", .type = V4L2_INPUT_TYPE_CAMERA };
  return 0;
}

static int
enum_format (struct v4l2_fmtdesc *format)
{
  if (format->index != 0 || format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
    return fail (EINVAL);
  strcpy ((char *) format->description, "YUYV 4:2:2");
  format->pixelformat = V4L2_PIX_FMT_YUYV;
  format->flags = 0;
  return 0;
}

static int
enum_size (struct v4l2_frmsizeenum *size)
{
  if (size->index != 0 || size->pixel_format != V4L2_PIX_FMT_YUYV)
    return fail (EINVAL);
  size->type = V4L2_FRMSIZE_TYPE_DISCRETE;
  size->discrete = (struct v4l2_frmsize_discrete){ WIDTH, HEIGHT };
  return 0;
}

static int
enum_interval (struct v4l2_frmivalenum *interval)
{
  if (interval->index != 0 || interval->width != WIDTH || interval->height != HEIGHT)
    return fail (EINVAL);
  interval->type = V4L2_FRMIVAL_TYPE_DISCRETE;
  interval->discrete = (struct v4l2_fract){ 1, 30 };
  return 0;
}

static int
get_format (struct v4l2_format *format,
            bool                is_to_be_set)
{
  if (format->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
    return fail (EINVAL);
  if (is_to_be_set && mode == FAKE_V4L2_BUSY)
    return fail (EBUSY);
  format->fmt.pix = (struct v4l2_pix_format){
    .width = WIDTH,
    .height = HEIGHT,
    .pixelformat = V4L2_PIX_FMT_YUYV,
    .field = V4L2_FIELD_NONE,
    .bytesperline = WIDTH * 2,
    .sizeimage = FRAME_BYTES,
    .colorspace = V4L2_COLORSPACE_SMPTE170M,
  };
  return 0;
}

static int
get_parameters (struct v4l2_streamparm *parameters)
{
  if (parameters->type != V4L2_BUF_TYPE_VIDEO_CAPTURE)
    return fail (EINVAL);
  memset (&parameters->parm, 0, sizeof parameters->parm);
  parameters->parm.capture.capability = V4L2_CAP_TIMEPERFRAME;
  parameters->parm.capture.timeperframe = (struct v4l2_fract){ 1, 30 };
  return 0;
}

/* Its frames. */

static void
paint_red (void)
{
  static const unsigned char red[4] = { 81, 90, 81, 240 }; /* Y U Y V */

  for (size_t i = 0; i < (size_t) FRAME_BYTES * N_BUFFERS; i++)
    stream.memory[i] = red[i % 4];
}

static int
request_buffers (int                         fd,
                 struct v4l2_requestbuffers *request)
{
  if (request->type != V4L2_BUF_TYPE_VIDEO_CAPTURE || request->memory != V4L2_MEMORY_MMAP)
    return fail (EINVAL);
  request->count = request->count < N_BUFFERS ? request->count : N_BUFFERS;
  request->capabilities = V4L2_BUF_CAP_SUPPORTS_MMAP;
  stream.n_buffers = request->count;
  stream.head = stream.tail = 0;
  if (stream.memory != NULL)
    munmap (stream.memory, FRAME_BYTES * N_BUFFERS);
  stream.memory = mmap (NULL, FRAME_BYTES * N_BUFFERS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (stream.memory == MAP_FAILED) {
    stream.memory = NULL;
    return fail (ENOMEM);
  }
  paint_red ();
  return 0;
}

static void
describe_buffer (struct v4l2_buffer *buffer,
                 unsigned            index)
{
  buffer->index = index;
  buffer->type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
  buffer->memory = V4L2_MEMORY_MMAP;
  buffer->field = V4L2_FIELD_NONE;
  buffer->flags = V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC;
  buffer->length = FRAME_BYTES;
  buffer->m.offset = index * FRAME_BYTES;
}

static int
query_buffer (struct v4l2_buffer *buffer)
{
  if (buffer->index >= stream.n_buffers)
    return fail (EINVAL);
  describe_buffer (buffer, buffer->index);
  return 0;
}

static int
enqueue (struct v4l2_buffer *buffer)
{
  if (buffer->index >= stream.n_buffers)
    return fail (EINVAL);
  pthread_mutex_lock (&stream.lock);
  stream.queue[stream.tail++ % 64] = buffer->index;
  pthread_mutex_unlock (&stream.lock);
  buffer->flags |= V4L2_BUF_FLAG_QUEUED;
  return 0;
}

static void
wait_for_frame (void)
{
  clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &stream.next, NULL);
  clock_gettime (CLOCK_MONOTONIC, &stream.next);
  stream.next.tv_nsec += INTERVAL_NS;
  stream.next.tv_sec += stream.next.tv_nsec / 1000000000;
  stream.next.tv_nsec %= 1000000000;
}

static int
dequeue (struct v4l2_buffer *buffer)
{
  struct timespec now;
  unsigned        index = 0;

  wait_for_frame ();
  if (mode == FAKE_V4L2_IS_GONE)
    return fail (ENODEV);
  pthread_mutex_lock (&stream.lock);
  if (!stream.is_on || stream.head == stream.tail) {
    pthread_mutex_unlock (&stream.lock);
    return fail (stream.is_on ? EAGAIN : EINVAL);
  }
  index = stream.queue[stream.head++ % 64];
  pthread_mutex_unlock (&stream.lock);

  describe_buffer (buffer, index);
  clock_gettime (CLOCK_MONOTONIC, &now);
  buffer->bytesused = FRAME_BYTES;
  buffer->sequence = stream.sequence++;
  buffer->timestamp = (struct timeval){ now.tv_sec, now.tv_nsec / 1000 };
  buffer->flags |= V4L2_BUF_FLAG_DONE;
  return 0;
}

static int
turn (bool is_on)
{
  if (is_on && mode == FAKE_V4L2_BUSY)
    return fail (EBUSY);
  stream.is_on = is_on;
  if (is_on)
    clock_gettime (CLOCK_MONOTONIC, &stream.next);
  else
    stream.head = stream.tail = 0;
  return 0;
}

static int
answer (int           fd,
        unsigned long question,
        void         *data)
{
  switch (question) {
  case VIDIOC_QUERYCAP:
    return query_capability (data);
  case VIDIOC_ENUMINPUT:
    return enum_input (data);
  case VIDIOC_G_INPUT:
    *(int *) data = 0;
    return 0;
  case VIDIOC_S_INPUT:
    return *(int *) data == 0 ? 0 : fail (EINVAL);
  case VIDIOC_ENUM_FMT:
    return enum_format (data);
  case VIDIOC_ENUM_FRAMESIZES:
    return enum_size (data);
  case VIDIOC_ENUM_FRAMEINTERVALS:
    return enum_interval (data);
  case VIDIOC_G_FMT:
  case VIDIOC_TRY_FMT:
    return get_format (data, false);
  case VIDIOC_S_FMT:
    return get_format (data, true);
  case VIDIOC_G_PARM:
  case VIDIOC_S_PARM:
    return get_parameters (data);
  case VIDIOC_REQBUFS:
    return request_buffers (fd, data);
  case VIDIOC_QUERYBUF:
    return query_buffer (data);
  case VIDIOC_QBUF:
    return enqueue (data);
  case VIDIOC_DQBUF:
    return dequeue (data);
  case VIDIOC_STREAMON:
  case VIDIOC_STREAMOFF:
    return turn (question == VIDIOC_STREAMON);
  case VIDIOC_QUERYCTRL:
  case VIDIOC_QUERY_EXT_CTRL:
  case VIDIOC_G_CTRL:
  case VIDIOC_S_CTRL:
    return fail (EINVAL);
  default:
    return fail (ENOTTY);
  }
}

int
ioctl (int           fd,
       unsigned long question,
       ...)
{
  static int (*next) (int, unsigned long, ...);
  va_list args;
  void   *data = NULL;

  va_start (args, question);
  data = va_arg (args, void *);
  va_end (args);
  if (is_camera (fd))
    return mode == FAKE_V4L2_IS_GONE ? fail (ENODEV) : answer (fd, question & 0xffffffff, data);
  if (next == NULL)
    next = find_next ("ioctl");
  return next (fd, question, data);
}
