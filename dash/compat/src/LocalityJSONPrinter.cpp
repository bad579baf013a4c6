#include <dash/util/LocalityJSONPrinter.h>

#include <dash/dart/if/dart.h>

#include <string_view>

namespace dash::util {

/// A JSON object that is being written; the constructor writes "{" and the destructor "}".
class LocalityJSONPrinter::Object {
 public:
  explicit Object(LocalityJSONPrinter& printer) : printer_(printer)
  {
    printer_.text_ << '{';
    ++printer_.depth_;
  }
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  ~Object()
  {
    --printer_.depth_;
    if (!empty_) new_line();
    printer_.text_ << '}';
  }

  void member(std::string_view name, int value)
  {
    begin_member(name);
    printer_ << value;
  }

  void member(std::string_view name, std::string_view value)
  {
    begin_member(name);
    quote(value);
  }

  void member(std::string_view name, dart_locality_scope_t value)
  {
    begin_member(name);
    printer_ << value;
  }

  void member(std::string_view name, const dart_hwinfo_t& value)
  {
    begin_member(name);
    printer_ << value;
  }

  /// A list of \c count elements; \c print_element writes the one at a position.
  template <class F>
  void list(std::string_view name, int count, const F& print_element)
  {
    begin_member(name);
    printer_.text_ << '[';
    for (int i = 0; i < count; ++i) {
      if (i > 0) printer_.text_ << ", ";
      print_element(i);
    }
    printer_.text_ << ']';
  }

 private:
  void begin_member(std::string_view name)
  {
    if (!empty_) printer_.text_ << ',';
    empty_ = false;
    new_line();
    quote(name);
    printer_.text_ << ": ";
  }

  void new_line()
  {
    printer_.text_ << '\n' << std::string(static_cast<std::size_t>(2 * printer_.depth_), ' ');
  }

  void quote(std::string_view text)
  {
    printer_.text_ << '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') printer_.text_ << '\\';
      printer_.text_ << c;
    }
    printer_.text_ << '"';
  }

  LocalityJSONPrinter& printer_;
  bool empty_ = true;
};

namespace {

/// The record of a unit of a domain; nullptr for domains that belong to no team.
const dart_unit_locality_t* record_of(dart_team_t team, dart_global_unit_t unit)
{
  dart_team_unit_t in_team;
  dart_unit_locality_t* record = nullptr;
  if (dart_team_unit_g2l(team, unit, &in_team) != DART_OK) return nullptr;
  dart_unit_locality(team, in_team, &record);
  return record;
}

}  // namespace

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(const std::string& text)
{
  text_ << text;
  return *this;
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(int number)
{
  text_ << number;
  return *this;
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(const dart_domain_locality_t& domain)
{
  Object object(*this);
  object.member("domain_tag", domain.domain_tag);
  object.member("scope", domain.scope);
  object.member("level", domain.level);
  object.member("global_index", domain.global_index);
  object.member("relative_index", domain.relative_index);
  object.member("team", domain.team);
  object.member("host", domain.host);
  object.member("node_id", domain.node_id);
  object.member("num_nodes", domain.num_nodes);
  object.member("num_cores", domain.num_cores);
  object.member("shared_mem_bytes", domain.shared_mem_bytes);
  object.list("unit_ids", domain.num_units, [&](int i) { *this << domain.unit_ids[i].id; });
  if (domain.num_domains > 0) {
    object.list("domains", domain.num_domains, [&](int i) { *this << *domain.children[i]; });
    return *this;
  }
  object.list("units", domain.num_units, [&](int i) {
    const dart_unit_locality_t* record = record_of(domain.team, domain.unit_ids[i]);
    if (record != nullptr) {
      *this << *record;
    } else {
      *this << "null";
    }
  });
  return *this;
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(const LocalityDomain& domain)
{
  return *this << domain.dart_type();
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(const dart_unit_locality_t& unit)
{
  Object object(*this);
  object.member("unit", unit.unit.id);
  object.member("team", unit.team);
  object.member("domain_tag", unit.domain_tag);
  object.member("hwinfo", unit.hwinfo);
  return *this;
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(const dart_hwinfo_t& hwinfo)
{
  Object object(*this);
  object.member("host", hwinfo.host);
  object.member("num_cores", hwinfo.num_cores);
  object.member("num_numa", hwinfo.num_numa);
  object.member("num_sockets", hwinfo.num_sockets);
  object.member("numa_id", hwinfo.numa_id);
  object.member("core_id", hwinfo.core_id);
  object.member("cpu_id", hwinfo.cpu_id);
  object.member("min_cpu_mhz", hwinfo.min_cpu_mhz);
  object.member("max_cpu_mhz", hwinfo.max_cpu_mhz);
  object.member("min_threads", hwinfo.min_threads);
  object.member("max_threads", hwinfo.max_threads);
  object.member("max_shmem_mbps", hwinfo.max_shmem_mbps);
  object.member("system_memory_bytes", hwinfo.system_memory_bytes);
  object.member("numa_memory_bytes", hwinfo.numa_memory_bytes);
  constexpr int levels = DART_LOCALITY_MAX_CACHE_LEVELS;
  object.list("cache_sizes", levels, [&](int i) { *this << hwinfo.cache_sizes[i]; });
  object.list("cache_line_sizes", levels, [&](int i) { *this << hwinfo.cache_line_sizes[i]; });
  object.list("cache_ids", levels, [&](int i) { *this << hwinfo.cache_ids[i]; });
  object.list("scopes", hwinfo.num_scopes, [&](int i) { *this << hwinfo.scopes[i].scope; });
  return *this;
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(dart_locality_scope_t scope)
{
  text_ << '"' << scope << '"';
  return *this;
}

LocalityJSONPrinter& LocalityJSONPrinter::operator<<(Locality::Scope scope)
{
  return *this << static_cast<dart_locality_scope_t>(scope);
}

}  // namespace dash::util
