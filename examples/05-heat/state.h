#pragma once

#include <dash/io/Checkpoint.h>
#include <dash/io/HDF5.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "../support/root.h"
#include "field.h"
#include "stencil.h"

/// What determines the steps of a run, besides the field.
struct Setup {
  std::uint64_t columns;
  std::int32_t model;
  double kappa;
  double dt;

  friend bool operator==(const Setup&, const Setup&) = default;
};

template <>
struct dash::io::Record<Setup> {
  static std::vector<Field> fields()
  {
    return {
        DASH_IO_FIELD(Setup, columns), DASH_IO_FIELD(Setup, model), DASH_IO_FIELD(Setup, kappa),
        DASH_IO_FIELD(Setup, dt)};
  }
};

/// A field with the number of its steps: all from which a run can go on.
class State {
 public:
  State(HeatField& field, const stencil::Diffusion& diffusion)
      : field_(field),
        diffusion_(diffusion),
        setup_{
            field.columns(), static_cast<std::int32_t>(diffusion.model), diffusion.kappa,
            diffusion.dt}
  {}

  std::size_t steps() const { return steps_; }

  /// Collective.
  void step()
  {
    field_.step(diffusion_);
    ++steps_;
  }

  /// Collective. \throws dash::io::FileError
  void save(const std::string& path) { checkpoint(path, setup_).save(); }

  /// Writes the cells for other programs. Collective. \throws dash::io::FileError
  void write_cells(const std::string& path)
  {
    namespace hdf5 = dash::io::hdf5;
    hdf5::OutputStream out(path);
    out << hdf5::dataset("cells") << hdf5::shape({field_.rows(), field_.columns()})
        << field_.cells();
  }

  /// Collective. \throws dash::io::FileError  also if the file is of a run with another setup
  void load_if_saved(const std::string& path)
  {
    if (!checkpoint(path, setup_).exists()) return;
    Setup setup{};
    checkpoint(path, setup).load();
    if (setup == setup_) return;
    throw dash::io::FileError(dash::Team::All(), path + " is of a run with other options");
  }

 private:
  dash::io::Checkpoint checkpoint(const std::string& path, Setup& setup)
  {
    dash::io::Checkpoint all(path);
    all.add("cells", field_.cells()).add("steps", steps_).add("setup", setup);
    return all;
  }

  HeatField& field_;
  stencil::Diffusion diffusion_;
  Setup setup_;
  std::size_t steps_ = 0;
};
