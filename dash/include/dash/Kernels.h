#pragma once

/// \file
/// Communication of running kernels: all of dash::kernel, and dash::KernelTeam.

#include <dash/kernel/AtomicUpdate.h>
#include <dash/kernel/Elements.h>
#include <dash/kernel/KernelCollectives.h>
#include <dash/kernel/KernelPointer.h>
#include <dash/kernel/KernelTeam.h>
#include <dash/kernel/Launch.h>
#include <dash/kernel/PutGet.h>
#include <dash/kernel/Scope.h>
#include <dash/kernel/TeamView.h>
