import { describe, expect, it } from 'vitest'
import { descriptionText } from '#app/models/description-blocks.ts'
import { parseDescription } from './description.server.ts'

describe('the text of a description', () => {
  it.each([
    ['<p>One.</p>\n<p>Two &amp; three.</p>', 'One.\n\nTwo & three.'],
    ['<div>One<br>line</div><ul><li>a</li><li>b</li></ul>', 'One line\n\na\n\nb'],
    ['One<br><br/>Two', 'One\n\nTwo'],
    ['<script>alert(1)</script><p onclick="x()">Safe &lt;b&gt;</p>', 'Safe <b>'],
    ['&unknown; stays, caf&eacute; &#8217;n&#x2019; &nbsp; cake', '&unknown; stays, café ’n’ cake'],
    ['<p>Never <b>closed <ul><li>one<li>two', 'Never closed\n\none\n\ntwo'],
    ['<svg><title>no</title></svg><p>yes</p><iframe>no</iframe><img src=x alt="no">', 'yes'],
    ['</p></ul></table>Text', 'Text'],
    ['<table><tr><th>Size</th><td>30 cm</td></tr></table>', 'Size 30 cm'],
    ['', ''],
  ])('%s', (html, text) => {
    expect(descriptionText(parseDescription(html))).toBe(text)
  })
})

describe('the blocks of a description', () => {
  it('are paragraphs, headings, lists and tables, with emphasis and links', () => {
    const html = `<h2>A <i>scarf</i></h2><p>Of <strong>lamb’s</strong> wool.<br>See <a href="https://wool.example/a">how</a>.</p>
      <ol><li>Wash<ul><li>by hand</li></ul></li></ol><table><tr><th>Length</th><td>180&nbsp;cm</td></tr></table>`
    expect(parseDescription(html)).toEqual([
      {
        kind: 'heading',
        line: [
          { kind: 'text', text: 'A ' },
          { kind: 'em', text: 'scarf' },
        ],
      },
      {
        kind: 'paragraph',
        line: [
          { kind: 'text', text: 'Of ' },
          { kind: 'strong', text: 'lamb’s' },
          { kind: 'text', text: ' wool.' },
          { kind: 'break' },
          { kind: 'text', text: 'See ' },
          { kind: 'link', text: 'how', href: 'https://wool.example/a' },
          { kind: 'text', text: '.' },
        ],
      },
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ kind: 'text', text: 'Wash' }], [{ kind: 'text', text: 'by hand' }]],
      },
      { kind: 'table', rows: [[[{ kind: 'text', text: 'Length' }], [{ kind: 'text', text: '180 cm' }]]] },
    ])
  })

  it('have no link that could run a script, or that leads to a page of the store', () => {
    for (const href of [
      'javascript:alert(1)',
      ' JaVa\nscript:alert(1)',
      'data:text/html,x',
      '/pages/about',
      'vbscript:x',
      '',
    ])
      expect(parseDescription(`<a href="${href}">text</a>`)).toEqual([
        { kind: 'paragraph', line: [{ kind: 'text', text: 'text' }] },
      ])
  })

  it('of an endless description are cut off', () => {
    const blocks = parseDescription('<p>Once more. </p>'.repeat(50_000))
    expect(descriptionText(blocks).length).toBeLessThan(25_000)
  })
})
