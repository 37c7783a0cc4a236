/** Building blocks of the mails: tables and inline styles, which mail clients support. */

export const SERIF = "Palatino,'Palatino Linotype','Book Antiqua',Georgia,serif"
export const SANS = "'Segoe UI',Helvetica,Arial,sans-serif"
const INK = '#15191a'
const SOFT = '#4a514e'
const LINE = '#c8c5ba'

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A heading. @param text plain text */
export function heading(text: string): string {
  return `<h1 class="h1" style="margin:0;font:400 36px/41px ${SERIF};color:${INK}">${escapeHtml(text)}</h1>`
}

/** A paragraph. @param html trusted HTML */
export function paragraph(html: string, { top = 16, soft = false, align = 'left' } = {}): string {
  return `<p style="margin:${top}px 0 0;font:400 16px/26px ${SANS};color:${soft ? SOFT : INK};text-align:${align}">${html}</p>`
}

/** A centred golden button. */
export function button(label: string, href: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" align="center" style="margin:0 auto"><tr><td style="background-color:#0b1412;padding:4px;border-radius:2px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="border:1px solid #c9993f"><a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 30px;font:600 16px/20px ${SANS};color:#ede9de;text-decoration:none">${escapeHtml(label)}</a></td></tr></table></td></tr></table>`
}

/** Vertical space. @param height pixels */
export function space(height: number): string {
  return `<div style="height:${height}px;line-height:${height}px;font-size:1px">&nbsp;</div>`
}

/** A list of names and values. Values are trusted HTML. */
export function facts(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(([name, value], at) => {
    const border = at < rows.length - 1 ? `border-bottom:1px solid ${LINE};` : ''
    return `<tr><td style="padding:11px 12px 11px 0;${border}font:400 15px/22px ${SANS};color:${SOFT};white-space:nowrap" valign="top">${escapeHtml(name)}</td><td align="right" style="padding:11px 0;${border}font:600 15px/22px ${SANS};color:${INK}" valign="top">${value}</td></tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0">${cells.join('')}</table>`
}

/** The product list of the welcome mail. */
export function shelf(rows: readonly { title: string; note: string; link: string; price: string }[]): string {
  const cells = rows.map(
    (row) =>
      `<tr><td style="padding:14px 12px 14px 0;border-bottom:1px solid ${LINE}"><p style="margin:0;font:400 20px/25px ${SERIF};color:${INK}">${escapeHtml(row.title)}</p><p style="margin:2px 0 0;font:400 14px/21px ${SANS};color:${SOFT}">${escapeHtml(row.note)}</p></td><td align="right" style="padding:14px 0;border-bottom:1px solid ${LINE};white-space:nowrap"><a href="${escapeHtml(row.link)}" style="font:600 15px/22px ${SANS};color:${INK};text-decoration:underline">${escapeHtml(row.price)}</a></td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 30px;border-top:1px solid #c9993f">${cells.join('')}</table>`
}

/** Three numbered steps side by side. */
export function steps(rows: readonly (readonly [string, string])[]): string {
  const cells = rows.map(
    ([title, text], at) =>
      `<td class="st" width="33%" valign="top" style="width:33%;padding:14px 14px 0 0"><p style="margin:0;font:600 13px/18px ${SANS};color:#765214">${at + 1}</p><p style="margin:2px 0 0;font:400 19px/24px ${SERIF};color:${INK}">${escapeHtml(title)}</p><p style="margin:4px 0 0;font:400 14px/21px ${SANS};color:${SOFT}">${escapeHtml(text)}</p></td>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:30px 0 0;border-top:1px solid #c9993f"><tr>${cells.join('')}</tr></table>`
}

export type Page = {
  readonly locale: string
  readonly title: string
  readonly preheader: string
  readonly origin: string
  readonly picture: { readonly file: string; readonly alt: string } | null
  /** Trusted HTML. */
  readonly content: string
  /** Trusted HTML. */
  readonly foot: string
}

const STYLE =
  'body{margin:0;padding:0;width:100%;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%}table{border-collapse:separate;mso-table-lspace:0;mso-table-rspace:0}img{border:0;display:block;line-height:100%;outline:none;text-decoration:none;-ms-interpolation-mode:bicubic}a{color:#765214}h1,.words,.tag{text-wrap:balance}@media (max-width:620px){.w{width:100%!important}.p{padding-left:22px!important;padding-right:22px!important}.h1{font-size:30px!important;line-height:34px!important}.words{font-size:25px!important;line-height:34px!important}.st{display:block!important;width:100%!important;box-sizing:border-box;padding-left:0!important;padding-right:0!important}.fr{padding:6px!important}}'

/** Keeps mail clients from filling the preview with the text after the preheader. */
const PREVIEW_PADDING = '&#8199;&#65279;&#847; '.repeat(30)

/** The complete HTML document around the content of a mail. */
export function page(mail: Page): string {
  const picture = mail.picture
    ? `<tr><td style="background-color:#12231f"><img src="${escapeHtml(mail.origin)}/mail/${mail.picture.file}" width="600" alt="${escapeHtml(mail.picture.alt)}" style="width:100%;max-width:600px;height:auto;font:400 16px/24px ${SERIF};color:#e9cb82"></td></tr>`
    : ''
  return `<!DOCTYPE html>
<html lang="${mail.locale}" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(mail.title)}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,th,p,h1,h2,a,span{font-family:Georgia,serif !important}</style><![endif]-->
<style>${STYLE}</style>
</head>
<body style="margin:0;padding:0;background-color:#e4e2da">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#e4e2da">${escapeHtml(mail.preheader)}${PREVIEW_PADDING}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#e4e2da"><tr><td align="center" style="padding:24px 10px 36px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" border="0" style="width:600px;max-width:600px;margin:0 auto">
<tr><td align="center" style="background-color:#12231f;padding:24px 20px"><a href="${escapeHtml(mail.origin)}/" style="text-decoration:none"><img src="${escapeHtml(mail.origin)}/mail/logo.png" width="200" height="33" alt="WIZARD BOX" style="font:400 22px/33px ${SERIF};color:#ede9de;letter-spacing:3px"></a></td></tr>
${picture}
<tr><td style="background-color:#f4f2eb;padding:8px" class="fr"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="p" style="border:1px solid #c4b594;padding:38px 44px 40px;word-break:break-word;overflow-wrap:anywhere">
${mail.content}
</td></tr></table></td></tr>
<tr><td class="p" align="center" style="background-color:#0b1412;padding:30px 40px 32px;word-break:break-word;overflow-wrap:anywhere">
<p class="tag" style="margin:0;font:400 20px/26px ${SERIF};color:#e9cb82">Some Treasures Deserve More Than a Drawer</p>
<p style="margin:14px 0 0;font:400 13px/20px ${SANS};color:#b7c0ba">${mail.foot}</p>
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

export function footLink(label: string, href: string): string {
  return `<a href="${escapeHtml(href)}" style="color:#ede9de">${escapeHtml(label)}</a>`
}

/** Wraps plain text to lines of at most 72 characters, each with `prefix`. */
export function wrap(text: string, prefix = ''): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    let current = ''
    for (const word of line.split(' ')) {
      if (current !== '' && current.length + word.length + 1 > 72 - prefix.length) {
        lines.push(current)
        current = word
      } else current = current === '' ? word : `${current} ${word}`
    }
    lines.push(current)
  }
  return lines.map((line) => `${prefix}${line}`.trimEnd()).join('\n')
}
