import { LegalDocument } from '#app/components/legal/legal-document.tsx'
import { pageMeta } from '#app/components/page/page-meta.ts'
import { usePageFacts } from '#app/components/page/use-page-facts.ts'
import { Lede } from '#app/components/ui/section.tsx'
import { TERMS_HEAD, termsSections } from '#app/content/legal/terms.ts'
import type { Route } from './+types/terms-and-conditions'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

export const loader = async ({ context }: Route.LoaderArgs) => ({
  head: await pageHead(context, '/terms-and-conditions'),
})

export default function Terms() {
  const facts = usePageFacts()
  return (
    <LegalDocument title={TERMS_HEAD.title} updated={facts.policyUpdated} sections={termsSections(facts)}>
      <Lede className="mt-4 text-quiet">{TERMS_HEAD.text}</Lede>
      <p className="mt-4 text-quiet">{TERMS_HEAD.rights}</p>
    </LegalDocument>
  )
}
