#include <algorithm>

#include "lite/api/python/bind.h"
#include "lite/api/python/session.h"
#include "lite/base/strings.h"
#include "lite/model/file.h"

namespace paddle::lite::python {
namespace {

using lite_api::CxxConfig;
using lite_api::LiteModelType;
using lite_api::MobileConfig;

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

PyObject* Run(PredictorHandle& self) {
  if (!CheckMade(self)) return nullptr;
  return WithUse(self.session.get(), [&]() -> Status {
    LITE_RETURN_IF_ERROR(self.session->CheckInputTypes());
    const WithoutGil others_run;
    return self.session->predictor()->TryRun();
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

template <typename T>
std::vector<PyMethodDef> CommonMethods() {
  return {
      Method<T, &GetInput>("get_input", "get_input(index) -> Tensor"),
      Method<T, &GetOutput>("get_output", "get_output(index) -> Tensor"),
      Method<T, &GetInputNames>("get_input_names", "get_input_names() -> list of str"),
      Method<T, &GetOutputNames>("get_output_names", "get_output_names() -> list of str"),
      Method<T, &GetInputByName>("get_input_by_name", "get_input_by_name(name) -> Tensor"),
      Method<T, &GetOutputByName>("get_output_by_name", "get_output_by_name(name) -> Tensor"),
      Method<T, &Run>(
          "run",
          "run()\n\nRuns the model once. Other Python threads continue to run; a second "
          "one that uses this predictor waits."),
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
  std::vector<PyMethodDef> full = CommonMethods<CxxPredictor>();
  full.push_back(Method<CxxPredictor, &SaveOptimizedModel>(
      "save_optimized_model",
      "save_optimized_model(path)\n\nWrites path.nb for the light predictor."));
  full.push_back(Method<CxxPredictor, &SaveOptimizedPbModel>(
      "save_optimized_pb_model",
      "save_optimized_pb_model(folder)\n\nWrites folder/model and folder/params in Paddle's "
      "form."));
  return MakeType<CxxPredictor>(prefix, "CxxPredictor",
                                "CxxPredictor()\n--\n\nRuns a model as saved by Paddle. Created by "
                                "create_paddle_predictor.",
                                KeepMethods(std::move(full)),
                                {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<CxxPredictor>)},
                                 {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}}) &&
         MakeType<LightPredictor>(
             prefix, "LightPredictor",
             "LightPredictor()\n--\n\nRuns a model converted by opt. Created by "
             "create_paddle_predictor.",
             KeepMethods(CommonMethods<LightPredictor>()),
             {{Py_tp_new, reinterpret_cast<void*>(&NewDefault<LightPredictor>)},
              {Py_tp_init, reinterpret_cast<void*>(&InitWithoutArguments)}});
}

}  // namespace paddle::lite::python
