// A library to be preloaded: no thread can be started, as with a limit of processes.

#include <pthread.h>

#include <cerrno>

extern "C" int pthread_create(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) noexcept
{
  return EAGAIN;
}
