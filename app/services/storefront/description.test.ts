import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanDescription, descriptionText } from './mapping.server.ts'

it.each([
  ['<p>One.</p>\n<p>Two &amp; three.</p>', 'One.\n\nTwo & three.'],
  ['<div>One<br>line</div><ul><li>a</li><li>b</li></ul>', 'One line\n\na\n\nb'],
  ['One<br><br/>Two', 'One\n\nTwo'],
  ['<script>alert(1)</script><p onclick="x()">Safe &lt;b&gt;</p>', 'Safe <b>'],
  ['&unknown; stays, caf&eacute; &#8217;n&#x2019; &nbsp; cake', '&unknown; stays, café ’n’ cake'],
  ['<p>Never <b>closed <ul><li>one<li>two', 'Never closed\n\none\n\ntwo'],
  ['<svg><title>no</title></svg><p>yes</p><iframe>no</iframe><img src=x alt="no">', 'yes'],
  ['<table><tr><th>Size</th><td>30 cm</td></tr></table>', 'Size 30 cm'],
  ['', ''],
])('the text of the description %s', (html, text) => {
  expect(descriptionText(cleanDescription(html))).toBe(text)
})

it('keeps paragraphs, headings, lists, tables, emphasis and links, and no other markup', () => {
  const html = `<h1 class="x">A <i>scarf</i></h1><p style="x">Of <strong>wool</strong>.<br>See <a href="https://wool.example/a?b=1&c" onclick="x">how</a>.</p><ol><li>Wash<ul><li>by hand</li></ul></li></ol><table><tr><th>Length</th></tr></table>`
  expect(cleanDescription(html)).toBe(
    '<h2>A <em>scarf</em></h2><p>Of <b>wool</b>.<br/>See <a href="https://wool.example/a?b=1&amp;c" rel="nofollow">how</a>.</p><ol><li>Wash<ul><li>by hand</li></ul></li></ol><table><tr><td>Length</td></tr></table>',
  )
})

it.each(['javascript:alert(1)', ' JaVa\nscript:alert(1)', 'data:text/html,x', '/pages/about', ''])(
  'has no link to %j',
  (href) => {
    expect(cleanDescription(`<a href="${href}">text</a>`)).toBe('<a>text</a>')
  },
)

const MARKS = '<p|<a href="|"|\'|>|</|<script>|<!--|<svg/onload=|<b>|<td>|&lt;'.split('|')
const piece = fc.oneof(fc.constantFrom(...MARKS), fc.string())

it('has nothing but its own elements, each closed, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const open: string[] = []
      const clean = cleanDescription(pieces.join(''))
      const text = clean.replace(
        /<(\/?)(h2|p|div|blockquote|ul|ol|li|table|tbody|tr|td|a|b|em)( href="[^"<>]*" rel="nofollow")?>|<br\/>/g,
        (tag, slash, name) => {
          if (slash) expect(open.pop()).toBe(name)
          else if (tag !== '<br/>') open.push(name)
          return ''
        },
      )
      expect(text).not.toMatch(/[<>]/)
      expect(open).toEqual([])
    }),
  )
})

it('cuts off an endless description', () => {
  const clean = cleanDescription('<p>Once more. </p>'.repeat(50_000))
  expect(descriptionText(clean).length).toBeLessThan(25_000)
})
