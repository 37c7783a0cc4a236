import { LegalDocument } from '#app/components/legal/legal-document.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { Lede } from '#app/components/ui/section.tsx'
import { termsSections } from '#app/content/legal/terms.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/terms-and-conditions')

export default function Terms() {
  return (
    <LegalDocument title="Terms, Returns and Safety" sections={termsSections(usePageFacts())}>
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
