import type { MetaDescriptor } from 'react-router'

const TITLE = 'The owner’s room | Wizard Box'

/** The metadata of an admin page, which must not be indexed. @param name its title; none for the start page */
export function adminMeta(name?: string): MetaDescriptor[] {
  return [
    { title: name === undefined ? TITLE : `${name} | ${TITLE}` },
    { name: 'robots', content: 'noindex' },
  ]
}
