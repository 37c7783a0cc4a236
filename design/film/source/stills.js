/* What is in each still, and from where it is seen. */
const NEUTRAL = { lid: M4.id(), spine: M4.id(), joint: M4.id(), world: M4.id(), tip: [0, 0, 0] };
const thing = (parts, extra = {}) => Object.assign({ parts: parts.map(part), tex: {}, rig: NEUTRAL, world: M4.id() }, extra);
const EDITION = {                                         // leather, its dark side, foil
  vol2: ['#141b47', '#0e1436', '#d8ad58'], ashborn: ['#34393d', '#24282b', '#c4cacd'], sunfire: ['#8f5a12', '#6b420c', '#e0b45c'], ember: ['#5a1212', '#3c0c0d', '#d08a55'],
};
const TONE = { vol2: .78, ashborn: .85, sunfire: .56, ember: .95 };
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
    loaded[kind] = { own, tex, lock: [A.lock[0], A.lock[1]], foil };
  }
  const b = loaded[kind];
  return { parts: lid < 1 ? b.own.filter(o => ![6, 7, 8, 9, 13, 14].includes(o.mat)) : b.own, tex: b.tex, rig: rig({ lid, spine }), world, glow, plate, lid, lock: b.lock, ember: kind === 'ember' ? 1 : 0, tone: TONE[kind] };
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
  return wands[name] = { tex: { wand: texture(art) }, parts: [part({ mesh: v, mat: 26, tint: [.8, .8, .8, .42], tex: 'wand', alpha: 1 })] };
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
  return thing([{ mesh, m: card(230 * k), mat: 33, tint: [1.9, 1.06, .4, .42], ghost: 1 }, { mesh, m: card(62 * k), mat: 32, tint: [1, .94, .8, 2.2], tex: 'star', ghost: 1 }], { tex });
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
  // The lid, as if it lay on its back behind the hinge; then it turns up.
  const up = M4.chain(M4.move(0, h, -d / 2 - 3), M4.rx(84));
  const lid = (mesh, x, y, z, mat, tint, more) => at(mesh, x, y, z, mat, tint, more);
  const L = d * .62;
  things.push(thing([
    lid(Mesh.box(w, 34, L, 5), 0, -17, -L / 2, 3, lea), lid(Mesh.flat(-w / 2 + 26, -L + 26, w / 2 - 26, -26), 0, 1, 0, 25, [...lin3('#cdb785'), 64]),
    ...[-1, 1].flatMap(s => [lid(Mesh.box(w - 30, 10, 12, 3), 0, 2, s < 0 ? -L + 20 : -20, 22, plain('#12231f', .45)), lid(Mesh.box(12, 10, L - 30, 3), s * (w / 2 - 20), 2, -L / 2, 22, plain('#12231f', .45)), lid(Mesh.box(w - 44, 2, 2.5, .8), 0, 6.5, s < 0 ? -L + 26 : -26, 22, GOLD), lid(Mesh.box(2.5, 2, L - 44, .8), s * (w / 2 - 26), 6.5, -L / 2, 22, GOLD), lid(Mesh.box(46, 38, 46, 5), s * (w / 2 - 20), -17, -L + 20, 22, GOLD)]),
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
const touch = async (name, far = 1) => { const b = await book('vol2', { world: standing(0, 0, TURN), plate: .9 }), p = lockOf(b); return [b, await wand(name, p, [.70, -.42, .62], [0, .3, 1], far), await star(p, [.1, .2, 1])]; };
const beside = async (kind, name) => { const b = await book(kind, { world: standing(0, 0, TURN) }); return [sweep(), b, await wand(name, [640, 640, -60], [-.16, -.8, .32], [0, .2, 1], .84)]; };

const STILLS = {
  'box-vol2-open': { ...OPEN, things: async () => [catcher(), await book('vol2', { lid: 112, glow: .25 })] },
  'box-vol2-closed': upright('vol2'), 'box-vol1-ashborn': upright('ashborn'), 'box-vol1-sunfire': upright('sunfire'), 'box-vol1-ember': upright('ember'),
  'wands-collectors-set': { yaw: 0, el: 52, dist: 3600, fov: 19.6, at: [0, 190, -60], lamp: [-1300, 1900, 900], radius: 1100, catch: [0, 0, 900], things: async () => [catcher(), ...await wandCase()] },
  'merch-mug': { yaw: 0, el: 17, dist: 1300, fov: 15, at: [34, 96, 0], lamp: [-500, 800, 700], lampSize: 120, radius: 330, catch: [20, 0, 300], things: async () => [catcher(), mug(0, 0, 0)] },

  'product-vol2-closed': { ...FRONT, ...DARK, fov: 17.4, pool: [240, 1100, 60], things: async () => [sweep(), await book('vol2', { world: standing(0, 0, TURN) })] },
  'product-vol2-open': { ...OPEN, ...DARK, fov: 22.6, at: [120, 190, 0], pool: [180, 1150, 40], things: async () => [sweep(3000), await book('vol2', { lid: 112, glow: .9 })] },
  'product-vol2-touch': { ...FRONT, ...DARK, yaw: -2, el: 10, fov: 16.2, at: [275, 270, 0], pool: [240, 1000, 60], bloom: .1, things: async () => [sweep(), ...await touch('dragon-elder', .72)] },
  'product-vol2-shelf': { ...DARK, yaw: 14, el: 7, dist: 3200, fov: 17.6, at: [60, 330, 0], lamp: [-900, 1500, 1500], pool: [60, 1900, 100], radius: 1000, bounce: [.03, .026, .02], sky: [.05, .05, .045], things: shelf },
  'product-vol2-scale': { ...STONE, yaw: -8, el: 32, dist: 3000, fov: 20.5, at: [350, 60, 10], lamp: [-900, 1500, 900], radius: 900, things: async () => [sweep(3000), await book('vol2', { world: M4.ry(-14) }), mug(660, 170, -20)] },
  'product-vol1-trio': { ...FRONT, ...STONE, fov: 24, at: [330, 300, -160], things: async () => [sweep(1500), await book('ashborn', { world: standing(-215, -260, TURN) }), await book('sunfire', { world: standing(450, -260, TURN) }), await book('ember', { world: standing(110, 0, TURN) })] },
};
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
  STILLS[`product-vol1-with-${n}-wand`] = { ...FRONT, ...STONE, fov: 19.4, at: [290, 318, -60], things: () => beside('ember', w) };
  STILLS[`product-vol2-with-${n}-wand`] = { ...FRONT, ...DARK, fov: 19.4, at: [290, 318, -60], pool: [280, 1200, 60], things: () => beside('vol2', w) };
}
