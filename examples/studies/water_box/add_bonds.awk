# SPDX-License-Identifier: BSD-3-Clause
#
# Bonds and angles for the water.data of in.water, which `fix shake` wants:
#
#   awk -f add_bonds.awk water.data > bonded.data
#
# Atoms 3i+1, 3i+2 and 3i+3 are oxygen and hydrogens of one molecule, as in.water made them.
$2 == "atoms" && NF == 2 {
  molecules = $1 / 3
  print
  print 2 * molecules " bonds"
  print "1 bond types"
  print molecules " angles"
  print "1 angle types"
  next
}
{ print }
END {
  print "\nBonds\n"
  for (i = 0; i < molecules; i++) { print 2 * i + 1, 1, 3 * i + 1, 3 * i + 2; print 2 * i + 2, 1, 3 * i + 1, 3 * i + 3 }
  print "\nAngles\n"
  for (i = 0; i < molecules; i++) print i + 1, 1, 3 * i + 2, 3 * i + 1, 3 * i + 3
}
