import { Window } from 'happy-dom'
import { collapseWhitespace, textOf, withTagsOf } from './words.ts'

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

  /** One request with data, as a script of one of our own pages sends it. */
  postJson(path: string, data: unknown): Promise<Response> {
    const headers = { 'Content-Type': 'application/json', Origin: this.#origin }
    return this.fetch(path, { method: 'POST', headers, body: JSON.stringify(data) })
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
  #document: ReturnType<typeof parse> | undefined
  #main: ReturnType<typeof parse> | undefined
  readonly #forms = new Map<'main' | 'body', ReturnType<typeof parse>>()
  #text: string | undefined
  #mainText: string | undefined

  constructor(url: URL, response: Response, html: string, trail: readonly string[]) {
    this.url = url
    this.status = response.status
    this.headers = response.headers
    this.html = html
    this.trail = trail
  }

  get path(): string {
    return this.url.pathname + this.url.search
  }

  get document() {
    this.#document ??= parse(this.html)
    return this.#document
  }

  /** The markup of the only element of that name, or null if there is none. */
  #between(tag: 'body' | 'main'): string | null {
    const [from, to] = [this.html.indexOf(`<${tag}`), this.html.indexOf(`</${tag}>`)]
    return from < 0 || to < from ? null : this.html.slice(from, to + `</${tag}>`.length)
  }

  /** The main part only: half of a page, and enough for most queries. */
  get #mainDocument() {
    const main = this.#document ? null : this.#between('main')
    if (main === null) return this.document
    this.#main ??= parse(main)
    return this.#main
  }

  /** All text of the page, with whitespace collapsed. */
  get text(): string {
    this.#text ??= textOf(this.#between('body') ?? this.html, { withScripts: false })
    return this.#text
  }

  /** Text of the main part of the page. */
  get main(): string {
    // The script loader is not visible text.
    this.#mainText ??= textOf(this.#between('main') ?? '', { withScripts: false })
    return this.#mainText
  }

  /** The forms of the page or its main part, without other markup: parsing a page takes longer than rendering it. */
  #formsIn(part: 'main' | 'body') {
    const forms = this.#forms.get(part) ?? parse(withTagsOf(this.#between(part) ?? '', FORM_TAGS))
    this.#forms.set(part, forms)
    return forms
  }

  get title(): string {
    return this.document.title
  }

  #elements(selector: string) {
    const document = /^main\b[^,]*$/.test(selector) ? this.#mainDocument : this.document
    return [...document.querySelectorAll(selector)]
  }

  texts(selector: string): string[] {
    return this.#elements(selector).map((element) => collapseWhitespace(element.textContent ?? ''))
  }

  /** The attribute of each element that matches and has it. */
  attributes(selector: string, name: string): string[] {
    return this.#elements(selector).flatMap((element) => element.getAttribute(name) ?? [])
  }

  /** URLs of the links in the page, by default of its main part. */
  links(within = 'main'): string[] {
    return this.attributes(`${within} a[href]`, 'href')
  }

  /** The form with a button of that name, in the main part if possible, with the fields a browser would send. */
  formWith(button: string | RegExp) {
    const found = formIn(this.#formsIn('main'), button) ?? formIn(this.#formsIn('body'), button)
    if (!found) throw new Error(`No form with a button ${button} on ${this.path}: ${this.text.slice(0, 300)}`)
    return found
  }

  has(button: string | RegExp): boolean {
    try {
      return this.formWith(button) !== null
    } catch {
      return false
    }
  }
}

const FORM_TAGS = new Set(['form', 'button', 'input', 'select', 'option', 'textarea'])

/** One window for all pages: parsing does not change it. */
let parser: InstanceType<Window['DOMParser']> | undefined

function parse(html: string) {
  parser ??= new new Window({
    settings: {
      disableJavaScriptEvaluation: true,
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
    },
  }).DOMParser()
  return parser.parseFromString(html, 'text/html')
}

type Doc = ReturnType<typeof parse>
type Element = NonNullable<ReturnType<Doc['querySelector']>>

function formIn(document: Doc, button: string | RegExp) {
  const found = [...document.querySelectorAll('button')].find((element) => {
    const name = element.getAttribute('aria-label') ?? collapseWhitespace(element.textContent ?? '')
    return typeof button === 'string' ? name === button : button.test(name)
  })
  const id = found?.getAttribute('form')
  const form = id ? document.getElementById(id) : found?.closest('form')
  if (!found || !form) return null
  const data = fieldsOf(form, document)
  const name = found.getAttribute('name')
  if (name) data.append(name, found.getAttribute('value') ?? '')
  return { form, action: found.getAttribute('formaction') ?? form.getAttribute('action'), data }
}

function fieldsOf(form: Element, document: Doc): URLSearchParams {
  const data = new URLSearchParams()
  const id = form.getAttribute('id')
  const outside = id ? [...document.querySelectorAll(`[form="${id}"]`)] : []
  for (const field of [...form.querySelectorAll('input, select, textarea'), ...outside]) {
    const name = field.getAttribute('name')
    if (!name || field.hasAttribute('disabled') || field.tagName === 'BUTTON') continue
    const type = (field.getAttribute('type') ?? '').toLowerCase()
    if ((type === 'radio' || type === 'checkbox') && !field.hasAttribute('checked')) continue
    if (type === 'submit' || type === 'button') continue
    if (field.tagName === 'SELECT') {
      const option = field.querySelector('option[selected]') ?? field.querySelector('option')
      if (option) data.append(name, option.getAttribute('value') ?? option.textContent ?? '')
    } else if (field.tagName === 'TEXTAREA') data.append(name, field.textContent ?? '')
    else
      data.append(name, field.getAttribute('value') ?? (type === 'checkbox' || type === 'radio' ? 'on' : ''))
  }
  return data
}
