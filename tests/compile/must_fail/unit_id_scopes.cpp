// error: conversion from .*unit_id.* to non-scalar type .*unit_id.* requested
#include <dash/Types.h>

dash::team_unit_t in_team(dash::global_unit_t unit)
{
#ifdef FIXED
  return dash::team_unit_t(unit);
#else
  dash::team_unit_t result = unit;
  return result;
#endif
}
