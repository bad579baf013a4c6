// Stands for libdart-mpi.so where only its presence counts.

extern "C" void dart_empty_module() {}
