/* SPDX-License-Identifier: BSD-3-Clause
 *
 * opencl_context.h - OpenMM's header of its context on OpenCL.
 *
 * It includes OpenMM's utilities for expressions, and these include headers of Lepton, which Debian's
 * package of OpenMM 7.7 lacks.  The context has a pointer to the utilities, and the plugin uses none of
 * them.  So where Lepton is missing, the two headers are left out and their classes are empty here.
 */
#pragma once
#if !__has_include(<lepton/CustomFunction.h>)
#define OPENMM_EXPRESSIONUTILITIES_H_
#define OPENMM_OPENCLEXPRESSIONUTILITIES_H_
namespace OpenMM {
class ExpressionUtilities {};
class OpenCLExpressionUtilities : public ExpressionUtilities {};
} // namespace OpenMM
#endif
#include <openmm/opencl/OpenCLContext.h>
#include <openmm/opencl/OpenCLIntegrationUtilities.h>
#include <openmm/opencl/OpenCLProgram.h>
