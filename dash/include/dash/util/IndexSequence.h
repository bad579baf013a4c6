/**
 * \file dash/util/IndexSequence.h
 */
#ifndef DASH__UTIL__INDEX_SEQUENCE_H__INCLUDED
#define DASH__UTIL__INDEX_SEQUENCE_H__INCLUDED

#include <cstddef>
#include <utility>

namespace dash::ce {

template <std::size_t... Is>
using index_sequence = std::index_sequence<Is...>;

template <std::size_t N>
using make_index_sequence = std::make_index_sequence<N>;

}  // namespace dash::ce

#endif  // DASH__UTIL__INDEX_SEQUENCE_H__INCLUDED
