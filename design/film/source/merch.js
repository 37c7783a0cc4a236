/* The tote: canvas sewn as it is in reality, with a Vol. II in it. Units as in scene.js. */
const BAG = { w: 640, d: 190, h: 520, round: 1660 };        // width, depth, height, and the length of its rim
/** An eased cross-section of the bag: points at equal distances, the middle of the front at .5. */
const bagShape = (() => {
  const N = 1200, p = Array.from({ length: N + 1 }, (_, i) => { const a = -i / N * 2 * Math.PI - Math.PI / 2, e = 2 / 3.4, c = Math.cos(a), s = Math.sin(a); return [Math.sign(c) * Math.abs(c) ** e, Math.sign(s) * Math.abs(s) ** e]; });
  const l = [0]; for (let i = 1; i <= N; i++) l.push(l[i - 1] + Math.hypot((p[i][0] - p[i - 1][0]) * BAG.w / 2, (p[i][1] - p[i - 1][1]) * BAG.d / 2));
  return u => { const t = (u - Math.floor(u)) * l[N]; let a = 0, b = N; while (b - a > 1) { const m = (a + b) >> 1; if (l[m] <= t) a = m; else b = m; } const f = (t - l[a]) / (l[b] - l[a]); return [mix(p[a][0], p[b][0], f), mix(p[a][1], p[b][1], f)]; };
})();
/* Folds of the front: from, to, half their width, and how far they stand out. The back has the same. */
const FOLDS = [
  [-168, 470, -292, 60, 26, 11], [-120, 450, -60, 30, 34, -9], [172, 470, 296, 90, 24, 12], [120, 440, 40, 60, 36, -8], [-250, 500, -262, 150, 18, 9], [262, 500, 246, 190, 18, 10],
  [-300, 30, -120, 66, 20, 10], [300, 34, 130, 70, 20, 9], [-150, 40, 150, 30, 16, 6], [-310, 120, -200, 96, 14, 8], [310, 140, 210, 104, 14, 7], [-30, 460, 12, 260, 46, 7], [-210, 330, -300, 210, 15, 7], [230, 300, 310, 190, 15, 7],
];
function bagPoint(u, v) {
  const [cx, cz] = bagShape(u), front = cz > 0, y = v * BAG.h, low = Math.max(0, 1 - v / .09), a = BAG.w / 2 * (1.02 - .07 * v) * (1 - .05 * low * low), b = BAG.d / 2 * (1.12 - .22 * v + .1 * Math.sin(v * 3.1)) * (1 - .3 * low * low);
  let x = cx * a, z = cz * b, out = 0; const side = front ? 1 : -.8, fx = front ? x : -x;
  for (const [x0, y0, x1, y1, w, k] of FOLDS) {
    const dx = x1 - x0, dy = y1 - y0, t = Math.max(0, Math.min(1, ((fx - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy))), q = Math.hypot(fx - x0 - dx * t, y - y0 - dy * t) / (w * (.6 + .8 * t));
    out += 1.3 * k * Math.exp(-q * q) * Math.sin(Math.PI * Math.min(1, .18 + t * .82)) ** .7;
  }
  out += 4 * Math.sin(x * .019 + y * .008 + (front ? 0 : 2)) + 3 * Math.sin(x * .034 - y * .021 + 1) + 1.6 * Math.sin(x * .07 + y * .05);
  const flat = Math.abs(cz) ** .6; z += side * out * flat; x += Math.sign(cx) * (1 - flat) * 9 * Math.sin(y * .018 + (cx > 0 ? 1 : 3));
  // The rim hangs between the handles, and the bag sits down on its foot.
  const rim = v ** 6; return [x * (1 - .015 * rim), y - rim * (15 * Math.cos(x / BAG.w * 2 * Math.PI) + (front ? 12 : -10)) + 4 * low * Math.sin(x * .02), z + rim * (front ? 9 : -6) * Math.cos(x / 170)];
}
const facing = (f, u, v, e = .0015) => V.norm(V.cross(V.sub(f(u + e, v), f(u - e, v)), V.sub(f(u, Math.min(1, v + e)), f(u, Math.max(0, v - e)))));
/** What is printed on the cloth, and the stitches; 4096 pixels are the whole way round. */
function bagPrint(ink, line, thread) {
  const c = document.createElement('canvas'), k = 4096 / BAG.round; c.width = 4096; c.height = Math.round(BAG.h * k); const g = c.getContext('2d'), mid = 2048, Y = y => c.height - y * k;
  g.save(); g.translate(mid, Y(238)); g.scale(k * 2.35, k * 2.35); g.fillStyle = ink; g.fill(new Path2D('M-3.1-65.5q3.1-5.3 6.2 0l53.8 93.6q3.1 5.3-3.1 5.3h-107.6q-6.2 0-3.1-5.3ZM-6-6.5a11.4 11.4 0 1 1 12 0l6.4 27.5Q0 24-12.4 21Z'), 'evenodd');
  g.strokeStyle = line; g.lineWidth = 1; g.lineJoin = 'round'; g.stroke(new Path2D('M0-58 49.5 28.5H-49.5Z')); g.restore();
  g.fillStyle = ink; g.font = `${46 * k}px "Della Respira"`; g.textAlign = 'center'; g.letterSpacing = `${5 * k}px`; g.fillText('WIZARD BOX', mid, Y(88));
  const stitch = (a, w = 2.3) => { g.strokeStyle = thread; g.lineWidth = w * k; g.lineCap = 'round'; g.setLineDash([8 * k, 5.5 * k]); g.beginPath(); for (const [i, [x, y]] of a.entries()) g[i ? 'lineTo' : 'moveTo'](mid + x * k, Y(y)); g.stroke(); g.setLineDash([]); };
  for (const y of [BAG.h - 44, BAG.h - 36]) { g.strokeStyle = '#0003'; g.lineWidth = k * 2; g.strokeRect(-9, Y(y - 3), 9999, 0); stitch([[-830, y], [830, y]]); }
  return texture(c);
}
/** A handle: a strap of cloth from one seam to the other, turning on its way. `side` is 1 in front. */
function strap(side, height, lean) {
  const at = (x, y) => { const v = y / BAG.h, u = (side > 0 ? .5 : 0) + side * x / BAG.round; return bagPoint(u, v); }, path = [];
  const foot = (x, list) => { for (let i = 0; i <= 10; i++) { const p = at(x, BAG.h - 96 + i * 9.6); list.push([x, p[1], p[2] + side * 3.5]); } };
  const left = [], right = []; foot(-150, left); foot(150, right); const zL = left[10], zR = right[10];
  path.push(...left); for (let i = 1; i < 60; i++) { const t = i / 60, c = Math.cos(Math.PI * t), s = Math.sin(Math.PI * t); path.push([-150 * Math.sign(c) * Math.abs(c) ** .72 - 26 * s * side, mix(zL[1], zR[1], t) + height * s ** .8, mix(zL[2], zR[2], t) + lean * s ** 1.4]); } path.push(...right.reverse());
  const n = path.length - 1, f = (u, w) => { const i = Math.min(n - 1, Math.floor(u * n)), k = u * n - i, p = V.add(V.mul(path[i], 1 - k), V.mul(path[i + 1], k)), a = path[Math.max(0, i - 1)], b = path[Math.min(n, i + 2)], t = V.norm(V.sub(b, a)), th = 1.05 * Math.sin(Math.PI * Math.max(0, Math.min(1, (u - .12) / .76))) ** 1.2, flat = V.norm(V.cross([0, 0, 1], t)), wide = V.norm(V.add(V.mul(flat, Math.cos(th)), [0, 0, -Math.sin(th)])); return V.add(p, V.mul(wide, (w - .5) * 46)); };
  const nor = (u, w) => facing(f, Math.max(.002, Math.min(.998, u)), w, .002);
  return Mesh.grid(160, 4, (u, w) => { const q = nor(u, w), p = V.add(f(u, w), V.mul(q, 3.4 * (1 - (2 * w - 1) ** 4))); return [...p, ...q, u, w]; }).concat(Mesh.grid(160, 4, (u, w) => { const q = nor(u, w), p = V.sub(f(u, w), V.mul(q, 3.4 * (1 - (2 * w - 1) ** 4))); return [...p, ...V.mul(q, -1), u, w]; }));
}
function strapStitches(thread) {
  const c = document.createElement('canvas'); c.width = 4096; c.height = 128; const g = c.getContext('2d'); g.strokeStyle = thread; g.lineWidth = 6; g.lineCap = 'round'; g.setLineDash([20, 13]);
  for (const y of [17, 111]) { g.beginPath(); g.moveTo(0, y); g.lineTo(4096, y); g.stroke(); }
  for (const x of [20, 4096 - 330]) { g.strokeRect(x, 17, 310, 94); g.beginPath(); g.moveTo(x, 17); g.lineTo(x + 310, 111); g.moveTo(x, 111); g.lineTo(x + 310, 17); g.stroke(); }
  return texture(c);
}
async function tote({ cloth, ink, line, thread }) {
  const tex = { print: bagPrint(ink, line, thread), straps: strapStitches(thread) }, fabric = [...lin3(cloth), 1];
  const rim = Mesh.grid(420, 10, (u, w) => { const p = bagPoint(u, 1), q = facing(bagPoint, u, .995), a = w * 2 * Math.PI, d = V.add(V.mul(q, Math.cos(a)), [0, Math.sin(a), 0]); return [...V.add(p, V.mul(d, 3.4)), ...V.norm(d), u, .004]; });
  return [
    thing([{ mesh: Mesh.grid(420, 170, (u, w) => [...bagPoint(u, 1 - w), ...facing(bagPoint, u, 1 - w), u, w]), mat: 36, tint: fabric, tex: 'print' }, { mesh: rim, mat: 36, tint: fabric, tex: 'print' },
      { mesh: strap(1, 292, 34), mat: 37, tint: fabric, tex: 'straps' }, { mesh: strap(-1, 318, -46), mat: 37, tint: fabric, tex: 'straps' }], { tex }),
    await book('vol2', { world: M4.chain(M4.move(-6, 44, -6), M4.rz(-2), standing(-235, -62, 0)) }),
  ];
}
const NATURAL = { cloth: '#bcac89', ink: '#12231f', line: '#b98f3d', thread: '#8a7a55' }, MIDNIGHT = { cloth: '#131938', ink: '#e6dfce', line: '#c9993f', thread: '#6f79b0' };
const TOTE = { yaw: -13, el: 12, dist: 2900, fov: 21, at: [0, 410, 0], lamp: [-900, 1500, 1300], lampSize: 200, radius: 760, catch: [0, 0, 640], samples: 12 };
for (const [name, product, look, ground] of [['merch-tote', 'product-tote-natural', NATURAL, { ...DARK, pool: [0, 1500, 0], exposure: .52, bloom: .02 }], ['merch-tote-midnight', 'product-tote-midnight', MIDNIGHT, STONE]]) {
  STILLS[name] = { ...TOTE, things: async () => [catcher(), ...await tote(look)] };
  STILLS[product] = { ...TOTE, ...ground, fov: 22, at: [0, 372, 0], things: async () => [sweep(1200), ...await tote(look)] };
}
