# Each example runs to its end on two units; 05-heat compares itself with a serial run.
file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/examples/[0-9][0-9]-*)
foreach(folder IN LISTS folders)
  get_filename_component(name ${folder} NAME)
  add_test(NAME example.${name} COMMAND dartrun -n 2 $<TARGET_FILE:${name}>)
  dash_set_test(example.${name} 2 example)
endforeach()

add_test(NAME example.05-heat.check
         COMMAND dartrun -n 3 $<TARGET_FILE:05-heat> --iterations 20 --check)
dash_set_test(example.05-heat.check 3 example)
