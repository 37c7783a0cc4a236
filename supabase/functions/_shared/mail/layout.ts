import type { z } from 'zod'
import { MARKETS } from '../markets/markets.ts'
import { oneLine } from '../text/text.ts'
import type { Shipping } from './shipping.ts'

/**
 * How mails look. A template says its words once: each part makes HTML of them, in tables and inline styles, which mail
 * clients support, and plain text.
 */
export type Part = { readonly html: string; readonly text: string }

/** Plain text, and parts within it. */
type Words = string | readonly (string | Part)[]

const SERIF = "Palatino,'Palatino Linotype','Book Antiqua',Georgia,serif"
const SANS = "'Segoe UI',Helvetica,Arial,sans-serif"
const INK = '#15191a'
const SOFT = '#4a514e'
const LINE = '#c8c5ba'
const GOLD = '#765214'
/** Colour of texts on the dark foot. */
const PALE = '#b7c0ba'

const FULL = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"'

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

function inline(words: Words): Part {
  const plain = (text: string) => ({ html: escapeHtml(text), text })
  const parts = [words].flat().map((word) => (typeof word === 'string' ? plain(word) : word))
  return { html: parts.map(({ html }) => html).join(''), text: parts.map(({ text }) => text).join('') }
}

/** Wraps plain text to lines of at most 72 characters, each with `prefix`; a longer word has a line of its own. */
function wrap(text: string, prefix = ''): string {
  const width = 72 - prefix.length
  const lines = text.replace(new RegExp(`(?=.{${width + 1}})(.{1,${width}}) `, 'g'), '$1\n').split('\n')
  return lines.map((line) => `${prefix}${line}`.trimEnd()).join('\n')
}

export function bold(text: string): Part {
  return { html: `<b>${escapeHtml(text)}</b>`, text }
}

export function link(label: string, href: string, color = GOLD): Part {
  const html = `<a href="${escapeHtml(href)}" style="color:${color}">${escapeHtml(label)}</a>`
  return { html, text: href.startsWith('mailto:') ? label : `${label}: ${href}` }
}

export const footLink = (label: string, href: string) => link(label, href, '#ede9de')

export function paragraph(words: Words, { top = 16, soft = false, align = 'left' } = {}): Part {
  const { html, text } = inline(words)
  const style = `margin:${top}px 0 0;font:400 16px/26px ${SANS};color:${soft ? SOFT : INK};text-align:${align}`
  return { html: `<p style="${style}">${html}</p>`, text: wrap(text) }
}

/** A centred golden button. @param space pixels above it, which a margin would not give in every client */
export function button(label: string, href: string, space = 26): Part {
  const above = `<div style="height:${space}px;line-height:${space}px;font-size:1px">&nbsp;</div>`
  const a = `<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 30px;font:600 16px/20px ${SANS};color:#ede9de;text-decoration:none">${escapeHtml(label)}</a>`
  return {
    html: `${above}<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="margin:0 auto"><tr><td style="background-color:#0b1412;padding:4px;border-radius:2px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="border:1px solid #c9993f">${a}</td></tr></table></td></tr></table>`,
    // In plain text a reply needs no button.
    text: href.startsWith('mailto:') ? '' : `${label}: ${href}`,
  }
}

export function facts(rows: readonly (readonly [name: string, value: Words])[]): Part {
  const width = Math.max(...rows.map(([name]) => name.length)) + 1
  const values = rows.map(([name, value]) => [name, inline(value)] as const)
  const cells = values.map(([name, { html }], at) => {
    const border = at < rows.length - 1 ? `border-bottom:1px solid ${LINE};` : ''
    return `<tr><td style="padding:11px 12px 11px 0;${border}font:400 15px/22px ${SANS};color:${SOFT};white-space:nowrap" valign="top">${escapeHtml(name)}</td><td align="right" style="padding:11px 0;${border}font:600 15px/22px ${SANS};color:${INK}" valign="top">${html}</td></tr>`
  })
  return {
    html: `<table ${FULL} style="margin:24px 0 0">${cells.join('')}</table>`,
    text: values.map(([name, { text }]) => `  ${name.padEnd(width)} ${text}`).join('\n'),
  }
}

/** What a visitor has written, between lines. */
export function quote(message: string): Part {
  return {
    html: `<table ${FULL} style="margin:22px 0 0"><tr><td style="background-color:#fcfbf7;border-left:3px solid #c9993f;padding:20px 22px;font:400 16px/26px ${SANS};color:${INK}">${escapeHtml(message).replaceAll('\n', '<br>')}</td></tr></table>`,
    text: wrap(message, '> '),
  }
}

/** The magic words of a gift, which no program translates. @param note below them */
export function wordsFrame(label: string, words: string, note: string): Part {
  const small = (weight: number) => `font:${weight} 14px/20px ${SANS};color:${PALE}`
  return {
    html: `<table ${FULL} style="margin:28px 0 0"><tr><td style="background-color:#0b1412;padding:5px;border-radius:2px"><table ${FULL}><tr><td align="center" style="border:1px solid #c9993f;padding:24px 16px 26px"><p style="margin:0;${small(600)}">${label}</p><p class="words" lang="en" translate="no" style="margin:8px 0 0;font:400 32px/42px ${SERIF};color:#e9cb82">${escapeHtml(words)}</p><p style="margin:8px 0 0;${small(400)}">${note}</p></td></tr></table></td></tr></table>`,
    text: `  ${label}:  ${words}\n  ${note}`,
  }
}

/** Products with a note, a price and a link each. */
export function shelf(rows: readonly { title: string; note: string; link: string; price: string }[]): Part {
  const cells = rows.map(
    ({ title, note, link, price }) =>
      `<tr><td style="padding:14px 12px 14px 0;border-bottom:1px solid ${LINE}"><p style="margin:0;font:400 20px/25px ${SERIF};color:${INK}">${escapeHtml(title)}</p><p style="margin:2px 0 0;font:400 14px/21px ${SANS};color:${SOFT}">${escapeHtml(note)}</p></td><td align="right" style="padding:14px 0;border-bottom:1px solid ${LINE};white-space:nowrap"><a href="${escapeHtml(link)}" style="font:600 15px/22px ${SANS};color:${INK};text-decoration:underline">${escapeHtml(price)}</a></td></tr>`,
  )
  const texts = rows.map(
    ({ title, note, link, price }) => `  ${title}, ${price.toLowerCase()}\n${wrap(note, '  ')}\n  ${link}`,
  )
  return {
    html: `<table ${FULL} style="margin:8px 0 0;border-top:1px solid #c9993f">${cells.join('')}</table>`,
    text: texts.join('\n\n'),
  }
}

/** Three numbered steps side by side. */
export function steps(rows: readonly (readonly [title: string, text: string])[]): Part {
  const cells = rows.map(
    ([title, text], at) =>
      `<td class="st" width="33%" valign="top" style="width:33%;padding:14px 14px 0 0"><p style="margin:0;font:600 13px/18px ${SANS};color:${GOLD}">${at + 1}</p><p style="margin:2px 0 0;font:400 19px/24px ${SERIF};color:${INK}">${escapeHtml(title)}</p><p style="margin:4px 0 0;font:400 14px/21px ${SANS};color:${SOFT}">${escapeHtml(text)}</p></td>`,
  )
  return {
    html: `<table ${FULL} style="margin:30px 0 0;border-top:1px solid #c9993f"><tr>${cells.join('')}</tr></table>`,
    text: ['How it works', ...rows.map(([title, text], at) => `${at + 1}. ${title}. ${text}`)].join('\n'),
  }
}

export type MailWords = {
  readonly heading: string
  readonly preheader: string
  readonly picture?: { readonly file: string; readonly alt: string }
  readonly headers?: Readonly<Record<string, string>>
  readonly parts: readonly Part[]
  /** The lines of the foot, before the sender. */
  readonly foot: readonly Words[]
}

/** Input of every template besides its data. */
export type MailContext = {
  /** Scheme and host of the shop, for links. */
  readonly origin: string
  /** The store that the mail is from: its facts, and its day of sending. */
  readonly store: Shipping
}

/**
 * A kind of mail. What it returns throws a ZodError for stored data that does not match.
 * @param schema of the data that the outbox stores
 */
export function mailTemplate<Schema extends z.ZodType>(
  schema: Schema,
  subject: (data: z.output<Schema>) => string,
  write: (data: z.output<Schema>, context: MailContext) => MailWords,
) {
  return {
    schema,
    subject: (stored: unknown) => subject(schema.parse(stored)),
    write: (stored: unknown, context: MailContext) => write(schema.parse(stored), context),
  }
}

/** Text that mail clients turn into links and names do not contain: `name@host`, `scheme:`, `/path`, `host.tld`. */
const LINK_LIKE = /[@:/\\<>]|[.。](?:\p{L}{2}|\p{N})/u

/**
 * A first name for the greeting of a mail; empty if it looks like a link. Anyone can sign up any address with a link in
 * place of the name, which the shop would then send to that address.
 */
export function greetingName(firstName: string): string {
  const name = oneLine(firstName, 60)
  // Full-width characters and dots become links as well.
  if (LINK_LIKE.test(name.normalize('NFKC'))) return ''
  return name.replace(/\.+$/, '')
}

const STYLE = `body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}table{border-collapse:separate;mso-table-lspace:0;mso-table-rspace:0}img{border:0;display:block;line-height:100%;outline:none;text-decoration:none;-ms-interpolation-mode:bicubic}a{color:${GOLD}}h1,.words,.tag{text-wrap:balance}@media (max-width:620px){.w{width:100%!important}.p{padding-left:22px!important;padding-right:22px!important}.h1{font-size:30px!important;line-height:34px!important}.words{font-size:25px!important;line-height:34px!important}.st{display:block!important;width:100%!important;box-sizing:border-box;padding-left:0!important;padding-right:0!important}.fr{padding:6px!important}}`

/** Keeps mail clients from filling the preview with the text after the preheader. */
const PREVIEW_PADDING = '&#8199;&#65279;&#847; '.repeat(30)

const TAG_LINE = 'Some Treasures Deserve More Than a Drawer'
const INDEPENDENT =
  'Wizard Box is an independent product. It is not affiliated with or endorsed by any other wizard-themed brand.'

/** A whole mail: the HTML document and the plain text. */
export function layOut(words: MailWords, { store, ...context }: MailContext) {
  const { heading, preheader, picture, headers = {}, parts } = words
  const { locale } = MARKETS[store.market]
  const origin = escapeHtml(context.origin)
  // The law wants the sender's name and address.
  const given = [store.legalEntity, store.legalAddress].map((text) => oneLine(text, 300).replace(/\.$/, ''))
  const sender = ['Wizard Box', ...given.filter(Boolean)]
  const foot = [...words.foot, ...(sender.length > 1 ? [`${sender.join(', ')}.`] : []), INDEPENDENT].map(
    inline,
  )
  const pictureRow = picture
    ? `<tr><td style="background-color:#12231f"><img src="${origin}/mail/${picture.file}" width="600" alt="${escapeHtml(picture.alt)}" style="width:100%;max-width:600px;height:auto;font:400 16px/24px ${SERIF};color:#e9cb82"></td></tr>`
    : ''
  const html = `<!DOCTYPE html>
<html lang="${locale}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(heading)} | Wizard Box</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,th,p,h1,h2,a,span{font-family:Georgia,serif !important}</style><![endif]-->
<style>${STYLE}</style>
</head>
<body style="margin:0;padding:0;background-color:#e4e2da">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#e4e2da">${escapeHtml(preheader)}${PREVIEW_PADDING}</div>
<table ${FULL} style="background-color:#e4e2da"><tr><td align="center" style="padding:24px 10px 36px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;max-width:600px;margin:0 auto">
<tr><td align="center" style="background-color:#12231f;padding:24px 20px"><a href="${origin}/" style="text-decoration:none"><img src="${origin}/mail/logo.png" width="200" height="33" alt="WIZARD BOX" style="font:400 22px/33px ${SERIF};color:#ede9de;letter-spacing:3px"></a></td></tr>
${pictureRow}
<tr><td style="background-color:#f4f2eb;padding:8px" class="fr"><table ${FULL}><tr><td class="p" style="border:1px solid #c4b594;padding:38px 44px 40px;word-break:break-word;overflow-wrap:anywhere">
<h1 class="h1" style="margin:0;font:400 36px/41px ${SERIF};color:${INK}">${escapeHtml(heading)}</h1>
${parts.map((part) => part.html).join('\n')}
</td></tr></table></td></tr>
<tr><td class="p" align="center" style="background-color:#0b1412;padding:30px 40px 32px;word-break:break-word;overflow-wrap:anywhere">
<p class="tag" style="margin:0;font:400 20px/26px ${SERIF};color:#e9cb82">${TAG_LINE}</p>
<p style="margin:14px 0 0;font:400 13px/20px ${SANS};color:${PALE}">${foot.map((line) => line.html).join('<br>')}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
  const texts = ['WIZARD BOX', heading.toUpperCase(), ...parts.map((part) => part.text)]
  const body = texts.filter(Boolean).join('\n\n')
  const text = `${[body, '', '--', TAG_LINE, ...foot.map((line) => wrap(line.text))].join('\n')}\n`
  return { html, text, headers }
}
