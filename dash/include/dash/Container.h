#ifndef DASH__CONTAINER_H__INCLUDED
#define DASH__CONTAINER_H__INCLUDED

#include <dash/Array.h>
#include <dash/Matrix.h>
#include <dash/Shared.h>

#endif  // DASH__CONTAINER_H__INCLUDED
