/**
 * \file dash/Version.h
 * Version of the DASH interface that the library provides.
 */
#ifndef DASH__VERSION_H__INCLUDED
#define DASH__VERSION_H__INCLUDED

#define DASH_VERSION_MAJOR 0
#define DASH_VERSION_MINOR 4
#define DASH_VERSION_PATCH 0
#define DASH_VERSION_STRING "0.4.0"

#endif  // DASH__VERSION_H__INCLUDED
