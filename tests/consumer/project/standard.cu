// A target that asks for C++20 itself.
#include <concepts>

static_assert(__cplusplus >= 202002L);

template <std::integral T>
__global__ void add_one(T* values)
{
  values[threadIdx.x] += 1;
}

void launch()
{
  add_one<<<1, 1>>>(static_cast<int*>(nullptr));
}
