# SPDX-License-Identifier: BSD-3-Clause
"""The Spack package: library, programs, headers and the Python package.  Not run yet; copy it to
packages/rigidstep/ of a Spack repository."""
from spack.package import depends_on, license, version
from spack_repo.builtin.build_systems.cmake import CMakePackage     # of Spack 1.0


class Rigidstep(CMakePackage):
    """Structure-preserving integrators for rigid bodies behind a stable C ABI."""

    homepage = "ADDRESS"
    url = "ADDRESS/rigidstep-2.0.0.tar.gz"

    license("BSD-3-Clause")
    version("2.0.0", sha256="HASH")

    depends_on("c", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("python@3.7:", type="run")

    def cmake_args(self):
        return [self.define("RIGIDSTEP_TESTS", False), self.define("RIGIDSTEP_EXAMPLES", False)]

    def setup_run_environment(self, env):
        for folder in self.prefix.lib, self.prefix.lib64:
            env.prepend_path("PYTHONPATH", folder.rigidstep)
