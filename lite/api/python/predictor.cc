#include <algorithm>
#include <map>

#include "lite/api/python/bind.h"
#include "lite/api/python/tensor_memory.h"
#include "lite/base/strings.h"
#include "lite/model/file.h"

namespace paddle::lite::python {
namespace {

using lite_api::CxxConfig;
using lite_api::LiteModelType;
using lite_api::MobileConfig;
using lite_api::TargetType;

// A predictor; empty if it was constructed without a config.
struct PredictorHandle {
  std::shared_ptr<Session> session;
};
struct CxxPredictor : PredictorHandle {};
struct LightPredictor : PredictorHandle {};

// False with an exception set for an empty predictor.
bool CheckMade(const PredictorHandle& self) {
  if (self.session != nullptr) return true;
  Raise(FailedPrecondition("an empty predictor: create_paddle_predictor makes one with a model"));
  return false;
}

PyObject* WrapTensor(const PredictorHandle& self, size_t index, bool output) {
  Executable* executable = self.session->executable();
  // The handle of an output is read-only.
  Tensor* tensor =
      output ? const_cast<Tensor*>(executable->output(index)) : executable->input(index);
  const std::string& name =
      output ? executable->output_names()[index] : executable->input_names()[index];
  return Wrap(std::make_unique<TensorHandle>(self.session, tensor, name, output));
}

PyObject* TensorByIndex(PredictorHandle& self, int64_t index, bool output) {
  if (!CheckMade(self)) return nullptr;
  Executable* executable = self.session->executable();
  const size_t count =
      output ? executable->output_names().size() : executable->input_names().size();
  if (index < 0 || static_cast<size_t>(index) >= count) {
    return RaiseIndexError(OutOfRange("there is no ", output ? "output " : "input ", index,
                                      ", the model has ", count));
  }
  return WrapTensor(self, static_cast<size_t>(index), output);
}

PyObject* TensorByName(PredictorHandle& self, const std::string& name, bool output) {
  if (!CheckMade(self)) return nullptr;
  Executable* executable = self.session->executable();
  const std::vector<std::string>& names =
      output ? executable->output_names() : executable->input_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    return RaiseKeyError(NotFound("there is no ", output ? "output" : "input", " '", name,
                                  "'; there are ", ListToString(names)));
  }
  return WrapTensor(self, static_cast<size_t>(found - names.begin()), output);
}

PyObject* GetInput(PredictorHandle& self, int64_t index) {
  return TensorByIndex(self, index, false);
}
PyObject* GetOutput(PredictorHandle& self, int64_t index) {
  return TensorByIndex(self, index, true);
}
PyObject* GetInputByName(PredictorHandle& self, const std::string& name) {
  return TensorByName(self, name, false);
}
PyObject* GetOutputByName(PredictorHandle& self, const std::string& name) {
  return TensorByName(self, name, true);
}
PyObject* GetInputNames(PredictorHandle& self) {
  return CheckMade(self) ? ToPython(self.session->executable()->input_names()) : nullptr;
}
PyObject* GetOutputNames(PredictorHandle& self) {
  return CheckMade(self) ? ToPython(self.session->executable()->output_names()) : nullptr;
}
PyObject* GetVersion(PredictorHandle& self) {
  return CheckMade(self) ? ToPython(self.session->predictor()->GetVersion()) : nullptr;
}

Status RunOnce(Session* session) {
  Status status;
  {
    const WithoutGil others_run;
    status = session->predictor()->TryRun();
  }
  return session->InPythonsWords(status);
}

// Arrays for some inputs, by position.
using GivenInputs = std::map<size_t, InputArray>;

bool ReadInput(PredictorHandle& self, size_t index, PyObject* array, GivenInputs* given) {
  const std::string& name = self.session->executable()->input_names()[index];
  return (*given)[index].Read(array, *self.session, name);
}

bool ReadNamedInputs(PredictorHandle& self, PyObject* dict, GivenInputs* given) {
  const std::vector<std::string>& names = self.session->executable()->input_names();
  const Ref copy(PyDict_Copy(dict));  // reading an array may run any Python code
  if (!copy) return false;
  PyObject* key = nullptr;
  PyObject* array = nullptr;
  Py_ssize_t at = 0;
  while (PyDict_Next(copy.get(), &at, &key, &array)) {
    std::string name;
    if (!FromPython(key, &name)) return false;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      RaiseKeyError(
          NotFound("run: there is no input '", name, "'; there are ", ListToString(names)));
      return false;
    }
    if (!ReadInput(self, static_cast<size_t>(found - names.begin()), array, given)) return false;
  }
  return true;
}

bool ReadInputs(PredictorHandle& self, PyObject* inputs, GivenInputs* given) {
  if (PyDict_Check(inputs)) return ReadNamedInputs(self, inputs, given);
  if (!PyList_Check(inputs) && !PyTuple_Check(inputs)) {
    RaiseTypeError(StrCat("run takes a dict from names to arrays or a list of arrays, found ",
                          TypeName(inputs)));
    return false;
  }
  const std::vector<std::string>& names = self.session->executable()->input_names();
  const Ref items(PySequence_Tuple(inputs));
  if (!items) return false;
  const size_t count = static_cast<size_t>(PyTuple_Size(items.get()));
  if (count != names.size()) {
    RaiseValueError(StrCat("run: the list has ", count, " arrays, the model has ", names.size(),
                           " inputs: ", ListToString(names)));
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    PyObject* array = PyTuple_GetItem(items.get(), static_cast<Py_ssize_t>(i));
    if (!ReadInput(self, i, array, given)) return false;
  }
  return true;
}

using Copies = std::vector<std::unique_ptr<MemoryView>>;

// For a caller that has exclusive access.
Status RunOnArrays(const std::shared_ptr<Session>& session, const GivenInputs& given,
                   Copies* copies) {
  Executable* executable = session->executable();
  for (const auto& [index, array] : given) {
    TensorHandle input(session, executable->input(index), executable->input_names()[index], false);
    LITE_RETURN_IF_ERROR(FillInput(&input, array, TargetType::kHost));
  }
  LITE_RETURN_IF_ERROR(RunOnce(session.get()));
  for (size_t i = 0; i < executable->output_names().size(); ++i) {
    TensorHandle output(session, const_cast<Tensor*>(executable->output(i)),
                        executable->output_names()[i], true);
    copies->push_back(std::make_unique<MemoryView>());
    LITE_RETURN_IF_ERROR(CopyMemory(&output, copies->back().get()));
  }
  return OkStatus();
}

PyObject* RunOn(PredictorHandle& self, PyObject* inputs) {
  GivenInputs given;
  if (!ReadInputs(self, inputs, &given)) return nullptr;
  Copies copies;
  Status status;
  {
    Use use(self.session.get());
    if (!use.Acquire()) return nullptr;
    status = RunOnArrays(self.session, given, &copies);
  }
  if (!status.ok()) return Raise(status);
  Ref list(PyList_New(0));
  for (std::unique_ptr<MemoryView>& copy : copies) {
    const Ref array(ToArray(std::move(copy)));
    if (!array || !list || PyList_Append(list.get(), array.get()) != 0) return nullptr;
  }
  return list.release();
}

PyObject* RunPredictor(PredictorHandle& self, std::optional<PyObject*> inputs) {
  if (!CheckMade(self)) return nullptr;
  if (inputs.value_or(Py_None) != Py_None) return RunOn(self, *inputs);
  return WithUse(self.session.get(), [&] { return RunOnce(self.session.get()); });
}

PyObject* GetParamNames(PredictorHandle& self) {
  return CheckMade(self) ? ToPython(self.session->executable()->param_names()) : nullptr;
}

PyObject* TryShrinkMemory(PredictorHandle& self) {
  if (!CheckMade(self)) return nullptr;
  return WithUse(self.session.get(), [&] { return self.session->predictor()->TryShrinkMemory(); });
}

template <typename Handle>
PyObject* Clone(Handle& self, std::optional<std::vector<std::string>> private_params) {
  if (!CheckMade(self)) return nullptr;
  const std::vector<std::string> params = private_params.value_or(std::vector<std::string>());
  std::shared_ptr<lite_api::PaddlePredictor> made;
  Status status;
  {
    Use use(self.session.get());
    if (!use.Acquire()) return nullptr;
    const WithoutGil others_run;
    status = self.session->predictor()->TryClone(params, &made);
  }
  if (status.code() == lite_api::StatusCode::kNotFound) return RaiseKeyError(status);
  if (!status.ok()) return Raise(status);
  auto handle = std::make_unique<Handle>();
  handle->session = std::make_shared<Session>(std::move(made));
  return Wrap(std::move(handle));
}

std::string DescribeTensors(const Session& session, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text +=
        StrCat(text.empty() ? " '" : ", '", name, "' ", NumpyName(session.DeclaredPrecision(name)),
               " ", ListToString(session.DeclaredShape(name)));
  }
  return text;
}

// As the model declares its inputs and outputs, whatever they hold now.
template <typename Handle>
PyObject* PredictorRepresentation(PyObject* object) {
  return Guarded([&] {
    const PredictorHandle& self = *reinterpret_cast<Object<Handle>*>(object)->value;
    if (self.session == nullptr) return ToPython(StrCat("<", TypeName(object), ", empty>"));
    const Executable& executable = *self.session->executable();
    return ToPython(StrCat("<", TypeName(object),
                           ", inputs:", DescribeTensors(*self.session, executable.input_names()),
                           "; outputs:", DescribeTensors(*self.session, executable.output_names()),
                           ">"));
  });
}

// There is no queue to wait for on a CPU.
PyObject* Synchronize(PredictorHandle& self) {
  return CheckMade(self) ? ToPython(OkStatus()) : nullptr;
}

PyObject* Save(PredictorHandle& self, const std::string& path, LiteModelType type) {
  if (!CheckMade(self)) return nullptr;
  return WithUse(self.session.get(), [&]() -> Status {
    const WithoutGil others_run;
    if (type == LiteModelType::kProtobuf && !path.empty()) {
      LITE_RETURN_IF_ERROR(model::MakeDirectories(path));
    }
    return self.session->predictor()->TrySaveOptimizedModel(path, type, false);
  });
}
PyObject* SaveOptimizedModel(PredictorHandle& self, const Path& path) {
  return Save(self, path.name, LiteModelType::kNaiveBuffer);
}
PyObject* SaveOptimizedPbModel(PredictorHandle& self, const Path& path) {
  std::string folder = path.name;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return Save(self, folder, LiteModelType::kProtobuf);
}

constexpr const char* kInputs[] = {"inputs"};
constexpr const char* kPrivateParams[] = {"private_params"};

template <typename T>
std::vector<PyMethodDef> CommonPredictorMethods() {
  return {
      Method<T, &GetInput>("get_input", "get_input(index) -> Tensor"),
      Method<T, &GetOutput>("get_output", "get_output(index) -> Tensor"),
      Method<T, &GetInputNames>("get_input_names", "get_input_names() -> list of str"),
      Method<T, &GetOutputNames>("get_output_names", "get_output_names() -> list of str"),
      Method<T, &GetInputByName>("get_input_by_name", "get_input_by_name(name) -> Tensor"),
      Method<T, &GetOutputByName>("get_output_by_name", "get_output_by_name(name) -> Tensor"),
      MethodWithNames<T, &RunPredictor, kInputs>(
          "run",
          "run(inputs=None)\n\nRuns the model once. With a dict from names to arrays, or a list of "
          "arrays, sets these inputs before, and returns a list with copies of all outputs. Other "
          "Python threads continue to run; a second one that uses this predictor waits."),
      MethodWithNames<T, &Clone<T>, kPrivateParams>(
          "clone",
          "clone(private_params=())\n\nA predictor of the same model that shares the weights, "
          "except for copies of the named ones. Clones may run at the same time."),
      Method<T, &GetParamNames>("get_param_names",
                                "get_param_names() -> list of str\n\nThe weights."),
      Method<T, &TryShrinkMemory>(
          "try_shrink_memory",
          "try_shrink_memory() -> bool\n\nFrees everything except the weights; inputs must be set "
          "again."),
      Method<T, &GetVersion>("get_version", "get_version() -> str"),
      Method<T, &Synchronize>("Synchronize", "Synchronize()\n\nOf no effect on a CPU."),
      Method<T, &Synchronize>("synchronize", "synchronize()\n\nOf no effect on a CPU."),
  };
}

// `config` is a copy, because the caller's object may change while other threads run.
template <typename Handle, typename Config>
PyObject* Create(const Config config) {
  std::shared_ptr<lite_api::PaddlePredictor> predictor;
  Status status;
  {
    const WithoutGil others_run;
    status = lite_api::TryCreatePaddlePredictor(config, &predictor);
  }
  if (!status.ok()) return Raise(status);
  auto handle = std::make_unique<Handle>();
  handle->session = std::make_shared<Session>(std::move(predictor));
  return Wrap(std::move(handle));
}

constexpr const char* kConfig[] = {"config"};

}  // namespace

PyObject* CreatePredictor(PyObject*, PyObject* args, PyObject* keywords) {
  return Guarded([&]() -> PyObject* {
    Arguments<PyObject*> arguments;
    if (!arguments.Read(args, keywords, kConfig)) return nullptr;
    PyObject* object = std::get<0>(arguments.values);
    if (const CxxConfig* config = ValueOf<CxxConfig>(object)) return Create<CxxPredictor>(*config);
    if (const MobileConfig* config = ValueOf<MobileConfig>(object))
      return Create<LightPredictor>(*config);
    return RaiseTypeError(StrCat(
        "create_paddle_predictor takes a CxxConfig or a MobileConfig, found ", TypeName(object)));
  });
}

bool MakePredictorTypes(const std::string& prefix) {
  if (type_object<CxxPredictor> != nullptr) return true;
  std::vector<PyMethodDef> full = CommonPredictorMethods<CxxPredictor>();
  full.push_back(Method<CxxPredictor, &SaveOptimizedModel>(
      "save_optimized_model",
      "save_optimized_model(path)\n\nWrites path.nb for the light predictor."));
  full.push_back(Method<CxxPredictor, &SaveOptimizedPbModel>(
      "save_optimized_pb_model",
      "save_optimized_pb_model(folder)\n\nWrites folder/model and folder/params in Paddle's "
      "form."));
  return MakeType<CxxPredictor>(
             prefix, "CxxPredictor",
             "CxxPredictor()\n--\n\nRuns a model as saved by Paddle. Created by "
             "create_paddle_predictor.",
             KeepMethods(std::move(full)),
             {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<CxxPredictor>)},
              {Py_tp_repr, reinterpret_cast<void*>(&PredictorRepresentation<CxxPredictor>)},
              {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}}) &&
         MakeType<LightPredictor>(
             prefix, "LightPredictor",
             "LightPredictor()\n--\n\nRuns a model converted by opt. Created by "
             "create_paddle_predictor.",
             KeepMethods(CommonPredictorMethods<LightPredictor>()),
             {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<LightPredictor>)},
              {Py_tp_repr, reinterpret_cast<void*>(&PredictorRepresentation<LightPredictor>)},
              {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}});
}

}  // namespace paddle::lite::python
