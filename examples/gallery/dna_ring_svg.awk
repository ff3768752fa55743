# SPDX-License-Identifier: BSD-3-Clause
#
# dna_ring_svg.awk - the last state of a LAMMPS dump of oxDNA nucleotides (id type x y z quatw quati quatj quatk) as a picture: backbones as
# tubes, and each nucleotide as a flat ellipsoid whose colour says where in space its base points.

function shade(r, g, b, light, fog,   k) {
  r *= light; g *= light; b *= light
  return sprintf("#%02x%02x%02x", limit(r + (13 - r) * fog), limit(g + (18 - g) * fog), limit(b + (32 - b) * fog))
}
function limit(v) { return v < 0 ? 0 : v > 255 ? 255 : int(v + 0.5) }
# of a hue in turns: bright colours, red at 0
function hue(h,   k, part) {
  for (k = 0; k < 3; k++) {
    part = cos(2 * pi * (h - k / 3))
    colour[k] = 255 * (0.56 + 0.42 * part)
  }
}
# into the picture: u to the right, v up, w towards the eye
function view(x, y, z,   y2) {
  y2 = y * cos(tilt) - z * sin(tilt)
  W = y * sin(tilt) + z * cos(tilt)
  U = x; V = y2
}
function put(depth, text) { n_parts++; depth_of[n_parts] = depth; part_of[n_parts] = text }
function fog_at(w) { return 0.5 * (far - w) / (2 * far) }
function scale_at(w) { return unit / (1 - w / eye) }
/^ITEM: ATOMS/ { n = 0; on = 1; next }
/^ITEM/ { on = 0 }
on { n++; id = $1; for (k = 3; k <= 5; k++) X[id, k] = $k; for (k = 6; k <= 9; k++) Q[id, k - 6] = $k }
function axis(id, which,   a, b, c, d) {
  a = Q[id, 0]; b = Q[id, 1]; c = Q[id, 2]; d = Q[id, 3]
  if (which == 1) { A1 = a * a + b * b - c * c - d * d; A2 = 2 * (b * c + a * d); A3 = 2 * (b * d - a * c) }
  if (which == 2) { A1 = 2 * (b * c - a * d); A2 = a * a - b * b + c * c - d * d; A3 = 2 * (c * d + a * b) }
  if (which == 3) { A1 = 2 * (b * d + a * c); A2 = 2 * (c * d - a * b); A3 = a * a - b * b - c * c + d * d }
}
# the outline of an ellipsoid at (u, v, w) with half axes s along the axes of nucleotide id, and its colour
function plate(id, x, y, z,   k, uu, uv, vv, mid, gap, long, short, angle, light, sc, facing) {
  view(x, y, z); u = U; v = V; w = W
  uu = uv = vv = 0
  for (k = 1; k <= 3; k++) {
    axis(id, k); view(A1, A2, A3)
    uu += half[k] ^ 2 * U * U; uv += half[k] ^ 2 * U * V; vv += half[k] ^ 2 * V * V
    if (k == 3) facing = 0.30 * U + 0.62 * V + 0.72 * W
  }
  mid = (uu + vv) / 2; gap = sqrt(((uu - vv) / 2) ^ 2 + uv ^ 2)
  long = sqrt(mid + gap); short = sqrt(mid - gap)
  angle = -0.5 * atan2(2 * uv, uu - vv) * 180 / pi
  axis(id, 1)
  hue(atan2(A2, A1) / (2 * pi))
  light = 0.72 + 0.42 * (facing < 0 ? -facing : facing)
  sc = scale_at(w)
  put(w, sprintf("<ellipse cx='%.1f' cy='%.1f' rx='%.2f' ry='%.2f' transform='rotate(%.1f %.1f %.1f)' fill='%s' stroke='%s' stroke-width='%.2f'/>",
    wide / 2 + sc * u, high / 2 + middle - sc * v, sc * long, sc * short, angle, wide / 2 + sc * u, high / 2 + middle - sc * v,
    shade(colour[0], colour[1], colour[2], light, fog_at(w)), shade(colour[0], colour[1], colour[2], light * 0.45, fog_at(w)), 0.03 * sc))
}
# the smooth piece of a backbone between nucleotides b and c, which follow a and come before d: its edge, which lies behind those of its
# neighbours, its body and a light
function tube(a, b, c, d, strand,   w, sc, k, width, light, up) {
  w = (BW[b] + BW[c]) / 2; sc = scale_at(w)
  for (k = 0; k < 3; k++) {
    width = k == 0 ? 0.37 : k == 1 ? 0.29 : 0.085; light = k == 0 ? 0.34 : k == 1 ? 0.88 : 1.24; up = k == 2 ? 0.07 * sc : 0
    put(w + (k == 0 ? -0.16 : k == 1 ? 0 : 0.1), sprintf("<path d='M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f' stroke='%s' stroke-width='%.2f'%s/>",
      PX[b] - up * 0.6, PY[b] - up, PX[b] + (PX[c] - PX[a]) / 6 - up * 0.6, PY[b] + (PY[c] - PY[a]) / 6 - up,
      PX[c] - (PX[d] - PX[b]) / 6 - up * 0.6, PY[c] - (PY[d] - PY[b]) / 6 - up, PX[c] - up * 0.6, PY[c] - up,
      strand ? shade(236, 229, 214, light, fog_at(w)) : shade(168, 186, 216, light, fog_at(w)), width * sc, k == 0 ? " stroke-linecap='butt'" : ""))
  }
}
function after(id) { return id == pairs ? 1 : id == n ? pairs + 1 : id + 1 }
BEGIN { pi = atan2(0, -1); wide = 900; high = 620; tilt = -0.95; eye = 30; unit = 48; middle = -22; half[1] = 0.50; half[2] = 0.36; half[3] = 0.15 }
END {
  far = 7.2
  pairs = n / 2
  for (id = 1; id <= n; id++) {
    axis(id, 1)
    plate(id, X[id, 3] + 0.18 * A1, X[id, 4] + 0.18 * A2, X[id, 5] + 0.18 * A3)
    axis(id, 1)
    view(X[id, 3] - 0.4 * A1, X[id, 4] - 0.4 * A2, X[id, 5] - 0.4 * A3)
    BW[id] = W; PX[id] = wide / 2 + scale_at(W) * U; PY[id] = high / 2 + middle - scale_at(W) * V
  }
  for (id = 1; id <= n; id++) tube(id, after(id), after(after(id)), after(after(after(id))), id > pairs)
  # from far to near
  for (i = 1; i <= n_parts; i++) order[i] = i
  for (step = int(n_parts / 2); step > 0; step = int(step / 2))
    for (i = step + 1; i <= n_parts; i++) {
      keep = order[i]
      for (j = i; j > step && depth_of[order[j - step]] > depth_of[keep]; j -= step) order[j] = order[j - step]
      order[j] = keep
    }
  printf "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d'>\n", wide, high, wide, high
  print "<rect width='100%' height='100%' rx='6' fill='#0d1220'/><g fill='none' stroke-linecap='round'>"
  for (i = 1; i <= n_parts; i++) print part_of[order[i]]
  print "</g></svg>"
}
