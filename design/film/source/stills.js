/* What is in each still, and from where it is seen. */
const NEUTRAL = { lid: M4.id(), spine: M4.id(), joint: M4.id(), world: M4.id(), tip: [0, 0, 0] };
const thing = (parts, extra = {}) => Object.assign({ parts: parts.map(part), tex: {}, rig: NEUTRAL, world: M4.id() }, extra);
const EDITION = {                                         // leather, its dark side, foil
  vol2: ['#141b47', '#0e1436', '#d8ad58'], ashborn: ['#34393d', '#24282b', '#c4cacd'], sunfire: ['#8f5a12', '#6b420c', '#e0b45c'], ember: ['#5a1212', '#3c0c0d', '#d08a55'],
};
const TONE = { vol2: .68, ashborn: .85, sunfire: .56, ember: .95 };
const loaded = {};
/** A book of the film: `lid` and `spine` are angles in degrees; `world` places it. It lies on its back board. */
async function book(kind, { lid = 0, spine = 0, glow = 0, plate = 0, world = M4.id() } = {}) {
  const ember = kind !== 'vol2';
  if (!loaded[kind]) {
    const svg = Object.assign({}, kit.svg); if (ember) svg['box-vol1-ember'] = svg[`box-vol1-${kind}`];
    opt = { ember }; objs = []; A = await loadArt(svg, ember); await buildSet();
    const own = objs.filter(o => o.name !== 'table'), tex = S.tex, [lea, dark, foil] = EDITION[kind].map(h => tint(h));
    // The outside of the spine, with its raised bands.
    const closed = svg[ember ? 'box-vol1-ember' : 'box-vol2-closed'], face = r => r.querySelector('[transform^="matrix(.4226 .2039 0 .9744"]');
    const isFoil = n => /foil2/.test(n.getAttribute('stroke') + n.getAttribute('fill')) || n.tagName === 'g';
    tex.back = texture(await drawSvg(isolate(closed, face, g => [...g.children].forEach((n, i, all) => { if (isFoil(n) || i === all.length - 1) n.remove(); })), 14, 0, 122, 660, 366, 1980));
    tex.backFoil = texture(await drawSvg(isolate(closed, face, g => [...g.children].forEach(n => { if (!isFoil(n)) n.remove(); })), 14, 0, 122, 660, 366, 1980));
    own.push(part({ on: 'spine', mesh: Mesh.box(SPINE, 1.2, D, .5), m: M4.chain(M4.move(-BOARD - .5, SPINE / 2, 0), M4.rz(90)), mat: 1, tint: dark, tex: 'back', tex2: 'backFoil' }));
    for (const y of [94.5, 214.5, 428.5, 548.5]) own.push(part({ on: 'spine', mesh: Mesh.box(7, SPINE - 3, 17, 3.4), m: M4.move(-BOARD - 1, SPINE / 2, y - D / 2), mat: 3, tint: dark }));
    for (const o of own) { if (o.mat === 1 || o.on === 'joint') o.tint = lea; if (o.mat === 2 || (o.mat === 3 && o.on === 'world')) o.tint = dark; if (o.mat === 5 || o.mat === 11) o.tint = kind === 'ashborn' ? foil : o.tint; }
    if (!ember) own.push(part({ mesh: pearls(276, 168, 62, 44), mat: 22, tint: plain('#e9dcc6', .2), jewel: 1 }));
    loaded[kind] = { own, tex, lock: [A.lock[0], A.lock[1]], foil }; loaded.outline = A.plateOutline;
  }
  const b = loaded[kind];
  return { parts: lid < 1 ? b.own.filter(o => !o.jewel && ![6, 7, 8, 9, 13, 14].includes(o.mat)) : b.own, tex: b.tex, rig: rig({ lid, spine }), world, glow, plate, lid, lock: b.lock, ember: kind === 'ember' ? 1 : 0, tone: TONE[kind] };
}
/** A closed string of pearls that lies on the velvet, as one mesh; its middle and its two radii. */
function pearls(cx, cz, rx, rz) {
  const v = [], n = 44, r = 6.6;
  for (let i = 0; i < n; i++) {
    const a = i / n * 2 * Math.PI, k = 1 + .16 * Math.sin(a * 3 + 1) + .08 * Math.sin(a * 5), x = cx + Math.cos(a) * rx * k, z = cz + Math.sin(a) * rz * k;
    v.push(...Mesh.grid(16, 10, (u, w) => { const p = u * 2 * Math.PI, t = w * Math.PI, q = [Math.sin(t) * Math.cos(p), Math.cos(t), Math.sin(t) * Math.sin(p)]; return [x + q[0] * r, FLOOR + r + 1 + q[1] * r, z + q[2] * r, ...q, u, w]; }));
  }
  return v;
}
/** Stands a book up, its cover to the front; x and z are of the foot of its spine. */
const standing = (x, z, yaw) => M4.chain(M4.move(x, D / 2, z), M4.ry(yaw), M4.rx(90));
const catcher = () => thing([{ mesh: Mesh.flat(-3000, -3000, 3000, 3000), mat: 21 }]);
/** A floor that curves up into a wall, `back` behind the middle. */
const sweep = (back = 900) => thing([{ mesh: Mesh.grid(1, 60, (u, w) => { const x = mix(-6000, 6000, u), s = mix(-3500, back + 3200, w), R = 500, a = Math.max(0, Math.min(Math.PI / 2, (s - back) / R)), past = Math.max(0, s - back - R * Math.PI / 2); return [x, R * (1 - Math.cos(a)) + past, -(Math.min(s, back) + R * Math.sin(a)), 0, Math.cos(a), Math.sin(a), u, w]; }), mat: 20 }]);


/* ---- wands: the kit's drawings, turned in the round ---- */
const WANDS = ['dragon-elder', 'dragon-oak', 'dragon-yew', 'unicorn-chestnut', 'unicorn-cherry', 'phoenix-elm'];
const wands = {};
async function wandParts(name) {
  if (wands[name]) return wands[name];
  const art = await drawSvg(isolate(kit.svg[`wand-${name}`], r => r.querySelector('g[transform="translate(100)"]'), g => { const s = g.querySelector('[filter="url(#sh)"]'); if (s) s.remove(); }), -70, 30, 140, 920, 560, 3680);
  const w = art.width, h = art.height, d = art.getContext('2d', { willReadFrequently: true }).getImageData(0, 0, w, h).data, rows = [], N = 260;
  for (let j = 0; j <= N; j++) { const y = Math.min(h - 1, Math.round(j / N * h)); let a = -1, b = -1; for (let x = 0; x < w; x++) if (d[(y * w + x) * 4 + 3] > 110) { if (a < 0) a = x; b = x; } rows.push(a < 0 ? null : [(a + b) / 2 / 4 - 70, Math.max(.8, (b - a) / 8)]); }
  const M = 10, v = [], at = (j, i, sign) => { const [c, hw] = rows[j], n = -1 + 2 * i / M, deep = Math.min(hw, 17), x = c + n * hw, y = sign * Math.sqrt(Math.max(0, 1 - n * n)) * deep, nn = V.norm([n, sign * Math.sqrt(Math.max(.02, 1 - n * n)) * Math.max(1, hw / 20), 0]); return [x, y, 920 * j / N, ...nn, (x + 70) / 140, j / N]; };
  for (let j = 0; j < N; j++) if (rows[j] && rows[j + 1]) for (const s of [1, -1]) for (let i = 0; i < M; i++) { const q = [at(j, i, s), at(j, i + 1, s), at(j + 1, i, s), at(j + 1, i + 1, s)]; for (const k of [0, 1, 2, 2, 1, 3]) v.push(...q[k]); }
  return wands[name] = { tex: { wand: texture(art) }, parts: [part({ mesh: v, mat: 26, tint: [.62, .62, .62, .42], tex: 'wand', alpha: 1 })] };
}
/** A wand whose tip is at `tip` and whose grip lies in the direction `dir`; its drawing looks towards `face`. */
async function wand(name, tip, dir, face = [0, 1, 0], k = 1) {
  const b = await wandParts(name), ax = V.norm(dir), side = V.norm(V.cross(face, ax)), up = V.cross(ax, side), s = a => V.mul(a, k);
  return { ...b, rig: NEUTRAL, world: [...s(side), 0, ...s(up), 0, ...s(ax), 0, ...V.sub(tip, V.mul(ax, 10 * k)), 1] };
}
/** The star where a wand touches, turned to the lens. */
async function star(at, toEye, k = 1) {
  const f = V.norm(toEye), right = V.norm(V.cross([0, 1, 0], f)), up = V.cross(f, right), p = V.add(at, V.mul(f, 26));
  const card = r => [...V.mul(right, r), 0, ...V.mul(up, r), 0, ...f, 0, ...p, 1], mesh = Mesh.quad([-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0, 0, 1]);
  const tex = { star: loaded.star || (loaded.star = texture(await drawSvg(parse(kit.svg['motif-star']), 0, 0, 80, 80, 512, 512))) };
  return thing([{ mesh, m: card(230 * k), mat: 33, tint: [1.9, 1.06, .4, .26], ghost: 1 }, { mesh, m: card(50 * k), mat: 32, tint: [1, .94, .8, 2.2], tex: 'star', ghost: 1 }], { tex });
}
const lockOf = (b, lift = 16) => M4.apply(M4.mul(b.world, b.rig.lid), [b.lock[0] + 1, BOARD + lift, b.lock[1] - D / 2 + 3]);

/* ---- props ---- */
const GOLD = [.86, .62, .28, -.26], metal = (h, r) => [...lin3(h), -r], plain = (h, r) => [...lin3(h), r];
const lathe = (profile, n = 96) => Mesh.grid(n, profile.length - 1, (u, w) => {
  const j = Math.min(profile.length - 1, Math.round(w * (profile.length - 1))), [r, y] = profile[j], a = profile[Math.max(0, j - 1)], b = profile[Math.min(profile.length - 1, j + 1)], t = [b[0] - a[0], b[1] - a[1]], l = Math.hypot(...t) || 1, an = u * 2 * Math.PI;
  return [r * Math.sin(an), y, r * Math.cos(an), t[1] / l * Math.sin(an), -t[0] / l, t[1] / l * Math.cos(an), u, w]; });
function tube(path, r) { return Mesh.grid(path.length - 1, 16, (u, w) => { const i = Math.round(u * (path.length - 1)), p = path[i], t = V.norm(V.sub(path[Math.min(path.length - 1, i + 1)], path[Math.max(0, i - 1)])), s = [0, 0, 1], n = V.cross(t, s), a = w * 2 * Math.PI, q = V.add(V.mul(n, Math.cos(a)), V.mul(s, Math.sin(a) * 1.35)); return [...V.add(p, V.mul(q, r)), ...V.norm(q), u, w]; }); }
/** The mug of the shop: 9.5 cm high. `yaw` turns its print; the handle is on its right. */
function mug(x, z, yaw = 0, k = 1, print = true) {
  if (!loaded.print) {
    const c = document.createElement('canvas'); c.width = 2048; c.height = 760; const g = c.getContext('2d'); g.fillStyle = '#fff'; g.textAlign = 'center';
    const mark = new Path2D('M-3.1-45.5q3.1-5.3 6.2 0l37.8 65.6q3.1 5.3-3.1 5.3h-75.6q-6.2 0-3.1-5.3ZM-4.8.2a8.2 8.2 0 1 1 9.6 0l4.4 17Q0 19-9.2 17.2Z');
    g.save(); g.translate(1024, 215); g.scale(2.1, 2.1); g.fill(mark, 'evenodd'); g.restore();
    g.font = '158px "Della Respira"'; g.fillText('Magical', 1024, 470); g.fillText('AF', 1024, 632); loaded.print = texture(c, { srgb: false });
  }
  const R = 84, Hh = 190, out = [[R - 10, 0], [R - 4, 1.5], [R, 7], ...Array.from({ length: 9 }, (_, i) => [R, 12 + i * 21.5]), [R, Hh - 3], [R - 1.5, Hh], [R - 4, Hh + 1], [R - 6.5, Hh], [R - 7, Hh - 4]], inn = Array.from({ length: 9 }, (_, i) => [R - 7, Hh - 4 - i * 20]);
  const path = Array.from({ length: 41 }, (_, i) => { const a = mix(1.95, -1.95, i / 40); return [R - 12 + Math.cos(a) * 58 + 20, 96 + Math.sin(a) * 58, 0]; });
  const body = Mesh.grid(128, 12, (u, w) => { const a = u * 2 * Math.PI - Math.PI; return [R * 1.002 * Math.sin(a), 10 + w * 172, R * 1.002 * Math.cos(a), Math.sin(a), 0, Math.cos(a), u, 1 - w]; });
  return thing([
    { mesh: lathe(out), mat: 22, tint: plain('#0d2b23', .2) }, { mesh: lathe(inn), mat: 22, tint: plain('#e9e2d0', .3) }, { mesh: body, mat: 27, tint: plain('#0d2b23', .2), tex: print ? 'print' : 'none', ghost: 1 },
    { mesh: tube(path, 10.5), m: M4.ry(-yaw), mat: 22, tint: plain('#0d2b23', .2) }, { mesh: Mesh.torus(R - 3, 3), m: M4.move(0, Hh, 0), mat: 22, tint: GOLD }, { mesh: Mesh.disc(R - 7, .1), m: M4.move(0, Hh - 22, 0), mat: 31, tint: [0, 0, 0, R] },
  ], { tex: { print: loaded.print, none: loaded.clear || (loaded.clear = texture({ data: new Uint8Array(4), width: 1, height: 1 })) }, world: M4.chain(M4.move(x, 0, z), M4.ry(yaw), M4.scale(k)) });
}
/** Somebody else's book, its spine to the front; x is its left edge. */
function spineBook(x, w, h, deep, colour, z = 0, lean = 0) {
  return thing([
    { mesh: Mesh.box(w, 4, h, 1.8), m: M4.chain(M4.move(w / 2, h / 2, 0), M4.rx(90)), mat: 28, tint: plain(colour, .5) },
    { mesh: Mesh.box(5, h, deep, 2), m: M4.move(2.5, h / 2, -deep / 2), mat: 22, tint: plain(colour, .5) }, { mesh: Mesh.box(5, h, deep, 2), m: M4.move(w - 2.5, h / 2, -deep / 2), mat: 22, tint: plain(colour, .5) },
    { mesh: Mesh.box(w - 8, h - 14, deep - 14, 1), m: M4.move(w / 2, h / 2 - 2, -deep / 2 - 2), mat: 22, tint: plain('#cdbf9d', .8) },
  ], { world: M4.chain(M4.move(x, 0, z), M4.rz(lean)) });
}
const shelved = (x, z, yaw = 0) => M4.chain(M4.move(x, D / 2, z), M4.ry(90 + yaw), M4.rx(90));
/** A card of paper with a part of a drawing on it. `find` chooses the part. */
async function paper(file, find, [x, y, w, h], world, { thick = 2, tint: edge = '#efe5cf', bend = 0, k = 3, edit } = {}) {
  const tex = { card: texture(await drawSvg(isolate(kit.svg[file], find, (g, d) => { noShadow(g); edit && edit(g, d); }), x, y, w, h, Math.round(w * k), Math.round(h * k))) };
  const top = Mesh.grid(24, 24, (u, v) => { const q = bend * (Math.pow(u - .5, 2) * 4), s = bend * 8 * (u - .5) / w; return [x + w * u, thick / 2 + q, y + h * v, ...V.norm([-s, 1, 0]), u, v]; });
  return thing([{ mesh: top, mat: 23, tint: plain(edge, .7), tex: 'card', alpha: 1 }], { tex, world });
}

/** The collector's case, its lid up, with the six wands on their bars. */
async function wandCase() {
  const w = 940, d = 800, h = 96, t = 20, lea = plain('#17352d', .48), dark = plain('#0e231d', .5), vel = [...lin3('#3d0e18'), 1], b = await book('vol2'), out = A.plateOutline;
  const at = (mesh, x, y, z, mat, tint, more = {}) => ({ mesh, m: M4.move(x, y, z), mat, tint, ...more });
  const list = [
    at(Mesh.box(w, 10, d, 3), 0, 5, 0, 3, dark), at(Mesh.box(w, h, t, 4), 0, h / 2, d / 2 - t / 2, 3, lea), at(Mesh.box(w, h, t, 4), 0, h / 2, -d / 2 + t / 2, 3, lea), at(Mesh.box(t, h, d, 4), -w / 2 + t / 2, h / 2, 0, 3, lea), at(Mesh.box(t, h, d, 4), w / 2 - t / 2, h / 2, 0, 3, lea),
    at(Mesh.flat(-w / 2 + t, -d / 2 + t, w / 2 - t, d / 2 - t), 0, 22, 0, 30, vel),
  ];
  for (const s of [-1, 1]) { list.push(at(Mesh.box(3, h - 26, d - 2 * t, 1), s * (w / 2 - t - 1), h / 2 + 2, 0, 30, vel), at(Mesh.box(w - 2 * t, h - 26, 3, 1), 0, h / 2 + 2, s * (d / 2 - t - 1), 30, vel));
    // A thin line of brass round the rim, and the corners.
    list.push(at(Mesh.box(w - 16, 2, 3, .8), 0, h + .4, s * (d / 2 - 8), 22, GOLD), at(Mesh.box(3, 2, d - 16, .8), s * (w / 2 - 8), h + .4, 0, 22, GOLD));
    for (const q of [-1, 1]) list.push(at(Mesh.box(46, h + 4, 46, 5), s * (w / 2 - 20), h / 2, q * (d / 2 - 20), 22, GOLD)); }
  for (const [z, y] of [[-215, 16], [225, 24]]) list.push(at(Mesh.box(w - 2 * t - 6, 44, 62, 20), 0, y + 4, z, 30, [...lin3('#4a121f'), 1]));
  list.push({ mesh: Mesh.plate(out, 7, 2), m: M4.chain(M4.move(0, h / 2 + 2, d / 2 + 1), M4.rx(90), M4.scale(.95)), mat: 11, tint: tint('#d8ad58'), tex: 'plate' });
  const things = [thing(list, { tex: b.tex })];
  // The lid, as if it lay on its back behind the hinge; then it is turned up.
  const up = M4.chain(M4.move(0, h, -d / 2 - 3), M4.rx(84));
  const L = d * .62;
  things.push(thing([
    at(Mesh.box(w, 34, L, 5), 0, -17, -L / 2, 3, lea), at(Mesh.flat(-w / 2 + 26, -L + 26, w / 2 - 26, -26), 0, 1, 0, 25, [...lin3('#cdb785'), 64]),
    ...[-1, 1].flatMap(s => [at(Mesh.box(w - 30, 10, 12, 3), 0, 2, s < 0 ? -L + 20 : -20, 22, plain('#12231f', .45)), at(Mesh.box(12, 10, L - 30, 3), s * (w / 2 - 20), 2, -L / 2, 22, plain('#12231f', .45)), at(Mesh.box(w - 44, 2, 2.5, .8), 0, 6.5, s < 0 ? -L + 26 : -26, 22, GOLD), at(Mesh.box(2.5, 2, L - 44, .8), s * (w / 2 - 26), 6.5, -L / 2, 22, GOLD), at(Mesh.box(46, 38, 46, 5), s * (w / 2 - 20), -17, -L + 20, 22, GOLD)]),
    { mesh: Mesh.disc(96, 8), m: M4.chain(M4.move(0, 1, -L / 2), M4.scale(1)), mat: 22, tint: plain('#12231f', .4) }, { mesh: Mesh.torus(95, 3), m: M4.move(0, 6, -L / 2), mat: 22, tint: GOLD }, { mesh: Mesh.plate(out, 6, 2), m: M4.chain(M4.move(0, 9, -L / 2 + 6), M4.scale(.95)), mat: 11, tint: tint('#d8ad58'), tex: 'plate' },
  ], { tex: b.tex, world: up }));
  for (const [i, n] of WANDS.entries()) { const x = (i - 2.5) * 143; things.push(await wand(n, [x, 64, -335], [0, .012, 1], [0, 1, 0], .76)); }
  return things;
}

const DARK = { dark: true, lampCol: [4.2, 3.25, 2.2], sky: [.035, .05, .045], bounce: [.02, .026, .022], vignette: .7, lampSize: 170, bloom: .1, ground: ['#10261f', '#0d1d18'] };
const STONE = { ground: ['#bcb8ab', '#a9a598'], vignette: .84 };
const FRONT = { yaw: 0, el: 13, dist: 3000, fov: 16.6, at: [236, 318, -60], lamp: [-600, 1400, 1800], radius: 800, catch: [236, -60, 620] };
const OPEN = { yaw: 26, el: 36, dist: 2700, fov: 23.2, at: [122, 205, 0], lamp: [-700, 1500, 900], radius: 900, catch: [180, 0, 900] };
const TURN = 30;
const upright = kind => ({ ...FRONT, things: async () => [catcher(), await book(kind, { world: standing(0, 0, TURN) })] });
const touch = async (name, far = 1) => { const b = await book('vol2', { world: standing(0, 0, TURN), plate: .9 }), p = lockOf(b); return [b, await wand(name, p, [.74, -.13, .56], [-.2, .4, 1], far), await star(p, [.1, .2, 1])]; };
const beside = async (kind, name) => { const b = await book(kind, { world: standing(0, 0, TURN) }); return [sweep(), b, await wand(name, [640, 640, -60], [-.16, -.8, .32], [0, .2, 1], .84)]; };

const STILLS = {
  'box-vol2-open': { ...OPEN, things: async () => [catcher(), await book('vol2', { lid: 112, glow: .25 })] },
  'box-vol2-closed': upright('vol2'), 'box-vol1-ashborn': upright('ashborn'), 'box-vol1-sunfire': upright('sunfire'), 'box-vol1-ember': upright('ember'),
  'wands-collectors-set': { yaw: 0, el: 52, dist: 3600, fov: 19.6, at: [0, 190, -60], lamp: [-1300, 1900, 900], radius: 1100, catch: [0, 0, 900], things: async () => [catcher(), ...await wandCase()] },
  'merch-mug': { yaw: 0, el: 17, dist: 1300, fov: 15, at: [34, 96, 0], lamp: [-280, 1200, 950], lampSize: 120, radius: 330, catch: [20, 0, 300], things: async () => [catcher(), mug(0, 0, 0)] },

  'product-vol2-closed': { ...FRONT, ...DARK, fov: 17.4, pool: [240, 1100, 60], things: async () => [sweep(), await book('vol2', { world: standing(0, 0, TURN) })] },
  'product-vol2-open': { ...OPEN, ...DARK, fov: 22.6, at: [120, 190, 0], pool: [180, 1150, 40], things: async () => [sweep(3000), await book('vol2', { lid: 112, glow: .9 })] },
  'product-vol2-touch': { ...FRONT, ...DARK, yaw: -2, el: 10, fov: 17.2, at: [300, 290, 0], pool: [240, 1000, 60], bloom: .1, things: async () => [sweep(), ...await touch('dragon-elder', .72)] },
  'product-vol2-shelf': { ...DARK, yaw: 14, el: 7, dist: 3200, fov: 17.6, at: [60, 330, 0], lamp: [-900, 1500, 1500], pool: [60, 1900, 100], radius: 1000, bounce: [.03, .026, .02], sky: [.05, .05, .045], things: shelf },
  'product-vol2-scale': { ...STONE, yaw: -8, el: 32, dist: 3000, fov: 20.5, at: [350, 60, 10], lamp: [-900, 1500, 900], radius: 900, things: async () => [sweep(3000), await book('vol2', { world: M4.ry(-14) }), mug(660, 170, -20)] },
  'product-vol1-trio': { ...FRONT, ...STONE, fov: 24, at: [330, 300, -160], things: async () => [sweep(1500), await book('ashborn', { world: standing(-215, -260, TURN) }), await book('sunfire', { world: standing(450, -260, TURN) }), await book('ember', { world: standing(110, 0, TURN) })] },
};
Object.assign(STILLS, {
  'vol2-shelf': { ...STILLS['product-vol2-shelf'], fov: 17.6, at: [20, 340, 0], yaw: 12 },
  'vol2-touch': { ...STILLS['product-vol2-touch'], fov: 14.4, at: [285, 265, 0] },
  'vol2-unlock': { ...OPEN, ...DARK, fov: 25.4, at: [138, 225, 0], pool: [180, 1150, 40], things: async () => [sweep(3000), await book('vol2', { lid: 94, glow: 1.1 })] },
  'both-volumes': { ...FRONT, ...DARK, fov: 22, at: [318, 300, -100], pool: [240, 1100, 60], things: async () => [sweep(), await book('sunfire', { world: standing(235, -300, TURN) }), await book('vol2', { world: standing(0, 0, TURN) })] },
  'product-vol2-detail': { ...FRONT, ...DARK, yaw: -14, el: 14, dist: 1500, fov: 17, at: [250, 215, 0], lens: 9, pool: [240, 1000, 60], things: STILLS['product-vol2-closed'].things },
  'product-vol1-open': { ...OPEN, ...STONE, fov: 22.6, at: [120, 190, 0], things: async () => [sweep(3000), await book('ember', { lid: 112, glow: .3 })] },
  'product-wands-set': { ...STILLS['wands-collectors-set'], ...STONE, fov: 20.4, at: [0, 165, -60], things: async () => [sweep(3000), ...await wandCase()] },
  'product-mug': { ...STILLS['merch-mug'], ...STONE, lamp: [-500, 800, 700], fov: 18.5, pool: [0, 0, 0], things: async () => [sweep(700), mug(0, 0, 0)] },
});
async function shelf() {
  const wood = [...lin3('#4a2f1a'), 1], list = [thing([{ mesh: Mesh.box(3600, 60, 560, 4), m: M4.move(0, -30, -170), mat: 24, tint: wood }, { mesh: Mesh.box(3600, 3000, 30, 2), m: M4.move(0, 200, -470), mat: 24, tint: [...lin3('#2c2016'), 1] }])];
  let x = -650; for (const [w, h, dp, c] of [[96, 560, 360, '#183229'], [128, 610, 380, '#3d3120'], [84, 520, 340, '#564a33'], [110, 636, 390, '#2f2a26'], [90, 580, 350, '#263a33']]) { list.push(spineBook(x, w, h, dp, c)); x += w + 3; }
  list.push(await book('vol2', { world: shelved(x + 12, 70, -6) })); x += 172;
  for (const [w, h, dp, c] of [[104, 600, 380, '#33271a'], [80, 540, 350, '#1d3338'], [120, 575, 360, '#4d4028']]) { list.push(spineBook(x, w, h, dp, c)); x += w + 3; }
  list.push(spineBook(x + 128, 92, 560, 350, '#183229', 0, 11)); x += 200;
  list.push(spineBook(x + 30, 112, 590, 350, '#332c25'));
  return list;
}
for (const e of ['ashborn', 'sunfire', 'ember']) STILLS[`product-vol1-${e}`] = { ...FRONT, ...STONE, fov: 17.4, things: async () => [sweep(1200), await book(e, { world: standing(0, 0, TURN) })] };
for (const [n, w] of [['classic', 'dragon-elder'], ['premium', 'dragon-oak']]) {
  STILLS[`product-vol2-with-${n}-wand`] = { ...FRONT, ...DARK, fov: 19.4, at: [290, 318, -60], pool: [280, 1200, 60], things: () => beside('vol2', w) };
}

/* ---- what lies in the envelope: paper, foil and wax, seen from above ---- */
const groupsOf = r => [...r.querySelectorAll('g')].filter(g => /^(rotate|translate|matrix)/.test(g.getAttribute('transform') || ''));
const inEnvelope = i => r => [...[...r.children].find(n => n.tagName === 'g').children][i];
const pieceOf = r => r.querySelector('g[filter="url(#s)"] > g');
const lying = (x, y, z, turn, k = 1) => M4.chain(M4.move(x, y, z), M4.ry(-turn), M4.scale(k));
const only = (from, to) => g => [...g.children].forEach((n, i) => { if (i < from || i > to) n.remove(); });
/** A wax seal with a raised rim and mark, of radius 64. */
async function seal(world) {
  await book('vol2'); const wax = [...lin3('#6c120f'), .3];
  const rim = Mesh.grid(72, 10, (u, w) => { const a = u * 2 * Math.PI, b = w * Math.PI, R = 50 + 2.2 * Math.sin(a * 5 + 1) + 1.6 * Math.sin(a * 3 + 2), r = 13 + 1.8 * Math.sin(a * 4), n = V.norm([Math.cos(a) * Math.cos(b), Math.sin(b) * 1.2, Math.sin(a) * Math.cos(b)]); return [Math.cos(a) * (R + r * Math.cos(b)), 2 + 11 * Math.sin(b), Math.sin(a) * (R + r * Math.cos(b)), ...n, u, w]; });
  const flat = Mesh.grid(48, 4, (u, w) => { const a = u * 2 * Math.PI; return [Math.cos(a) * 44 * w, 6.5, Math.sin(a) * 44 * w, 0, 1, 0, u, w]; });
  return thing([{ mesh: rim, mat: 22, tint: wax }, { mesh: flat, mat: 22, tint: wax }, { mesh: Mesh.plate(loaded.outline, 5, 2), m: M4.chain(M4.move(0, 6, 4), M4.scale(.66)), mat: 22, tint: wax }, { mesh: Mesh.disc(6.5, .6), m: M4.move(0, 9.2, -1), mat: 22, tint: plain('#3d0806', .5) }, { mesh: Mesh.plate([[-2.4, -2], [2.4, -2], [5.4, 14], [-5.4, 14]].map(([a, b]) => [a, b + 2]), .6, .2), m: M4.move(0, 9.2, -1), mat: 22, tint: plain('#3d0806', .5) }], { world });
}
async function envelope() {
  const slab = async (i, [x, y, w, h], world, mat, edit, t = 3) => { const tex = { card: texture(await drawSvg(isolate(kit.svg['gift-envelope'], inEnvelope(i), (g, d) => { noShadow(g); edit && edit(g); }), x, y, w, h, w * 3, h * 3)) }; return thing([{ mesh: Mesh.grid(20, 20, (u, v) => [x + w * u, t + 5 * Math.pow(u - .5, 2), y + h * v, ...V.norm([-.04 * (u - .5), 1, 0]), u, v]), mat, tint: plain('#efe5cf', .7), tex: 'card', alpha: 1 }], { tex, world }); };
  const blue = plain('#131b48', .62), E = lying(0, 0, 90, -2), env = texture(await drawSvg(isolate(kit.svg['gift-envelope'], inEnvelope(3), g => { noShadow(g); only(1, 4)(g); }), -350, -170, 700, 390, 1750, 975)), flap = texture(await drawSvg(isolate(kit.svg['gift-envelope'], inEnvelope(3), g => { noShadow(g); only(6, 8)(g); g.querySelectorAll('[fill="#000"]').forEach(n => n.remove()); }), -350, -170, 700, 260, 1750, 650));
  return [
    thing([{ mesh: Mesh.box(700, 8, 390, 3), m: M4.move(0, 5, 25), mat: 22, tint: blue }], { world: E }),
    await slab(0, [-196, -196, 392, 442], lying(-132, 9, -108, -7), 23), await slab(1, [-130, -174, 260, 364], lying(142, 12, -112, 9), 23), await slab(2, [-40, -240, 80, 440], lying(282, 15, -96, 17), 34),
    thing([{ mesh: Mesh.grid(30, 20, (u, v) => { const b = Math.sin(u * Math.PI) * Math.sin(Math.min(1, v * 1.2) * Math.PI); return [-350 + 700 * u, 21 + 7 * b, -170 + 390 * v, ...V.norm([-.03 * Math.cos(u * Math.PI), 1, -.02 * Math.cos(v * Math.PI)]), u, v]; }), mat: 23, tint: blue, tex: 'env', alpha: 1 }, { mesh: Mesh.box(696, 15, 386, 3), m: M4.move(0, 11, 25), mat: 22, tint: blue }], { tex: { env }, world: E }),
    thing([{ mesh: Mesh.grid(30, 24, (u, v) => [-350 + 700 * u, 26.5 + 7 * Math.sin(u * Math.PI) + 5 * Math.sin(v * Math.PI * .9), -170 + 260 * v, ...V.norm([-.03 * Math.cos(u * Math.PI), 1, -.06 * Math.cos(v * Math.PI * .9)]), u, v]), mat: 23, tint: blue, tex: 'flap', alpha: 1 }], { tex: { flap }, world: E }),
    await seal(lying(2, 36, 152, -8, 1.02)),
  ];
}
/** One piece by itself; `k` enlarges the kit's drawing. */
async function piece(file, [x, y, w, h], turn, mat = 23, lift = 4, k = 3.4, edit = () => {}) {
  const tex = { card: texture(await drawSvg(isolate(kit.svg[file], pieceOf, g => { noShadow(g); edit(g); }), x, y, w, h, w * 8, h * 8)) };
  return thing([{ mesh: Mesh.grid(24, 24, (u, v) => [x + w * u, 1 + lift * Math.pow(u - .45, 2) * 4 + lift * .5 * Math.pow(v - .5, 2) * 4, y + h * v, ...V.norm([-lift * 8 * (u - .45) / w, 1, -lift * 4 * (v - .5) / h]), u, v]), mat, tint: plain('#efe5cf', .7), tex: 'card', alpha: 1 }], { tex, world: lying(0, 1, 0, turn, k) });
}
const ABOVE = { exposure: .56, yaw: 0, el: 62, dist: 2200, lamp: [-700, 1300, 500], radius: 620 };
const PIECE = { ...ABOVE, fov: 13.6, at: [0, 0, 0], radius: 420, catch: [0, 0, 380], shadow: .9, lampSize: 160 };
Object.assign(STILLS, {
  'gift-envelope': { ...ABOVE, fov: 18.8, at: [6, 0, -14], catch: [0, 0, 640], things: async () => [catcher(), ...await envelope()] },
  'product-vol2-envelope': { ...ABOVE, ...DARK, dark: true, lamp: [-700, 1300, 500], fov: 23.5, at: [0, 0, -20], pool: [0, 1000, 0], ground: ['#16362e', '#10261f'], exposure: .5, bloom: .03, things: async () => [sweep(3000), ...await envelope()] },
  'gift-2-letter': { ...PIECE, things: async () => [catcher(), await piece('gift-2-letter', [-46, -62, 92, 124], -7)] },
  'gift-3-redemption-card': { ...PIECE, things: async () => [catcher(), await piece('gift-3-redemption-card', [-64, -44, 128, 88], -8, 23, 2)] },
  'gift-4-how-to-redeem': { ...PIECE, things: async () => [catcher(), await piece('gift-4-how-to-redeem', [-46, -62, 92, 124], 5, 23, 3)] },
  'gift-5-bookmark': { ...PIECE, things: async () => [catcher(), await piece('gift-5-bookmark', [-36, -80, 72, 146], 12, 34, 4, 3)] },
  'gift-6-wax-seal': { ...PIECE, things: async () => [catcher(), await seal(lying(0, 0, 0, -8, 3.1))] },
  'gift-7-holographic-sticker': { ...PIECE, things: async () => [catcher(), await piece('gift-7-holographic-sticker', [-66, -74, 132, 116], -4, 35, 2, 3.1, g => g.children[2].remove())] },
  'gift-1-outer-envelope': { ...PIECE, things: async () => [catcher(), await piece('gift-1-outer-envelope', [-66, -80, 132, 126], -3, 23, 3, 3.2)] },
});
STILLS['mail-gift'] = { ...STILLS['product-vol2-envelope'], fov: 19, at: [0, 0, -20] };
/* ---- wands on cloth, from above ---- */
const cloth = (colour, mat = 30) => thing([{ mesh: Mesh.flat(-3000, -3000, 3000, 3000), mat, tint: [...lin3(colour), 1] }]);
const wandAt = (name, x, z, turn, k = 1) => { const a = turn * Math.PI / 180, d = [Math.sin(a), 0, Math.cos(a)]; return wand(name, V.add([x, 15 * k, z], V.mul(d, -460 * k)), d, [0, 1, 0], k); };
const CLOTH = { yaw: 0, el: 80, dist: 3000, at: [0, 0, 0], lamp: [-900, 1300, -300], lampSize: 130, radius: 760, samples: 12 };
const fan = async (x0, step) => Promise.all(WANDS.map((n, i) => wandAt(n, x0 + (i - 2.5) * step, Math.abs(i - 2.5) * 10 - 10, -(i - 2.5) * 4.5)));
STILLS['product-wands-six'] = { ...CLOTH, fov: 20.6, exposure: .85, vignette: .55, lampCol: [2.6, 2.1, 1.6], things: async () => [cloth('#360b15'), ...await fan(0, 132)] };
STILLS['wands-velvet'] = { ...STILLS['product-wands-six'], fov: 19.6, at: [385, 0, 0], radius: 1300, vignette: .7, things: async () => [cloth('#360b15'), ...await fan(-110, 158)] };
for (const n of WANDS) STILLS[`product-wand-${n}`] = { ...CLOTH, fov: 17.9, exposure: .62, vignette: .8, things: async () => [cloth('#a49d8c'), await wandAt(n, 0, 0, -24)] };
