import { LegalDocument } from '#app/components/legal/legal-document.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { Lede } from '#app/components/ui/section.tsx'
import { TERMS_HEAD, termsSections } from '#app/content/legal/terms.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/terms-and-conditions')

export default function Terms() {
  return (
    <LegalDocument title={TERMS_HEAD.title} sections={termsSections(usePageFacts())}>
      <Lede className="mt-4 text-quiet">{TERMS_HEAD.text}</Lede>
      <p className="mt-4 text-quiet">{TERMS_HEAD.rights}</p>
    </LegalDocument>
  )
}
