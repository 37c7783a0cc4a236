import { LegalDocument } from '../../components/content/legal/legal-document.tsx'
import { privacySections } from '../../components/content/legal/privacy-content.ts'
import { usePageFacts } from '../../components/content/use-page-facts.ts'
import { pageMeta } from '../../components/layout/page-head.ts'
import { Lede } from '../../components/ui/section.tsx'
import type { Route } from './+types/privacy-policy'

export const meta: Route.MetaFunction = (args) => pageMeta(args, '/privacy-policy')

export default function PrivacyPolicy() {
  const facts = usePageFacts()
  return (
    <LegalDocument title="Privacy Policy" updated={facts.policyUpdated} sections={privacySections(facts)}>
      <Lede className="mt-4 text-quiet">
        In short: we collect what we need to run the shop, we do not sell it, and you can ask us about it at
        any time.
      </Lede>
    </LegalDocument>
  )
}
