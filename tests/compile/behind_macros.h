#pragma once

/// \file
/// Macros that other libraries define and that programs have in front of our headers: Qt's
/// keywords, and min and max of Windows and of old programs. The standard library and system
/// headers come before them, as in such programs.

#include <bits/stdc++.h>
#include <cxxabi.h>
#include <execinfo.h>
#include <sys/types.h>
#include <unistd.h>

#define slots
#define signals public
#define emit
#define foreach(variable, container) for (variable : container)
#define forever for (;;)
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
