/* Rooms: the wall with the keyhole (hero), and the workshop. Both are seen with upright walls: the lens looks level and is shifted. */
const beam = (w, h, d, x, y, z, mat, tint, r = 3) => ({ mesh: Mesh.box(w, h, d, r), m: M4.move(x, y, z), mat, tint });
const canvas = (w, h, draw) => { const c = document.createElement('canvas'); c.width = w; c.height = h; draw(c.getContext('2d')); return texture(c); };
/** Planks of a floor or a bench, along x; each has its own shade. `world` may turn them. */
function planks(n, width, length, colour, top, world = M4.id()) {
  return thing(Array.from({ length: n }, (_, i) => { const k = .72 + .5 * hash(i + 3); return { mesh: Mesh.box(length, 40, width - 3, 2), m: M4.move((hash(i) - .5) * 300, top - 20, (i - (n - 1) / 2) * width), mat: 24, tint: [...lin3(colour).map(c => c * k), 1] }; }), { world });
}

/* ---- the wall with the keyhole; the book stands before it at 0, and its middle is at x = 235 ---- */
const LOCKX = 239, WALL = -1100, HOLE = { y: 1038, r: 303, foot: 470, flare: 40 };
/** How far it is from the middle of the keyhole to its edge, and to the edge of the triangle, in the direction of angle a. */
function holeRadius(a) {
  const c = Math.cos(a), s = Math.sin(a), y1 = -HOLE.r * .86, x1 = HOLE.r * .51, y2 = -HOLE.y, x2 = HOLE.foot, edge = Math.atan2(y1, x1), into = Math.atan2(y2, x2);
  const q = Math.atan2(s, Math.abs(c)); if (q > edge) return HOLE.r; if (q < into) return HOLE.y / -s;
  const dx = x2 - x1, dy = y2 - y1; return (x1 * dy - y1 * dx) / (Math.abs(c) * dy - s * dx);
}
function boardRadius(a) { const c = Math.abs(Math.cos(a)), s = Math.sin(a), top = 860, foot = 1110, dy = top + HOLE.y; const t = top * foot / (c * dy + s * foot); return s < 0 ? Math.min(t > 0 ? t : 1e9, HOLE.y / -s) : t; }
const around = (n, steps, f) => Mesh.grid(n, steps, (u, w) => f(-Math.PI / 2 + u * 2 * Math.PI, w));
const onWall = (a, r, z) => [LOCKX + Math.cos(a) * r, HOLE.y + Math.sin(a) * r, z];
async function lockRoom() {
  await book('vol2'); const green = [...lin3('#172823'), .5], dark = [...lin3('#10211d'), .42], brass = [.72, .50, .21, -.34], lit = { lock: [LOCKX, HOLE.y - 330], wave: 7 };
  const far = a => Math.min(5200 / Math.max(1e-6, Math.abs(Math.cos(a))), Math.sin(a) > 0 ? 2200 / Math.sin(a) : HOLE.y / Math.max(1e-6, -Math.sin(a)));
  const wall = [
    { mesh: around(360, 2, (a, w) => [...onWall(a, mix(boardRadius(a) * .98, Math.max(far(a), boardRadius(a) * .98), w), WALL), 0, 0, 1, 0, 0]), mat: 39, tint: green },
    { mesh: around(720, 2, (a, w) => [...onWall(a, mix(holeRadius(a), boardRadius(a), w), WALL + 16), 0, 0, 1, 0, 0]), mat: 39, tint: dark },
    // The depth of the wall in the keyhole, and a rim of brass round it.
    { mesh: around(720, 3, (a, w) => { const e = .002, p = holeRadius(a), t = V.sub(onWall(a + e, holeRadius(a + e), 0), onWall(a - e, holeRadius(a - e), 0)), n = V.norm(V.cross(t, [0, 0, 1])); return [...onWall(a, p, mix(WALL + 16, WALL - 190, w)), -n[0], -n[1], 0, 0, 0]; }), mat: 22, tint: plain('#7d6238', .55) },
    { mesh: around(720, 12, (a, w) => { const p = holeRadius(a), b = w * Math.PI; return [...onWall(a, p + 13 - 13 * Math.cos(b), WALL + 16 + 15 * Math.sin(b)), -Math.cos(a) * Math.cos(b), -Math.sin(a) * Math.cos(b), Math.sin(b), 0, 0]; }), mat: 22, tint: brass },
  ];
  // The brass frame of the board: two sides that meet above the picture.
  const slope = Math.atan2(860 + HOLE.y, 1110) * 180 / Math.PI, side = Math.hypot(860 + HOLE.y, 1110);
  for (const s of [-1, 1]) { const turn = M4.chain(M4.move(LOCKX + s * 555, (860 + HOLE.y) / 2, 0), M4.rz(s < 0 ? slope : -slope)); for (const [w, off, z, d] of [[30, 0, WALL + 22, 34], [6, -62, WALL + 18, 10]]) wall.push({ mesh: Mesh.box(side, w, d, Math.min(9, w / 2.2)), m: M4.chain(turn, M4.move(0, off, z)), mat: 22, tint: brass }); }
  for (const s of [-1, 1]) wall.push({ mesh: lathe([[46, 0], [46, 10], [40, 18], [24, 22], [.1, 23]], 48), m: M4.chain(M4.move(LOCKX + s * 820, 150, WALL + 14), M4.rx(90)), mat: 22, tint: brass }, { mesh: Mesh.box(70, 6, 10, 2), m: M4.chain(M4.move(LOCKX + s * 820, 150, WALL + 38), M4.rz(s * 34)), mat: 22, tint: plain('#2a1d0c', .6) });
  // Panels, skirting.
  const frame = (x, w, y0, y1) => { for (const [inset, d, t] of [[0, 26, 26], [58, 15, 13]]) { const W0 = w - inset * 2, a = y0 + inset, b = y1 - inset, z = WALL + d / 2 - 4; for (const y of [a, b]) wall.push(beam(W0, t, d, x, y, z, 39, green, 5)); for (const s of [-1, 1]) wall.push(beam(t, b - a, d, x + s * (W0 / 2 - t / 2), (a + b) / 2, z, 39, green, 5)); } };
  for (const x of [-1640, -2420, -3200, 2120, 2900]) frame(x, 620, 210, 1640);
  frame(-1010, 420, 210, 1640); wall.push(beam(2900, 120, 34, LOCKX - 2560, 60, WALL + 10, 39, green, 6), beam(2900, 120, 34, LOCKX + 2560, 60, WALL + 10, 39, green, 6), beam(2900, 22, 46, LOCKX - 2560, 122, WALL + 12, 39, green, 8), beam(2900, 22, 46, LOCKX + 2560, 122, WALL + 12, 39, green, 8));
  const light = canvas(64, 1024, g => { const f = g.createLinearGradient(0, 0, 0, 1024); for (const [a, c] of [[0, '#ffe6ae'], [.3, '#ffd58a'], [.62, '#ffb95a'], [.86, '#ee8f36'], [1, '#c9702a']]) f.addColorStop(a, c); g.fillStyle = f; g.fillRect(0, 0, 64, 1024); });
  const sky = thing([{ mesh: Mesh.quad([LOCKX - 1100, 1560, WALL - 420], [LOCKX + 1100, 1560, WALL - 420], [LOCKX + 1100, -60, WALL - 420], [LOCKX - 1100, -60, WALL - 420], [0, 0, 1]), mat: 38, tint: [1, .9, .72, 1.35], tex: 'light', ghost: 1 }], { tex: { light } });
  const dust = Array.from({ length: 46 }, (_, i) => { const r = 3 + 5 * hash(i * 7), z = -900 + 1100 * hash(i * 3 + 1), x = LOCKX + (hash(i * 5 + 2) - .5) * 1900, y = 60 + 1250 * hash(i * 11 + 4); return { mesh: Mesh.quad([-r, -r, 0], [r, -r, 0], [r, r, 0], [-r, r, 0], [0, 0, 1]), m: M4.move(x, y, z), mat: 33, tint: [1.5, 1.1, .6, .8 + hash(i)], ghost: 1 }; });
  return [planks(34, 230, 4600, '#2b1d11', 0, M4.chain(M4.move(LOCKX, 0, 0), M4.ry(90))), sky, thing(wall, lit), thing([{ mesh: Mesh.flat(-4000, -3000, 4000, 1500, -30), mat: 22, tint: plain('#0a0704', .9) }]), ...(await touch('dragon-elder', .62)).slice(0, 3), thing(dust)];
}
/** A part of the hero's picture; x, y, w and h in pixels of the whole, which is 1600 by 900. */
const lockShot = (x, y, w, h) => { const near = 893 / 2770, k = 450 / near; return { ...DARK, ground: null, yaw: 0, el: 0, dist: 3000, at: [LOCKX, 978, 0], fov: 2 * Math.atan(near * h / 900) / Math.PI * 180, shift: (1120 - x) / w * 2 - 1, rise: 1 - (307 - y) / h * 2, mid: [LOCKX, 300, -300], bias: 5, lamp: [LOCKX, 820, -2900], lampSize: 90, lampCol: [15, 10, 4.6], radius: 2100, pool: [LOCKX, 2000, 0], sky: [.84, .82, .84], bounce: [.12, .09, .06], bloom: .16, vignette: .6, samples: 9, things: lockRoom }; };
Object.assign(STILLS, { 'hero-scene': lockShot(0, 0, 1600, 900), 'hero-scene-tall': lockShot(800, 60, 640, 800), 'mail-welcome': lockShot(400, 150, 1200, 720) });

/* ---- the workshop ---- */
function nightWindow() {
  return canvas(1024, 1200, g => {
    const f = g.createLinearGradient(0, 0, 0, 1200); for (const [a, c] of [[0, '#0b1440'], [.55, '#24398c'], [.8, '#4b62b4'], [1, '#6f7fc0']]) f.addColorStop(a, c); g.fillStyle = f; g.fillRect(0, 0, 1024, 1200);
    for (let i = 0; i < 90; i++) { g.fillStyle = `rgba(255,248,224,${.25 + .7 * hash(i * 3)})`; g.beginPath(); g.arc(1024 * hash(i), 800 * hash(i + 50), 1 + 2.4 * hash(i + 9) ** 3, 0, 7); g.fill(); }
    // The moon, between two arcs that meet in its tips, and what shines round it.
    g.save(); g.translate(775, 196); g.rotate(.5); const halo = g.createRadialGradient(20, 0, 60, 20, 0, 230); halo.addColorStop(0, 'rgba(190,200,255,.3)'); halo.addColorStop(1, 'rgba(190,200,255,0)'); g.fillStyle = halo; g.fillRect(-260, -260, 560, 520); g.fillStyle = '#fff3cf'; g.shadowColor = '#fff0c0'; g.shadowBlur = 60; g.beginPath(); g.arc(0, 0, 88, -1.9, 1.9); g.arc(-46, 0, 85.1, 1.363, -1.363, true); g.fill(); g.restore();
    for (const [y, h, c] of [[830, 130, '#35479a'], [930, 120, '#1f2f74'], [1030, 90, '#121c4c']]) { g.fillStyle = c; g.beginPath(); g.moveTo(0, 1200); for (let x = 0; x <= 1024; x += 16) g.lineTo(x, y - h * (.5 + .35 * Math.sin(x * .006 + y) + .25 * Math.sin(x * .017 + y * 2))); g.lineTo(1024, 1200); g.fill(); }
    g.fillStyle = '#0a1130'; for (const [x, w, h] of [[300, 84, 70], [396, 110, 54], [180, 104, 60]]) { g.fillRect(x, 1010 - h, w, h + 90); g.beginPath(); g.moveTo(x - 12, 1010 - h); g.lineTo(x + w / 2, 1010 - h - w * 1.1); g.lineTo(x + w + 12, 1010 - h); g.fill(); }
    g.fillStyle = '#ffc967'; for (const [x, y] of [[322, 966], [350, 966], [430, 976], [214, 974]]) g.fillRect(x, y, 16, 24);
  });
}
const wobble = (i, k) => (hash(i * 13 + k) - .5) * 2;
/** A crate of planks with straw in it; its front is at z, its left at x. Ours bears the mark. */
function crate(x, z, w, h, d, ours = true) {
  const wood = i => [...lin3('#5a3c22').map(c => c * (.7 + .6 * hash(i + 40))), 1], parts = [], straw = [];
  for (let i = 0; i < 3; i++) { const y = h * (i + .5) / 3, t = h / 3 - 7; parts.push(beam(w, t, 16, x + w / 2, y, z, 24, wood(i)), beam(w, t, 16, x + w / 2, y, z - d, 24, wood(i + 3)), beam(16, t, d, x + 8, y, z - d / 2, 24, wood(i + 6)), beam(16, t, d, x + w - 8, y, z - d / 2, 24, wood(i + 9))); }
  for (const s of [0, 1]) parts.push(beam(64, h + 10, 16, x + 32 + s * (w - 64), h / 2, z + 14, 24, wood(20 + s)));
  for (const s of [0, 1]) for (const y of [.18, .5, .82]) parts.push({ mesh: lathe([[8, 0], [8, 2], [5, 5], [.1, 6]], 16), m: M4.chain(M4.move(x + 32 + s * (w - 64), h * y, z + 22), M4.rx(90)), mat: 22, tint: metal('#6d6a60', .5) });
  parts.push(beam(w - 30, 10, d - 30, x + w / 2, h - 70, z - d / 2, 22, plain('#6b5326', .9)));
  for (let i = 0; i < 420; i++) { const a = hash(i) * 6.283, l = 70 + 110 * hash(i + 7), cx = x + 26 + (w - 52) * hash(i + 1), cz = z - 20 - (d - 40) * hash(i + 2), y = h - 44 + 52 * hash(i + 3), b = wobble(i, 5) * 40;
    // Below the rim it stays between the planks.
    straw.push(...tube(Array.from({ length: 7 }, (_, j) => { const t = j / 6 - .5, px = cx + Math.cos(a) * l * t - Math.sin(a) * b * t * t, py = y + 26 * (1 - 4 * t * t) * (.4 + hash(i + 4)) - 18, pz = cz + Math.sin(a) * l * t * .8 + Math.cos(a) * b * t * t, r = py > h ? -30 : 14; return [Math.max(x + r, Math.min(x + w - r, px)), py, Math.max(z - d + r, Math.min(z - r, pz))]; }), 1.9)); }
  parts.push({ mesh: straw, mat: 22, tint: plain('#8a7038', .85) }); if (!ours) return thing(parts);
  const mark = M4.chain(M4.move(x + w / 2, h / 2 + 8, z + 8), M4.rx(90), M4.scale(1.15));
  return thing([...parts, { mesh: Mesh.plate(loaded.outline, .6, .2), m: mark, mat: 22, tint: plain('#1d130a', .9) }, ...[Mesh.disc(8.6, .6), Mesh.plate([[-3, 2], [3, 2], [6.6, 22], [-6.6, 22]], .6, .2)].map(mesh => ({ mesh, m: M4.mul(mark, M4.move(0, .9, -2)), mat: 22, tint: plain('#6b4a2c', .8) }))]);
}
function lamp(x, y, z) {
  const green = plain('#0a2a20', .22), glow = canvas(8, 8, g => { g.fillStyle = '#fff'; g.fillRect(0, 0, 8, 8); });
  return thing([
    { mesh: lathe([[150, 0], [152, 6], [146, 30], [128, 66], [96, 98], [54, 120], [34, 130]]), m: M4.move(x, y, z), mat: 22, tint: green, ghost: 1 },
    { mesh: lathe([[146, 2], [140, 28], [122, 62], [92, 92], [50, 112]]), m: M4.move(x, y, z), mat: 38, tint: [1, .86, .6, 1.1], tex: 'glow', ghost: 1 },
    { mesh: lathe([[34, 128], [38, 140], [32, 150], [32, 186], [20, 198], [7, 206], [6, 1200]]), m: M4.move(x, y, z), mat: 22, tint: GOLD, ghost: 1 },
    { mesh: Mesh.torus(150, 4), m: M4.move(x, y + 3, z), mat: 22, tint: GOLD },
    { mesh: lathe([[.1, -34], [20, -28], [34, -8], [36, 12], [26, 40], [18, 56]]), m: M4.move(x, y + 20, z), mat: 38, tint: [1, .9, .66, 3.4], tex: 'glow', ghost: 1 },
  ], { tex: { glow } });
}
const BACK = -640;
/** The wall and the top of the bench. */
function bench() {
  const wall = []; for (let i = 0; i < 30; i++) { const k = .8 + .4 * hash(i + 11); wall.push(beam(196, 2400, 20, -3000 + i * 200, 1000, BACK - 10, 39, [...lin3('#1a3a30').map(c => c * k), .55], 5)); }
  return [thing(wall), planks(5, 222, 5200, '#5a3a1e', 0, M4.move(0, 0, -90))];
}
/** A roll of leather, as long as l, along y. */
const roll = (l, m, colour) => ({ mesh: lathe([[44, 0], [44, l], [38, l + 1], [38, l - 20], [30, l - 20], [30, l + 2], [22, l + 2], [22, l - 30], [.1, l - 30]], 48), m, mat: 22, tint: plain(colour, .5) });
const spool = (m, colour) => [{ mesh: lathe([[34, 0], [34, 8], [20, 12], [20, 78], [34, 82], [34, 90], [.1, 91]], 40), m, mat: 22, tint: plain('#8b6b3e', .6) }, { mesh: lathe([[30, 13], [32, 20], [32, 70], [30, 77]], 40), m, mat: 22, tint: plain(colour, .7) }];
async function workshop(kind) {
  const us = kind === 'vol2'; await book('vol2');
  const oak = [...lin3('#4d321b'), 1], walnut = [...lin3('#2d1d10'), 1], list = bench();
  const front = [beam(5200, 700, 40, 0, -392, 440, 24, walnut, 6), beam(5200, 46, 60, 0, -22, 452, 24, oak, 14)];
  for (const x of [-1180, 0, 1180]) front.push(beam(1060, 260, 20, x, -230, 462, 24, oak, 6), beam(960, 190, 8, x, -230, 472, 24, walnut, 4), { mesh: lathe([[.1, 52], [22, 48], [34, 34], [34, 26], [18, 12], [14, 0]], 40), m: M4.chain(M4.move(x, -224, 474), M4.rx(90)), mat: 22, tint: GOLD });
  list.push(thing(front));
  // The window.
  const wx = -1260, wy = 880, ww = 860, wh = 1000, bars = [];
  for (const s of [-1, 1]) bars.push(beam(70, wh + 140, 80, wx + s * (ww / 2 + 35), wy, BACK + 26, 24, oak, 8), beam(ww + 140, 70, 80, wx, wy + s * (wh / 2 + 35), BACK + 26, 24, oak, 8));
  for (const s of [-1, 1]) bars.push(beam(ww, 22, 34, wx, wy + s * wh / 6, BACK + 14, 24, oak, 5)); bars.push(beam(22, wh, 34, wx, wy, BACK + 14, 24, oak, 5), beam(ww + 240, 34, 150, wx, wy - wh / 2 - 86, BACK + 66, 24, oak, 8));
  list.push(thing([{ mesh: Mesh.quad([wx - ww / 2, wy + wh / 2, BACK + 6], [wx + ww / 2, wy + wh / 2, BACK + 6], [wx + ww / 2, wy - wh / 2, BACK + 6], [wx - ww / 2, wy - wh / 2, BACK + 6], [0, 0, 1]), mat: 38, tint: [.9, .95, 1.1, .5], tex: 'night', ghost: 1 }], { tex: { night: nightWindow() } }), thing(bars));
  // What is finished stands on the shelf.
  const sy = 690, shelfX = 470; list.push(thing([beam(1420, 44, 330, shelfX + 710, sy - 22, BACK + 165, 24, oak, 6), ...[140, 1260].map(x => beam(40, 150, 200, shelfX + x, sy - 118, BACK + 110, 24, oak, 10)), ...[140, 1260].map(x => beam(40, 40, 270, shelfX + x, sy - 62, BACK + 140, 24, oak, 10))]));
  let x = shelfX + 60; for (const k of us ? ['vol2', 'vol2', 'vol2', '#183229', 'vol2', 'vol2', '#3d3120', '#263a33'] : ['ashborn', 'ashborn', 'ember', 'sunfire', 'ashborn', 'ember', 'vol2', 'vol2']) {
    if (k[0] === '#') { const b = spineBook(x, 104, 560 + 40 * hash(x), 300, k, BACK + 310); b.world = M4.chain(M4.move(0, sy, 0), b.world); list.push(b); x += 110; } else { list.push(await book(k, { world: M4.chain(M4.move(0, sy, 0), shelved(x + 4, BACK + 320, wobble(x, 1) * 1.5)) })); x += 134; }
  }
  const leaning = us ? 'vol2' : 'sunfire'; list.push(await book(leaning, { world: M4.chain(M4.move(x + 106, sy, 0), M4.rz(9), shelved(0, BACK + 320)) }));
  // What leaves lies in straw.
  list.push(crate(880, 60, 700, 300, 460)); for (const [k, bx, bz, a] of us ? [['vol2', 1010, -60, 7], ['vol2', 1230, -110, -6], ['vol2', 1436, -70, 9]] : [['sunfire', 1010, -60, 7], ['ashborn', 1230, -110, -6], ['ember', 1436, -70, 9]]) list.push(await book(k, { world: M4.chain(M4.move(bx, -40, 0), M4.rz(a), shelved(0, bz, 4)) }));
  // The book on the bench, and the tools.
  list.push(await book(kind, { world: standing(-205, 0, 24) }), lamp(10, 1090, 120));
  const handle = plain('#6a3f1f', .35), steel = metal('#9aa09c', .3);
  list.push(thing([
    { mesh: lathe([[70, 0], [72, 4], [68, 150], [72, 158], [66, 160], [62, 150], [60, 20], [.1, 18]]), m: M4.move(-1240, 0, -150), mat: 22, tint: plain('#0f3d30', .2) },
    ...[[-22, 10, -8, 300], [26, -8, 9, 340], [0, 22, 2, 280], [-6, -24, -3, 320]].flatMap(([dx, dz, t, l], i) => { const m = M4.chain(M4.move(-1240 + dx, 18, -150 + dz), M4.rz(-t), M4.rx(t / 2)); return [{ mesh: lathe([[5, 0], [7, l * .5], [9, l * .86], [5, l]], 20), m, mat: 22, tint: i % 2 ? handle : plain('#8a1f18', .35) }, { mesh: lathe([[9, l], [10, l + 6], [10, l + 34]], 20), m, mat: 22, tint: steel }, { mesh: lathe([[10, l + 34], [15, l + 62], [9, l + 96], [.1, l + 106]], 20), m, mat: 22, tint: plain('#c9bda2', .9) }]; }),
    { mesh: lathe([[62, 0], [64, 6], [64, 46], [58, 54], [30, 58], [26, 70]]), m: M4.move(-560, 0, 60), mat: 22, tint: GOLD }, { mesh: lathe([[26, 66], [20, 96], [30, 130], [40, 172], [34, 206], [16, 224], [.1, 226]]), m: M4.move(-560, 0, 60), mat: 22, tint: handle },
    ...[[-820, 140, 20], [-742, 176, -14]].flatMap(([px, pz, t]) => { const m = M4.chain(M4.move(px, 16, pz), M4.ry(t), M4.rz(90)); return [{ mesh: lathe([[.1, 0], [14, 4], [18, 40], [14, 90], [18, 118], [8, 130]], 32), m, mat: 22, tint: handle }, { mesh: lathe([[8, 128], [6, 150], [4, 250], [.1, 268]], 20), m, mat: 22, tint: steel }]; }),
    // A book of gold leaf.
    { mesh: Mesh.box(300, 12, 200, 3), m: M4.chain(M4.move(520, 6, 150), M4.ry(-9)), mat: 22, tint: plain('#8f8467', .8) },
    ...[-72, 72].map(s => ({ mesh: Mesh.grid(20, 14, (u, w) => [(u - .5) * 118, 2.5 * Math.sin(u * 9 + w * 4), (w - .5) * 150, ...V.norm([-.35 * Math.cos(u * 9 + w * 4), 1, .1 * Math.sin(w * 12)]), u, w]), m: M4.chain(M4.move(520, 16, 150), M4.ry(-9), M4.move(s, 0, 0)), mat: 22, tint: [.34, .2, .05, .34] })),
    ...[[660, 230, 20], [700, 90, -30], [420, 290, 50]].map(([px, pz, t]) => ({ mesh: Mesh.grid(6, 6, (u, w) => [(u - .5) * 40, 5 * Math.sin(u * 5 + w * 3) + 6, (w - .5) * 30, ...V.norm([-.5 * Math.cos(u * 5 + w * 3), 1, .2]), u, w]), m: M4.chain(M4.move(px, 0, pz), M4.ry(t)), mat: 22, tint: [.34, .2, .05, .34] })),
    // Thread, and a roll of leather.
    ...[[-980, 40, '#8a1f18'], [-900, -20, '#c9993f']].flatMap(([px, pz, c]) => spool(M4.move(px, 0, pz), c)),
    ...[0, 1].map(i => roll(520, M4.chain(M4.move(-420 + i * 70, 46 + i * 76, -480 + i * 10), M4.rz(90)), us ? ['#18225a', '#16352c'][i] : ['#4c1010', '#16352c'][i])),
  ]), await wand(us ? 'dragon-elder' : 'phoenix-elm', [-450, 16, 260], [-1, 0, -.16], [0, 1, 0], .8), mug(-760, -250, 16));
  const r = 760, up = M4.move(10, 900, 260); list.push(thing([{ mesh: Mesh.quad([-r, -r, 0], [r, -r, 0], [r, r, 0], [-r, r, 0], [0, 0, 1]), m: up, mat: 33, tint: [1, .74, .36, .2], ghost: 1 }]));
  return list;
}
/** A box of leftovers: somebody else's crate, with what was worth saving from it. */
async function leftovers() {
  await book('vol2'); const list = bench(); list.push(crate(-350, 60, 700, 300, 460, false));
  for (const [w, h, deep, colour, m] of [
    [104, 400, 270, '#5c2a20', M4.chain(M4.move(-292, 40, -60), M4.ry(5), M4.rz(4))],
    [76, 360, 250, '#3d3a24', M4.chain(M4.move(-176, 40, -80), M4.ry(-3), M4.rz(-3))],
    [120, 430, 290, '#2c3550', M4.chain(M4.move(-84, 40, -90), M4.ry(6), M4.rz(-9))],
    [88, 330, 240, '#6a5330', M4.chain(M4.move(300, 262, -36), M4.ry(-17), M4.rz(90))],
  ]) { const b = spineBook(0, w, h, deep, colour); b.world = m; b.parts[3].tint = plain('#8a7850', .8); list.push(b); }
  const hide = M4.chain(M4.move(40, 130, -360), M4.ry(-14), M4.rz(-42)), tag = canvas(512, 288, g => { g.fillStyle = '#b09f74'; g.fillRect(0, 0, 512, 288); g.strokeStyle = g.fillStyle = '#4a1d14'; g.lineWidth = 5; g.strokeRect(22, 22, 468, 244); g.font = '112px "Della Respira"'; g.textAlign = 'center'; g.fillText('LOT 31', 256, 182); });
  list.push(thing([
    roll(470, hide, '#7a4726'), ...[150, 330].map(y => ({ mesh: Mesh.torus(45, 3), m: M4.mul(hide, M4.move(0, y, 0)), mat: 22, tint: plain('#c9b58a', .9) })),
    ...spool(M4.chain(M4.move(-470, 34, 190), M4.ry(-38), M4.rz(-90)), '#8a1f18'), ...spool(M4.move(440, 0, 90), '#1f4a3c'), ...spool(M4.move(120, 350, -130), '#c9993f'),
    { mesh: lathe([[7, 0], [7, 2], [4, 4], [.1, 5]], 16), m: M4.chain(M4.move(148, 200, 79), M4.rx(90)), mat: 22, tint: metal('#6d6a60', .5) },
  ]), thing([{ mesh: Mesh.grid(12, 4, (u, v) => [170 * u, 3 * Math.sin(u * 5), 96 * (v - .5), 0, 1, 0, u, v]), m: M4.chain(M4.move(60, 176, 76), M4.rz(-7), M4.rx(88)), mat: 23, tint: plain('#d9c9a0', .8), tex: 'tag' }], { tex: { tag } }),
  await wand('dragon-oak', [-270, 318, 12], [1, .04, -.06], [0, .6, 1], .56));
  return list;
}
const SHOP = { ...DARK, ground: null, yaw: 0, el: 0, dist: 3000, at: [0, 760, 0], fov: 33.4, rise: .27, mid: [100, 300, -150], lamp: [-120, 1450, 950], lampSize: 150, lampCol: [4.4, 3.2, 1.9], radius: 1500, pool: [0, 1900, 0], bias: 2.5, sky: [.10, .115, .13], bounce: [.05, .04, .028], bloom: .14, vignette: .5, samples: 8, exposure: .78 };
Object.assign(STILLS, { 'story-scene': { ...SHOP, things: () => workshop('ember') }, 'story-scene-us': { ...SHOP, things: () => workshop('vol2') }, 'story-crate': { ...SHOP, yaw: -13, el: 27, at: [16, 226, -120], rise: 0, dist: 2600, fov: 21, mid: [0, 200, -150], lamp: [-900, 1700, 1050], lampCol: [2.5, 1.78, 1.04], sky: [.15, .165, .18], radius: 1000, pool: [0, 1900, 0], things: leftovers } });
