# SPDX-License-Identifier: GPL-2.0-only
#
# A LAMMPS restart file whose part of our fix is of the version before: older_restart.py FILE OUTPUT.
# That version has no zeros in front; its header ends before the number of steps, and its check is over what it has.
import struct
import sys

VERSIONS = {b"RGSBODY3": b"RGSBODY2", b"RGSRIGD2": b"RGSRIGD1"}
SIZE = 80    # of the newer header; the last eight bytes are the number of steps


def check(header):
    total = 14695981039346656037
    for byte in header[16:]:
        for value in (byte, 0, 0, 0, 0, 0, 0, 0):
            total = ((total ^ value) * 1099511628211) % 2 ** 64
    return total


data = open(sys.argv[1], "rb").read()
newer = next(v for v in VERSIONS if v in data)
place = data.index(newer)
header = data[place:place + SIZE - 8]
assert check(data[place:place + SIZE]) == struct.unpack_from("<Q", header, 8)[0]
header = VERSIONS[newer] + struct.pack("<Q", check(header)) + header[16:]
size, = struct.unpack_from("<i", data, place - 20)
open(sys.argv[2], "wb").write(data[:place - 20] + struct.pack("<i", size - 24) + header + data[place + SIZE:])
