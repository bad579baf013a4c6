// error: elements of dash::Coarray are copied between processes as bytes

#include <dash/Coarray.h>

#include <string>

#ifdef FIXED
using Text = char;
#else
struct Text {
  virtual ~Text() = default;
  std::string text;
};
#endif

int main()
{
  dash::Coarray<Text[4]> texts;
  texts.barrier();
}
