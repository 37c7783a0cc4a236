import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { createCriticalCss, visibleNames } from './critical-css.server.ts'

/** The critical CSS of a page with one stylesheet. */
function critical(html: string, css: string): string {
  return createCriticalCss(() => css)(html, ['/a.css'])
}

describe('critical CSS', () => {
  test('has the rules whose selectors can match an element of the page', () => {
    const css = '.a{color:red}.b{color:blue}p.a{x:y}.a>.c,.a{z:z}#main{m:m}'
    expect(critical('<p class="a c2" id="main">', css)).toBe('.a{color:red}p.a{x:y}.a{z:z}#main{m:m}')
  })

  test('keeps conditions and their order, without empty ones', () => {
    const css =
      '@supports (a:c){@media (width>1px){.a{x:y}}@media (width>2px){.b{x:y}}}@supports (a:b){.b{x:y}}'
    expect(critical('<p class="a">', css)).toBe('@supports (a:c){@media (width>1px){.a{x:y}}}')
  })

  test('requires one alternative of :is, :where and :has, and nothing of :not', () => {
    const css =
      ':is(.a,.b) p{x:1}:is(.b,.c) p{x:2}p:not(.b){x:3}p:has(.b){x:4}:where(.b,.a:not(.z,.y)) p{x:5}p:nth-child(2n + 1){x:6}'
    expect(critical('<div class="a"><p>', css)).toBe(
      ':is(.a,.b) p{x:1}p:not(.b){x:3}:where(.b,.a:not(.z,.y)) p{x:5}p:nth-child(2n + 1){x:6}',
    )
  })

  test('requires attributes, except for those that the boot script sets', () => {
    const css = '[open]>p{x:1}input[type=radio]{x:2}html[data-splash] p{x:3}.js p{x:4}'
    expect(critical('<p><input type="radio">', css)).toBe(
      'input[type=radio]{x:2}html[data-splash] p{x:3}.js p{x:4}',
    )
  })

  test('leaves out states of the pointer and the keyboard', () => {
    expect(critical('<a>', 'a{x:1}a:hover{x:2}a:focus-visible{x:3}a:not(:hover){x:4}')).toBe(
      'a{x:1}a:not(:hover){x:4}',
    )
  })

  test('leaves out media queries that begin with the height, but not those for a width and a height', () => {
    const css =
      '@media (max-height:26rem){p{x:1}}@media (min-height:40rem) and (min-width:64rem){p{x:1}}@media (max-width:9rem) and (max-height:26rem){p{x:2}}@media print{p{x:3}}'
    expect(critical('<p>', css)).toBe('@media (max-width:9rem) and (max-height:26rem){p{x:2}}')
  })

  test('understands escaped names', () => {
    expect(critical('<p class="w-1/2 [x:y]">', '.w-1\\/2{x:1}.\\[x\\:y\\]{x:2}.w-1\\/3{x:3}')).toBe(
      '.w-1\\/2{x:1}.\\[x\\:y\\]{x:2}',
    )
  })

  test('has all fonts, but only those keyframes and custom properties that are used', () => {
    const css =
      ':root{--a:1px;--b:var(--c);--c:url("x;}");--d:2px}@font-face{font-family:F}@keyframes rise{0%{x:y}to{x:y}}@keyframes fall{to{x:y}}p{animation:rise 1s;margin:var(--a)}@property --p{syntax:"*"}'
    expect(critical('<p>', css)).toContain(
      '@font-face{font-family:F}@keyframes rise{0%{x:y}to{x:y}}p{animation',
    )
    expect(critical('<p>', css)).not.toMatch(/--[bcdp]|fall/)
  })

  test('replaces custom properties that are constant by their values', () => {
    const css =
      ':root{--a:1px;--b:calc(var(--a) + 2px);--c:red;--f:"A, b",serif}p{margin:var(--b);color:var(--c);font:1em var(--f)}'
    expect(critical('<p>', `${css}@media (width>1px){:root{--c:blue}}`)).toBe(
      ':root{--c:red}p{margin:calc(1px + 2px);color:var(--c);font:1em "A, b",serif}@media (width>1px){:root{--c:blue}}',
    )
    expect(critical('<p>', ':root{--q:red}p{color:var(--q)}p{--q:blue}')).toContain('color:var(--q)')
  })

  test('leaves out declarations for movement, scrolling and the pointer', () => {
    expect(
      critical('<p>', 'p{cursor:url("a;b"),pointer;color:red;transition:all 1s;scroll-snap-type:x}b{x:y}'),
    ).toBe('p{color:red}')
    expect(critical('<p>', '@media (x){*{animation:none!important}}p{color:red}')).toBe('p{color:red}')
  })

  test('hides elements marked as later, and has no rules for them', () => {
    const page = '<p><div data-later class="c"><div><b></b></div><i></i></div><s></s></p>'
    const css = '.c{display:block}[data-later]{x:y}b{x:y}i{x:y}s{x:y}'
    expect(critical(page, css)).toBe('[data-later]{display:none}s{x:y}')
    expect(critical('<p>', 'p{x:y}')).toBe('p{x:y}')
  })

  test('merges neighbouring rules with the same selector, and no others', () => {
    expect(critical('<p><b>', 'p{a:b}p{c:d}p{e:f}b{a:b}p{g:h}@media (x){p{a:b}p{c:d}}')).toBe(
      'p{a:b;c:d;e:f}b{a:b}p{g:h}@media (x){p{a:b;c:d}}',
    )
  })

  test('ignores syntax inside strings', () => {
    expect(critical('<p>', 'p:before{content:"}{;"}b{x:y}p{content:\'"\'}')).toBe(
      'p:before{content:"}{;"}p{content:\'"\'}',
    )
  })
})

describe('visible names', () => {
  test('include the summary of a closed details, but not its content', () => {
    const html =
      '<details class="a"><summary class="b"><i></i></summary><p class="c"><details><summary><u></u></summary></details></p></details><s></s>'
    const names = visibleNames(html)
    expect([...names]).toEqual(expect.arrayContaining(['details', '.a', 'summary', '.b', 'i', 's']))
    expect(names.has('.c') || names.has('p') || names.has('u')).toBe(false)
  })

  test('include the content of an open details, but not that of a closed dialog', () => {
    const names = visibleNames(
      '<details open><summary></summary><p class="c"></p></details><dialog><b></b></dialog>',
    )
    expect(names.has('.c')).toBe(true)
    expect(names.has('b')).toBe(false)
  })

  test('are not read from scripts', () => {
    expect(visibleNames('<script>"<b class=\\"x\\">"</script><p>').has('b')).toBe(false)
  })

  test('of any number of made-up pages take bounded memory', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const used = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const text = 'word '.repeat(12_000)
    const ask = (id: string) =>
      visibleNames(Buffer.from(`<p>${text}</p><input value="/us/cart?x=${id}">`).toString())
    const before = used()
    for (let id = 0; id < 1500; id++) ask(`${id} of many`)
    for (let id = 0; id < 1500; id++) ask(id + 'y'.repeat(4_000))
    expect(used() - before).toBeLessThan(10_000_000)
  })
})
