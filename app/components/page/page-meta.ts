import type { MetaDescriptor } from 'react-router'

type MetaArgs = {
  readonly loaderData?: { readonly head: readonly MetaDescriptor[] } | undefined
  readonly error?: unknown
}

/** The metadata of a page, finished by its loader. The page of an error has its own. */
export function pageMeta({ loaderData, error }: MetaArgs): MetaDescriptor[] {
  return error ? [] : [...(loaderData?.head ?? [])]
}
