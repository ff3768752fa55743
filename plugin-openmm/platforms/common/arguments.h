/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arguments.h - runs a kernel with its arguments in order.
 */
#pragma once
#include <openmm/common/ComputeArray.h>
#include <openmm/common/ComputeContext.h>

namespace RigidstepPlugin {

inline void makeKernel(OpenMM::ComputeProgram program, OpenMM::ComputeKernel &kernel,
                       const char *name, int arguments) {
  kernel = program->createKernel(name);
  for (int i = 0; i < arguments; i++) kernel->addArg();
}

/* Sets arguments of a kernel; returns the number of the next one. */
inline int setFrom(OpenMM::ComputeKernelImpl &, int at) { return at; }
template <class First, class... More>
int setFrom(OpenMM::ComputeKernelImpl &kernel, int at, First &first, More &...more) {
  kernel.setArg(at, first);
  return setFrom(kernel, at + 1, more...);
}
template <class... Arguments>
void run(OpenMM::ComputeKernel &kernel, int threads, int block, Arguments &...arguments) {
  setFrom(*kernel, 0, arguments...);
  kernel->execute(threads, block);
}

/* A kernel whose last arguments are the box and OpenMM's positions. */
template <class... Arguments>
void runPlacing(OpenMM::ComputeContext &device, OpenMM::ComputeKernel &kernel, int threads,
                Arguments &...arguments) {
  OpenMM::Vec3 box[3];
  OpenMM::mm_double4 edge[3];
  device.getPeriodicBoxVectors(box[0], box[1], box[2]);
  for (int k = 0; k < 3; k++) edge[k] = OpenMM::mm_double4(box[k][0], box[k][1], box[k][2], 0);
  const int next = setFrom(*kernel, 0, arguments..., edge[0], edge[1], edge[2], device.getPosq());
  if (device.getUseMixedPrecision()) kernel->setArg(next, device.getPosqCorrection());
  kernel->execute(threads);
}

} // namespace RigidstepPlugin
