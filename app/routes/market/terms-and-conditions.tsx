import { LegalDocument } from '../../components/legal/legal-document.tsx'
import { pageMeta } from '../../components/page/page-meta.ts'
import { usePageFacts } from '../../components/page/use-page-facts.ts'
import { Lede } from '../../components/ui/section.tsx'
import { termsSections } from '../../content/legal/terms-content.ts'
import type { Route } from './+types/terms-and-conditions'
import { pageHead } from './page-head.server.ts'

export const meta: Route.MetaFunction = pageMeta

export const loader = ({ context }: Route.LoaderArgs) => ({
  head: pageHead(context, '/terms-and-conditions'),
})

export default function Terms() {
  const facts = usePageFacts()
  return (
    <LegalDocument
      title="Terms, Returns and Safety"
      updated={facts.policyUpdated}
      sections={termsSections(facts)}
    >
      <Lede className="mt-4 text-quiet">
        These are the terms on which we sell. They hold our returns, refund and product-safety policy. Where
        the two stores differ, this page tells what holds in yours.
      </Lede>
      <p className="mt-4 text-quiet">
        Nothing on this page takes away a right that the law gives you and that we may not exclude. If the law
        is kinder to you than we are, the law wins.
      </p>
    </LegalDocument>
  )
}
