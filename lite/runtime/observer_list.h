#pragma once

#include <utility>
#include <vector>

#include "lite/runtime/observer.h"

namespace paddle::lite {

// Forwards every event to several observers, which it does not own.
class ObserverList final : public Observer {
 public:
  explicit ObserverList(std::vector<Observer*> observers) : observers_(std::move(observers)) {}

  void BeginRun() override {
    for (Observer* observer : observers_) observer->BeginRun();
  }
  void EndRun() override {
    for (Observer* observer : observers_) observer->EndRun();
  }
  void BeforeOp(OpPosition at, const Op& op, const KernelDef& kernel) override {
    for (Observer* observer : observers_) observer->BeforeOp(at, op, kernel);
  }
  void DeviceTime(OpPosition at, const Op& op, int64_t nanoseconds) override {
    for (Observer* observer : observers_) observer->DeviceTime(at, op, nanoseconds);
  }
  void AfterOp(OpPosition at, const Op& op, const KernelDef& kernel, int64_t nanoseconds) override {
    for (Observer* observer : observers_) observer->AfterOp(at, op, kernel, nanoseconds);
  }

 private:
  std::vector<Observer*> observers_;
};

}  // namespace paddle::lite
