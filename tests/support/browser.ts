import { type HTMLElement, parse } from 'node-html-parser'

type Handle = (request: Request) => Promise<Response>
type Fields = Record<string, string | readonly string[] | null>

const MAX_REDIRECTS = 8

/** A minimal browser without JavaScript: URLs, links, forms and cookies. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly #handle: Handle
  readonly #origin: string
  readonly #headers: Record<string, string>

  constructor(handle: Handle, origin: string, headers: Record<string, string> = {}) {
    this.#handle = handle
    this.#origin = origin
    this.#headers = headers
  }

  /** Opens a URL and follows redirects as a browser does. */
  visit(path: string, init: RequestInit = {}): Promise<Page> {
    return this.#go(new URL(path, this.#origin), init, [])
  }

  /** Submits a form of a page with its values, changed by `fields` (null omits a field). */
  submit(page: Page, button: string | RegExp, fields: Fields = {}): Promise<Page> {
    const { form, action, data } = page.formWith(button)
    for (const [name, value] of Object.entries(fields)) {
      data.delete(name)
      for (const item of value === null ? [] : typeof value === 'string' ? [value] : value)
        data.append(name, item)
    }
    const target = new URL(action ?? page.url.pathname + page.url.search, page.url)
    if ((form.getAttribute('method') ?? 'get').toLowerCase() === 'get') {
      target.search = data.toString()
      return this.#go(target, {}, [])
    }
    return this.post(target.pathname + target.search, data, page.url.href)
  }

  /** Posts fields as a form on one of our own pages would. */
  post(
    path: string,
    fields: URLSearchParams | Record<string, string>,
    from = `${this.#origin}/us`,
  ): Promise<Page> {
    const body = new URLSearchParams(fields)
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: this.#origin,
      'Sec-Fetch-Site': 'same-origin',
      Referer: from,
    }
    return this.#go(new URL(path, this.#origin), { method: 'POST', body: body.toString(), headers }, [])
  }

  /** One request with this visitor's cookies, without following redirects. */
  async fetch(path: string | URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await this.#handle(new Request(new URL(path, this.#origin), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line)
    return response
  }

  async #go(url: URL, init: RequestInit, trail: readonly string[]): Promise<Page> {
    const response = await this.fetch(url, init)
    const location = response.headers.get('Location')
    if (response.status < 300 || response.status >= 400 || location === null)
      return new Page(url, response, await response.text(), trail)
    const next = new URL(location, url)
    if (trail.length >= MAX_REDIRECTS) throw new Error(`Too many redirects: ${trail.join(' → ')}`)
    if (next.origin !== this.#origin) return new Page(next, response, '', [...trail, location])
    return this.#go(next, {}, [...trail, location])
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    const name = pair.slice(0, at)
    if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) this.cookies.delete(name)
    else this.cookies.set(name, pair.slice(at + 1))
  }
}

/** A response with a page. Texts are as a reader sees them: whitespace collapsed, without markup. */
export class Page {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly html: string
  /** Locations of the redirects that led here. */
  readonly trail: readonly string[]
  #document: HTMLElement | undefined

  constructor(
    url: URL,
    response: Pick<Response, 'status' | 'headers'>,
    html: string,
    trail: readonly string[],
  ) {
    this.url = url
    this.status = response.status
    this.headers = response.headers
    this.html = html
    this.trail = trail
  }

  get path(): string {
    return this.url.pathname + this.url.search
  }

  /** Its elements; what is in a `<noscript>` belongs to them. */
  get document(): HTMLElement {
    this.#document ??= parse(this.html, { blockTextElements: { script: true, style: true } })
    return this.#document
  }

  get title(): string {
    return this.document.querySelector('title')?.textContent ?? ''
  }

  /** All text of the page. */
  get text(): string {
    return textOf(/<body[\s\S]*<\/body>/.exec(this.html)?.[0] ?? this.html)
  }

  /** Text of the main part of the page. */
  get main(): string {
    return textOf(/<main[\s\S]*<\/main>/.exec(this.html)?.[0] ?? '')
  }

  texts(selector: string): string[] {
    return this.document.querySelectorAll(selector).map(textIn)
  }

  /** The attribute of each element that matches and has it. */
  attributes(selector: string, name: string): string[] {
    const elements = this.document.querySelectorAll(selector)
    return elements.flatMap((element) => element.getAttribute(name) ?? [])
  }

  /** URLs of the links in the page, by default of its main part. */
  links(within = 'main'): string[] {
    return this.attributes(`${within} a[href]`, 'href')
  }

  /** The form with a button of that name, in the main part if possible, with the fields a browser would send. */
  formWith(button: string | RegExp) {
    const found = this.#formWith(button)
    if (!found) throw new Error(`No form with a button ${button} on ${this.path}: ${this.text.slice(0, 300)}`)
    return found
  }

  has(button: string | RegExp): boolean {
    return this.#formWith(button) !== null
  }

  #formWith(name: string | RegExp) {
    const buttons = ['main button', 'button'].flatMap((part) => this.document.querySelectorAll(part))
    const button = buttons.find((element) => {
      const label = element.getAttribute('aria-label') ?? textIn(element)
      return typeof name === 'string' ? label === name : name.test(label)
    })
    const form = button && this.formOf(button)
    if (!form) return null
    const data = new URLSearchParams()
    for (const field of this.document.querySelectorAll('input, select, textarea')) {
      const [key, value] = [field.getAttribute('name'), sentBy(field)]
      if (key && value !== null && this.formOf(field) === form) data.append(key, value)
    }
    const intent = button.getAttribute('name')
    if (intent) data.append(intent, button.getAttribute('value') ?? '')
    return { form, action: button.getAttribute('formaction') ?? form.getAttribute('action'), data }
  }

  /** The form that a field or button belongs to. */
  formOf(field: HTMLElement): HTMLElement | null {
    const id = field.getAttribute('form')
    return id ? this.document.getElementById(id) : field.closest('form')
  }
}

/** What a form sends of a field; null where it sends nothing. */
export function sentBy(field: HTMLElement): string | null {
  if (field.hasAttribute('disabled')) return null
  if (field.tagName === 'TEXTAREA') return field.textContent.replace(/^\n/, '')
  if (field.tagName === 'SELECT') {
    const option = field.querySelector('option[selected]') ?? field.querySelector('option')
    return option && (option.getAttribute('value') ?? option.textContent.trim())
  }
  const type = field.getAttribute('type')
  if (type === 'submit' || type === 'button') return null
  const isBox = type === 'radio' || type === 'checkbox'
  if (isBox && !field.hasAttribute('checked')) return null
  return field.getAttribute('value') ?? (isBox ? 'on' : '')
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()
const textIn = (element: HTMLElement) => collapseWhitespace(element.textContent)

/** A tag, a comment, or a script or style, whose content is not visible. */
const MARKUP = /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1>|<(?:"[^"]*"|[^">])*>/g
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

/** The text of markup that React wrote, which knows five entities. Without a document: that takes five times as long. */
function textOf(html: string): string {
  return collapseWhitespace(
    html.replace(MARKUP, '').replace(/&[\w#]+;/g, (entity) => ENTITIES[entity] ?? entity),
  )
}
