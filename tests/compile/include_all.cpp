#include <libdash.h>

int main() {}
