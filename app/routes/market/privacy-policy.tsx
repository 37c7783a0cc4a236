import { LegalDocument } from '#app/components/legal/legal-document.tsx'
import { usePageFacts } from '#app/components/page/use-shop.ts'
import { Lede } from '#app/components/ui/section.tsx'
import { privacySections } from '#app/content/legal/privacy.ts'
import { headLoader } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const loader = headLoader('/privacy-policy')

export default function PrivacyPolicy() {
  return (
    <LegalDocument title="Privacy Policy" sections={privacySections(usePageFacts())}>
      <Lede className="mt-4 text-quiet">
        In short: we collect what we need to run the shop, we do not sell it, and you can ask us about it at
        any time.
      </Lede>
    </LegalDocument>
  )
}
