import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly raw: string
}

/** The mails in a shop's outbox, oldest first. */
export function readOutbox(dataDir: string): Mail[] {
  const folder = join(dataDir, 'outbox')
  // The folder comes with the first mail.
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return files.sort().map((name) => parseMail(readFileSync(join(folder, name), 'utf8')))
}

/** What our own mails use of MIME: folded headers with encoded words, and a part of plain text, which may be encoded. */
function parseMail(raw: string): Mail {
  const mail = raw.replaceAll('\r\n', '\n')
  const header = (name: string) =>
    (new RegExp(`^${name}: (.*(?:\\n[ \\t].*)*)`, 'im').exec(mail)?.[1] ?? '')
      .replace(/\n\s+/g, ' ')
      .replace(/\?=\s+=\?/g, '?==?')
      .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
        decode(text.replaceAll('_', ' '), kind.toLowerCase() === 'b' ? 'base64' : 'quoted-printable'),
      )
  const [, encoding = '', rest = ''] =
    /^Content-Type: text\/plain[\s\S]*?\nContent-Transfer-Encoding: (\S+)[\s\S]*?\n\n([\s\S]*)/im.exec(
      mail,
    ) ?? []
  // What starts the boundaries of nodemailer.
  const [body = ''] = rest.split('\n----_NmP')
  return { to: header('To'), subject: header('Subject'), text: decode(body, encoding), raw }
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const escaped = body
    .replace(/=\n/g, '')
    .replaceAll('%', '%25')
    .replace(/=(?=[0-9A-F]{2})/gi, '%')
  return decodeURIComponent(escaped)
}
