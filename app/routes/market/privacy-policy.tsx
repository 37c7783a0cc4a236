import { LegalDocument } from '#app/components/legal/legal-document.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { Lede } from '#app/components/ui/section.tsx'
import { PRIVACY_HEAD, privacySections } from '#app/content/legal/privacy.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/privacy-policy')

export default function PrivacyPolicy() {
  return (
    <LegalDocument title={PRIVACY_HEAD.title} sections={privacySections(usePageFacts())}>
      <Lede className="mt-4 text-quiet">{PRIVACY_HEAD.text}</Lede>
    </LegalDocument>
  )
}
