// Replaces libdart-mpi.so in tests that only need its presence.

extern "C" void dart_empty_module() {}
