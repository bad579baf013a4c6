/**
 * \file dash/internal/Candidate.h
 * Elements that are compared for the best one.
 */
#ifndef DASH__INTERNAL__CANDIDATE_H__INCLUDED
#define DASH__INTERNAL__CANDIDATE_H__INCLUDED

#include <cstddef>

namespace dash::internal {

/** An element that may be the best one of a sequence, with its position there. */
template <class T>
struct Candidate {
  T value;
  std::ptrdiff_t position;
};

}  // namespace dash::internal

#endif  // DASH__INTERNAL__CANDIDATE_H__INCLUDED
