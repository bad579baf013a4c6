#pragma once

/// \file
/// Reasons of errors as text, for callers that pass errors on, such as those that throw exceptions;
/// what the program has called, for messages; and warnings that are said once.
/// This is an extension of the DART interface.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <dash/dart/if/dart_types.h>

DART_INTERFACE_ON

/// While this is not zero, functions that fail on the calling thread write no messages;
/// dart_error_reasons gives their text instead. A caller adds 1 before its calls, and subtracts 1
/// after it has taken the text. Each thread has its own number.
extern DART_API __thread int dart_errors_kept __attribute__((tls_model("initial-exec")));

/// The function that the program has called of a library above the runtime, such as "dash::sort",
/// for messages: those of functions of the runtime that fail or wait on the calling thread name it,
/// too. Null: the program calls the runtime itself. Who sets it sets it back at the end of the
/// function, and leaves it alone if it is set already. The text stays where it is until the runtime
/// ends. Each thread has its own.
extern DART_API __thread const char* dart_current_call __attribute__((tls_model("initial-exec")));

/// What the function works on that \c dart_current_call names.
typedef struct {
  uint64_t elements;  ///< their number
  const char* type;   ///< as std::type_info::name; null: nothing is known. The text stays.
} dart_current_range_t;

/// The elements on which the program's call works, for messages of waits. Each thread has its own.
extern DART_API __thread dart_current_range_t dart_current_range
    __attribute__((tls_model("initial-exec")));

/// Takes the messages that were kept on the calling thread since the last call, without the unit in
/// front, separated by "; ". Works without the runtime. Local, thread-safe.
///
/// \param[out] text  the text with a zero byte at its end, cut to the size; may be null if \c
/// nbytes
///                   is 0
/// \param nbytes     size of \c text
/// \return length of the whole text, without the zero byte; if \c nbytes is 0, the text is kept.
DART_API size_t dart_error_reasons(char* text, size_t nbytes) DART_NOTHROW;

/// Tells whether to say something that each unit would say otherwise: true for the first unit of
/// the host that asks with this text since dart_init. Without the runtime, always true. Local,
/// thread-safe.
///
/// \param text  what is to be said once
/// \return Whether nobody on this host has said it.
DART_API bool dart_is_new_here(const char* text) DART_NOTHROW;

/// The same for all units of the run: true for the first one that asks. A text is asked about by
/// this function or by dart_is_new_here, not by both. Local, thread-safe; the first unit of a host
/// waits for an answer of unit 0's host.
///
/// \param text  what is to be said once
/// \return Whether nobody has said it; true, too, if there is no answer.
DART_API bool dart_is_new_in_run(const char* text) DART_NOTHROW;

DART_INTERFACE_OFF
