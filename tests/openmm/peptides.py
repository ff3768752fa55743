# SPDX-License-Identifier: BSD-3-Clause
"""Peptides in water, built from their sequences: what tests of proteins in OpenMM simulate.

NeRF places each atom by a distance, an angle and a dihedral (J. Parsons et al., J. Comput. Chem. 26, 1063
(2005), doi 10.1002/jcc.20237); amber14 then minimises.
"""
import io

import numpy as np
import openmm
from openmm import app, unit

# atom: three atoms before it, the nearest last, then nm, degrees, degrees.
CB = "CB:N C CA .153 110 122"  # of L-residues
SIDES = {
    "ALA": [CB], "GLY": [],
    "SER": [CB, "OG:N CA CB .142 110 180"],
    "LEU": [CB, "CG:N CA CB .153 114 180", "CD1:CA CB CG .153 110 60", "CD2:CA CB CG .153 110 180"],
    "LYS": [CB, "CG:N CA CB .153 112 180", "CD:CA CB CG .153 112 180", "CE:CB CG CD .153 112 180",
            "NZ:CG CD CE .149 111 180"],
    "GLU": [CB, "CG:N CA CB .153 112 180", "CD:CA CB CG .153 112 180", "OE1:CB CG CD .125 118 0",
            "OE2:CB CG CD .125 118 180"],
    "PHE": [CB, "CG:N CA CB .151 113 180", "CD1:CA CB CG .139 120 90", "CD2:CA CB CG .139 120 -90",
            "CE1:CB CG CD1 .139 120 180", "CE2:CB CG CD2 .139 120 180", "CZ:CG CD1 CE1 .139 120 0"],
}
# As the headpiece of villin, HP35, in residues of the table above.
VILLIN_LIKE = ("LEU SER GLU GLU PHE LYS ALA LEU PHE GLY LEU SER LYS SER ALA PHE ALA ALA LEU SER LEU PHE "
               "LYS").split()

def place(a, b, c, length, angle, dihedral):
    """The point at this distance from c, with this angle at c and this dihedral a b c."""
    angle, dihedral = np.radians([angle, dihedral])
    along = (c - b) / np.linalg.norm(c - b)
    normal = np.cross(b - a, along)
    normal /= np.linalg.norm(normal)
    return c + length * (-np.cos(angle) * along + np.sin(angle) * np.cos(dihedral) * np.cross(normal, along)
                         + np.sin(angle) * np.sin(dihedral) * normal)

def heavy_atoms(sequence, phi, psi):
    """(residue, name, position) of ACE, the sequence and NME."""
    at = {(0, "CH3"): np.array([0, .15, 0]), (0, "C"): np.zeros(3)}
    at[0, "O"] = np.array([-.1, -.07, .01])
    last = len(sequence) + 1
    for r, name in enumerate(sequence + ["NME"], 1):
        before = (r - 1, "CH3" if r == 1 else "CA")
        turn = 180 if r == 1 else psi
        start = at[0, "O"] if r == 1 else at[r - 1, "N"]
        at[r, "N"] = place(start, at[before], at[r - 1, "C"], .134, 116, turn)
        if r > 1:
            at[r - 1, "O"] = place(start, at[before], at[r - 1, "C"], .123, 121, turn + 180)
        at[r, "C" if r == last else "CA"] = place(at[before], at[r - 1, "C"], at[r, "N"], .146, 122, 180)
        if r == last:
            break
        at[r, "C"] = place(at[r - 1, "C"], at[r, "N"], at[r, "CA"], .153, 111, phi)
        for line in SIDES[name]:
            atom, rest = line.split(":")
            *names, length, angle, dihedral = rest.split()
            at[r, atom] = place(*(at[r, one] for one in names), float(length), float(angle), float(dihedral))
    names = ["ACE", *sequence, "NME"]
    return [(names[r], r, "CH3" if key == "C" and r == last else key, x) for (r, key), x in sorted(
        at.items(), key=lambda one: one[0][0])]

def peptide(sequence=("ALA",), phi=-60, psi=-45):
    """Topology and positions with hydrogens, by the force field `field`."""
    lines = ["ATOM  %5d %-4s %3s A%4d    %8.3f%8.3f%8.3f  1.00  0.00           %s" % (
        n, " " + name, residue, r, *(10 * x), name[0])
        for n, (residue, r, name, x) in enumerate(heavy_atoms(list(sequence), phi, psi), 1)]
    pdb = app.PDBFile(io.StringIO("\n".join(lines + ["END"])))
    built = app.Modeller(pdb.topology, pdb.positions)
    built.addHydrogens(app.ForceField("amber14-all.xml"), platform=openmm.Platform.getPlatformByName("Reference"))
    return built

def in_implicit_water(topology, constraints, hydrogenMass):
    """The System of amber14 with OBC2, by GBSAOBCForce, a hundred times as fast as a CustomGBForce."""
    system = app.ForceField("amber14-all.xml", "implicit/obc2.xml").createSystem(
        topology, constraints=constraints, hydrogenMass=hydrogenMass)
    slow, = (i for i in range(system.getNumForces()) if isinstance(system.getForce(i), openmm.CustomGBForce))
    fast = openmm.GBSAOBCForce()
    for i in range(system.getNumParticles()):
        charge, radius, scaled = system.getForce(slow).getParticleParameters(i)
        fast.addParticle(charge, radius + 0.009, scaled / radius)
    system.removeForce(slow)
    system.addForce(fast)
    return system

def solvated(sequence=("ALA",), water="tip3p", edge=None, padding=None, **more):
    """A minimised peptide in water, or water alone: topology, positions, and what creates its System."""
    field = app.ForceField("amber14-all.xml", f"amber14/{water}.xml")
    built = peptide(sequence, **more) if sequence else app.Modeller(app.Topology(), [])
    if sequence:
        bare = field.createSystem(built.topology)
        relaxed = app.Simulation(built.topology, bare, openmm.VerletIntegrator(0.001),
                                 openmm.Platform.getPlatformByName("Reference"))
        relaxed.context.setPositions(built.positions)
        relaxed.minimizeEnergy(maxIterations=300)
        built.positions = relaxed.context.getState(getPositions=True).getPositions()
    nm = unit.nanometer
    box = {"padding": padding * nm} if padding else {"boxSize": openmm.Vec3(edge, edge, edge) * nm}
    built.addSolvent(field, model="tip4pew" if water == "tip4pew" else "tip3p", **box)
    def system(hydrogen_mass=None, constraints=app.HBonds, cutoff=0.9):
        return field.createSystem(built.topology, nonbondedMethod=app.PME, nonbondedCutoff=cutoff * nm,
                                  constraints=constraints, rigidWater=True, hydrogenMass=hydrogen_mass)
    return built.topology, built.positions, system
