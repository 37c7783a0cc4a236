import { type HTMLElement, type Node, NodeType } from 'node-html-parser'
import { sentBy, Page as WholePage } from '../support/browser.ts'

/** Values by field name, or by label; a box or a radio button is chosen by `true`, and null leaves a field out. */
export type Fields = Record<string, string | boolean | null | undefined>

/** Elements within a line, round which no space is read. */
const INLINE = new Set(
  'A ABBR B BDI BUTTON CODE EM I LABEL MARK S SMALL SPAN STRONG SUB SUP TIME U'.split(' '),
)
const UNSEEN = 'script, style, template, [hidden], dialog:not([open])'

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Text as it is read, with the texts that stand for pictures. */
function read(node: Node): string {
  if (node.nodeType === NodeType.TEXT_NODE) return node.textContent
  if (node.nodeType !== NodeType.ELEMENT_NODE) return ''
  const element = node as HTMLElement
  if (element.tagName === 'IMG') return element.getAttribute('alt') ?? ''
  const within = element.childNodes.map(read).join('')
  return INLINE.has(element.tagName) ? within : ` ${within} `
}
const textOf = (element: HTMLElement | null | undefined) => (element ? squeeze(read(element)) : '')

const matches = (text: string, name: string | RegExp) =>
  typeof name === 'string' ? text === name : name.test(text)

/** A page as a visitor without JavaScript finds it: by roles, names, labels and words. */
export class Page extends WholePage {
  #seen: HTMLElement | undefined

  /** What a visitor can see and use. */
  override get document(): HTMLElement {
    if (!this.#seen) {
      this.#seen = super.document
      for (const element of this.#seen.querySelectorAll(UNSEEN))
        if (element.getAttribute('type') !== 'application/ld+json') element.remove()
    }
    return this.#seen
  }

  get lang(): string | undefined {
    return this.document.querySelector('html')?.getAttribute('lang')
  }

  /** The words of the page. */
  override get text(): string {
    return textOf(this.document.querySelector('body'))
  }

  /** The words of its main part. */
  override get main(): string {
    return textOf(this.document.querySelector('main'))
  }

  /** The description, or another `<meta>` by its name or property. */
  meta(name: string): string | undefined {
    return this.document
      .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
      ?.getAttribute('content')
  }

  /** Addresses in the head by their relation, each with its language if it has one. */
  related(rel: string): string[] {
    return this.document.querySelectorAll(`link[rel="${rel}"]`).map((link) => {
      const lang = link.getAttribute('hreflang')
      return `${lang ? `${lang} ` : ''}${link.getAttribute('href')}`
    })
  }

  /** Structured data. */
  get data(): Record<string, unknown>[] {
    return this.document
      .querySelectorAll('script[type="application/ld+json"]')
      .flatMap((script) => JSON.parse(script.textContent))
  }

  /** The texts of elements; for tags and roles, not for classes. */
  override texts(selector: string): string[] {
    return this.document.querySelectorAll(selector).map(textOf)
  }

  headings(level?: number): string[] {
    return this.texts(level ? `h${level}` : 'h1, h2, h3, h4')
  }

  /** What is announced: alerts and status messages, and what describes a field that is wrong. */
  get messages(): string {
    const described = this.document
      .querySelectorAll('[aria-invalid=true][aria-describedby]')
      .flatMap((field) => (field.getAttribute('aria-describedby') ?? '').split(' '))
    const marked = described.map((id) => `#${id}`)
    return this.texts(['[role=alert]', '[role=status]', 'output', ...marked].join(', ')).join(' | ')
  }

  /** The list item or article, or else the section, with that heading. */
  part(heading: string | RegExp): string {
    return textOf(this.#partWith(heading))
  }

  /** Addresses of the links in that part. */
  linksIn(heading: string | RegExp): string[] {
    return this.#partWith(heading)
      .querySelectorAll('a[href]')
      .map((link) => link.getAttribute('href') ?? '')
  }

  #partWith(heading: string | RegExp): HTMLElement {
    const found = this.document
      .querySelectorAll('h1, h2, h3, h4')
      .find((element) => matches(textOf(element), heading))
    const part = found?.closest('li') ?? found?.closest('article') ?? found?.closest('section')
    if (!part) throw new Error(`No part ${heading} in ${this.path}: ${this.headings()}`)
    return part
  }

  /** How many items the cart in the bar has. */
  get items(): number {
    const [, count] =
      /(\d+) items?/.exec(this.#nameOf(this.#named('a[href]', /^Cart\b.*\d/) ?? this.document)) ?? []
    if (count === undefined) throw new Error(`No cart in the bar of ${this.path}`)
    return Number(count)
  }

  /** The address of a link by its name, in the main part if possible. */
  link(name: string | RegExp): string {
    const found = this.#named('a[href]', name)
    if (!found) throw new Error(`No link ${name} in ${this.path}: ${this.main.slice(0, 500)}`)
    return found.getAttribute('href') ?? ''
  }

  /** Whether it has a button that can be pressed. */
  hasButton(name: string | RegExp): boolean {
    const button = this.#named('button', name)
    return button !== undefined && !button.hasAttribute('disabled')
  }

  /** The values of the fields of a name. */
  values(name: string): string[] {
    return this.#fields(name).map((field) => field.getAttribute('value') ?? textOf(field))
  }

  /** The chosen value of a field, as its form would send it. @param name that of the field, or its label */
  value(name: string): string | undefined {
    return (
      this.#fields(name)
        .map(sentBy)
        .find((value) => value !== null) ?? undefined
    )
  }

  /** What is told at a field: its error and its hints. */
  describedBy(name: string): string {
    const [field] = this.#fields(name)
    const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => textOf(this.document.getElementById(id))).join(' ')
  }

  /** What pressing a button sends, with `fields` filled in. @throws where there is no such button or field */
  override formWith(name: string | RegExp, fields: Fields = {}) {
    const button = this.#named('button', name)
    const form = button && this.formOf(button)
    if (!form) throw new Error(`No form with a button ${name} in ${this.path}: ${this.main.slice(0, 500)}`)
    if (button.hasAttribute('disabled'))
      throw new Error(`The button ${name} in ${this.path} cannot be pressed`)
    const all = this.document
      .querySelectorAll('input, select, textarea')
      .filter((field) => this.formOf(field) === form && !field.closest('fieldset[disabled]'))
    const filled = new Map(
      Object.entries(fields).flatMap(([key, said]) => (said === undefined ? [] : this.#fill(all, key, said))),
    )
    const data = new URLSearchParams()
    for (const field of all) {
      const key = field.getAttribute('name')
      const value = filled.has(field) ? filled.get(field) : sentBy(field)
      if (key && typeof value === 'string') data.append(key, value)
    }
    const key = button.getAttribute('name')
    if (key) data.append(key, button.getAttribute('value') ?? '')
    const own = (attribute: string) => button.getAttribute(`form${attribute}`) ?? form.getAttribute(attribute)
    return { form, method: (own('method') ?? 'get').toLowerCase(), action: own('action') ?? this.path, data }
  }

  /** What `fields` says of the fields of a name, or of the one whose label begins so. */
  #fill(all: readonly HTMLElement[], key: string, said: string | boolean | null) {
    const named = all.filter((field) => field.getAttribute('name') === key)
    const found =
      named.length > 0 ? named : all.filter((field) => this.#labelOf(field).startsWith(key)).slice(0, 1)
    const filled = found.map((field): [HTMLElement, string | null] => {
      const isChosen =
        said === true || (typeof said === 'string' && said.split(',').includes(choiceOf(field)))
      if (isBox(field)) return [field, isChosen ? choiceOf(field) : null]
      return [field, typeof said === 'string' ? said : null]
    })
    if (found.length === 0 || (said && filled.every(([, value]) => value === null)))
      throw new Error(
        `No field ${key} for ${said} in ${this.path}: ${all.map((one) => one.getAttribute('name'))}`,
      )
    return filled
  }

  #named(selector: string, name: string | RegExp): HTMLElement | undefined {
    const all = ['main', 'body'].flatMap((part) => this.document.querySelectorAll(`${part} ${selector}`))
    return all.find((element) => matches(this.#nameOf(element), name))
  }

  #nameOf(element: HTMLElement): string {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    if (labels.length > 0) return labels.map((id) => textOf(this.document.getElementById(id))).join(' ')
    return element.getAttribute('aria-label') ?? textOf(element)
  }

  #labelOf(field: HTMLElement): string {
    if (field.getAttribute('aria-label') || field.getAttribute('aria-labelledby')) return this.#nameOf(field)
    const labels = this.document.querySelectorAll('label')
    return textOf(
      labels.find((label) => field.id && label.getAttribute('for') === field.id) ?? field.closest('label'),
    )
  }

  /** The fields of a name, or of a label; in the main part if possible. */
  #fields(name: string): HTMLElement[] {
    const all = this.document.querySelectorAll('input, select, textarea')
    const found = all.filter((field) => field.getAttribute('name') === name || this.#labelOf(field) === name)
    const inMain = found.filter((field) => field.closest('main'))
    return inMain.length > 0 ? inMain : found
  }
}

const isBox = (field: HTMLElement) => ['radio', 'checkbox'].includes(field.getAttribute('type') ?? '')
const choiceOf = (field: HTMLElement) => field.getAttribute('value') ?? 'on'
