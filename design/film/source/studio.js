/* Photographs of the film's objects. A still is the mean of many exposures: each has its own point of a large lamp,
   its own direction of the sky, a shadow map for both, and its own place in the pixel and the lens. So shadows are
   soft where they should be, corners are dark, and edges are clean. Units as in scene.js: 20 are a centimetre. */
const STUDIO_VS = `#version 300 es
layout(location=0) in vec3 aPos; layout(location=1) in vec3 aNor; layout(location=2) in vec2 aUv;
uniform mat4 uVP, uModel, uWorld;
out vec3 vP, vN, vL, vLN, vW; out vec2 vUv;
invariant gl_Position;
void main(){ vec4 p=uModel*vec4(aPos,1.); vP=p.xyz; vN=mat3(uModel)*aNor; vL=aPos; vLN=aNor; vUv=aUv; vec4 w=uWorld*p; vW=w.xyz; gl_Position=uVP*w; }`;
const DEPTH_FS = `#version 300 es
precision highp float; in vec2 vUv; uniform sampler2D uTex; uniform float uCut;
void main(){ if(uCut>0. && texture(uTex,vUv).a<uCut) discard; }`;
const STUDIO_FS = (MAT, DARK) => COMMON.replace('#version 300 es', `#version 300 es
#define MAT ${MAT}
#define DARK ${+DARK}
#define INSIDE ${+[6, 7, 8, 9, 13, 14].includes(MAT)}`) + `
in vec3 vP, vN, vL, vLN, vW; in vec2 vUv;
uniform vec4 uTint; uniform float uWave,uWaveGain,uPlate,uAlphaLayer; uniform vec2 uLock; uniform float uEmber;
uniform sampler2D uTex, uTex2, uNoise;
uniform highp sampler2DShadow uShadowKey, uShadowSky; uniform mat4 uKeyVP, uSkyVP, uWorld;
uniform vec3 uEyeW, uLamp, uLampCol, uSkyDir, uSkyCol, uBounce, uGround, uGround2, uPool, uCatch; uniform float uBias, uShare, uBoxed, uFall, uSoft, uTone;
layout(location=0) out vec4 o;
float lobe(vec3 r, vec3 d, float w){ return exp((dot(r,normalize(d))-1.)/w); }
// What polished things see: a dark room with a lamp, or a pale one with tall windows.
vec3 room(vec3 r, float rough){
  float w=rough*rough*.5, up=r.y*.5+.5;
#if DARK
  vec3 c=mix(vec3(.004,.008,.007),vec3(.03,.055,.048),up*up);
  c+=vec3(.62,.43,.24)*(lobe(r,vec3(.5,.25,.85),.20+w)*1.3+lobe(r,vec3(.84,-.2,.5),.10+w)*1.2)+vec3(.62,.40,.20)*lobe(r,vec3(.95,.2,.25),.12+w)*.9+vec3(.10,.17,.15)*lobe(r,vec3(-.9,.3,.2),.12+w);
  return c;
#else
  vec3 c=mix(vec3(.10,.096,.088),vec3(.34,.35,.36),smoothstep(.3,1.,up));
  c+=vec3(1.,.93,.82)*(lobe(r,vec3(.84,-.22,.5),.13+w)*1.25+lobe(r,vec3(.1,.2,1.),.16+w)*.9)+vec3(1.,.96,.9)*lobe(r,vec3(-.75,.45,.5),.09+w)*1.5+vec3(.9,.82,.7)*lobe(r,vec3(.95,.25,.2),.07+w)*.8+vec3(.7,.72,.75)*lobe(r,vec3(0.,1.,.1),.14+w)*.9;
  return c;
#endif
}
float vis(highp sampler2DShadow s, mat4 m, vec3 p){ vec4 q=m*vec4(p,1.); vec3 c=q.xyz/q.w*.5+.5; if(c.x<0.||c.y<0.||c.x>1.||c.y>1.||c.z>1.) return 1.;
  float e=uSoft/float(textureSize(s,0).x), f=0.; for(int i=0;i<4;i++){ vec2 d=vec2(i&1,i>>1)-.5; f+=texture(s,c+vec3(mat2(.8,.6,-.6,.8)*d*e,0.)); } return f*.25; }
void main(){
  mat3 W3=mat3(uWorld); float k=length(W3[0]); vec3 Vw=normalize(uEyeW-vW), V=normalize(transpose(W3)*Vw), N=normalize(vN); if(dot(N,V)<0.) N=-N;
  vec3 alb=vec3(.5), emi=vec3(0.); float metal=0., rough=.6, alpha=1., ao=1., spec=1., sheen=0.;
  vec2 uv=vUv; vec4 nz2=mix(texture(uNoise,vL.xz*.0141+vL.yy*.011),texture(uNoise,vL.xz*.0047+vL.yy*.003),.25);
  vec3 geo=normalize(W3*N);
#if MAT<20
` + MATERIALS + `
#if MAT==6
  alb*=mix(vec3(1.),texture(uTex,uv).rgb*2.2,.6*(1.-uEmber)*step(.5,vLN.y));
#elif MAT==7||MAT==9
  alb*=1.75;
#elif MAT==1
  alb=mix(mix(alb,vec3(dot(alb,vec3(.3,.5,.2))),.16),alb,metal)*mix(uTone,1.2,metal);
#elif MAT==4
  { vec3 t=texture(uTex,uv).rgb; alb=mix(t*1.1,t,metal); }
#elif MAT==5
  metal=.72; alb*=1.15;
#endif
#elif MAT==20                                              /* ground that runs up into a wall */
  vec4 nz=texture(uNoise,vW.xz*.0021+vW.yy*.0017); alb=mix(uGround,uGround2,smoothstep(300.,1900.,length(vW-vec3(uPool.x,0.,uPool.z)))); rough=.62; spec=.5;
  alb*=.96+.08*nz.r; 
#if DARK
  { float g=texture(uNoise,vW.xz*vec2(.0009,.006)).r*.6+texture(uNoise,vW.xz*vec2(.003,.022)).g*.4; alb*=.7+.6*g; rough=.46; N=normalize(N+vec3(nz.r-.5,0.,nz.g-.5)*.012); }
#endif
#elif MAT==21                                              /* shadow only */
#elif MAT==22                                              /* plain: tint, with w as roughness; a negative w is metal */
  alb=uTint.rgb; rough=abs(uTint.w); metal=uTint.w<0.?1.:0.; N=normalize(N+(nz2.rgb-.5)*.03);
#elif MAT==23                                              /* a card of paper or board with a picture on it */
  vec4 t=texture(uTex,uv); if(t.a<.3) discard; alb=mix(uTint.rgb,t.rgb/max(t.a,.05),step(.5,abs(vLN.y))*t.a); rough=.75; spec=.35; N=normalize(N+(nz2.rgb-.5)*.05);
#elif MAT==24                                              /* wood */
  { vec3 q=vP*vec3(.0011,.012,.012); float g=texture(uNoise,q.xz+q.yy*1.3).r*.6+texture(uNoise,q.xz*vec2(3.,4.)+q.y).g*.4; alb=uTint.rgb*(.45+1.1*g); rough=.42+.2*g; spec=.7; N=normalize(N+(texture(uNoise,q.xz*3.).rgb-.5)*.05); }
#elif MAT==25                                              /* quilted satin */
  { vec2 q=vL.xz/uTint.w; vec2 d=vec2(q.x+q.y,q.x-q.y), f=abs(fract(d)-.5); float h=smoothstep(0.,.5,.5-max(f.x,f.y)); vec2 g=fract(d)-.5; vec3 n=vec3(g.x+g.y,0.,g.x-g.y)*-1.; N=normalize(N+n*.8*pow(max(f.x,f.y)*2.,2.)); alb=uTint.rgb*mix(.5,1.,smoothstep(0.,.16,.5-max(f.x,f.y))); sheen=1.; rough=.5; spec=.8; }
#elif MAT==26                                              /* a turned thing with its drawing wrapped on it */
  vec4 t=texture(uTex,uv); if(t.a<.4) discard; alb=t.rgb/max(t.a,.3)*uTint.rgb; rough=uTint.w; spec=.9; N=normalize(N+(nz2.rgb-.5)*.06);
#elif MAT==27                                              /* glaze with a foil print */
  { vec4 t=texture(uTex,uv); alb=mix(uTint.rgb,vec3(.86,.62,.28),t.a); metal=t.a*.8; rough=mix(uTint.w,.38,t.a); N=normalize(N+(nz2.rgb-.5)*.012); }
#elif MAT==28                                              /* leather of other books, with bands of foil */
  { float b=0.; for(int i=0;i<6;i++){ float y=float(i)/6.+.09; b=max(b,smoothstep(.0045,.003,abs(uv.y-y))+smoothstep(.0045,.003,abs(uv.y-y-.035))); } b*=step(.06,uv.x)*step(uv.x,.94)*step(.5,vLN.y);
    alb=mix(uTint.rgb*(.85+.3*nz2.a),vec3(.80,.58,.26),b*.85); metal=b; rough=mix(.55,.3,b); spec=.5; N=normalize(N+(nz2.rgb-.5)*.14); }
#elif MAT==29                                              /* wax */
  { vec4 t=texture(uTex,uv); alb=uTint.rgb*mix(1.,.55+.9*dot(t.rgb/max(t.a,.1),vec3(.5,.3,.2)),t.a*step(.5,vLN.y)); rough=.34; spec=1.1; }
#elif MAT==30                                              /* velvet without a drawing */
  { vec4 nz=mix(texture(uNoise,vL.xz*.0131+vL.yy*.011),texture(uNoise,vL.zx*.0037+.3),.5); alb=uTint.rgb*(.75+.5*nz.a); sheen=1.; rough=.95; spec=.15; N=normalize(N+(nz.rgb-.5)*.22); }
#elif MAT==34                                              /* a card covered with foil */
  { vec4 t=texture(uTex,uv); if(t.a<.3) discard; vec3 c=t.rgb/max(t.a,.05); metal=.8*smoothstep(.02,.2,dot(c,vec3(.3,.5,.2))); alb=mix(c,vec3(.93,.70,.33),.45*metal); rough=.3; N=normalize(N+(texture(uNoise,vL.xz*.006).rgb-.5)*.18+(nz2.rgb-.5)*.05); }
#elif MAT==35                                              /* holographic film */
  { vec4 t=texture(uTex,uv); if(t.a<.3) discard; vec3 c=t.rgb/max(t.a,.05); float g=smoothstep(.5,.2,abs(c.r-c.g)+abs(c.g-c.b))*step(.8,c.g), k=step(dot(c,vec3(.33)),.1), h=vL.x*.012+vL.z*.007+texture(uNoise,vL.xz*.002).r*.7+dot(Vw,vec3(1.3,.4,.9))*2.; vec3 q=.5+.5*cos(6.2832*(h+vec3(0.,.33,.67))); alb=mix(c,mix(c,q,.62),(1.-g)*(1.-k)); metal=.35*(1.-k); rough=.22; N=normalize(N+(texture(uNoise,vL.xz*.01).rgb-.5)*.1); }
#elif MAT==36||MAT==37                                     /* woven canvas with a print; 37: a strap of it */
  { vec4 t=texture(uTex,uv); bool inner=MAT==36&&dot(normalize(vN),V)<0.; vec2 q=uv*(MAT==36?vec2(1660.,520.):vec2(980.,46.))/4.6, f=fract(q)-.5; float over=mod(floor(q.x)+floor(q.y),2.);
    vec2 g=over<.5?vec2(f.x*.7,f.y*1.7):vec2(f.x*1.7,f.y*.7); float slub=texture(uNoise,q*vec2(.004,.11)).r*.5+texture(uNoise,q*vec2(.11,.004)).g*.5, fuzz=texture(uNoise,q*.013).b;
    alb=uTint.rgb*(.78+.3*slub+.12*fuzz)*(1.06-.55*dot(g,g)); if(!inner) alb=mix(alb,t.rgb/max(t.a,.05)*(.8+.25*slub)*(1.05-.5*dot(g,g)),t.a*(.9+.1*fuzz)); else alb*=.72;
    vec3 T=normalize(cross(vec3(0.,1.,.001),N)), B=cross(N,T); N=normalize(N+(T*g.x-B*g.y)*.42+(nz2.rgb-.5)*.1); rough=.9; spec=.2; sheen=.6; }
#elif MAT==38                                              /* what shines by itself */
  { vec4 t=texture(uTex,uv); alb=vec3(0.); spec=0.; emi=t.rgb*uTint.rgb*uTint.w; }
#elif MAT==39                                              /* paint on boards, lit by what shines out of uLock with the strength uWave */
  { float g=texture(uNoise,vec2(vW.x*.011+vL.z*.003,vW.y*.0007)).r*.6+texture(uNoise,vec2(vW.x*.031,vW.y*.0019)).g*.4; alb=uTint.rgb*(.72+.56*g); rough=uTint.w+.12*g; spec=.6; N=normalize(N+(nz2.rgb-.5)*.04+vec3(g-.5,0.,0.)*.05);
    float d=length((vW.xy-uLock)*vec2(1.,.8)); emi=alb*vec3(1.,.60,.24)*uWave*(exp(-d/260.)*1.6+exp(-d/720.)*.55); }
#elif MAT==31                                              /* tea */
  alb=mix(vec3(.10,.035,.01),vec3(.30,.12,.035),smoothstep(.3,1.,length(vL.xz)/uTint.w)); rough=.08; spec=1.4;
#endif
  N=normalize(W3*N); vec3 P=vW+geo*2.2*k*uBias;
  vec3 L=uLamp-vW; float ld=length(L); L/=ld; vec3 H=normalize(L+Vw);
  float shK=vis(uShadowKey,uKeyVP,P+geo*1.5*k*uBias), shS=vis(uShadowSky,uSkyVP,P);
  float nl=max(dot(N,L),0.), ns=max(dot(N,uSkyDir),0.); if(dot(geo,L)<0.) shK=0.; if(dot(geo,uSkyDir)<0.) shS=0.;
  float fall=pow(uFall/ld,2.);
  // Outside its pool the lamp is masked, so that a theatre stays dark.
  float pool=1.-smoothstep(.55,1.,length((vW-uPool).xz*vec2(.9,1.))/max(uPool.y,1.)); if(uPool.y<1.) pool=1.;
  pool=mix(.07,1.,pool);
#if MAT==32
  { vec4 t=texture(uTex,uv); o=vec4(t.rgb*uTint.rgb*uTint.w,0.)*uShare; return; }
#elif MAT==33
  { vec2 q=uv*2.-1.; float r=length(q); o=vec4(uTint.rgb*uTint.w*(exp(-r*r*9.)*.5+exp(-r*r*60.)*1.2)*smoothstep(1.,.6,r),0.)*uShare; return; }
#elif MAT==21
  float e=1.-smoothstep(.35,1.,length((vW.xz-uCatch.xy))/uCatch.z);
  vec3 K=uLampCol*fall*L.y, S=uSkyCol*uSkyDir.y*2.; float kk=dot(K,vec3(.33)), ss=dot(S,vec3(.33));
  o=vec4(vec3(.003,.004,.004),1.)*(kk*(1.-shK)+ss*(1.-shS))/(kk+ss)*e*uBoxed*uShare; return;
#endif
  float sky=shS*ns*2./max(.5*(1.+N.y)+.25,.3);             // share of the sky this place sees, for reflections
  vec3 key=uLampCol*fall*pool*shK; float hemi=.5-.5*N.y;
  vec3 ambient=uSkyCol*2.*ns*shS+uBounce*(.25+hemi)*mix(.45,1.,sky*.6);
  vec3 mag=vec3(0.);
  if(uGlow>.001){
#if INSIDE
    vec3 d=vec3(235.,110.,40.)-vP; mag=uMagic*uGlow*(.62*(.55+.45*dot(N,vec3(0.,1.,0.)))*exp(-dot(d,d)/130000.)+.20)*mix(.35,1.,min(shS*ns*2.5,1.));
#elif MAT==4||MAT==1
    vec3 A=vec3(28.,124.,-300.), B=vec3(438.,124.,-300.), C=vec3(438.,124.,300.), D=vec3(28.,124.,300.); vec3 nb=normalize(vN); if(dot(nb,V)<0.) nb=-nb;
    mag=uMagic*uGlow*2.6*quadLight(vP,nb,A,B,C,D)*step(0.,dot(vec3(235.,124.,0.)-vP,nb)+40.)*(MAT==1?step(vLN.y,.2):1.);
#endif
  }
  vec3 diff=alb*(1.-metal)*(key*nl+ambient*ao+mag);
  vec3 R=reflect(-Vw,N); float nv=max(dot(N,Vw),0.), fr=pow(1.-nv,5.);
  vec3 F0=mix(vec3(.04)*spec,alb,metal), F=F0+(max(vec3(1.-rough)*.7,F0)-F0)*fr*(metal>.5?1.:.5);
  float a2=pow(max(rough,.16),4.), nh=max(dot(N,H),0.), dd=nh*nh*(a2-1.)+1., D=min(a2/(3.1416*dd*dd),30.), G=1./(4.*mix(max(nl,.05),1.,rough*.5)*mix(max(nv,.1),1.,rough*.5));
  vec3 env=room(R,rough)*(.12+.88*min(sky,1.4))*ao*(DARK==1?1.:.9);
  env+=uMagic*uGlow*.3*(INSIDE==1?smoothstep(-.2,.9,R.y):0.);
  vec3 col=diff+env*F*(metal>.3?1.35:1.)+key*nl*F*D*G*ao+emi;
  if(sheen>.5) col+=alb*(key*.8+ambient+mag*.5)*pow(1.-nv,2.)*.8;
  col=clamp(col,0.,6.); if(!(col.r+col.g+col.b>=0.)) col=vec3(0.);
  o=vec4(col*alpha,alpha)*uShare; }`;
const DEVELOP_FS = `#version 300 es
precision highp float; in vec2 v; uniform sampler2D uTex,uBloom; uniform float uExposure,uBloomGain,uVignette,uAspect,uEdge; out vec4 o;
vec3 film(vec3 x){ return clamp((x*(2.51*x+.03))/(x*(2.43*x+.59)+.14),0.,1.); }
float h(vec2 p){ return fract(52.9829189*fract(dot(p,vec2(.06711056,.00583715)))); }
void main(){ vec4 t=textureLod(uTex,v,0.); vec3 c=t.rgb/max(t.a,.0001)+textureLod(uBloom,v,0.).rgb*uBloomGain; c*=uExposure;
 vec2 q=(v-.5)*vec2(max(uAspect,1.),max(1./uAspect,1.)); c*=mix(1.,uVignette,smoothstep(.3,1.05,length(q)));
 c=film(c); c=mix(c*12.92,1.055*pow(max(c,vec3(1e-5)),vec3(1./2.4))-.055,step(.0031308,c));
 c+=(h(gl_FragCoord.xy)-.5)/255.; vec2 m=min(v,1.-v); float e=uEdge>0.?smoothstep(0.,uEdge,min(m.x,m.y)):1.; o=vec4(c,t.a<.004?0.:t.a*e); }`;

const kit = {};                                           // programs, frames and textures that all stills share
const radical = (i, b) => { let f = 1, r = 0; for (; i > 0; i = Math.floor(i / b)) { f /= b; r += f * (i % b); } return r; };
const ortho = (r, n, f) => [1 / r, 0, 0, 0, 0, 1 / r, 0, 0, 0, 0, -2 / (f - n), 0, 0, 0, -(f + n) / (f - n), 1];
function depthTarget(n) {
  const f = gl.createFramebuffer(), t = gl.createTexture(); gl.bindFramebuffer(gl.FRAMEBUFFER, f); gl.bindTexture(gl.TEXTURE_2D, t);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, n, n);
  for (const [k, v] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE], [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL]]) gl.texParameteri(gl.TEXTURE_2D, k, v);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, t, 0); gl.drawBuffers([gl.NONE]);
  return { f, t, n };
}
function floatTarget(w, h) {
  const o = { f: gl.createFramebuffer(), t: gl.createTexture(), w, h }; gl.bindFramebuffer(gl.FRAMEBUFFER, o.f); gl.bindTexture(gl.TEXTURE_2D, o.t); gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, w, h);
  for (const k of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, k, gl.NEAREST);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, o.t, 0); return o;
}
const part = o => Object.assign({ on: 'world', tint: [1, 1, 1, 1], layer: 1, m: M4.id() }, o, { mesh: upload(o.mesh) });

/** Renders one still of `STILLS`; the picture as base64 RGBA, bottom row first. */
window.still = async ({ name, svg, width, height, samples }) => {
  const c = document.getElementById('c'); c.width = 8; c.height = 8;
  gl = c.getContext('webgl2', { antialias: false, alpha: false });
  for (const e of ['EXT_color_buffer_float', 'EXT_float_blend', 'OES_texture_float_linear']) gl.getExtension(e);
  await document.fonts.load('20px "Della Respira"');
  const ask = gl.getExtension.bind(gl); gl.getExtension = n => n === 'EXT_texture_filter_anisotropic' ? null : ask(n);   // the jitter does that
  kit.svg = svg; S.noise = noiseTexture(); S.tex = {}; S.key = [-420, 1120, -760];
  const shot = Object.assign({ exposure: 1, dark: false, samples: 22, bounce: [.05, .048, .044], sky: [.42, .43, .45], lampCol: [2.2, 2., 1.72], lamp: [-1000, 1500, 900], lampSize: 260, ground: null, fov: 24, lens: 0, vignette: 1, bloom: 0, pool: [0, 0, 0], radius: 900, shadow: .8, magic: [1.9, 1.064, .361] }, STILLS[name]);
  const items = await shot.things(), n = samples || shot.samples;
  const key = depthTarget(1536), sky = depthTarget(768), frame = target(width, height, { depth: true }), sum = floatTarget(width, height);
  const at = shot.at, rad = Math.PI / 180, dir = [Math.sin(shot.yaw * rad) * Math.cos(shot.el * rad), Math.sin(shot.el * rad), Math.cos(shot.yaw * rad) * Math.cos(shot.el * rad)];
  const mid = shot.mid || at, eye0 = V.add(at, V.mul(dir, shot.dist)), side = V.norm(V.cross([0, 1, 0], dir)), up = V.cross(dir, side);
  const lampDir = V.norm(V.sub(shot.lamp, mid)), lx = V.norm(V.cross([0, 1, 0], lampDir)), ly = V.cross(lampDir, lx);
  const depthProgram = program(STUDIO_VS, DEPTH_FS), cache = {}, copy = program(VS_FULL, FS_COPY.replace('vec4(textureLod(uTex,v,0.).rgb*uGain,1.)', 'textureLod(uTex,v,0.)*uGain')), develop = program(VS_FULL, DEVELOP_FS);
  opt = { width, height }; gl.enable(gl.DEPTH_TEST); gl.depthFunc(gl.LEQUAL);
  const shadows = (tgt, vp) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, tgt.f); gl.viewport(0, 0, tgt.n, tgt.n); gl.disable(gl.BLEND); gl.enable(gl.DEPTH_TEST); gl.depthMask(true); gl.clear(gl.DEPTH_BUFFER_BIT); solids(vp, false);
  };
  const solids = (vp, seen) => {
    gl.useProgram(depthProgram.p);
    for (const it of items) for (const o of it.parts) { if (o.mat === 21 || o.ghost || (seen ? o.alpha || o.mat === 7 : o.mat === 20)) continue; bind(0, it.tex[o.tex] || S.noise); set(depthProgram, { uVP: vp, uModel: M4.mul(it.rig[o.on], o.m), uWorld: it.world, uTex: 0, uCut: o.alpha ? .5 : 0 }); gl.bindVertexArray(o.mesh.a); gl.drawArrays(gl.TRIANGLES, 0, o.mesh.n); }
  };
  gl.bindFramebuffer(gl.FRAMEBUFFER, sum.f); gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT);
  for (let i = 0; i < n; i++) {
    const u = (i + .5) / n, r2 = radical(i + 1, 2), r3 = radical(i + 1, 3), r5 = radical(i + 1, 5), r7 = radical(i + 1, 7);
    const la = Math.sqrt(u), lb = i * 2.39996, lamp = V.add(shot.lamp, V.add(V.mul(lx, Math.cos(lb) * la * shot.lampSize), V.mul(ly, Math.sin(lb) * la * shot.lampSize)));
    const y = .06 + .94 * r3, ph = 2 * Math.PI * r5, sd = [Math.cos(ph) * Math.sqrt(1 - y * y), y, Math.sin(ph) * Math.sqrt(1 - y * y)];
    const d = Math.hypot(...V.sub(lamp, mid)), keyVP = M4.mul(M4.persp(2 * Math.asin(Math.min(.9, shot.radius / d)) / rad, 1, Math.max(50, d - shot.radius * 1.3), d + shot.radius * 1.5), M4.look(lamp, mid));
    const skyVP = M4.mul(ortho(shot.radius, 10, 6000), M4.look(V.add(mid, V.mul(sd, 3000)), V.add(mid, [.001, 0, .001])));
    shadows(key, keyVP); shadows(sky, skyVP);
    const le = Math.sqrt(r7) * shot.lens, lp = 2 * Math.PI * r2 + i, eye = V.add(eye0, V.add(V.mul(side, Math.cos(lp) * le), V.mul(up, Math.sin(lp) * le)));
    // The lens moves and the point of focus stays: what lies before or behind it blurs.
    const pv = M4.chain(M4.move((r2 * 2 - 1) / width * 1.1 + (shot.shift || 0), (r3 * 2 - 1) / height * 1.1 + (shot.rise || 0), 0), M4.persp(shot.fov, width / height, 200, 14000), M4.look(eye, at));
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame.f); gl.viewport(0, 0, width, height); gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT); gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    // Depth first, so that only what is seen is painted.
    gl.colorMask(false, false, false, false); gl.disable(gl.BLEND); solids(pv, true); gl.colorMask(true, true, true, true); gl.enable(gl.BLEND);
    bind(2, S.noise); bind(5, key.t); bind(6, sky.t);
    for (const it of items) for (const o of it.parts) {
      if (o.mat > 31 && o.mat < 36) gl.disable(gl.DEPTH_TEST); const pr = cache[o.mat] || (cache[o.mat] = program(STUDIO_VS, STUDIO_FS(o.mat, shot.dark))); gl.useProgram(pr.p);
      set(pr, { uVP: pv, uModel: M4.mul(it.rig[o.on], o.m), uWorld: it.world, uTint: o.tint, uAlphaLayer: o.layer, uEyeW: eye, uEye: eye, uLamp: lamp, uLampCol: shot.lampCol, uSkyDir: sd, uSkyCol: shot.sky, uBounce: shot.bounce, uGround: lin3(shot.ground ? shot.ground[0] : '#000000'), uGround2: lin3(shot.ground ? shot.ground[1] : '#000000'), uPool: shot.pool, uCatch: shot.catch || [at[0], at[2], 900], uShare: 1, uBias: shot.bias || 1, uSoft: 4, uTone: it.tone || 1, uBoxed: shot.shadow, uFall: Math.hypot(...V.sub(shot.lamp, mid)),
        uGlow: it.glow || 0, uMagic: shot.magic, uLid: it.lid || 0, uLeak: 0, uLeakRun: 0, uT: 9, uTime: 1, uFlash: 0, uWave: it.wave || 0, uWaveGain: it.waveGain || 0, uPlate: it.plate || 0, uLock: it.lock || [0, 0], uEmber: it.ember || 0, uKeyVP: keyVP, uSkyVP: skyVP, uShadowKey: 5, uShadowSky: 6, uTex: 0, uTex2: 1, uNoise: 2 });
      bind(0, it.tex[o.tex] || S.noise); bind(1, it.tex[o.tex2] || S.noise); gl.bindVertexArray(o.mesh.a); gl.drawArrays(gl.TRIANGLES, 0, o.mesh.n); gl.enable(gl.DEPTH_TEST);
    }
    gl.disable(gl.DEPTH_TEST); gl.bindVertexArray(null); gl.blendFunc(gl.ONE, gl.ONE); bind(0, frame.t); quad(copy, { uTex: 0, uGain: 1 / n }, sum); gl.enable(gl.DEPTH_TEST);
    if (i % 4 === 3) gl.finish();
  }
  gl.disable(gl.BLEND); gl.disable(gl.DEPTH_TEST);
  const out = target8(width, height), glow = bloomOf(sum, shot.bloom > 0);
  bind(0, sum.t); bind(1, glow); quad(develop, { uTex: 0, uBloom: 1, uExposure: shot.exposure, uBloomGain: shot.bloom, uVignette: shot.vignette, uEdge: items.some(it => it.parts.some(o => o.mat === 21)) ? .07 : 0, uAspect: width / height }, out);
  const px = new Uint8Array(width * height * 4); gl.bindFramebuffer(gl.FRAMEBUFFER, out.f); gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, px);
  return new Promise(r => { const f = new FileReader(); f.onload = () => r(f.result.slice(f.result.indexOf(',') + 1)); f.readAsDataURL(new Blob([px])); });
};
function target8(w, h) { const o = { f: gl.createFramebuffer(), t: gl.createTexture(), w, h }; gl.bindFramebuffer(gl.FRAMEBUFFER, o.f); gl.bindTexture(gl.TEXTURE_2D, o.t); gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, w, h); gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, o.t, 0); return o; }
function bloomOf(sum, wanted) {
  if (!wanted) return S.noise;
  const down = program(VS_FULL, FS_DOWN), up = program(VS_FULL, FS_UP), b = []; for (let i = 1; i <= 6; i++) b.push(target(Math.max(2, sum.w >> i), Math.max(2, sum.h >> i)));
  let src = sum; for (const t of b) { bind(0, src.t); quad(down, { uTex: 0, uPx: [1 / src.w, 1 / src.h], uCut: src === sum ? .9 : 0 }, t); src = t; }
  gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE); for (let i = b.length - 1; i > 0; i--) { bind(0, b[i].t); quad(up, { uTex: 0, uPx: [1 / b[i].w, 1 / b[i].h], uGain: .85 }, b[i - 1]); } gl.disable(gl.BLEND);
  return b[0].t;
}
