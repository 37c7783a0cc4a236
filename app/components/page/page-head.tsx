import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'

/** The heading of a text page. @param props.children what follows it, such as a sentence or a date */
export function PageTitle(props: { title: string; headingClass?: string; children: ReactNode }) {
  return (
    <div className="wrap pt-band pb-panel print:pt-0 print:pb-6">
      <h1 className={props.headingClass}>{props.title}</h1>
      {props.children}
    </div>
  )
}

/** The metadata of a page, finished by its loader. The page of an error has its own. */
export function pageMeta(page: {
  readonly loaderData?: { readonly head: readonly MetaDescriptor[] } | undefined
  readonly error?: unknown
}): MetaDescriptor[] {
  return page.error ? [] : [...(page.loaderData?.head ?? [])]
}
