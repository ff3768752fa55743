# SPDX-License-Identifier: BSD-3-Clause
#
# What all pictures of the gallery have in common.  A script sets `picture` before it loads this, and
# may set `wide` and `high`.
if (!exists("wide")) wide = 760
if (!exists("high")) high = 470
set terminal svg size wide, high enhanced font 'DejaVu Sans,13' background '#ffffff'
set output picture
set datafile separator comma
set border 3 lc rgb '#7a8088'
set tics nomirror textcolor rgb '#3c4148'
set grid lc rgb '#e4e7eb' lt 1
set key textcolor rgb '#3c4148'
blue = '#1f6fb4'; red = '#c8452f'; green = '#2c8c57'; grey = '#8a9099'; gold = '#c98a11'; dark = '#22262b'
