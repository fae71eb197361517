// The module. It has three names: paddlelite.lite, and lite and lite_core, which older packages
// use.
#include <iterator>

#include "lite/api/python/bind.h"
#include "lite/api/python/log_bridge.h"
#include "lite/api/python/operators.h"
#include "lite/api/python/session.h"
#include "lite/base/paddle_log.h"

namespace paddle::lite::python {
namespace {

// Parts that are shorter in Python. `index` supports code that passes members on as numbers.
constexpr char kPythonPart[] = R"(
import enum
import errno


class LiteEnum(enum.Enum):
    def __int__(self):
        return self.value

    __index__ = __int__


class LiteError(RuntimeError):
    """A failure that the library reports; the text says what was expected and what was found."""

    __str__ = RuntimeError.__str__


class LiteValueError(LiteError, ValueError):
    pass


class LiteMemoryError(LiteError, MemoryError):
    pass


class LiteOSError(LiteError, OSError):
    pass


class LiteFileNotFoundError(LiteError, FileNotFoundError):
    errno = errno.ENOENT


class LiteIndexError(LiteError, IndexError):
    pass


class LiteKeyError(LiteError, KeyError):
    pass


def deliver(logger, level, file, line, function, text):
    if logger.isEnabledFor(level):
        logger.handle(logger.makeRecord(logger.name, level, file, line, text, (), None, function))
)";
constexpr const char* kErrorNames[] = {"LiteError",   "LiteValueError",        "LiteMemoryError",
                                       "LiteOSError", "LiteFileNotFoundError", "LiteIndexError",
                                       "LiteKeyError"};

struct Member {
  const char* name;
  int value;
};

constexpr Member kTargets[] = {{"Unk", 0},
                               {"Host", 1},
                               {"X86", 2},
                               {"CUDA", 3},
                               {"ARM", 4},
                               {"OpenCL", 5},
                               {"Any", 6},
                               {"FPGA", 7},
                               {"NPU", 8},
                               {"XPU", 9},
                               {"BM", 10},
                               {"MLU", 11},
                               {"RKNPU", 12},
                               {"APU", 13},
                               {"HUAWEI_ASCEND_NPU", 14},
                               {"IMAGINATION_NNA", 15},
                               {"INTEL_FPGA", 16},
                               {"Metal", 17},
                               {"NNAdapter", 18}};
constexpr Member kPrecisions[] = {{"Unk", 0},   {"FP32", 1},  {"INT8", 2},  {"INT32", 3},
                                  {"Any", 4},   {"FP16", 5},  {"BOOL", 6},  {"INT64", 7},
                                  {"INT16", 8}, {"UINT8", 9}, {"FP64", 10}, {"BF16", 11}};
constexpr Member kLayouts[] = {
    {"Unk", 0},           {"NCHW", 1},        {"Any", 2},     {"NHWC", 3},
    {"ImageDefault", 4},  {"ImageFolder", 5}, {"ImageNW", 6}, {"MetalTexture2DArray", 7},
    {"MetalTexture2D", 8}};
constexpr Member kPowerModes[] = {{"LITE_POWER_HIGH", 0},      {"LITE_POWER_LOW", 1},
                                  {"LITE_POWER_FULL", 2},      {"LITE_POWER_NO_BIND", 3},
                                  {"LITE_POWER_RAND_HIGH", 4}, {"LITE_POWER_RAND_LOW", 5}};
constexpr Member kTuneModes[] = {
    {"CL_TUNE_NONE", 0}, {"CL_TUNE_RAPID", 1}, {"CL_TUNE_NORMAL", 2}, {"CL_TUNE_EXHAUSTIVE", 3}};
constexpr Member kClPrecisions[] = {
    {"CL_PRECISION_AUTO", 0}, {"CL_PRECISION_FP32", 1}, {"CL_PRECISION_FP16", 2}};
constexpr Member kLogLevels[] = {{"INFO", 0}, {"WARNING", 1}, {"ERROR", 2}, {"OFF", 3}};
constexpr Member kMluVersions[] = {{"LITE_MLU_220", 0}, {"LITE_MLU_270", 1}};

// Creates the Python class `name` of E as a LiteEnum, once.
template <typename E, size_t kCount>
bool MakeEnum(const char* name, const Member (&members)[kCount], PyObject* base,
              PyObject* module_name) {
  EnumClass& made = enum_class<E>;
  if (made.type != nullptr) return true;
  const Ref pairs(PyList_New(0));
  for (const Member& member : members) {
    const Ref pair(Py_BuildValue("(si)", member.name, member.value));
    if (!pair || PyList_Append(pairs.get(), pair.get()) != 0) return false;
  }
  const Ref arguments(Py_BuildValue("(sO)", name, pairs.get()));
  const Ref keywords(Py_BuildValue("{s:O}", "module", module_name));
  if (!arguments || !keywords) return false;
  made.type = PyObject_Call(base, arguments.get(), keywords.get());
  if (made.type == nullptr) return false;
  made.members.resize(kCount);
  for (const Member& member : members) {
    PyObject* object = PyObject_GetAttrString(made.type, member.name);
    if (object == nullptr) return false;
    made.members[static_cast<size_t>(member.value)] = object;
  }
  return true;
}

// Executes kPythonPart as a part of the module, once. Borrowed; null with an exception.
PyObject* PythonPart(PyObject* module_name) {
  static PyObject* names = nullptr;
  if (names != nullptr) return names;
  Ref dict(PyDict_New());
  const Ref builtins(PyImport_ImportModule("builtins"));
  if (!dict || !builtins || PyDict_SetItemString(dict.get(), "__builtins__", builtins.get()) != 0 ||
      PyDict_SetItemString(dict.get(), "__name__", module_name) != 0) {
    return nullptr;
  }
  const Ref code(Py_CompileString(kPythonPart, "paddlelite", Py_file_input));
  if (!code) return nullptr;
  const Ref result(PyEval_EvalCode(code.get(), dict.get(), dict.get()));
  if (!result) return nullptr;
  names = dict.release();
  return names;
}

class ModuleBuilder {
 public:
  ModuleBuilder(PyObject* module, PyObject* all) : module_(module), all_(all) {}

  // Adds a borrowed object under a name that a star import includes.
  bool Add(const char* name, PyObject* object) {
    const Ref text(PyUnicode_FromString(name));
    return text && PyObject_SetAttr(module_, text.get(), object) == 0 &&
           PyList_Append(all_, text.get()) == 0;
  }
  template <typename E, size_t kCount>
  bool AddEnum(const char* name, const Member (&members)[kCount], PyObject* base,
               PyObject* module_name) {
    return MakeEnum<E>(name, members, base, module_name) && Add(name, enum_class<E>.type);
  }

 private:
  PyObject* module_;
  PyObject* all_;
};

bool AddEnums(ModuleBuilder* builder, PyObject* base, PyObject* module_name) {
  return builder->AddEnum<lite_api::TargetType>("TargetType", kTargets, base, module_name) &&
         builder->AddEnum<lite_api::PrecisionType>("PrecisionType", kPrecisions, base,
                                                   module_name) &&
         builder->AddEnum<lite_api::DataLayoutType>("DataLayoutType", kLayouts, base,
                                                    module_name) &&
         builder->AddEnum<lite_api::PowerMode>("PowerMode", kPowerModes, base, module_name) &&
         builder->AddEnum<lite_api::CLTuneMode>("CLTuneMode", kTuneModes, base, module_name) &&
         builder->AddEnum<lite_api::CLPrecisionType>("CLPrecisionType", kClPrecisions, base,
                                                     module_name) &&
         builder->AddEnum<lite_api::MLUCoreVersion>("MLUCoreVersion", kMluVersions, base,
                                                    module_name) &&
         builder->AddEnum<lite_api::LogLevel>("LogLevel", kLogLevels, base, module_name);
}

bool AddTypes(ModuleBuilder* builder, const std::string& prefix) {
  if (!MakeConfigTypes(prefix) || !MakeTensorTypes(prefix) || !MakePredictorTypes(prefix) ||
      !MakeOptType(prefix)) {
    return false;
  }
  for (const MadeType& made : MadeTypes()) {
    if (made.name[0] == '_') continue;  // not for users
    if (!builder->Add(made.name, reinterpret_cast<PyObject*>(made.type))) return false;
  }
  return true;
}

bool AddFunctions(ModuleBuilder* builder, PyObject* module) {
  for (const char* name : {"create_paddle_predictor", "register_operator", "load_operators",
                           "set_log_level", "get_log_level", "set_logger"}) {
    const Ref function(PyObject_GetAttrString(module, name));
    if (!function || !builder->Add(name, function.get())) return false;
  }
  return true;
}

bool Fill(PyObject* module) {
  const Ref module_name(PyModule_GetNameObject(module));
  if (!module_name) return false;
  std::string prefix;
  if (!FromPython(module_name.get(), &prefix)) return false;
  prefix += ".";
  PyObject* part = PythonPart(module_name.get());
  if (part == nullptr) return false;
  const Ref all(PyList_New(0));
  if (!all || PyObject_SetAttrString(module, "__all__", all.get()) != 0) return false;
  ModuleBuilder builder(module, all.get());
  for (const char* name : kErrorNames) {
    if (!builder.Add(name, PyDict_GetItemString(part, name))) return false;
  }
  const Ref version(PyUnicode_FromString(LITE_PYTHON_VERSION));
  CountForks();
  return version && FindErrors(module) && FindLogDelivery(part) &&
         PyObject_SetAttrString(module, "__version__", version.get()) == 0 &&
         AddEnums(&builder, PyDict_GetItemString(part, "LiteEnum"), module_name.get()) &&
         AddTypes(&builder, prefix) && AddFunctions(&builder, module);
}

PyMethodDef functions[] = {
    {"create_paddle_predictor",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&CreatePredictor)),
     METH_VARARGS | METH_KEYWORDS,
     "create_paddle_predictor(config)\n--\n\nA CxxPredictor for a CxxConfig, a LightPredictor for "
     "a MobileConfig."},
    {"register_operator",
     reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(&RegisterOperatorFromPython)),
     METH_VARARGS | METH_KEYWORDS,
     "register_operator(signature, compute, infer=None)\n--\n\nAdds an operator for the rest of "
     "the process: compute(*arrays, **attributes) returns its results, infer(*shapes, "
     "**attributes) their shapes (None: that of the first input)."},
    {"load_operators", &LoadOperatorsFromPython, METH_O,
     "load_operators(path, /)\n--\n\nAdds the operators of a shared library "
     "(paddle_custom_op.h)."},
    {"set_log_level", &SetLogLevelFromPython, METH_O,
     "set_log_level(level, /)\n--\n\nDrops messages of the library below this LogLevel; None "
     "returns to GLOG_minloglevel in the environment."},
    {"get_log_level", &GetLogLevelFromPython, METH_NOARGS,
     "get_log_level()\n--\n\nThe LogLevel in effect."},
    {"set_logger", &SetLoggerFromPython, METH_O,
     "set_logger(logger, /)\n--\n\nPasses messages of the library to a logger of the module "
     "logging when the call that caused them returns; None returns to stderr."},
    {"_opt_main", &OptMainFromPython, METH_O,
     "_opt_main(words, /)\n--\n\nThe program paddle_lite_opt; its exit status."},
    {nullptr, nullptr, 0, nullptr}};

constexpr char kDoc[] = "Lite: runs trained PaddlePaddle models. See docs/python_api.md.";

int Execute(PyObject* module) {
  // The types and enumerations are created once and belong to one interpreter.
  if (!InMainInterpreter()) {
    PyErr_SetString(PyExc_ImportError, "paddlelite can be imported in the main interpreter only");
    return -1;
  }
  const Ref done(
      Guarded([&]() -> PyObject* { return Fill(module) ? ToPython(OkStatus()) : nullptr; }));
  return done ? 0 : -1;
}

PyModuleDef_Slot slots[] = {{Py_mod_exec, reinterpret_cast<void*>(&Execute)}, {0, nullptr}};

}  // namespace
}  // namespace paddle::lite::python

PyMODINIT_FUNC PyInit_lite() {
  namespace python = paddle::lite::python;
  static PyModuleDef definition = {
      PyModuleDef_HEAD_INIT, "lite",  python::kDoc, 0,      python::functions,
      python::slots,         nullptr, nullptr,      nullptr};
  return PyModuleDef_Init(&definition);
}

PyMODINIT_FUNC PyInit_lite_core() {
  namespace python = paddle::lite::python;
  static PyModuleDef definition = {
      PyModuleDef_HEAD_INIT, "lite_core", python::kDoc, 0,      python::functions,
      python::slots,         nullptr,     nullptr,      nullptr};
  return PyModuleDef_Init(&definition);
}
